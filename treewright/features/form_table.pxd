cimport cython
from treewright.features.hashing cimport hash_span, hash_t

cdef enum:
    MISSING = -2

@cython.final
cdef class FormTable:
    cdef int size
    cdef hash_t[::1] key
    cdef int[::1] number

    @cython.locals(at=int)
    cdef int _place(self, hash_t key) noexcept nogil
    @cython.locals(key=hash_t, at=int)
    cdef int find(self, const char *text, int start, int end) noexcept nogil
