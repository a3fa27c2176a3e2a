cimport cython
from treewright.transitions.configuration cimport BELOW, NODE, WORD, Configuration
from treewright.transitions.transition_system cimport TransitionSystem

cdef enum:
    SHIFT = 0
    LEFT_ARC = 1
    RIGHT_ARC = 2
    REDUCE = 3
    SWITCH = 4

cdef class TwoPlanar(TransitionSystem):
    cdef bint is_valid(self, Configuration c, int kind) except -1 nogil
    cdef bint _may_shift_last(self, Configuration c) except -1 nogil
    cdef bint _may_attach(self, Configuration c) except -1 nogil
    cdef bint _may_reduce(self, Configuration c) except -1 nogil
    @cython.locals(found=bint, kind=int)
    cdef bint _may_switch(self, Configuration c) except -1 nogil
    cdef bint _can_end(self, Configuration c, int root) except -1 nogil
    @cython.locals(node=int, word=int)
    cdef bint _can_wait(self, Configuration c, int root, int one, int other) except -1 nogil
    cdef int apply(self, Configuration c, int kind, int label) except -1 nogil
    cdef bint is_final(self, Configuration c) except -1 nogil
