cimport cython
from treewright.classifiers.weight_slots cimport add_to_slot, move_slots

ctypedef unsigned long long hash_t

cdef class WeightTable:
    cdef readonly int classes, stride, row_count, dense_count
    cdef readonly bint learning
    cdef int dense_room
    cdef readonly unsigned int size
    cdef unsigned char[::1] tags, slots
    cdef hash_t[::1] keys
    cdef float[::1] sums, dense, dense_sums
    cdef dict pairs                  # instead of slots, when not compiled

    cdef int _make_slots(self, long long size) except -1
    cdef int _move(self, unsigned char[::1] tags, unsigned char[::1] slots, hash_t[::1] keys, float[::1] sums, unsigned int size) except -1
    cdef int _make_dense(self) except -1
    @cython.locals(status=int)
    cdef int add(self, hash_t key, int number, float amount, float weighted) except -1 nogil
    @cython.locals(i="long long")
    cdef int _add_all(self, hash_t[::1] keys, unsigned short[::1] classes, float[::1] weights, float[::1] sums, long long count) except -1
    @cython.locals(result=WeightTable)
    cpdef WeightTable averaged(self, double steps)
