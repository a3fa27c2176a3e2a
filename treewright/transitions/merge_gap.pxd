cimport cython
from treewright.transitions.derivations cimport Derivations
from treewright.transitions.item_system cimport COMBINE, LABEL, SHIFT, ItemSites, ItemSystem
from treewright.transitions.sites cimport Sites

cdef enum:  # a kind of its own; merge is combine
    GAP = 5

cdef class MergeGap(ItemSystem):
    cpdef Sites sites(self, Derivations d=*)

cdef class GapSites(ItemSites):
    @cython.locals(valid=int)
    cdef int valid(self) except -1 nogil
    cdef int advance(self, int kind, int label) except -1 nogil
