cimport cython
from treewright.classifiers.credit cimport Credit
from treewright.classifiers.scorer cimport Scorer
from treewright.search.transition_classes cimport TransitionClasses
from treewright.transitions.configuration cimport Configuration
from treewright.transitions.derivations cimport Derivations
from treewright.transitions.transition_system cimport TransitionSystem

cdef class StepScorer(Scorer):
    cdef TransitionSystem system
    cdef TransitionClasses tied
    cdef Scorer one                  # of each configuration
    cdef int[::1] depth              # of each kind: how many tokens it takes off here
    cdef float[::1] total

    cpdef use(self, object model)
    @cython.locals(active=int, valid=int, deepest=int, kind=int, number=int, gone=float, depth=int, first=int, like=int, label=int)
    cdef int scores(self, Derivations c) except -1 nogil
    @cython.locals(active=int, valid=int, deepest=int, kind=int, number=int, gone=float, depth=int, first=int, like=int, label=int)
    cdef int _scores(self, Configuration c) except -1 nogil

cdef class StepCredit(Credit):
    cdef TransitionSystem system
    cdef TransitionClasses tied
    cdef Credit one
    cdef int[::1] kind_of

    @cython.locals(kind=int, _=int)
    cdef int give(self, Derivations c, int number, float amount) except -1 nogil
    @cython.locals(kind=int, _=int)
    cdef int _give(self, Configuration c, int number, float amount) except -1 nogil
    cdef int pass_time(self, double steps) except -1 nogil
    cdef int close(self) except -1 nogil
    cpdef finish(self)
    cpdef end_epoch(self)
