cimport cython
from treewright.classifiers.credit cimport Credit
from treewright.features.extraction cimport Extraction
from treewright.features.hashing cimport hash_t
from treewright.transitions.derivations cimport Derivations

cdef class RecordingCredit(Credit):
    cdef readonly object learner
    cdef Extraction extraction
    cdef bint by_atoms
    cdef int room, key_room, count, key_count, seen
    cdef hash_t[::1] key
    cdef float[::1] value
    cdef int[::1] length, number

    cdef int look(self, Derivations c) except -1 nogil
    @cython.locals(i=int, key=hash_t, real=bint)
    cdef int give(self, Derivations c, int number, float amount) except -1 nogil
    cdef int _make_room(self, int count) except -1
    cpdef finish(self)
    cpdef end_epoch(self)
