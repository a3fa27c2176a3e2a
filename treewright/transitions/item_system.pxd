cimport cython
from treewright.transitions.derivations cimport Derivations
from treewright.transitions.set_configuration cimport NODE, ONE, SetConfiguration
from treewright.transitions.sites cimport Sites
from treewright.transitions.transition_system cimport TransitionSystem

cdef enum:  # kinds that all systems of items have; those of their own come after them
    SHIFT = 0
    COMBINE = 1          # merge, where there is a stack
    NO_LABEL = 2
    LABEL = 3
    ROOT = 4

cdef enum:  # views, as SetNames names them
    SHIFT_VIEW = 0
    COMBINE_VIEW = 1
    WORD_VIEW = 2
    LABEL_VIEW = 3
    STRUCTURE_VIEW = 4   # all structural transitions, if there is one site

cdef class ItemSystem(TransitionSystem):
    cpdef int entries(self, int size) noexcept
    cpdef Derivations initial(self, int size)
    cdef SetConfiguration items(self, Derivations d)

cdef class ItemSites(Sites):
    cdef SetConfiguration c
    cdef int waiting         # the next site that has to be scored
    cdef int[::1] nodes      # room for reading trees

    cdef int start(self, int size) except -1 nogil
    cdef bint is_over(self) except -1 nogil
    cdef int first(self) noexcept nogil
    cdef int show(self, int site) except -1 nogil
    cdef int label_view(self) noexcept nogil
    cdef int label_kinds(self) noexcept nogil
    cdef int commit(self, int kind, int label) except -1 nogil
    cpdef take(self, object given)
    @cython.locals(site=int)
    cdef int changed(self) noexcept nogil
    cdef int forget(self) noexcept nogil
    cdef int read(self, int state, int[::1] heads, int[::1] labels) except -1 nogil
