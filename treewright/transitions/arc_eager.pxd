from treewright.transitions.configuration cimport Configuration
from treewright.transitions.transition_system cimport TransitionSystem

cdef enum:
    SHIFT = 0
    LEFT_ARC = 1
    RIGHT_ARC = 2
    REDUCE = 3

cdef class ArcEager(TransitionSystem):
    cdef bint is_valid(self, Configuration c, int kind) except -1 nogil
    cdef int valid_kinds(self, Configuration c) except -1 nogil
    cdef bint may_shift_last(self, Configuration c) noexcept nogil
    cdef bint may_attach_last(self, Configuration c) noexcept nogil
    cdef bint is_needed(self, Configuration c) noexcept nogil
    cdef int apply(self, Configuration c, int kind, int label) except -1 nogil
    cdef bint is_final(self, Configuration c) except -1 nogil
