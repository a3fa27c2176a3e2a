# Weights that are being learnt, in C: changed, moved to a larger table, averaged.
from treewright.classifiers.slots cimport table_view

cdef extern from "treewright/classifiers/learning.h":
    int learn_weight "tw_learn"(unsigned char *tags, void *memory, unsigned int buckets, float *sums, float *dense,
                                float *dense_sums, int stride, int *dense_count, int dense_room, unsigned long long key,
                                int number, float amount, float weighted) noexcept nogil
    void fetch_slots "tw_fetch"(const table_view *table, const float *sums, const float *dense_sums, const unsigned long long *keys,
                                int count, int number) noexcept nogil
    void move_slots "tw_move"(const unsigned char *old_tags, const void *old_memory, unsigned int old_buckets,
                              const float *old_sums, unsigned char *tags, void *memory, unsigned int buckets,
                              float *sums) noexcept nogil
    long long averages "tw_averages"(const void *memory, const float *sums, const float *dense, const float *dense_sums, int stride,
                                     const long long *order, long long count, float steps, unsigned int *starts,
                                     unsigned short *numbers, float *weights) noexcept nogil
    long long list_entries "tw_entries"(const unsigned char *tags, const void *memory, unsigned int buckets, const float *sums,
                                        const float *dense, const float *dense_sums, int stride, unsigned long long *keys,
                                        unsigned short *numbers, float *weights, float *totals) noexcept nogil
