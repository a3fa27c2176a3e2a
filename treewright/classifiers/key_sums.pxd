cimport cython
from treewright.classifiers.linear_scorer cimport LinearModel
from treewright.classifiers.lookup cimport fetch_tags, score_lists
from treewright.classifiers.slots cimport table_view

ctypedef unsigned long long hash_t

cdef enum:
    LISTS = 16          # at once

@cython.final
cdef class KeySums:
    cdef LinearModel model
    cdef readonly int stride
    cdef double scale
    cdef bint whole                      # sums are whole numbers
    cdef int room
    cdef int[::1] ends                   # where each list of keys ends
    cdef float[::1] sums                 # list x class
    cdef hash_t[::1] found_key, row
    cdef int[::1] found
    cdef void *out[LISTS]

    cpdef use(self, LinearModel model)
    cdef int make_room(self, int keys) except -1 nogil
    @cython.locals(view="const table_view *", count=int, i=int, found="unsigned int *")
    cdef int add_up(self, hash_t[::1] keys, int lists) except -1 nogil
    @cython.locals(i=int, number=int, first=int)
    cdef int _add_up_in_python(self, hash_t[::1] keys, int lists) except -1
    @cython.locals(at=int)
    cdef double sum_of(self, int place, int number) noexcept nogil
