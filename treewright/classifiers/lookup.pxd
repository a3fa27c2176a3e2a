# Weights found by key and added up, in C: where a parser spends most of its time.
#
# Both tables (weight_table.py for learning, packed_weights.py for parsing) keep their slots in buckets of 16.  A byte per
# slot, the tag, is looked at first: all 16 of a bucket in one comparison, and mostly in the second-level cache; it answers
# for most features that are not there.  A bucket fills from its first slot on, what does not fit goes to the next one.
#
#   learning  32 bytes: 32 bits of the key, up to four (class, weight) pairs, or the number of a dense row of floats
#   packed    16 bytes: 32 bits of the key, up to three (class, weight) pairs in 16 bits each; or, if the first class is
#             65535, where a longer list of pairs begins and how long it is, or the number of a dense row of 16-bit weights
cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #ifndef TREEWRIGHT_LOOKUP
    #define TREEWRIGHT_LOOKUP
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
    typedef struct { uint32_t check; int32_t count; uint16_t number[TW_PAIRS]; float weight[TW_PAIRS]; } tw_learnt;
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

    /* The high half of a key says where to look, the low half is compared. */
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

    /* where a feature is, or -1 - where it would go */
    static inline int64_t tw_find(const uint8_t *tags, const void *slots, size_t width, uint32_t buckets, uint64_t key) {
        uint32_t bucket = tw_home(key, buckets);
        for (;;) {
            const uint8_t *tag = tags + (size_t)bucket * TW_BUCKET;
            for (uint32_t bits = tw_matches(tag, tw_tag(key)); bits; bits &= bits - 1) {
                int64_t at = (int64_t)bucket * TW_BUCKET + TW_FIRST_BIT(bits);
                if (*(const uint32_t *)((const char *)slots + at * width) == (uint32_t)key) return at;
            }
            if (!tag[TW_BUCKET - 1]) return -1 - ((int64_t)bucket * TW_BUCKET + TW_FIRST_BIT(tw_matches(tag, 0)));
            if (++bucket == buckets) bucket = 0;
        }
    }

    TW_NEVER_INLINE
    static int64_t tw_search(const tw_table *table, size_t width, uint64_t key) {
        return tw_find(table->tags, table->slots, width, table->buckets, key);
    }

    /* where each feature is, if its tag is there; tags first, so that all slots are on their way before one is read.
       The features of a list end at ends[list], those of them that may be there at ends_found[list] */
    TW_INLINE int tw_candidates(const tw_table *table, size_t width, const unsigned long long *restrict keys,
                                    const int *restrict ends, int lists, unsigned long long *restrict found_keys,
                                    unsigned int *restrict found, int *restrict ends_found) {
        const uint8_t *tags = table->tags;
        const char *slots = (const char *)table->slots;
        const unsigned long long *key = keys;
        uint32_t buckets = table->buckets;
        int n = 0;
        for (int list = 0; list < lists; list++) {
            for (const unsigned long long *end = keys + ends[list]; key < end; key++) {
                uint32_t at = tw_home(*key, buckets) * TW_BUCKET;
                const uint8_t *tag = tags + at;
                uint32_t bits = tw_matches(tag, tw_tag(*key));
                if (TW_RARELY(!bits & (tag[TW_BUCKET - 1] != 0))) {    /* the bucket is full: perhaps in the next one */
                    int64_t place = tw_search(table, width, *key);
                    if (place < 0) continue;
                    at = (uint32_t)place;
                    bits = 1;
                }
                at += TW_FIRST_BIT(bits | 0x10000);
                found[n] = at;
                found_keys[n] = *key;
                TW_PREFETCH(slots + at * width);
                n += bits != 0;
            }
            ends_found[list] = n;
        }
        return n;
    }
    TW_CLONES
    static int tw_packed_candidates(const tw_table *table, const unsigned long long *keys, const int *ends, int lists,
                                    unsigned long long *found_keys, unsigned int *found, int *ends_found) {
        return tw_candidates(table, sizeof(tw_packed), keys, ends, lists, found_keys, found, ends_found);
    }
    TW_CLONES
    static int tw_learnt_candidates(const tw_table *table, const unsigned long long *keys, const int *ends, int lists,
                                    unsigned long long *found_keys, unsigned int *found, int *ends_found) {
        return tw_candidates(table, sizeof(tw_learnt), keys, ends, lists, found_keys, found, ends_found);
    }

    static inline int64_t tw_checked(const tw_table *table, size_t width, int64_t at, uint64_t key) {
        if (TW_RARELY(*(const uint32_t *)((const char *)table->slots + at * width) != (uint32_t)key))   /* the same tag by chance */
            return tw_search(table, width, key);
        return at;
    }

    /* Sums of dense rows stay in registers.  A packed row keeps 16 classes in eight pairs of 16 bits: classes 0 to 7 in the
       low halves, 8 to 15 in the high ones (tw_column), which shifts take apart. */
    static inline int tw_column(int number) { return (number & ~15) | (number & 7) << 1 | (number >> 3 & 1); }

    TW_INLINE void tw_sum_shorts(void *const *rows, int count, int stride, int *out) {
    #if defined(__GNUC__) || defined(__clang__)
        int c = 0;
        for (; c + 64 <= stride; c += 64) {
            tw_i8 s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0}, s4 = {0}, s5 = {0}, s6 = {0}, s7 = {0};
            for (int i = 0; i < count; i++) {
                const tw_i8 *row = (const tw_i8 *)((const int16_t *)rows[i] + c);
                s0 += row[0] << 16 >> 16; s1 += row[0] >> 16; s2 += row[1] << 16 >> 16; s3 += row[1] >> 16;
                s4 += row[2] << 16 >> 16; s5 += row[2] >> 16; s6 += row[3] << 16 >> 16; s7 += row[3] >> 16;
            }
            tw_i8 *to = (tw_i8 *)(out + c);
            to[0] = s0; to[1] = s1; to[2] = s2; to[3] = s3; to[4] = s4; to[5] = s5; to[6] = s6; to[7] = s7;
        }
        for (; c + 32 <= stride; c += 32) {
            tw_i8 s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
            for (int i = 0; i < count; i++) {
                const tw_i8 *row = (const tw_i8 *)((const int16_t *)rows[i] + c);
                s0 += row[0] << 16 >> 16; s1 += row[0] >> 16; s2 += row[1] << 16 >> 16; s3 += row[1] >> 16;
            }
            tw_i8 *to = (tw_i8 *)(out + c);
            to[0] = s0; to[1] = s1; to[2] = s2; to[3] = s3;
        }
        for (; c < stride; c += 16) {
            tw_i8 s0 = {0}, s1 = {0};
            for (int i = 0; i < count; i++) {
                const tw_i8 *row = (const tw_i8 *)((const int16_t *)rows[i] + c);
                s0 += row[0] << 16 >> 16; s1 += row[0] >> 16;
            }
            tw_i8 *to = (tw_i8 *)(out + c);
            to[0] = s0; to[1] = s1;
        }
    #else
        for (int c = 0; c < stride; c++) {
            out[c] = 0;
            for (int i = 0; i < count; i++) out[c] += ((const int16_t *)rows[i])[tw_column(c)];
        }
    #endif
    }

    TW_INLINE void tw_sum_floats(void *const *rows, int count, int stride, float *out) {
    #if defined(__GNUC__) || defined(__clang__)
        int c = 0;
        for (; c + 32 <= stride; c += 32) {
            tw_f8 s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
            for (int i = 0; i < count; i++) {
                const tw_f8 *row = (const tw_f8 *)((const float *)rows[i] + c);
                s0 += row[0]; s1 += row[1]; s2 += row[2]; s3 += row[3];
            }
            tw_f8 *to = (tw_f8 *)(out + c);
            to[0] = s0; to[1] = s1; to[2] = s2; to[3] = s3;
        }
        for (; c < stride; c += 16) {
            tw_f8 s0 = {0}, s1 = {0};
            for (int i = 0; i < count; i++) {
                const tw_f8 *row = (const tw_f8 *)((const float *)rows[i] + c);
                s0 += row[0]; s1 += row[1];
            }
            tw_f8 *to = (tw_f8 *)(out + c);
            to[0] = s0; to[1] = s1;
        }
    #else
        for (int c = 0; c < stride; c++) {
            out[c] = 0;
            for (int i = 0; i < count; i++) out[c] += ((const float *)rows[i])[c];
        }
    #endif
    }

    /* For each list of features, which ends at ends[list], the scores of all classes into out[list]: whole numbers of a packed
       table, floats of one that learns.  found_keys, found and rows are scratch as long as keys. */
    TW_CLONES
    static void tw_add_up_packed(const tw_table *table, const int *row_ends, const int *ends, int lists, void *const *out,
                                 const unsigned int *found, void *const *rows) {
        const tw_packed *slots = (const tw_packed *)table->slots;
        const tw_pair *pairs = (const tw_pair *)table->pairs;
        for (int list = 0, i = 0, first = 0; list < lists; list++) {
            int *sum = (int *)out[list];
            tw_sum_shorts(rows + first, row_ends[list] - first, table->stride, sum);
            first = row_ends[list];
            for (; i < ends[list]; i++) {
                const tw_packed *slot = slots + found[i];
                if (slot->number[0] != TW_LONG) {                 /* unused pairs add nothing to class 0 */
                    sum[slot->number[0]] += slot->weight[0];
                    sum[slot->number[1]] += slot->weight[1];
                    sum[slot->number[2]] += slot->weight[2];
                } else {
                    const tw_pair *p = pairs + (slot->number[1] | (uint32_t)slot->number[2] << 16), *end = p + slot->weight[0];
                    for (; p < end; p++) sum[p->number] += p->weight;
                }
            }
        }
    }
    static inline void tw_score_packed(const tw_table *table, const unsigned long long *keys, const int *ends, int lists,
                                       void *const *out, unsigned long long *found_keys, unsigned int *found, void **rows) {
        const tw_packed *slots = (const tw_packed *)table->slots;
        int ends_found[16], row_ends[16], small = 0;
        void **row = rows;
        tw_packed_candidates(table, keys, ends, lists, found_keys, found, ends_found);
        for (int list = 0, i = 0; list < lists; list++) {
            for (; i < ends_found[list]; i++) {
                int64_t at = tw_checked(table, sizeof(tw_packed), found[i], found_keys[i]);
                if (TW_RARELY(at < 0)) continue;
                if (slots[at].number[0] == TW_LONG) {             /* a longer row; dense ones are put aside */
                    uint32_t start = slots[at].number[1] | (uint32_t)slots[at].number[2] << 16;
                    if (slots[at].weight[0] == 0) {
                        const char *p = (const char *)((const int16_t *)table->dense + (int64_t)start * table->stride);
                        TW_PREFETCH(p);
                        TW_PREFETCH(p + 64);
                        TW_PREFETCH(p + 128);
                        *row++ = (void *)p;
                        continue;
                    }
                    TW_PREFETCH((const tw_pair *)table->pairs + start);
                }
                found[small++] = (unsigned int)at;
            }
            ends_found[list] = small;
            row_ends[list] = (int)(row - rows);
        }
        tw_add_up_packed(table, row_ends, ends_found, lists, out, found, rows);
    }

    TW_CLONES
    static void tw_add_up_learnt(const tw_table *table, const int *row_ends, const int *ends, int lists, void *const *out,
                                 const unsigned int *found, void *const *rows) {
        const tw_learnt *slots = (const tw_learnt *)table->slots;
        for (int list = 0, i = 0, first = 0; list < lists; list++) {
            float *sum = (float *)out[list];
            tw_sum_floats(rows + first, row_ends[list] - first, table->stride, sum);
            first = row_ends[list];
            for (; i < ends[list]; i++) {
                const tw_learnt *slot = slots + found[i];
                for (int k = 0; k < slot->count; k++) sum[slot->number[k]] += slot->weight[k];
            }
        }
    }
    static inline void tw_score_learnt(const tw_table *table, const unsigned long long *keys, const int *ends, int lists,
                                       void *const *out, unsigned long long *found_keys, unsigned int *found, void **rows) {
        const tw_learnt *slots = (const tw_learnt *)table->slots;
        int ends_found[16], row_ends[16], small = 0;
        void **row = rows;
        tw_learnt_candidates(table, keys, ends, lists, found_keys, found, ends_found);
        for (int list = 0, i = 0; list < lists; list++) {
            for (; i < ends_found[list]; i++) {
                int64_t at = tw_checked(table, sizeof(tw_learnt), found[i], found_keys[i]);
                if (TW_RARELY(at < 0)) continue;
                if (slots[at].count >= 0) found[small++] = (unsigned int)at;
                else {
                    const char *p = (const char *)((const float *)table->dense + (int64_t)(-1 - slots[at].count) * table->stride);
                    for (int c = 0; c < table->stride * 4; c += 64) TW_PREFETCH(p + c);
                    *row++ = (void *)p;
                }
            }
            ends_found[list] = small;
            row_ends[list] = (int)(row - rows);
        }
        tw_add_up_learnt(table, row_ends, ends_found, lists, out, found, rows);
    }

    static inline void tw_score(const tw_table *table, const unsigned long long *keys, const int *ends, int lists,
                                void *const *out, unsigned long long *found_keys, unsigned int *found, void **rows) {
        if (table->is_packed) tw_score_packed(table, keys, ends, lists, out, found_keys, found, rows);
        else tw_score_learnt(table, keys, ends, lists, out, found_keys, found, rows);
    }

    /* sum[class] += value * weight, for a real-valued feature */
    static inline void tw_score_real(const tw_table *table, unsigned long long key, float value, float *sum) {
        size_t width = table->is_packed ? sizeof(tw_packed) : sizeof(tw_learnt);
        int64_t at = tw_find(table->tags, table->slots, width, table->buckets, key);
        if (at < 0) return;
        if (table->is_packed) {
            const tw_packed *slot = (const tw_packed *)table->slots + at;
            int64_t row = slot->number[1] | (uint32_t)slot->number[2] << 16;
            if (slot->number[0] != TW_LONG) for (int k = 0; k < 3; k++) sum[slot->number[k]] += value * slot->weight[k];
            else if (slot->weight[0])
                for (const tw_pair *p = (const tw_pair *)table->pairs + row, *end = p + slot->weight[0]; p < end; p++)
                    sum[p->number] += value * p->weight;
            else
                for (int c = 0; c < table->stride; c++)
                    sum[c] += value * ((const int16_t *)table->dense)[row * table->stride + tw_column(c)];
        } else {
            const tw_learnt *slot = (const tw_learnt *)table->slots + at;
            const float *row = (const float *)table->dense + (int64_t)(-1 - slot->count) * table->stride;
            for (int k = 0; k < slot->count; k++) sum[slot->number[k]] += value * slot->weight[k];
            if (slot->count < 0) for (int c = 0; c < table->stride; c++) sum[c] += value * row[c];
        }
    }

    /* the sum of a few vectors of scores, as floats */
    TW_CLONES
    static void tw_total(const tw_table *table, void *const *from, float *restrict out) {
        enum { count = 6 };                  /* groups of templates */
    #if defined(__GNUC__) || defined(__clang__)
        for (int c = 0; c < table->stride; c += 8)
            if (table->is_packed) {
                tw_i8 sum = *(const tw_i8 *)((const int *)from[0] + c);
                for (int i = 1; i < count; i++) sum += *(const tw_i8 *)((const int *)from[i] + c);
                *(tw_f8 *)(out + c) = __builtin_convertvector(sum, tw_f8);
            } else {
                tw_f8 sum = *(const tw_f8 *)((const float *)from[0] + c);
                for (int i = 1; i < count; i++) sum += *(const tw_f8 *)((const float *)from[i] + c);
                *(tw_f8 *)(out + c) = sum;
            }
    #else
        for (int c = 0; c < table->stride; c++) {
            out[c] = 0;
            for (int i = 0; i < count; i++) out[c] += table->is_packed ? (float)((const int *)from[i])[c] : ((const float *)from[i])[c];
        }
    #endif
    }

    /* the first of the highest scores, each with its handicap (0 or minus infinity) */
    TW_CLONES
    static int tw_highest(const float *restrict score, const float *restrict handicap, int stride) {
        float top = score[0] + handicap[0];
        int c = 0;
    #if defined(__GNUC__) || defined(__clang__)
        tw_f8 tops = *(const tw_f8 *)score + *(const tw_f8 *)handicap;
        for (c = 8; c < stride; c += 8) {
            tw_f8 next = *(const tw_f8 *)(score + c) + *(const tw_f8 *)(handicap + c);
            tw_i8 more = next > tops;
            tops = (tw_f8)(((tw_i8)next & more) | ((tw_i8)tops & ~more));
        }
        for (int k = 0; k < 8; k++) if (tops[k] > top) top = tops[k];
    #else
        for (c = 1; c < stride; c++) if (score[c] + handicap[c] > top) top = score[c] + handicap[c];
    #endif
        for (c = 0; score[c] + handicap[c] != top; c++);
        return c;
    }

    /* which scores, each with its handicap, are above a threshold */
    static inline int tw_above(const float *score, const float *handicap, int stride, float threshold, int *out) {
        int n = 0, c = 0;
    #ifdef __SSE2__
        __m128 bound = _mm_set1_ps(threshold);
        for (; c < stride; c += 8) {
            __m128 one = _mm_add_ps(_mm_loadu_ps(score + c), _mm_loadu_ps(handicap + c));
            __m128 other = _mm_add_ps(_mm_loadu_ps(score + c + 4), _mm_loadu_ps(handicap + c + 4));
            int bits = _mm_movemask_ps(_mm_cmpgt_ps(one, bound)) | _mm_movemask_ps(_mm_cmpgt_ps(other, bound)) << 4;
            for (; bits; bits &= bits - 1) out[n++] = c + TW_FIRST_BIT(bits);
        }
    #else
        for (; c < stride; c++) if (score[c] + handicap[c] > threshold) out[n++] = c;
    #endif
        return n;
    }

    /* bring all that is about to change on its way: tags, then slots and their sums, then places in dense rows */
    static inline void tw_fetch(const tw_table *table, const float *sums, const float *dense_sums, const unsigned long long *keys,
                                int count, int number) {
        const tw_learnt *slots = (const tw_learnt *)table->slots;
        size_t places[64];
        for (int start = 0; start < count; start += 64) {
            int some = count - start < 64 ? count - start : 64;
            const unsigned long long *key = keys + start;
            for (int i = 0; i < some; i++) TW_PREFETCH(table->tags + (size_t)tw_home(key[i], table->buckets) * TW_BUCKET);
            for (int i = 0; i < some; i++) {
                size_t at = (size_t)tw_home(key[i], table->buckets) * TW_BUCKET;
                at += TW_FIRST_BIT(tw_matches(table->tags + at, tw_tag(key[i])) | tw_matches(table->tags + at, 0) | 0x8000);
                TW_PREFETCH(slots + at);
                TW_PREFETCH(sums + at * TW_PAIRS);
                places[i] = at;
            }
            for (int i = 0; i < some; i++) {
                if (slots[places[i]].count >= 0) continue;
                int64_t place = (int64_t)(-1 - slots[places[i]].count) * table->stride + number;
                TW_PREFETCH((const float *)table->dense + place);
                TW_PREFETCH(dense_sums + place);
            }
        }
    }

    /* add to a weight and to its sum. 0: done; 1: a new slot was taken; 2: no dense row is left */
    static inline int tw_learn(uint8_t *tags, void *memory, unsigned int *high, uint32_t buckets, float *sums, float *dense,
                        float *dense_sums, int stride, int *dense_count, int dense_room, unsigned long long key, int number,
                        float amount, float weighted) {
        tw_learnt *slots = (tw_learnt *)memory;
        int64_t at = tw_find(tags, slots, sizeof(tw_learnt), buckets, key);
        int fresh = 0, k = 0;
        if (at < 0) {
            at = -1 - at;
            tags[at] = tw_tag(key);
            high[at] = (unsigned int)(key >> 32);
            slots[at].check = (uint32_t)key;
            slots[at].count = 0;
            fresh = 1;
        }
        tw_learnt *slot = slots + at;
        if (slot->count >= 0) {
            while (k < slot->count && slot->number[k] != number) k++;
            if (k == slot->count && k < TW_PAIRS) {
                slot->number[k] = (uint16_t)number;
                slot->weight[k] = 0;
                sums[at * TW_PAIRS + k] = 0;
                slot->count++;
            }
            if (k < TW_PAIRS) {
                slot->weight[k] += amount;
                sums[at * TW_PAIRS + k] += weighted;
                return fresh;
            }
            if (*dense_count >= dense_room) return 2;
            int row = (*dense_count)++;
            for (k = 0; k < TW_PAIRS; k++) {
                dense[(int64_t)row * stride + slot->number[k]] = slot->weight[k];
                dense_sums[(int64_t)row * stride + slot->number[k]] = sums[at * TW_PAIRS + k];
            }
            slot->count = -1 - row;
        }
        int64_t place = (int64_t)(-1 - slot->count) * stride + number;
        dense[place] += amount;
        dense_sums[place] += weighted;
        return fresh;
    }

    /* move all slots to a larger table */
    static inline void tw_move(const uint8_t *old_tags, const void *old_memory, const unsigned int *old_high, uint32_t old_buckets,
                               const float *old_sums, uint8_t *tags, void *memory, unsigned int *high, uint32_t buckets, float *sums) {
        const tw_learnt *old = (const tw_learnt *)old_memory;
        tw_learnt *slots = (tw_learnt *)memory;
        for (size_t i = 0; i < (size_t)old_buckets * TW_BUCKET; i++) {
            if (!old_tags[i]) continue;
            uint64_t key = (uint64_t)old_high[i] << 32 | old[i].check;
            int64_t at = -1 - tw_find(tags, slots, sizeof(tw_learnt), buckets, key);
            tags[at] = old_tags[i];
            slots[at] = old[i];
            high[at] = old_high[i];
            memcpy(sums + at * TW_PAIRS, old_sums + i * TW_PAIRS, TW_PAIRS * sizeof(float));
        }
    }

    /* all weights with their keys and sums; a dense row stays one that needs to be dense.  Returns how many there are; with keys
       NULL it only counts */
    static inline int64_t tw_entries(const uint8_t *tags, const void *memory, const unsigned int *high, uint32_t buckets,
                                     const float *sums, const float *dense, const float *dense_sums, int stride,
                                     unsigned long long *keys, unsigned short *numbers, float *weights, float *totals) {
        const tw_learnt *slots = (const tw_learnt *)memory;
        int64_t n = 0;
        for (size_t at = 0; at < (size_t)buckets * TW_BUCKET; at++) {
            if (!tags[at]) continue;
            const tw_learnt *slot = slots + at;
            int64_t row = (int64_t)(-1 - slot->count) * stride;
            int count = slot->count, used = 0;
            if (count < 0) for (int k = 0; k < stride; k++) used += (dense[row + k] != 0) | (dense_sums[row + k] != 0);
            for (int k = 0; k < (count < 0 ? stride : count); k++) {
                if (count < 0 && dense[row + k] == 0 && dense_sums[row + k] == 0 && (used > TW_PAIRS || k > TW_PAIRS)) continue;
                if (keys) {
                    keys[n] = (unsigned long long)high[at] << 32 | slot->check;
                    numbers[n] = (unsigned short)(count < 0 ? k : slot->number[k]);
                    weights[n] = count < 0 ? dense[row + k] : slot->weight[k];
                    totals[n] = count < 0 ? dense_sums[row + k] : sums[at * TW_PAIRS + k];
                }
                n++;
            }
        }
        return n;
    }

    /* the averages, w - u / steps, of the slots in this order: pairs sorted by class, zeros left out.
       Returns how many there are; with out NULL it only counts */
    static inline int64_t tw_averages(const void *memory, const float *sums, const float *dense, const float *dense_sums, int stride,
                               const long long *order, int64_t count, float steps, unsigned int *starts, unsigned short *numbers,
                               float *weights) {
        const tw_learnt *slots = (const tw_learnt *)memory;
        int64_t n = 0;
        for (int64_t i = 0; i < count; i++) {
            const tw_learnt *slot = slots + order[i];
            if (starts) starts[i] = (unsigned int)n;
            int64_t first = n, row = (int64_t)(-1 - slot->count) * stride;
            for (int k = 0; k < (slot->count >= 0 ? slot->count : stride); k++) {
                float weight = slot->count >= 0 ? slot->weight[k] - sums[order[i] * TW_PAIRS + k] / steps : dense[row + k] - dense_sums[row + k] / steps;
                if (weight == 0) continue;
                int number = slot->count >= 0 ? slot->number[k] : k;
                int64_t at = n++;
                if (!numbers) continue;
                for (; at > first && numbers[at - 1] > number; at--) { numbers[at] = numbers[at - 1]; weights[at] = weights[at - 1]; }
                numbers[at] = (unsigned short)number;
                weights[at] = weight;
            }
        }
        if (starts) starts[count] = (unsigned int)n;
        return n;
    }

    /* put rows into a packed table: longer than `longest` is dense. 0, or -1 if the rows do not fit together */
    static inline int tw_pack(uint8_t *tags, void *memory, uint32_t buckets, void *pair_memory, int16_t *dense, int stride, int longest,
                       const unsigned long long *keys, const unsigned int *starts, int64_t count, const unsigned short *numbers,
                       const short *weights) {
        tw_packed *slots = (tw_packed *)memory;
        tw_pair *pairs = (tw_pair *)pair_memory;
        uint32_t next_pair = 0, next_row = 0;
        for (int64_t i = 0; i < count; i++) {
            int64_t at = tw_find(tags, slots, sizeof(tw_packed), buckets, keys[i]);
            if (at >= 0) continue;                               /* two features with the same 32 bits in one bucket: the first stays */
            at = -1 - at;
            tags[at] = tw_tag(keys[i]);
            slots[at].check = (uint32_t)keys[i];
            uint32_t length = starts[i + 1] - starts[i], row;
            const unsigned short *number = numbers + starts[i];
            const short *weight = weights + starts[i];
            if (length <= 3) {
                for (uint32_t k = 0; k < length; k++) { slots[at].number[k] = number[k]; slots[at].weight[k] = weight[k]; }
                continue;
            }
            if (length <= (uint32_t)longest) {
                row = next_pair;
                for (uint32_t k = 0; k < length; k++) { pairs[next_pair].number = number[k]; pairs[next_pair++].weight = weight[k]; }
                slots[at].weight[0] = (int16_t)length;
            } else {
                row = next_row++;
                for (uint32_t k = 0; k < length; k++) dense[(int64_t)row * stride + tw_column(number[k])] = weight[k];
            }
            slots[at].number[0] = TW_LONG;
            slots[at].number[1] = (uint16_t)row;
            slots[at].number[2] = (uint16_t)(row >> 16);
        }
        return 0;
    }
    /* whether all that the functions above would read is there: a model file may come from anywhere */
    static inline int tw_is_sound(const tw_table *table, int classes, int64_t pair_count, int64_t row_count) {
        const tw_packed *slots = (const tw_packed *)table->slots;
        const tw_pair *pairs = (const tw_pair *)table->pairs;
        int full = 1, sound = 1;
        for (size_t i = 0; i < (size_t)table->buckets * TW_BUCKET; i++) {
            const tw_packed *slot = slots + i;
            if (i % TW_BUCKET == TW_BUCKET - 1) full &= table->tags[i] != 0;
            if (slot->number[0] != TW_LONG)
                sound &= (slot->number[0] < classes) & (slot->number[1] < classes) & (slot->number[2] < classes);
            else {
                int64_t start = slot->number[1] | (uint32_t)slot->number[2] << 16, length = slot->weight[0];
                sound &= length > 0 ? start + length <= pair_count : length == 0 && start < row_count;
            }
        }
        for (int64_t i = 0; i < pair_count; i++) sound &= pairs[i].number < classes;
        return sound && !full;               /* a search ends in a bucket that is not full */
    }
    #endif
    """
    ctypedef struct table_view "tw_table":
        const unsigned char *tags
        const void *slots
        unsigned int buckets
        int stride
        const void *dense
        const void *pairs
        int is_packed
    void score_lists "tw_score"(const table_view *table, const unsigned long long *keys, const int *ends, int lists,
                                void **out, unsigned long long *found_keys, unsigned int *found, void **rows) noexcept nogil
    void score_real "tw_score_real"(const table_view *table, unsigned long long key, float value, float *sum) noexcept nogil
    void total_of "tw_total"(const table_view *table, void **vectors, float *out) noexcept nogil
    int highest "tw_highest"(const float *score, const float *handicap, int stride) noexcept nogil
    int find_above "tw_above"(const float *score, const float *handicap, int stride, float threshold, int *out) noexcept nogil
    int learn_weight "tw_learn"(unsigned char *tags, void *memory, unsigned int *high, unsigned int buckets, float *sums,
                                float *dense, float *dense_sums, int stride, int *dense_count, int dense_room,
                                unsigned long long key, int number, float amount, float weighted) noexcept nogil
    void fetch_slots "tw_fetch"(const table_view *table, const float *sums, const float *dense_sums, const unsigned long long *keys,
                                int count, int number) noexcept nogil
    void move_slots "tw_move"(const unsigned char *old_tags, const void *old_memory, const unsigned int *old_high,
                              unsigned int old_buckets, const float *old_sums, unsigned char *tags, void *memory,
                              unsigned int *high, unsigned int buckets, float *sums) noexcept nogil
    long long averages "tw_averages"(const void *memory, const float *sums, const float *dense, const float *dense_sums, int stride,
                                     const long long *order, long long count, float steps, unsigned int *starts,
                                     unsigned short *numbers, float *weights) noexcept nogil
    long long list_entries "tw_entries"(const unsigned char *tags, const void *memory, const unsigned int *high, unsigned int buckets,
                                        const float *sums, const float *dense, const float *dense_sums, int stride,
                                        unsigned long long *keys, unsigned short *numbers, float *weights, float *totals) noexcept nogil
    int pack_rows "tw_pack"(unsigned char *tags, void *memory, unsigned int buckets, void *pairs, short *dense, int stride,
                            int longest, const unsigned long long *keys, const unsigned int *starts, long long count,
                            const unsigned short *numbers, const short *weights) noexcept nogil
    bint is_sound "tw_is_sound"(const table_view *table, int classes, long long pair_count, long long row_count) noexcept nogil
