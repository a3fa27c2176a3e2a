cimport cython
from treewright.oracles.wrapping cimport WrappingOracle
from treewright.transitions.configuration cimport RECORD, STEP, Configuration

cdef class StaticOracle(WrappingOracle):
    cdef Configuration c
    cdef bint partial, leaves_words
    cdef int path_room, path_length
    cdef int[::1] path_kind, path_label

    @cython.locals(word=int, step=int, best=int, label=int)
    cdef int start(self) except -1 nogil
    @cython.locals(step=int, kind=int)
    cdef int costs(self, Configuration c, int valid) except -1 nogil
