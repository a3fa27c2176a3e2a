cimport cython
from treewright.classifiers.weight_table cimport WeightTable, hash_t

cdef class AveragedPerceptron:
    cdef readonly int classes
    cdef readonly WeightTable table
    cdef public double steps
    cdef public long long updates

    @cython.locals(i=int, change=float)
    cdef int update(self, hash_t[::1] keys, float[::1] values, int binary, int count, int number, float amount) except -1 nogil
