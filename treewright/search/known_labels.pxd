cimport cython
from treewright.features.hashing cimport hash_span

ctypedef unsigned long long hash_t

@cython.final
cdef class KnownLabels:
    cdef int size, room
    cdef hash_t[::1] key
    cdef int[::1] number, label

    @cython.locals(at=int)
    cdef int _place(self, hash_t key) noexcept nogil
    @cython.locals(i=int, key=hash_t, at=int)
    cdef int take(self, const char *text, int[::1] cuts, int size) except -1 nogil
    cdef int of(self, int word) noexcept nogil
