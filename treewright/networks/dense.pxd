# C types of dense.py
cimport cython

cdef extern from "treewright/networks/lstm_kernel.h":
    pass
cdef extern from "treewright/networks/lstm.h":
    ctypedef struct dense_t "tw_dense":
        int inputs, outputs, rectified
        const float *weights
        const float *bias
        const float *x
        float *out
    int run_dense "tw_run_dense"(const dense_t *layer, int lanes, long long rows) noexcept nogil

@cython.final
cdef class Dense:
    cdef readonly int inputs, outputs, lanes
    cdef bint rectified
    cdef object _weights, _bias

    @cython.locals(layer=dense_t, failed=int)
    cdef int _run(self, const float[:, ::1] x, const float[:, :, ::1] weights, const float[:, ::1] bias, float[:, ::1] out) except -1
