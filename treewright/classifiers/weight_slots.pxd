# The table of weights in C: where a parser spends most of its time.
#
# A slot is half a cache line: 32 bits of the key, up to four (class, weight) pairs, or the number of a dense row once there
# are more.  A byte per slot, the tag, is looked at first: it fits in the second-level cache and answers for most features
# that are not in the table.  weight_table.py does the same with a dict when it is not compiled.
cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #ifndef TREEWRIGHT_WEIGHT_SLOTS
    #define TREEWRIGHT_WEIGHT_SLOTS
    #define TW_PAIRS 4
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

    typedef struct { uint32_t check; int32_t count; uint16_t number[TW_PAIRS]; float weight[TW_PAIRS]; } tw_slot;
    /* count: 1..4 pairs, -1-row dense.  The high half of a key says where to look, the low half is compared. */
    static inline uint32_t tw_home(uint64_t key, uint32_t size) { return (uint32_t)(((key >> 32) * size) >> 32); }
    static inline uint8_t tw_tag(uint64_t key) { return (uint8_t)(key >> 24) | 1; }    /* 0 is an empty slot */

    static inline int64_t tw_find(const uint8_t *tags, const tw_slot *slots, uint32_t size, uint64_t key) {
        uint32_t at = tw_home(key, size);
        uint8_t tag = tw_tag(key);
        while (tags[at]) {
            if (tags[at] == tag && slots[at].check == (uint32_t)key) return (int64_t)at;
            if (++at == size) at = 0;
        }
        return -1 - (int64_t)at;      /* not there: where it would go */
    }

    /* sums of 32 columns at a time stay in registers; gcc and clang know vectors of any width, others add one by one */
    #if defined(__GNUC__) || defined(__clang__)
    typedef float tw_v8 __attribute__((vector_size(32), aligned(4), may_alias));
    TW_CLONES
    static void tw_sum_rows(const float *dense, const int *rows, int count, int stride, float *out) {
        int c = 0;
        for (; c + 32 <= stride; c += 32) {
            tw_v8 s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
            for (int i = 0; i < count; i++) {
                const tw_v8 *row = (const tw_v8 *)(dense + (int64_t)rows[i] * stride + c);
                s0 += row[0]; s1 += row[1]; s2 += row[2]; s3 += row[3];
            }
            tw_v8 *to = (tw_v8 *)(out + c);
            to[0] = s0; to[1] = s1; to[2] = s2; to[3] = s3;
        }
        for (; c < stride; c += 16) {
            tw_v8 s0 = {0}, s1 = {0};
            for (int i = 0; i < count; i++) {
                const tw_v8 *row = (const tw_v8 *)(dense + (int64_t)rows[i] * stride + c);
                s0 += row[0]; s1 += row[1];
            }
            tw_v8 *to = (tw_v8 *)(out + c);
            to[0] = s0; to[1] = s1;
        }
    }
    #else
    static void tw_sum_rows(const float *dense, const int *rows, int count, int stride, float *out) {
        memset(out, 0, stride * sizeof(float));
        for (int i = 0; i < count; i++)
            for (int c = 0; c < stride; c++) out[c] += dense[(int64_t)rows[i] * stride + c];
    }
    #endif

    /* the scores of all classes for a list of features; places and rows are scratch of the same length */
    static void tw_score(const uint8_t *tags, const void *memory, uint32_t size, const float *dense, int stride,
                         const unsigned long long *keys, int count, int *places, int *rows, float *out) {
        const tw_slot *slots = (const tw_slot *)memory;
        int possible = 0, small = 0, large = 0;
        for (int i = 0; i < count; i++) {            /* tags first: where the feature is, if it is there */
            uint32_t at = tw_home(keys[i], size);
            uint8_t tag = tw_tag(keys[i]), seen;
            while ((seen = tags[at]) != tag && seen) if (++at == size) at = 0;
            if (!seen) continue;
            TW_PREFETCH(slots + at);
            rows[possible] = (int)at;
            places[possible++] = i;
        }
        for (int i = 0; i < possible; i++) {
            uint64_t key = keys[places[i]];
            int64_t at = rows[i];
            if (slots[at].check != (uint32_t)key) {  /* another feature with the same tag */
                at = tw_find(tags, slots, size, key);
                if (at < 0) continue;
            }
            if (slots[at].count > 0) places[small++] = (int)at;
            else {
                int row = -1 - slots[at].count;
                const char *p = (const char *)(dense + (int64_t)row * stride);
                TW_PREFETCH(p);                      /* the processor follows a row by itself */
                TW_PREFETCH(p + 64);
                rows[large++] = row;
            }
        }
        tw_sum_rows(dense, rows, large, stride, out);
        for (int i = 0; i < small; i++) {
            const tw_slot *slot = slots + places[i];
            for (int k = 0; k < slot->count; k++) out[slot->number[k]] += slot->weight[k];
        }
    }

    /* out[class] += value * weight, for a real-valued feature */
    static void tw_score_real(const uint8_t *tags, const void *memory, uint32_t size, const float *dense, int stride,
                              unsigned long long key, float value, float *out) {
        const tw_slot *slots = (const tw_slot *)memory;
        int64_t at = tw_find(tags, slots, size, key);
        if (at < 0) return;
        if (slots[at].count > 0) {
            for (int k = 0; k < slots[at].count; k++) out[slots[at].number[k]] += value * slots[at].weight[k];
        } else {
            const float *row = dense + (int64_t)(-1 - slots[at].count) * stride;
            for (int k = 0; k < stride; k++) out[k] += value * row[k];
        }
    }

    /* add to a weight and to its sum; sums may be NULL. 0: done; 1: a new slot was taken; 2: no dense row is left */
    static int tw_add(uint8_t *tags, void *memory, unsigned long long *keys, uint32_t size, float *sums, float *dense,
                      float *dense_sums, int stride, int *dense_count, int dense_room, unsigned long long key, int number,
                      float amount, float weighted) {
        tw_slot *slots = (tw_slot *)memory;
        int64_t at = tw_find(tags, slots, size, key);
        int fresh = 0, k = 0;
        if (at < 0) {
            at = -1 - at;
            tags[at] = tw_tag(key);
            keys[at] = key;
            slots[at].check = (uint32_t)key;
            slots[at].count = 0;
            fresh = 1;
        }
        tw_slot *slot = slots + at;
        if (slot->count >= 0) {
            while (k < slot->count && slot->number[k] != number) k++;
            if (k == slot->count && k < TW_PAIRS) {
                slot->number[k] = (uint16_t)number;
                slot->weight[k] = 0;
                if (sums) sums[at * TW_PAIRS + k] = 0;
                slot->count++;
            }
            if (k < TW_PAIRS) {
                slot->weight[k] += amount;
                if (sums) sums[at * TW_PAIRS + k] += weighted;
                return fresh;
            }
            if (*dense_count >= dense_room) return 2;
            int row = (*dense_count)++;
            for (k = 0; k < TW_PAIRS; k++) {
                dense[(int64_t)row * stride + slot->number[k]] = slot->weight[k];
                if (sums) dense_sums[(int64_t)row * stride + slot->number[k]] = sums[at * TW_PAIRS + k];
            }
            slot->count = -1 - row;
        }
        int64_t place = (int64_t)(-1 - slot->count) * stride + number;
        dense[place] += amount;
        if (sums) dense_sums[place] += weighted;
        return fresh;
    }

    /* move all slots to a larger table */
    static void tw_move(const uint8_t *old_tags, const void *old_memory, const unsigned long long *old_keys, uint32_t old_size,
                        const float *old_sums, uint8_t *tags, void *memory, unsigned long long *keys, uint32_t size, float *sums) {
        const tw_slot *old = (const tw_slot *)old_memory;
        tw_slot *slots = (tw_slot *)memory;
        for (uint32_t i = 0; i < old_size; i++) {
            if (!old_tags[i]) continue;
            uint32_t at = tw_home(old_keys[i], size);
            while (tags[at]) if (++at == size) at = 0;
            tags[at] = old_tags[i];
            slots[at] = old[i];
            keys[at] = old_keys[i];
            if (sums) memcpy(sums + (int64_t)at * TW_PAIRS, old_sums + (int64_t)i * TW_PAIRS, TW_PAIRS * sizeof(float));
        }
    }
    #endif
    """
    void score_slots "tw_score"(const unsigned char *tags, const void *memory, unsigned int size, const float *dense, int stride,
                                const unsigned long long *keys, int count, int *places, int *rows, float *out) noexcept nogil
    void score_real "tw_score_real"(const unsigned char *tags, const void *memory, unsigned int size, const float *dense, int stride,
                                    unsigned long long key, float value, float *out) noexcept nogil
    int add_to_slot "tw_add"(unsigned char *tags, void *memory, unsigned long long *keys, unsigned int size, float *sums, float *dense,
                             float *dense_sums, int stride, int *dense_count, int dense_room, unsigned long long key, int number,
                             float amount, float weighted) noexcept nogil
    void move_slots "tw_move"(const unsigned char *old_tags, const void *old_memory, const unsigned long long *old_keys,
                              unsigned int old_size, const float *old_sums, unsigned char *tags, void *memory,
                              unsigned long long *keys, unsigned int size, float *sums) noexcept nogil
