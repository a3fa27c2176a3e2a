cimport cython
from treewright.classifiers.learning cimport averages, fetch_slots, learn_weight, list_entries, move_slots
from treewright.classifiers.linear_scorer cimport LinearModel
from treewright.classifiers.slots cimport view_of
from treewright.features.hashing cimport hash_t

cdef enum:
    FILLED = 12

@cython.final
cdef class WeightTable(LinearModel):
    cdef readonly int row_count, dense_count
    cdef int dense_room
    cdef readonly int buckets
    cdef unsigned char[::1] tags, slots
    cdef float[::1] sums, dense, dense_sums
    cdef tuple dense_arrays          # what the views of dense rows look at
    cdef dict pairs                  # instead of slots, when not compiled

    cdef int _make_slots(self, long long buckets) except -1
    cdef int _make_view(self) except -1
    cdef int _move(self, unsigned char[::1] tags, unsigned char[::1] slots, float[::1] sums, unsigned int buckets) except -1
    cdef int _make_dense(self) except -1
    cdef int fetch(self, const hash_t[::1] keys, int start, int count, int number) noexcept nogil
    @cython.locals(status=int)
    cdef int add(self, hash_t key, int number, float amount, float weighted) except -1 nogil
    @cython.locals(i="long long")
    cdef int _add_all(self, hash_t[::1] keys, unsigned short[::1] classes, float[::1] weights, float[::1] sums, long long count) except -1
    cdef Py_ssize_t _list_entries(self, hash_t[::1] keys, unsigned short[::1] classes, float[::1] weights, float[::1] sums) except -1
    @cython.locals(total="long long", numbers="unsigned short[::1]", weights="float[::1]")
    cdef object _averages(self, long long[::1] order, long long count, float steps, unsigned int[::1] starts)
