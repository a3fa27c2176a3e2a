cimport cython
from treewright.oracles.oracle cimport Oracle
from treewright.transitions.arc_eager_partial cimport LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT
from treewright.transitions.configuration cimport BELOW, HEAD, NODE, RIGHT_COUNT, WORD, Configuration

cdef class ArcEagerPartialOracle(Oracle):
    cdef int taken                  # gold dependents of b on the stack that have no head
    cdef int head_possible          # whether b's gold head is on the stack and may still take it

    @cython.locals(b=int, s=int, lost=int, waits=int, head=int)
    cdef int costs(self, Configuration c, int valid) except -1 nogil
    cdef int _emptied(self, int word) noexcept nogil
    @cython.locals(b=int, head=int)
    cdef int _head_to_come(self, Configuration c) noexcept nogil
    @cython.locals(lowest=int, node=int, word=int, taken_root=bint)
    cdef int _walk(self, Configuration c, int b) noexcept nogil
