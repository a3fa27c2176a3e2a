cimport cython
from treewright.transitions.configuration cimport Configuration
from treewright.transitions.transition_system cimport TransitionSystem

cdef enum:
    SHIFT = 0
    RIGHT = 1
    LEFT = 2
    RIGHT2 = 3
    LEFT2 = 4
    RIGHT3 = 5
    LEFT3 = 6
    EXTRACT = 7
    INSERT = 8

cdef class Attardi(TransitionSystem):
    cdef readonly str crossing
    cdef readonly bint as_printed
    cdef readonly int allowed

    cdef bint is_valid(self, Configuration c, int kind) except -1 nogil
    cdef bint _may_attach(self, Configuration c, int head, int dependent) noexcept nogil
    cdef bint _may_leave(self, Configuration c) noexcept nogil
    @cython.locals(dependent=int)
    cdef int apply(self, Configuration c, int kind, int label) except -1 nogil
    cdef bint is_final(self, Configuration c) except -1 nogil
