#ifndef TREEWRIGHT_PACKING
#define TREEWRIGHT_PACKING
#include "treewright/classifiers/slots.h"
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
/* whether all that the functions above would read is there: a model file may come from a stranger */
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
