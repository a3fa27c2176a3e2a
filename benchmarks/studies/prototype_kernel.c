/* What a kernel with one dense row of floats per feature does in each step, as the prototype did: an index of 32 bits to check
   and the number of a row, fetched ahead for all keys; rows, fetched ahead too, added up in registers.  Nothing else of a parser
   is here: no atoms, no keys, no highest score, no transitions. */

#include <stdint.h>

typedef struct { uint32_t check, row; } entry;            /* row 0: empty */
typedef float floats __attribute__((vector_size(32), aligned(4)));
enum { MOST_KEYS = 256, BLOCKS = 9 };                      /* 72 classes at a time */

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
__attribute__((target_clones("avx2", "default")))
#endif
float prototype_steps(const uint64_t *keys, const int32_t *ends, int32_t steps, const entry *index, int32_t bits,
                         const float *rows, int32_t stride, float *scores, int32_t keep)
{
    uint32_t home[MOST_KEYS], mask = (uint32_t)((1ull << bits) - 1);
    const float *row[MOST_KEYS];
    float checksum = 0;
    for (int32_t step = 0, start = 0; step < steps; start = ends[step++]) {
        int n = ends[step] - start, found = 0;
        for (int i = 0; i < n; i++) {
            home[i] = (uint32_t)(keys[start + i] >> (64 - bits));
            __builtin_prefetch(index + home[i]);
        }
        for (int i = 0; i < n; i++) {
            uint32_t at = home[i], check = (uint32_t)keys[start + i];
            while (index[at].row && index[at].check != check) at = (at + 1) & mask;
            if (!index[at].row) continue;
            row[found] = rows + (uint64_t)index[at].row * (uint32_t)stride;
            for (int c = 0; c < stride; c += 16) __builtin_prefetch(row[found] + c);
            found++;
        }
        for (int c = 0; c < stride; c += 8 * BLOCKS) {
            floats sum[BLOCKS] = {{0}};
            for (int i = 0; i < found; i++)
                for (int b = 0; b < BLOCKS; b++) sum[b] += ((const floats *)(row[i] + c))[b];
            for (int b = 0; b < BLOCKS; b++) ((floats *)(scores + c))[b] = sum[b];
        }
        checksum += scores[step % stride];
        if (keep) scores += stride;                        /* the scores of every step, for a test */
    }
    return checksum;
}
