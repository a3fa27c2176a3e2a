from treewright.networks.transition_based.place_credit cimport PlaceCredit
from treewright.networks.stack_lstm.stack_scorer cimport StackScorer
from treewright.networks.stack_lstm.stack_states cimport TOPS
from treewright.transitions.derivations cimport Derivations

cdef class StackCredit(PlaceCredit):
    cdef readonly StackScorer scorer

    cdef int look(self, Derivations c) except -1 nogil
