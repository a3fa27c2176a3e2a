cimport cython
from treewright.transitions.arc_eager cimport ArcEager
from treewright.transitions.configuration cimport BELOW, HEAD, NODE, RIGHT_COUNT, WORD, Configuration

cdef enum:
    SHIFT = 0
    LEFT_ARC = 1
    RIGHT_ARC = 2       # right-arc-1; the others follow

cdef class ArcSwift(ArcEager):
    cdef readonly int depth

    cdef bint is_valid(self, Configuration c, int kind) except -1 nogil
    @cython.locals(mask=int, node=int, base=int, k=int)
    cdef int _heads_for_next(self, Configuration c) noexcept nogil
    @cython.locals(mask=int)
    cdef int valid_kinds(self, Configuration c) except -1 nogil
    @cython.locals(_=int)
    cdef int apply(self, Configuration c, int kind, int label) except -1 nogil
    @cython.locals(count=int, node=int)
    cdef int taken_off(self, Configuration c, int kind) except -1 nogil
    cdef bint is_final(self, Configuration c) except -1 nogil
