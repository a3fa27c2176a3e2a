from treewright.transitions.configuration cimport Configuration
from treewright.transitions.sites cimport Sites
from treewright.transitions.transition_system cimport TransitionSystem

cdef class OneSite(Sites):
    cdef TransitionSystem system
    cdef Configuration c

    cdef bint is_over(self) except -1 nogil
    cdef int first(self) noexcept nogil
    cdef int valid(self) except -1 nogil
    cdef int advance(self, int kind, int label) except -1 nogil
