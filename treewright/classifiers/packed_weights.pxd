cimport cython
from treewright.classifiers.linear_scorer cimport LinearModel
from treewright.classifiers.packing cimport is_sound, pack_rows
from treewright.classifiers.slots cimport view_of

@cython.final
cdef class PackedWeights(LinearModel):
    cdef readonly unsigned int buckets
    cdef dict _arrays
    cdef const unsigned char[::1] tags, slots
    cdef const unsigned int[::1] pairs
    cdef const short[::1] dense

    cdef bint _is_sound(self) except -1

cdef int pack(unsigned char[::1] tags, unsigned char[::1] slots, unsigned int buckets, unsigned int[::1] pairs, short[::1] dense,
              int stride, const unsigned long long[::1] keys, const unsigned int[::1] starts, long long count,
              const unsigned short[::1] numbers, const short[::1] weights) except -1
