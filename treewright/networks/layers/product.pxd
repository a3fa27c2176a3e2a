# C types of product.py
cimport cython

cdef extern from "treewright/networks/layers/lstm_kernel.h":
    pass
cdef extern from "treewright/networks/layers/lstm.h":
    int times "tw_times"(const float *weights, int depth, int columns, int lanes, const float *x, long long count,
                         float *out) noexcept nogil
    void add_row "tw_add"(const float *weights, int depth, int columns, int lanes, const float *x, float *sums) noexcept nogil

@cython.final
cdef class Product:
    cdef readonly int depth, columns, lanes
    cdef readonly object weights
    cdef const float[::1] panels

    cpdef object of(self, object x)
    @cython.locals(failed=int)
    cdef int _times(self, const float[:, ::1] x, float[:, ::1] out) except -1
    cdef int add(self, float[::1] x, int at, float[::1] sums) noexcept nogil
