# 64-bit hashes in C; hash_functions.py has the same functions in Python, and a test compares them.
cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #ifndef TREEWRIGHT_HASHING
    #define TREEWRIGHT_HASHING
    static inline uint64_t tw_mix(uint64_t x) {
        x ^= x >> 32; x *= 0xd6e8feb86659fd93ULL; x ^= x >> 32; x *= 0xd6e8feb86659fd93ULL; x ^= x >> 32;
        return x;
    }
    static inline uint64_t tw_hash_span(const char *text, int start, int end, uint64_t seed) {
        uint64_t h = seed ^ ((uint64_t)(end - start) * 0x9e3779b97f4a7c15ULL), chunk;
        int i = start;
        for (; i + 8 <= end; i += 8) { memcpy(&chunk, text + i, 8); h = (h ^ chunk) * 0x9fb21c651e98df25ULL; h ^= h >> 32; }
        if (i < end) { chunk = 0; memcpy(&chunk, text + i, end - i); h = (h ^ chunk) * 0x9fb21c651e98df25ULL; h ^= h >> 32; }
        h = tw_mix(h);
        return h ? h : 1;
    }
    #endif
    """
    unsigned long long mix "tw_mix"(unsigned long long x) noexcept nogil
    unsigned long long hash_span "tw_hash_span"(const char *text, int start, int end, unsigned long long seed) noexcept nogil
