# 64-bit hashes in C; features/hashing.py has the same functions in Python, and a test compares them.
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
    /* keys of all templates that have their atoms: templates are sorted by length, `ends` says where each length ends */
    static int tw_keys(const unsigned long long *atom, const int *index, const int *ends, const unsigned long long *bias,
                       const unsigned long long *odd, unsigned long long *out) {
        int n = 0, t = 0;
        for (; t < ends[1]; t++, index += 1) {
            uint64_t a = atom[index[0]];
            out[n] = bias[t] + a * odd[0];
            n += a != 0;                    /* no branch to guess wrong: an absent atom's key is overwritten */
        }
        for (; t < ends[2]; t++, index += 2) {
            uint64_t a = atom[index[0]], b = atom[index[1]];
            out[n] = bias[t] + a * odd[0] + b * odd[1];
            n += (a != 0) & (b != 0);
        }
        for (; t < ends[3]; t++, index += 3) {
            uint64_t a = atom[index[0]], b = atom[index[1]], c = atom[index[2]];
            out[n] = bias[t] + a * odd[0] + b * odd[1] + c * odd[2];
            n += (a != 0) & (b != 0) & (c != 0);
        }
        for (int length = 4; length <= 8; length++)
            for (; t < ends[length]; t++, index += length) {
                uint64_t total = bias[t];
                int there = 1;
                for (int i = 0; i < length; i++) { there &= atom[index[i]] != 0; total += atom[index[i]] * odd[i]; }
                out[n] = total;
                n += there;
            }
        return n;
    }
    #endif
    """
    unsigned long long mix "tw_mix"(unsigned long long x) noexcept nogil
    unsigned long long hash_span "tw_hash_span"(const char *text, int start, int end, unsigned long long seed) noexcept nogil
    int plain_keys "tw_keys"(const unsigned long long *atom, const int *index, const int *ends, const unsigned long long *bias,
                             const unsigned long long *odd, unsigned long long *out) noexcept nogil
