# C types of composition.py
cimport cython
from treewright.networks.layers.product cimport Product

cdef extern from "treewright/networks/layers/lstm_kernel.h":
    pass
cdef extern from "treewright/networks/layers/lstm.h":
    void tanh_of "tw_tanh"(int lanes, int vectors, const float *x, float *out) noexcept nogil

@cython.final
cdef class Composition:
    cdef readonly int width, lanes, row
    cdef readonly Product head, dependent
    cdef float[::1] relation

    @cython.locals(i=int)
    cdef int make(self, float[::1] vectors, int head, int dependent, int relation, int to, float[::1] sums) noexcept nogil
