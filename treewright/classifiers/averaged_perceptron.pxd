cimport cython
from treewright.classifiers.row_sums cimport find_rows, sum_rows
from treewright.classifiers.weight_table cimport WeightTable, hash_t

cdef class AveragedPerceptron:
    cdef readonly int classes
    cdef readonly WeightTable table
    cdef public double steps
    cdef public long long updates
    cdef long long room, long_one
    cdef float[::1] sums

    @cython.locals(stride=int, i=int, row=int, change=float)
    cdef int update(self, hash_t[::1] keys, float[::1] values, int binary, int count, int transition, float amount) except -1 nogil
    cdef int _make_room(self) except -1

cdef class Scorer:
    cdef readonly WeightTable table
    cdef float[::1] score
    cdef int room
    cdef long long long_one
    cdef int[::1] row

    cpdef use(self, WeightTable table)
    @cython.locals(stride=int, found=int, i=int, k=int, row=int)
    cdef int scores(self, hash_t[::1] keys, float[::1] values, int binary, int count) except -1 nogil
