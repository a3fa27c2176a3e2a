cimport cython
from treewright.transitions.covers cimport CROSSING, EQUAL, WITHIN, Covers
from treewright.transitions.derivations cimport Derivations
from treewright.transitions.item_system cimport COMBINE, COMBINE_VIEW, LABEL, SHIFT, SHIFT_VIEW, ItemSites, ItemSystem
from treewright.transitions.sites cimport Sites

cdef class SetBased(ItemSystem):
    cdef readonly int candidates

    cpdef Sites sites(self, Derivations d=*)

cdef class SetSites(ItemSites):
    cdef int candidates
    cdef bint constrained
    cdef Covers given        # constituents that are given

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
