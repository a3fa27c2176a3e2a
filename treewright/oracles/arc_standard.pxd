cimport cython
from treewright.oracles.oracle cimport GONE, NEVER, ON_STACK, Oracle
from treewright.transitions.arc_standard cimport LEFT_ARC, RIGHT_ARC, SHIFT
from treewright.transitions.configuration cimport BELOW, NODE, WORD, Configuration

cdef class ArcStandardOracle(Oracle):
    cdef int[::1] stack, item, face, marked, best
    cdef int table_room, best_room, depth, item_count, top, most

    @cython.locals(b=int, s=int, second=int, depth=int, shift=int, left=int, right=int)
    cdef int costs(self, Configuration c, int valid) except -1 nogil
    cdef int locate(self, Configuration c) noexcept nogil
    cdef bint may_attach(self, int head, int word, bint strict) noexcept nogil
    @cython.locals(count=int, word=int)
    cdef bint within_reach(self, Configuration c) except -1 nogil
    @cython.locals(at=int, node=int)
    cdef int _read_stack(self, Configuration c) except -1 nogil
    cdef int _make_table(self, int size) except -1 nogil
    @cython.locals(end=int, word=int, i=int, head=int, arcs=int, highest=int, lowest=int, root=int, _=int)
    cdef int _find_items(self, int depth, int b) noexcept nogil
    cdef int _token(self, int depth, int place) noexcept nogil
    cdef int _face(self, int depth, int place) noexcept nogil
    @cython.locals(base=int, arcs=int)
    cdef int _most(self, int depth, int b) except? -1 nogil
    @cython.locals(items=int, root=int, total=int, width=int, cells=int, i=int, j=int, cell=int, place=int, most=int, value=int, token=int)
    cdef int _combine(self, int depth, int height) except? -1 nogil
    @cython.locals(new=int, new_face=int, k=int, at=int, value=int, head=int, gain=int)
    cdef int _grow(self, int depth, int items, int width, int cell, int old, int i, int j, int place) noexcept nogil
