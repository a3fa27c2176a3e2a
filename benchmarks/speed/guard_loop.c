/* A fixed job that has nothing to do with parsing, but reacts to a machine as a parser does: integer arithmetic, sums of
   neighbouring numbers, branches that cannot be foreseen; most reads are near, one of eight is anywhere in a large table. */

#include <stdint.h>

enum { LINE = 16, NEAR = 4096 }; /* numbers in a cache line; lines in the near part, 256 kB */

uint32_t guard_loop(const uint32_t *table, uint32_t lines, uint32_t steps)
{
    uint64_t random = 88172645463325252ull;
    uint32_t sums[LINE] = {0};
    for (uint32_t step = 0; step < steps; step++) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        const uint32_t *line = table + LINE * (random & ((step & 7 ? NEAR : lines) - 1)); /* both are powers of two */
        if (line[0] & 1)
            for (int i = 0; i < LINE; i++)
                sums[i] += line[i];
        else
            sums[random >> 60] ^= line[LINE - 1];
    }
    uint32_t result = 0;
    for (int i = 0; i < LINE; i++)
        result ^= sums[i];
    return result;
}
