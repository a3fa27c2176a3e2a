cimport cython
from treewright.oracles.oracle cimport Oracle
from treewright.transitions.arc_hybrid_partial cimport LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT
from treewright.transitions.configuration cimport BELOW, NODE, RIGHT_COUNT, WORD, Configuration

cdef class ArcHybridPartialOracle(Oracle):
    @cython.locals(b=int, s=int, lost=int, filled=int, below=int, waits=int)
    cdef int costs(self, Configuration c, int valid) except -1 nogil
    @cython.locals(r=int)
    cdef int _head_below(self, Configuration c) noexcept nogil
    @cython.locals(b=int)
    cdef int _head_to_come(self, Configuration c) noexcept nogil
    @cython.locals(head=int, lost=int, lowest=int, node=int, word=int, taken_root=bint)
    cdef int _between(self, Configuration c, int b) noexcept nogil
