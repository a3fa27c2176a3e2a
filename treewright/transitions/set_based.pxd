cimport cython
from treewright.transitions.covers cimport CROSSING, EQUAL, WITHIN, Covers
from treewright.transitions.derivations cimport Derivations
from treewright.transitions.set_configuration cimport NODE, ONE, SetConfiguration
from treewright.transitions.sites cimport Sites
from treewright.transitions.transition_system cimport TransitionSystem

cdef enum:  # kinds
    SHIFT = 0
    COMBINE = 1
    NO_LABEL = 2
    LABEL = 3
    ROOT = 4

cdef enum:  # views
    SHIFT_VIEW = 0
    COMBINE_VIEW = 1
    WORD_VIEW = 2
    LABEL_VIEW = 3
    STRUCTURE_VIEW = 4   # all structural transitions, if there is one site

cdef class SetBased(TransitionSystem):
    cdef readonly int candidates

    cpdef Sites sites(self, Derivations d=*)
    cpdef int entries(self, int size) noexcept
    cpdef Derivations initial(self, int size)

cdef class SetSites(Sites):
    cdef SetConfiguration c
    cdef int candidates
    cdef int waiting         # the next site that has to be scored
    cdef int[::1] nodes      # room for reading trees
    cdef bint constrained
    cdef Covers given        # constituents that are given

    cdef int start(self, int size) except -1 nogil
    cdef bint is_over(self) except -1 nogil
    cdef int room(self, int size) noexcept nogil
    cdef int first(self) noexcept nogil
    cdef int after(self, int site) noexcept nogil
    @cython.locals(count=int)
    cdef int _last(self) noexcept nogil
    cdef int show(self, int site) except -1 nogil
    cdef int valid(self) except -1 nogil
    cdef int label_kinds(self) noexcept nogil
    cdef int advance(self, int kind, int label) except -1 nogil
    cpdef take(self, object given)
    @cython.locals(right=int, number=int)
    cdef int given_label(self) noexcept nogil
    @cython.locals(number=int, node=int)
    cdef bint _keeps_given(self) noexcept nogil
    @cython.locals(site=int)
    cdef int changed(self) noexcept nogil
    cdef int forget(self) noexcept nogil
    cdef int read(self, int state, int[::1] heads, int[::1] labels) except -1 nogil
