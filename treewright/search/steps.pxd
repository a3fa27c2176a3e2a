cimport cython
from treewright.classifiers.averaged_perceptron cimport AveragedPerceptron
from treewright.features.extraction cimport Extraction
from treewright.search.scorer cimport Scorer
from treewright.search.transition_classes cimport TransitionClasses
from treewright.transitions.configuration cimport Configuration
from treewright.transitions.transition_system cimport TransitionSystem

@cython.final
cdef class Steps:
    cdef TransitionSystem system
    cdef TransitionClasses classes
    cdef Extraction extraction
    cdef Scorer scorer
    cdef int[::1] depth              # of each kind: how many tokens it takes off here
    cdef float[::1] total

    @cython.locals(valid=int, deepest=int, kind=int, number=int, gone=float, depth=int, first=int, like=int, label=int)
    cdef int add(self, Configuration c) except -1 nogil
    @cython.locals(_=int)
    cdef int update(self, AveragedPerceptron classifier, Configuration c, int kind, int number, float amount) except -1 nogil
    @cython.locals(active=int)
    cdef int _update_here(self, AveragedPerceptron classifier, Configuration c, int number, float amount) except -1 nogil
