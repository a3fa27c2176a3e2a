cimport cython
from treewright.classifiers.credit cimport Credit
from treewright.classifiers.scorer cimport Scorer
from treewright.features.extraction cimport Extraction
from treewright.transitions.derivations cimport Derivations

@cython.final
cdef class Seen:
    cdef Extraction extraction
    cdef bint by_keys
    cdef object inverse

    @cython.locals(count=int)
    cdef object features(self, Derivations c)

cdef class PlainScorer(Scorer):
    cdef readonly object model
    cdef Seen seen

    cpdef use(self, object model)
    cdef int scores(self, Derivations c) except -1 nogil
    @cython.locals(i=int, values="const float[::1]")
    cdef int _ask(self, Derivations c) except -1

cdef class PlainCredit(Credit):
    cdef readonly object classifier
    cdef Seen seen
    cdef object features
    cdef list credits

    cdef int look(self, Derivations c) except -1 nogil
    cdef int _look(self, Derivations c) except -1
    cdef int give(self, Derivations c, int number, float amount) except -1 nogil
    cdef int close(self) except -1 nogil
    cpdef finish(self)
