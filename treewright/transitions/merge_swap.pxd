cimport cython
from treewright.transitions.derivations cimport Derivations
from treewright.transitions.item_system cimport COMBINE, LABEL, SHIFT, ItemSites, ItemSystem
from treewright.transitions.set_configuration cimport NODE, RIGHT
from treewright.transitions.sites cimport Sites

cdef enum:  # a kind of its own; merge is combine
    SWAP = 5

cdef class MergeSwap(ItemSystem):
    cpdef Sites sites(self, Derivations d=*)

cdef class SwapSites(ItemSites):
    @cython.locals(valid=int)
    cdef int valid(self) except -1 nogil
    cdef int advance(self, int kind, int label) except -1 nogil
