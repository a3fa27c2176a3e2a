# Weights looked up and added up, in C: where a parser spends most of its time.
from treewright.classifiers.slots cimport table_view

cdef extern from "treewright/classifiers/lookup.h":
    void fetch_tags "tw_fetch_tags"(const table_view *table, const unsigned long long *keys, int start, int end,
                                    unsigned int *found) noexcept nogil
    void score_lists "tw_score"(const table_view *table, const unsigned long long *keys, const int *ends, int lists,
                                void **out, unsigned long long *found_keys, unsigned int *found, void **rows) noexcept nogil
    void score_real "tw_score_real"(const table_view *table, unsigned long long key, float value, float *sum) noexcept nogil
    void fetch_scores "tw_fetch_scores"(const void *scores, int stride) noexcept nogil
    void total_of "tw_total"(const table_view *table, void **vectors, float *out) noexcept nogil
    int highest "tw_highest"(const float *score, const float *mask, int stride) noexcept nogil
    int find_above "tw_above"(const float *score, const float *mask, int stride, float threshold, int *out) noexcept nogil
