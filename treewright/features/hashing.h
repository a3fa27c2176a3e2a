#include <stdint.h>
#include <string.h>
#ifndef TREEWRIGHT_HASHING
#define TREEWRIGHT_HASHING
static inline uint64_t tw_mix(uint64_t x) {
    x ^= x >> 32; x *= 0xd6e8feb86659fd93ULL; x ^= x >> 32; x *= 0xd6e8feb86659fd93ULL; x ^= x >> 32;
    return x;
}
/* up to 7 bytes as memcpy would lay them, without a call of it */
static inline uint64_t tw_few_bytes(const char *text, int count) {
    uint64_t chunk = 0;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (count >= 4) {
        uint32_t first, last;
        memcpy(&first, text, 4);
        memcpy(&last, text + count - 4, 4);
        return first | (uint64_t)last << 8 * (count - 4);
    }
    chunk = (unsigned char)text[0];
    chunk |= (uint64_t)(unsigned char)text[count >> 1] << 8 * (count >> 1);
    return chunk | (uint64_t)(unsigned char)text[count - 1] << 8 * (count - 1);
#else
    memcpy(&chunk, text, count);
    return chunk;
#endif
}
static inline uint64_t tw_hash_span(const char *text, int start, int end, uint64_t seed) {
    uint64_t h = seed ^ ((uint64_t)(end - start) * 0x9e3779b97f4a7c15ULL), chunk;
    int i = start;
    for (; i + 8 <= end; i += 8) { memcpy(&chunk, text + i, 8); h = (h ^ chunk) * 0x9fb21c651e98df25ULL; h ^= h >> 32; }
    if (i < end) { chunk = tw_few_bytes(text + i, end - i); h = (h ^ chunk) * 0x9fb21c651e98df25ULL; h ^= h >> 32; }
    h = tw_mix(h);
    return h ? h : 1;
}
/* the character that begins at *at, which moves behind it; of what is not UTF-8, some number */
static inline uint32_t tw_character(const char *text, int *at, int end) {
    unsigned char first = (unsigned char)text[(*at)++];
    int more = first < 0xc0 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    uint32_t code = more == 0 ? first : first & (0x3f >> more);
    for (; more > 0 && *at < end; more--) code = code << 6 | ((unsigned char)text[(*at)++] & 0x3f);
    return code;
}
/* the same as small letters */
static inline uint64_t tw_hash_small(const char *text, int start, int end, const unsigned short *small, uint64_t seed) {
    uint64_t h = seed;
    for (int at = start; at < end;) {
        uint32_t code = tw_character(text, &at, end);
        h = (h ^ (code < 65536 ? small[code] : code)) * 0x9fb21c651e98df25ULL;
        h ^= h >> 32;
    }
    h = tw_mix(h);
    return h ? h : 1;
}
/* the classes of its characters, two of a kind at the most; marks do not count */
static inline uint64_t tw_hash_shape(const char *text, int start, int end, const unsigned short *classes, uint64_t seed) {
    uint64_t h = seed;
    uint32_t last = 0, run = 0;
    for (int at = start; at < end;) {
        uint32_t code = tw_character(text, &at, end), of = code < 65536 ? classes[code] : 11;
        if (of == 0) continue;
        run = of == last ? run + 1 : 1;
        last = of;
        if (run > 2) continue;
        h = (h ^ of) * 0x9fb21c651e98df25ULL;
        h ^= h >> 32;
    }
    h = tw_mix(h);
    return h ? h : 1;
}
#endif
