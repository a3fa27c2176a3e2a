cimport cython
from treewright.oracles.wrapping cimport WrappingOracle
from treewright.transitions.configuration cimport Configuration

cdef class TagChoosingOracle(WrappingOracle):
    cdef int kind
    cdef int[::1] gold_tag

    @cython.locals(word=int)
    cdef int costs(self, Configuration c, int valid) except -1 nogil
