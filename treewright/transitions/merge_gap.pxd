cimport cython
from treewright.transitions.derivations cimport Derivations
from treewright.transitions.set_based cimport (
    COMBINE, LABEL, LABEL_VIEW, SHIFT, STRUCTURE_VIEW, WORD_VIEW, SetBased, SetSites)
from treewright.transitions.set_configuration cimport NODE, ONE, SetConfiguration
from treewright.transitions.sites cimport Sites

cdef enum:  # a kind; the others are those of the set-based system, where merge is combine
    GAP = 5

cdef class MergeGap(SetBased):
    cpdef Sites sites(self, Derivations d=*)

cdef class GapSites(SetSites):
    cpdef take(self, object given)
    cdef int room(self, int size) noexcept nogil
    cdef int first(self) noexcept nogil
    cdef int after(self, int site) noexcept nogil
    cdef int show(self, int site) except -1 nogil
    @cython.locals(valid=int)
    cdef int valid(self) except -1 nogil
    cdef int advance(self, int kind, int label) except -1 nogil
