# 64-bit hashes in C; hash_functions.py has the same functions in Python, and a test compares them.
ctypedef unsigned long long hash_t

cdef extern from "treewright/features/hashing.h":
    unsigned long long mix "tw_mix"(unsigned long long x) noexcept nogil
    unsigned long long hash_span "tw_hash_span"(const char *text, int start, int end, unsigned long long seed) noexcept nogil
    unsigned long long hash_small "tw_hash_small"(const char *text, int start, int end, const unsigned short *small,
                                                  unsigned long long seed) noexcept nogil
    unsigned long long hash_shape "tw_hash_shape"(const char *text, int start, int end, const unsigned short *classes,
                                                  unsigned long long seed) noexcept nogil
