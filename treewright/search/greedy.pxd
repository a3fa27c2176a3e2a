cimport cython
from treewright.search.search cimport Search

cdef class Greedy(Search):
    cdef int kind, kind_label

    @cython.locals(total=double)
    cdef double decode(self) except? -1 nogil
    @cython.locals(kind=int)
    cdef int only_kind(self, int valid) noexcept nogil
    @cython.locals(best=int)
    cdef double choose(self, int valid) except? -1 nogil
