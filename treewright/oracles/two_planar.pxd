cimport cython
from treewright.oracles.oracle cimport Oracle
from treewright.transitions.configuration cimport BELOW, NODE, WORD, Configuration
from treewright.transitions.two_planar cimport LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT, SWITCH

cdef enum:  # stacks, as bits
    ACTIVE = 1
    OTHER = 2

cdef class TwoPlanarOracle(Oracle):
    cdef int plane_room, crossed_count
    cdef bint in_planes                      # whether all gold arcs fit into two planes, and make no cycle
    cdef int[::1] crossed                    # words whose gold arcs cross others
    cdef int[::1] needed                     # on both stacks (3) or on one of them (1) must the left end of a gold arc be
    cdef int[::1] on, open, plane, seen, todo

    cdef int take(self, int[::1] heads, int[::1] labels, int size) except -1 nogil
    cdef int take_from(self, Oracle other) except -1 nogil
    cdef bint has_path(self) except -1 nogil
    cdef int _make_plane_room(self, int size) except -1 nogil
    @cython.locals(word=int, other=int)
    cdef int _find_crossed(self) except -1 nogil
    @cython.locals(head=int, third=int, low=int, high=int, left=int, right=int)
    cdef bint _cross(self, int word, int other) noexcept nogil
    @cython.locals(lost=int, made=bint, taken=bint, word=int, head=int, low=int)
    cdef int _lost(self, int b) noexcept nogil
    @cython.locals(lost=int, i=int, word=int)
    cdef int _clashes(self, int b) noexcept nogil
    @cython.locals(lost=int, lost_other=int, count=int, at=int, word=int, low=int, i=int, other=int)
    cdef int _clashes_with(self, int first, int b) noexcept nogil
    @cython.locals(cycles=int, word=int, first=int)
    cdef int _cycles(self) noexcept nogil
    @cython.locals(s=int, b=int, kind=int, least=int)
    cdef int costs(self, Configuration c, int valid) except -1 nogil
    @cython.locals(word=int, node=int)
    cdef int _place_on_stacks(self, Configuration c) noexcept nogil
    @cython.locals(s=int, b=int, lost=int)
    cdef int _lost_after(self, Configuration c, int kind, int active) noexcept nogil
    @cython.locals(lost=int, kind=int)
    cdef int _lost_after_switch(self, Configuration c) except -1 nogil
    @cython.locals(s=int, b=int, good=int, direct=int, kind=int)
    cdef int _charge_detours(self, Configuration c, int valid, int least) noexcept nogil
    @cython.locals(at=int)
    cdef bint _has_arc(self, int b, int stack) noexcept nogil
    @cython.locals(at=int)
    cdef bint _is_done(self, int s, int b) noexcept nogil
