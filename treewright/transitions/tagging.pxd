from treewright.transitions.configuration cimport Configuration
from treewright.transitions.transition_system cimport TransitionSystem

cdef enum:
    TAG = 0

cdef class Tagging(TransitionSystem):
    cdef bint is_valid(self, Configuration c, int kind) except -1 nogil
    cdef int apply(self, Configuration c, int kind, int label) except -1 nogil
    cdef bint is_final(self, Configuration c) except -1 nogil
