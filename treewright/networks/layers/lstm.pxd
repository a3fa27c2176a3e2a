# C types of lstm.py
cimport cython

cdef extern from "treewright/networks/layers/lstm_kernel.h":
    pass
cdef extern from "treewright/networks/layers/lstm.h":
    ctypedef struct lstm_t "tw_lstm":
        int inputs, hidden
        const float *weights
        const float *bias
        const float *x
        float *out
        int stride, reverse
    bint has_lanes "tw_has_lanes"(int lanes) noexcept nogil
    int run_lstm "tw_run_lstm"(const lstm_t *net, int lanes, const long long *words, long long count) noexcept nogil

@cython.final
cdef class BiLSTM:
    cdef readonly int inputs, hidden, layers, outputs, lanes
    cdef list _panels

    @cython.locals(net=lstm_t, failed=int)
    cdef int _run(self, const float[:, ::1] x, const float[:, :, :, ::1] weights, const float[:, :, ::1] bias, float[:, ::1] out,
                  const long long[:, ::1] words, bint reverse) except -1
