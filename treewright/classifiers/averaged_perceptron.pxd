cimport cython
from treewright.classifiers.credit cimport Credit
from treewright.classifiers.linear_classifier cimport LinearClassifier
from treewright.classifiers.weight_table cimport WeightTable
from treewright.features.extraction cimport Extraction
from treewright.features.hashing cimport hash_t
from treewright.transitions.derivations cimport Derivations

cdef class AveragedPerceptron(LinearClassifier):
    cdef readonly WeightTable table
    cdef public double steps
    cdef public bint recording
    cdef readonly bint uniform, whole
    cdef int record_count, record_room, change_count, change_room
    cdef int[::1] record             # class and number of features of each update
    cdef double[::1] record_steps
    cdef hash_t[::1] record_key
    cdef float[::1] record_change

    @cython.locals(i=int, change=float)
    cdef int update(self, hash_t[::1] keys, float[::1] values, int binary, int count, int number, float amount) except -1 nogil
    @cython.locals(i=int)
    cdef int _record(self, hash_t[::1] keys, float[::1] values, int binary, int count, int number, float amount) except -1 nogil
    cdef int _make_room(self, int count) except -1
    cpdef follow(self, AveragedPerceptron other)
    @cython.locals(at=int, i=int, _=int, change=float)
    cdef int _follow(self, AveragedPerceptron other) except -1 nogil

cdef class PerceptronCredit(Credit):
    cdef AveragedPerceptron classifier
    cdef Extraction extraction
    cdef int active

    cdef int look(self, Derivations c) except -1 nogil
    cdef int give(self, Derivations c, int number, float amount) except -1 nogil
    cdef int pass_time(self, double steps) except -1 nogil
    cdef int close(self) except -1 nogil
