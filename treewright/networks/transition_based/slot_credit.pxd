from treewright.networks.transition_based.place_credit cimport PlaceCredit
from treewright.networks.transition_based.slot_scorer cimport SlotScorer
from treewright.transitions.derivations cimport Derivations

cdef class SlotCredit(PlaceCredit):
    cdef readonly SlotScorer scorer

    cdef int look(self, Derivations c) except -1 nogil
