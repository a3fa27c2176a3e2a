# C types of cell.py
cimport cython
from treewright.networks.layers.product cimport Product

cdef extern from "treewright/networks/layers/lstm_kernel.h":
    pass
cdef extern from "treewright/networks/layers/lstm.h":
    void new_state "tw_state"(int lanes, int units, const float *sums, const float *before, float *after) noexcept nogil

@cython.final
cdef class Cell:
    cdef readonly int width, lanes, units, gates, row
    cdef readonly Product inputs, recurrent
    cdef float[::1] bias

    @cython.locals(i=int)
    cdef int begin(self, float[::1] x, int at, float[::1] sums) noexcept nogil
    cdef int step(self, float[::1] sums, float[::1] states, int before, int after) noexcept nogil
