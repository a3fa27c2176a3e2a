cimport cython
from treewright.oracles.oracle cimport Oracle
from treewright.transitions.configuration cimport Configuration

cdef class WrappingOracle(Oracle):
    cdef readonly Oracle oracle

    cdef bint has_path(self) except -1 nogil
    cdef int start(self) except -1 nogil
    @cython.locals(kind=int)
    cdef int costs(self, Configuration c, int valid) except -1 nogil
