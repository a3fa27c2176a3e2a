cimport cython
from treewright.transitions.derivations cimport Derivations
from treewright.transitions.merge_gap cimport GapSites
from treewright.transitions.set_based cimport COMBINE, LABEL, SHIFT, SetBased
from treewright.transitions.set_configuration cimport NODE, RIGHT, SetConfiguration
from treewright.transitions.sites cimport Sites

cdef enum:  # a kind; the others are those of the set-based system, where merge is combine
    SWAP = 5

cdef class MergeSwap(SetBased):
    cpdef Sites sites(self, Derivations d=*)

cdef class SwapSites(GapSites):
    @cython.locals(valid=int)
    cdef int valid(self) except -1 nogil
    cdef int advance(self, int kind, int label) except -1 nogil
