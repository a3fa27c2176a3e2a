cimport cython
from treewright.oracles.oracle cimport IN_BUFFER, ON_STACK, Oracle
from treewright.transitions.arc_eager cimport LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT
from treewright.transitions.configuration cimport BELOW, HEAD, LOOSE, NODE, RIGHT_COUNT, WORD, Configuration

cdef class ArcEagerOracle(Oracle):
    cdef int climbed, meeting       # the last buffer word of the climb, and its gold head
    cdef int taken                  # gold dependents of b on the stack that have no head
    cdef int head_possible, clash

    @cython.locals(b=int, s=int, limit=int, lost=int, head=int)
    cdef int costs(self, Configuration c, int valid) except -1 nogil
    cdef bint may_attach(self, int head, int word, bint strict) noexcept nogil
    @cython.locals(b=int, word=int)
    cdef int _add_directions(self, Configuration c) noexcept nogil
    cdef bint _is_last_head(self, Configuration c, int word) noexcept nogil
    cdef int find_meeting(self, int b, int limit) noexcept nogil
    @cython.locals(lowest=int, child=int, node=int, word=int, taken_root=bint)
    cdef int look_on_stack(self, Configuration c, int b, int limit) noexcept nogil
