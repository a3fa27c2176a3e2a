#include <stdint.h>
#include <string.h>
#ifndef TREEWRIGHT_SLOTS
#define TREEWRIGHT_SLOTS
#ifdef __SSE2__
#include <emmintrin.h>
#endif
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
#define TW_CLONES __attribute__((target_clones("avx2", "default"), unused))
#else
#define TW_CLONES inline
#endif
#if defined(__GNUC__) || defined(__clang__)
#define TW_PREFETCH(p) __builtin_prefetch(p)
#define TW_FIRST_BIT(x) __builtin_ctz(x)
#define TW_RARELY(x) __builtin_expect(!!(x), 0)
#define TW_NEVER_INLINE __attribute__((noinline, unused))
#define TW_INLINE static inline __attribute__((always_inline))
typedef float tw_f8 __attribute__((vector_size(32), aligned(4), may_alias));
typedef int tw_i8 __attribute__((vector_size(32), aligned(4), may_alias));
#else
#define TW_PREFETCH(p)
#define TW_RARELY(x) (x)
#define TW_NEVER_INLINE
#define TW_INLINE static inline
static inline int TW_FIRST_BIT(uint32_t x) { int n = 0; while (!(x >> n & 1)) n++; return n; }
#endif

#define TW_BUCKET 16
#define TW_LONG 65535
#define TW_PAIRS 4
#define TW_NO_PAIR 65535
#define TW_DENSE 65534
typedef struct { uint64_t key; uint16_t number[TW_PAIRS]; union { float weight[TW_PAIRS]; uint32_t row; }; } tw_learnt;
typedef struct { uint32_t check; uint16_t number[3]; int16_t weight[3]; } tw_packed;
typedef struct { uint16_t number; int16_t weight; } tw_pair;
typedef struct {                 /* a table as the functions below see it */
    const uint8_t *tags;
    const void *slots;
    uint32_t buckets;
    int stride;                  /* columns of a dense row, a multiple of 16 */
    const void *dense;           /* rows of float or int16_t */
    const void *pairs;           /* lists of packed weights */
    int is_packed;
} tw_table;

/* The high half of a key says where to look; the low half is compared, or all of it while learning. */
static inline uint32_t tw_home(uint64_t key, uint32_t buckets) { return (uint32_t)(((key >> 32) * buckets) >> 32); }
static inline uint8_t tw_tag(uint64_t key) { uint8_t tag = (uint8_t)(key >> 24); return tag ? tag : 1; }  /* 0 is empty */

static inline uint32_t tw_matches(const uint8_t *bucket, uint8_t tag) {
#ifdef __SSE2__
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)bucket), _mm_set1_epi8((char)tag)));
#else
    uint32_t bits = 0;
    for (int i = 0; i < TW_BUCKET; i++) bits |= (uint32_t)(bucket[i] == tag) << i;
    return bits;
#endif
}

static inline int tw_same(const void *slots, size_t width, int64_t at, uint64_t key) {
    if (width == sizeof(tw_learnt)) return ((const tw_learnt *)slots)[at].key == key;
    return ((const tw_packed *)slots)[at].check == (uint32_t)key;
}

/* where a feature is, or -1 - where it would go */
static inline int64_t tw_find(const uint8_t *tags, const void *slots, size_t width, uint32_t buckets, uint64_t key) {
    uint32_t bucket = tw_home(key, buckets);
    for (;;) {
        const uint8_t *tag = tags + (size_t)bucket * TW_BUCKET;
        for (uint32_t bits = tw_matches(tag, tw_tag(key)); bits; bits &= bits - 1) {
            int64_t at = (int64_t)bucket * TW_BUCKET + TW_FIRST_BIT(bits);
            if (tw_same(slots, width, at, key)) return at;
        }
        if (!tag[TW_BUCKET - 1]) return -1 - ((int64_t)bucket * TW_BUCKET + TW_FIRST_BIT(tw_matches(tag, 0)));
        if (++bucket == buckets) bucket = 0;
    }
}

/* A packed dense row keeps 16 classes in eight pairs of 16 bits: classes 0 to 7 in the low halves, 8 to 15 in the high ones;
   shifts take them apart. */
static inline int tw_column(int number) { return (number & ~15) | (number & 7) << 1 | (number >> 3 & 1); }

static inline tw_table tw_view(const uint8_t *tags, const void *slots, uint32_t buckets, int stride, const void *dense,
                               const void *pairs, int is_packed) {
    tw_table table = {tags, slots, buckets, stride, dense, pairs, is_packed};
    return table;
}
#endif
