from treewright.transitions.derivations cimport Derivations

cdef class Sites:
    cdef readonly Derivations d

    cdef int start(self, int size) except -1 nogil
    cdef bint is_over(self) except -1 nogil
    cdef int room(self, int size) noexcept nogil
    cdef int first(self) noexcept nogil
    cdef int after(self, int site) noexcept nogil
    cdef int show(self, int site) except -1 nogil
    cdef int valid(self) except -1 nogil
    cdef int advance(self, int kind, int label) except -1 nogil
    cpdef take(self, object given)
    cdef int given_label(self) noexcept nogil
    cdef int changed(self) noexcept nogil
    cdef int forget(self) noexcept nogil
    cdef int read(self, int state, int[::1] heads, int[::1] labels) except -1 nogil
