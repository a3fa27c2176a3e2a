# The two loops where a parser spends its time, in C: find the rows of a list of keys, and add the rows up.
# A slot of the index is the row number plus one (high 32 bits) and the low 32 bits of the key; 0 is an empty slot.
cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #ifndef TREEWRIGHT_ROW_SUMS
    #define TREEWRIGHT_ROW_SUMS
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
    #define TW_CLONES __attribute__((target_clones("avx2", "default")))
    #else
    #define TW_CLONES
    #endif
    #if defined(__GNUC__) || defined(__clang__)
    #define TW_PREFETCH(p) __builtin_prefetch(p)
    #else
    #define TW_PREFETCH(p)
    #endif

    static int tw_find_rows(const unsigned long long *keys, int count, const unsigned long long *slots, int shift, const float *weights,
                            int stride, int *rows) {
        int found = 0;
        uint64_t last = ((uint64_t)1 << (64 - shift)) - 1;
        for (int i = 0; i < count; i++) TW_PREFETCH(slots + (keys[i] >> shift));
        for (int i = 0; i < count; i++) {
            uint64_t at = keys[i] >> shift, slot;
            uint32_t check = (uint32_t)keys[i];
            while ((slot = slots[at]) != 0) {
                if ((uint32_t)slot == check) {
                    int row = (int)(slot >> 32) - 1;
                    const char *p = (const char *)(weights + (size_t)row * stride);
                    for (int b = 0; b < stride * 4; b += 64) TW_PREFETCH(p + b);
                    rows[found++] = row;
                    break;
                }
                at = (at + 1) & last;
            }
        }
        return found;
    }

    TW_CLONES
    static void tw_sum_rows(const float *weights, const int *rows, int count, int stride, float *out) {
        int c = 0;
        for (; c + 32 <= stride; c += 32) {       /* sums of 32 columns stay in registers */
            float sum[32] = {0};
            for (int i = 0; i < count; i++) {
                const float *row = weights + (size_t)rows[i] * stride + c;
                for (int k = 0; k < 32; k++) sum[k] += row[k];
            }
            memcpy(out + c, sum, sizeof sum);
        }
        for (; c < stride; c += 8) {
            float sum[8] = {0};
            for (int i = 0; i < count; i++) {
                const float *row = weights + (size_t)rows[i] * stride + c;
                for (int k = 0; k < 8; k++) sum[k] += row[k];
            }
            memcpy(out + c, sum, sizeof sum);
        }
    }
    #endif
    """
    int find_rows "tw_find_rows"(const unsigned long long *keys, int count, const unsigned long long *slots, int shift,
                                 const float *weights, int stride, int *rows) noexcept nogil
    void sum_rows "tw_sum_rows"(const float *weights, const int *rows, int count, int stride, float *out) noexcept nogil
