cimport cython
from treewright.oracles.oracle cimport IN_BUFFER, ON_STACK, Oracle
from treewright.transitions.arc_hybrid cimport LEFT_ARC, RIGHT_ARC, SHIFT
from treewright.transitions.configuration cimport BELOW, NODE, WORD, Configuration

cdef class ArcHybridOracle(Oracle):
    cdef int costs(self, Configuration c, int valid) except -1 nogil
    cdef bint may_attach(self, int head, int word, bint strict) noexcept nogil
    @cython.locals(b=int, head=int, lost=int, lowest=int, node=int, word=int)
    cdef int shift_cost(self, Configuration c) noexcept nogil
    @cython.locals(b=int, head=int)
    cdef bint _head_to_come(self, Configuration c) noexcept nogil
    @cython.locals(s=int, b=int, lost=int)
    cdef int left_cost(self, Configuration c) noexcept nogil
    @cython.locals(s=int, b=int, lost=int)
    cdef int right_cost(self, Configuration c) noexcept nogil
