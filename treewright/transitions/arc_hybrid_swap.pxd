cimport cython
from treewright.transitions.configuration cimport Configuration
from treewright.transitions.transition_system cimport TransitionSystem

cdef enum:
    SHIFT = 0
    LEFT_ARC = 1
    RIGHT_ARC = 2
    SWAP = 3

cdef class ArcHybridSwap(TransitionSystem):
    cdef bint is_valid(self, Configuration c, int kind) except -1 nogil
    @cython.locals(dependent=int)
    cdef int apply(self, Configuration c, int kind, int label) except -1 nogil
    cdef bint is_final(self, Configuration c) except -1 nogil
