cimport cython
from treewright.transitions.configuration cimport Configuration
from treewright.transitions.derivations cimport Derivations
from treewright.transitions.pending_list cimport allows
from treewright.transitions.sites cimport Sites
from treewright.transitions.transition_system cimport TransitionSystem

cdef enum:
    FORWARD = 0
    LEFT_ARC = 1
    RIGHT_ARC = 2

cdef class EasyFirst(TransitionSystem):
    cpdef Sites sites(self, Derivations d=*)
    @cython.locals(pending=int)
    cdef bint is_valid(self, Configuration c, int kind) except -1 nogil
    cdef int apply(self, Configuration c, int kind, int label) except -1 nogil
    cdef bint is_final(self, Configuration c) except -1 nogil
