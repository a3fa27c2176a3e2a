cimport cython
from treewright.classifiers.scorer cimport Scorer
from treewright.classifiers.wrapping_credit cimport WrappingCredit
from treewright.search.transition_classes cimport TransitionClasses
from treewright.transitions.configuration cimport Configuration
from treewright.transitions.derivations cimport Derivations
from treewright.transitions.transition_system cimport TransitionSystem
from treewright.treebank.sentence cimport Sentence

cdef class StepScorer(Scorer):
    cdef TransitionSystem system
    cdef TransitionClasses tied
    cdef Scorer one                  # of each configuration
    cdef int[::1] depth              # of each kind: how many tokens it takes off here
    cdef float[::1] total

    cpdef use(self, object model)
    cpdef begin_batch(self, list sentences)
    cpdef begin(self, Sentence sentence)
    cpdef bint needs_python(self) except -1
    cdef int scores(self, Derivations c) except -1 nogil
    @cython.locals(active=int, valid=int, deepest=int, kind=int, number=int, gone=float, depth=int, first=int, like=int, label=int)
    cdef int _scores(self, Configuration c) except -1 nogil

cdef class StepCredit(WrappingCredit):
    cdef TransitionSystem system
    cdef TransitionClasses tied

    cdef int give(self, Derivations c, int number, float amount) except -1 nogil
    @cython.locals(kind=int, _=int)
    cdef int _give(self, Configuration c, int number, float amount) except -1 nogil
