cimport cython
from treewright.oracles.arc_eager cimport ArcEagerOracle
from treewright.transitions.arc_swift cimport LEFT_ARC, RIGHT_ARC, SHIFT
from treewright.transitions.configuration cimport BELOW, DEPTH, HEAD, NODE, WORD, Configuration

cdef class ArcSwiftOracle(ArcEagerOracle):
    cdef int depth

    @cython.locals(b=int, limit=int, lost=int)
    cdef int costs(self, Configuration c, int valid) except -1 nogil
    @cython.locals(gone=int, b_gone=int, clash=int, kind=int, node=int, word=int, lost=int, head=int)
    cdef int _arcs(self, Configuration c, int b, int limit) except -1 nogil
    @cython.locals(above=int, node=int)
    cdef bint _is_too_deep(self, Configuration c, int head) noexcept nogil
