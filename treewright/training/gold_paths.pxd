cimport cython
from treewright.training.local cimport Local
from treewright.transitions.configuration cimport Configuration

cdef class GoldPaths(Local):
    @cython.locals(c=Configuration, count=int)
    cpdef int learn(self) except -1
    @cython.locals(count=int, best=int, label=int)
    cdef int _walk(self, Configuration c) except -1 nogil
