cimport cython
from treewright.search.search cimport Search
from treewright.transitions.configuration cimport ARC_DEPENDENT, RECORD

cdef class Greedy(Search):
    cdef int kind, kind_label

    @cython.locals(total=double)
    cdef double decode(self) except? -1 nogil
    @cython.locals(total=double, valid=int)
    cdef double _decode_watched(self) except? -1 nogil
    cdef int look_back(self) except -1 nogil
    @cython.locals(kind=int)
    cdef int only_kind(self, int valid) noexcept nogil
    @cython.locals(best=int)
    cdef double choose(self, int valid) except? -1 nogil
