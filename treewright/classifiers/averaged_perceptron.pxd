cimport cython
from treewright.classifiers.weight_table cimport WeightTable, hash_t

cdef class AveragedPerceptron:
    cdef readonly int classes
    cdef readonly WeightTable table
    cdef public double steps
    cdef public long long updates
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
