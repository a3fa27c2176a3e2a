#ifndef TREEWRIGHT_LOOKUP
#define TREEWRIGHT_LOOKUP
#include "treewright/classifiers/slots.h"
TW_NEVER_INLINE
static int64_t tw_search(const tw_table *table, size_t width, uint64_t key) {
    return tw_find(table->tags, table->slots, width, table->buckets, key);
}

/* the buckets of features, whose tags are on their way then: the sooner the better */
static inline void tw_fetch_tags(const tw_table *table, const unsigned long long *restrict keys, int start, int end,
                                 unsigned int *restrict found) {
    for (int i = start; i < end; i++) {
        found[i] = tw_home(keys[i], table->buckets) * TW_BUCKET;
        TW_PREFETCH(table->tags + found[i]);
    }
}

/* where each feature is, if its tag is there: `found` has its bucket.  All slots are on their way before one is read.
   The features of a list end at ends[list], those of them that may be there at ends_found[list] */
TW_INLINE int tw_candidates(const tw_table *table, size_t width, const unsigned long long *restrict keys,
                                const int *restrict ends, int lists, unsigned long long *restrict found_keys,
                                unsigned int *restrict found, int *restrict ends_found) {
    const uint8_t *tags = table->tags;
    const char *slots = (const char *)table->slots;
    int n = 0;
    for (int list = 0, i = 0; list < lists; list++) {
        for (; i < ends[list]; i++) {
            uint64_t key = keys[i];
            uint32_t at = found[i];
            const uint8_t *tag = tags + at;
            uint32_t bits = tw_matches(tag, tw_tag(key)) | (uint32_t)!tag[TW_BUCKET - 1] << TW_BUCKET;
            if (TW_RARELY(!bits)) {    /* the bucket is full: perhaps in the next one */
                int64_t place = tw_search(table, width, key);
                if (place < 0) continue;
                at = (uint32_t)place;
                bits = 1;
            }
            uint32_t first = TW_FIRST_BIT(bits);
            at += first;
            found[n] = at;
            found_keys[n] = key;
            TW_PREFETCH(slots + at * width);
            n += first < TW_BUCKET;
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
    if (TW_RARELY(!tw_same(table->slots, width, at, key))) return tw_search(table, width, key);   /* the same tag by chance */
    return at;
}

/* sums of dense rows stay in registers: 16 classes in each of so many blocks */
#if defined(__GNUC__) || defined(__clang__)
TW_INLINE void tw_sum_blocks(void *const *rows, int count, int first, const int blocks, int *out) {
    tw_i8 low[6] = {{0}}, high[6] = {{0}};
    for (int i = 0; i < count; i++) {
        const tw_i8 *row = (const tw_i8 *)rows[i] + first;
        for (int b = 0; b < blocks; b++) { low[b] += row[b] << 16 >> 16; high[b] += row[b] >> 16; }
    }
    tw_i8 *to = (tw_i8 *)out + 2 * first;
    for (int b = 0; b < blocks; b++) { to[2 * b] = low[b]; to[2 * b + 1] = high[b]; }
}
#endif
TW_INLINE void tw_sum_shorts(void *const *rows, int count, int stride, int *out) {
#if defined(__GNUC__) || defined(__clang__)
    int first = 0;
    for (; stride / 16 - first > 6; first += 6) tw_sum_blocks(rows, count, first, 6, out);
    switch (stride / 16 - first) {
        case 1: tw_sum_blocks(rows, count, first, 1, out); break;
        case 2: tw_sum_blocks(rows, count, first, 2, out); break;
        case 3: tw_sum_blocks(rows, count, first, 3, out); break;
        case 4: tw_sum_blocks(rows, count, first, 4, out); break;
        case 5: tw_sum_blocks(rows, count, first, 5, out); break;
        case 6: tw_sum_blocks(rows, count, first, 6, out); break;
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
   table, floats of one that learns.  found has the buckets; found_keys and rows are scratch as long as keys.
   A packed feature is a slot with up to three weights, a list of pairs, or a dense row: they are sorted as they come, so
   that the loops which add them up need not tell them apart. */
typedef struct { int slots, lists, rows; } tw_sorted;
TW_CLONES
static void tw_add_up_packed(const tw_table *table, const tw_sorted *ends, int lists, void *const *out,
                             const unsigned int *found, const unsigned long long *found_lists, void *const *rows) {
    const tw_packed *slots = (const tw_packed *)table->slots;
    const tw_pair *pairs = (const tw_pair *)table->pairs;
    tw_sorted at = {0, 0, 0};
    for (int list = 0; list < lists; list++) {
        int *sum = (int *)out[list];
        tw_sum_shorts(rows + at.rows, ends[list].rows - at.rows, table->stride, sum);
        for (int i = at.slots; i < ends[list].slots; i++) {
            const tw_packed *slot = slots + found[i];         /* unused pairs add nothing to class 0 */
            sum[slot->number[0]] += slot->weight[0];
            sum[slot->number[1]] += slot->weight[1];
            sum[slot->number[2]] += slot->weight[2];
        }
        for (int i = at.lists; i < ends[list].lists; i++) {
            const tw_pair *p = pairs + (uint32_t)found_lists[i], *end = p + (found_lists[i] >> 32);
            for (; p < end; p++) sum[p->number] += p->weight;
        }
        at = ends[list];
    }
}
static inline void tw_score_packed(const tw_table *table, const unsigned long long *keys, const int *ends, int lists,
                                   void *const *out, unsigned long long *found_keys, unsigned int *found, void **rows) {
    const tw_packed *slots = (const tw_packed *)table->slots;
    const char *dense = (const char *)table->dense;
    int ends_found[16], small = 0, long_ones = 0, row = 0;
    tw_sorted sorted[16];
    tw_packed_candidates(table, keys, ends, lists, found_keys, found, ends_found);
    for (int list = 0, i = 0; list < lists; list++) {
        for (; i < ends_found[list]; i++) {
            int64_t at = tw_checked(table, sizeof(tw_packed), found[i], found_keys[i]);
            if (TW_RARELY(at < 0)) continue;
            const tw_packed *slot = slots + at;
            if (slot->number[0] != TW_LONG) { found[small++] = (unsigned int)at; continue; }
            uint64_t start = slot->number[1] | (uint32_t)slot->number[2] << 16;
            if (slot->weight[0] == 0) {
                const char *p = dense + start * table->stride * sizeof(int16_t);
                TW_PREFETCH(p);
                TW_PREFETCH(p + 64);
                TW_PREFETCH(p + 128);
                rows[row++] = (void *)p;
            } else {
                TW_PREFETCH((const tw_pair *)table->pairs + start);
                found_keys[long_ones++] = start | (uint64_t)slot->weight[0] << 32;
            }
        }
        sorted[list].slots = small;
        sorted[list].lists = long_ones;
        sorted[list].rows = row;
    }
    tw_add_up_packed(table, sorted, lists, out, found, found_keys, rows);
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
            for (int k = 0; k < TW_PAIRS && slot->number[k] != TW_NO_PAIR; k++) sum[slot->number[k]] += slot->weight[k];
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
            if (slots[at].number[0] != TW_DENSE) found[small++] = (unsigned int)at;
            else {
                const char *p = (const char *)((const float *)table->dense + (int64_t)slots[at].row * table->stride);
                for (int c = 0; c < table->stride * 4; c += 64) TW_PREFETCH(p + c);
                TW_PREFETCH(p + table->stride * 4 - 1);
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
        if (slot->number[0] == TW_DENSE) {
            const float *row = (const float *)table->dense + (int64_t)slot->row * table->stride;
            for (int c = 0; c < table->stride; c++) sum[c] += value * row[c];
        } else
            for (int k = 0; k < TW_PAIRS && slot->number[k] != TW_NO_PAIR; k++) sum[slot->number[k]] += value * slot->weight[k];
    }
}

/* scores that are soon to be added up: on their way from memory */
static inline void tw_fetch_scores(const void *scores, int stride) {
    for (int c = 0; c < stride; c += 16) TW_PREFETCH((const int *)scores + c);
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

/* the first of the highest scores, each with its mask (0 or minus infinity) */
TW_CLONES
static int tw_highest(const float *restrict score, const float *restrict mask, int stride) {
    float top = score[0] + mask[0];
    int best = 0;
#if defined(__GNUC__) || defined(__clang__)
    tw_f8 tops = *(const tw_f8 *)score + *(const tw_f8 *)mask;
    tw_i8 here = {0, 1, 2, 3, 4, 5, 6, 7}, places = here;
    for (int c = 8; c < stride; c += 8) {
        tw_f8 next = *(const tw_f8 *)(score + c) + *(const tw_f8 *)(mask + c);
        tw_i8 more = next > tops;
        here += 8;
        tops = (tw_f8)(((tw_i8)next & more) | ((tw_i8)tops & ~more));
        places = (here & more) | (places & ~more);
    }
    for (int k = 0; k < 8; k++) {
        int more = (tops[k] > top) | ((tops[k] == top) & (places[k] < best));
        top = more ? tops[k] : top;
        best = more ? places[k] : best;
    }
#else
    for (int c = 1; c < stride; c++) if (score[c] + mask[c] > top) { top = score[c] + mask[c]; best = c; }
#endif
    return best;
}

/* which scores, each with its mask, are above a threshold */
static inline int tw_above(const float *score, const float *mask, int stride, float threshold, int *out) {
    int n = 0, c = 0;
#ifdef __SSE2__
    __m128 bound = _mm_set1_ps(threshold);
    for (; c < stride; c += 8) {
        __m128 one = _mm_add_ps(_mm_loadu_ps(score + c), _mm_loadu_ps(mask + c));
        __m128 other = _mm_add_ps(_mm_loadu_ps(score + c + 4), _mm_loadu_ps(mask + c + 4));
        int bits = _mm_movemask_ps(_mm_cmpgt_ps(one, bound)) | _mm_movemask_ps(_mm_cmpgt_ps(other, bound)) << 4;
        for (; bits; bits &= bits - 1) out[n++] = c + TW_FIRST_BIT(bits);
    }
#else
    for (; c < stride; c++) if (score[c] + mask[c] > threshold) out[n++] = c;
#endif
    return n;
}
#endif
