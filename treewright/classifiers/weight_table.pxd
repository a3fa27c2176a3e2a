cimport cython

ctypedef unsigned long long hash_t

cdef class WeightTable:
    cdef readonly int classes, stride, row_count
    cdef int row_room, shift
    cdef hash_t last_slot, one, low
    cdef hash_t[::1] keys, slot
    cdef float[::1] weight

    cdef int _make_rows(self, int rows) except -1
    @cython.locals(row=int)
    cdef int _make_index(self, int bits) except -1
    @cython.locals(at=hash_t)
    cdef int _enter(self, hash_t key, int row) noexcept nogil
    @cython.locals(at=hash_t)
    cdef int find(self, hash_t key) noexcept nogil
    @cython.locals(row=int)
    cdef int find_or_add(self, hash_t key) except -1 nogil
