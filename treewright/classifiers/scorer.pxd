cimport cython
from treewright.classifiers.weight_slots cimport score_real, score_slots
from treewright.classifiers.weight_table cimport WeightTable, hash_t

cdef class Scorer:
    cdef readonly WeightTable table
    cdef float[::1] score
    cdef int room
    cdef int[::1] row, place

    cpdef use(self, WeightTable table)
    cdef int _make_room(self, int room) except -1
    @cython.locals(i=int)
    cdef int scores(self, hash_t[::1] keys, float[::1] values, int binary, int count) except -1 nogil
    cdef int _scores_in_python(self, object keys, object values, int binary, int count) except -1
