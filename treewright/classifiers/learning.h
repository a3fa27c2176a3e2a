#ifndef TREEWRIGHT_LEARNING
#define TREEWRIGHT_LEARNING
#include "treewright/classifiers/slots.h"
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
            if (slots[places[i]].number[0] != TW_DENSE) continue;
            int64_t place = (int64_t)slots[places[i]].row * table->stride + number;
            TW_PREFETCH((const float *)table->dense + place);
            TW_PREFETCH(dense_sums + place);
        }
    }
}

/* add to a weight and to its sum. 0: done; 1: a new slot was taken; 2: no dense row is left */
static inline int tw_learn(uint8_t *tags, void *memory, uint32_t buckets, float *sums, float *dense, float *dense_sums,
                    int stride, int *dense_count, int dense_room, unsigned long long key, int number, float amount,
                    float weighted) {
    tw_learnt *slots = (tw_learnt *)memory;
    int64_t at = tw_find(tags, slots, sizeof(tw_learnt), buckets, key);
    int fresh = 0, k = 0;
    if (at < 0) {
        at = -1 - at;
        tags[at] = tw_tag(key);
        slots[at].key = key;
        for (k = 0; k < TW_PAIRS; k++) slots[at].number[k] = TW_NO_PAIR;
        k = 0;
        fresh = 1;
    }
    tw_learnt *slot = slots + at;
    if (slot->number[0] != TW_DENSE) {
        while (k < TW_PAIRS && slot->number[k] != number && slot->number[k] != TW_NO_PAIR) k++;
        if (k < TW_PAIRS && slot->number[k] == TW_NO_PAIR) {
            slot->number[k] = (uint16_t)number;
            slot->weight[k] = 0;
            sums[at * TW_PAIRS + k] = 0;
        }
        if (k < TW_PAIRS) {
            slot->weight[k] += amount;
            sums[at * TW_PAIRS + k] += weighted;
            return fresh;
        }
        if (*dense_count >= dense_room) return 2;
        uint32_t row = (uint32_t)(*dense_count)++;
        for (k = 0; k < TW_PAIRS; k++) {
            dense[(int64_t)row * stride + slot->number[k]] = slot->weight[k];
            dense_sums[(int64_t)row * stride + slot->number[k]] = sums[at * TW_PAIRS + k];
        }
        slot->number[0] = TW_DENSE;
        slot->row = row;
    }
    int64_t place = (int64_t)slot->row * stride + number;
    dense[place] += amount;
    dense_sums[place] += weighted;
    return fresh;
}

/* move all slots to a larger table */
static inline void tw_move(const uint8_t *old_tags, const void *old_memory, uint32_t old_buckets, const float *old_sums,
                           uint8_t *tags, void *memory, uint32_t buckets, float *sums) {
    const tw_learnt *old = (const tw_learnt *)old_memory;
    tw_learnt *slots = (tw_learnt *)memory;
    for (size_t i = 0; i < (size_t)old_buckets * TW_BUCKET; i++) {
        if (!old_tags[i]) continue;
        int64_t at = -1 - tw_find(tags, slots, sizeof(tw_learnt), buckets, old[i].key);
        tags[at] = old_tags[i];
        slots[at] = old[i];
        memcpy(sums + at * TW_PAIRS, old_sums + i * TW_PAIRS, TW_PAIRS * sizeof(float));
    }
}

/* all weights with their keys and sums; a dense row stays one that needs to be dense.  Returns how many there are; with keys
   NULL it only counts */
static inline int64_t tw_entries(const uint8_t *tags, const void *memory, uint32_t buckets, const float *sums,
                                 const float *dense, const float *dense_sums, int stride, unsigned long long *keys,
                                 unsigned short *numbers, float *weights, float *totals) {
    const tw_learnt *slots = (const tw_learnt *)memory;
    int64_t n = 0;
    for (size_t at = 0; at < (size_t)buckets * TW_BUCKET; at++) {
        if (!tags[at]) continue;
        const tw_learnt *slot = slots + at;
        int is_dense = slot->number[0] == TW_DENSE, used = 0;
        int64_t row = is_dense ? (int64_t)slot->row * stride : 0;
        if (is_dense) for (int k = 0; k < stride; k++) used += (dense[row + k] != 0) | (dense_sums[row + k] != 0);
        for (int k = 0; k < (is_dense ? stride : TW_PAIRS); k++) {
            if (!is_dense && slot->number[k] == TW_NO_PAIR) break;
            if (is_dense && dense[row + k] == 0 && dense_sums[row + k] == 0 && (used > TW_PAIRS || k > TW_PAIRS)) continue;
            if (keys) {
                keys[n] = slot->key;
                numbers[n] = (unsigned short)(is_dense ? k : slot->number[k]);
                weights[n] = is_dense ? dense[row + k] : slot->weight[k];
                totals[n] = is_dense ? dense_sums[row + k] : sums[at * TW_PAIRS + k];
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
        int is_dense = slot->number[0] == TW_DENSE;
        int64_t first = n, row = is_dense ? (int64_t)slot->row * stride : 0;
        for (int k = 0; k < (is_dense ? stride : TW_PAIRS); k++) {
            if (!is_dense && slot->number[k] == TW_NO_PAIR) break;
            float weight = is_dense ? dense[row + k] - dense_sums[row + k] / steps : slot->weight[k] - sums[order[i] * TW_PAIRS + k] / steps;
            if (weight == 0) continue;
            int number = is_dense ? k : slot->number[k];
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
#endif
