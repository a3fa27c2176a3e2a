cimport cython
from treewright.classifiers.credit cimport Credit
from treewright.oracles.oracle cimport Oracle
from treewright.search.beam cimport Beam
from treewright.search.search cimport Search
from treewright.transitions.configuration cimport ARC_DEPENDENT, Configuration
from treewright.training.beam_items cimport BeamItems
from treewright.training.path_credit cimport PathCredit
from treewright.transitions.derivations cimport KIND, PREVIOUS

cdef class TrainingStrategy:
    cdef readonly str update_name, restart_name, positive_name, exploration_name, averaging_name, loss_name
    cdef readonly double rate
    cdef readonly int start_epoch
    cdef public double bonus
    cdef readonly int limit
    cdef bint early, full, restarts, to_negative, by_prefix, among_all, samples, asks_python, by_sentence, shares
    cdef public object callback
    cdef unsigned long long random
    cdef double chance
    cdef readonly Beam beam
    cdef Beam correct_beam
    cdef readonly Oracle oracle
    cdef readonly Credit credit
    cdef readonly int better, worse
    cdef bint finished, violated
    cdef BeamItems items             # those that the update was made with
    cdef PathCredit paths
    cdef readonly double loss, penalties    # of this epoch: minus log p of decisions or paths; what normalise adds
    cdef readonly long long decisions

    @cython.locals(updates=int)
    cpdef int learn(self) except -1
    @cython.locals(updates=int, state=int)
    cdef int _learn(self) except -1 nogil
    @cython.locals(largest=double, steps=int, violation=double, changed=int)
    cdef int _unit(self, int state) except -1 nogil
    cdef int _take_pair(self) except -1 nogil
    cdef int _note_items(self) except -1 nogil
    cdef int _finish_positive(self) except -1 nogil
    @cython.locals(i=int)
    cdef int _settle(self) except -1 nogil
    @cython.locals(best=int, longest=int, i=int, step=int)
    cdef int _closest(self) noexcept nogil
    @cython.locals(loss=double)
    cdef int _learn_shares(self, int start) except -1 nogil
    @cython.locals(changed=int, kind=int, dependent=int, first=int, gold=int, predicted=int)
    cdef int _learn_labels(self, int start, int state, Configuration c) except -1 nogil
    @cython.locals(state=int)
    cdef int _next_start(self) except -2 nogil
    cdef double draw(self) noexcept nogil
