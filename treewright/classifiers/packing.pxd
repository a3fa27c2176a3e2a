# Weights packed for parsing, in C, and the check that packed arrays from a file are sound.
from treewright.classifiers.slots cimport table_view

cdef extern from "treewright/classifiers/packing.h":
    int pack_rows "tw_pack"(unsigned char *tags, void *memory, unsigned int buckets, void *pairs, short *dense, int stride,
                            int longest, const unsigned long long *keys, const unsigned int *starts, long long count,
                            const unsigned short *numbers, const short *weights) noexcept nogil
    bint is_sound "tw_is_sound"(const table_view *table, int classes, long long pair_count, long long row_count) noexcept nogil
