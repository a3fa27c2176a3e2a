cimport cython
from treewright.transitions.configuration cimport BELOW, HEAD, NODE, RIGHT_COUNT, WORD, Configuration
from treewright.transitions.transition_system cimport TransitionSystem

cdef enum:
    NO_ARC = 0
    LEFT_ARC = 1
    RIGHT_ARC = 2
    SHIFT = 3

cdef class Covington(TransitionSystem):
    @cython.locals(bound=bint)
    cdef bint is_valid(self, Configuration c, int kind) except -1 nogil
    cdef bint _makes_cycle(self, Configuration c, int kind) except -1 nogil
    cdef bint _may_shift_last(self, Configuration c) noexcept nogil
    @cython.locals(above=int)
    cdef bint _may_attach_last(self, Configuration c) except -1 nogil
    @cython.locals(i=int)
    cdef bint _may_pass(self, Configuration c) except -1 nogil
    @cython.locals(node=int)
    cdef int _waiting_aside(self, Configuration c) noexcept nogil
    @cython.locals(node=int, word=int)
    cdef bint _is_below(self, Configuration c, int above) noexcept nogil
    cdef int apply(self, Configuration c, int kind, int label) except -1 nogil
    cdef bint is_final(self, Configuration c) except -1 nogil
