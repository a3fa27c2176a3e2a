from treewright.transitions.arc_eager cimport ArcEager
from treewright.transitions.configuration cimport Configuration
from treewright.transitions.transition_system cimport TransitionSystem

cdef enum:
    NO_ARC = 0
    LEFT_ARC = 1
    RIGHT_ARC = 2
    SHIFT = 3

cdef class CovingtonProjective(ArcEager):
    cdef bint is_valid(self, Configuration c, int kind) except -1 nogil
    cdef int valid_kinds(self, Configuration c) except -1 nogil
    cdef bint is_needed(self, Configuration c) noexcept nogil
    cdef int apply(self, Configuration c, int kind, int label) except -1 nogil
    cdef bint is_final(self, Configuration c) except -1 nogil
