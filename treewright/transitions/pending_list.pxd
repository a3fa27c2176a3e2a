cimport cython
from treewright.transitions.configuration cimport BELOW, DEPTH, NODE, Configuration

cdef enum:
    SEEN = 4            # tokens of a buffer that features look at

@cython.final
cdef class PendingList:
    cdef readonly Configuration c
    cdef int room, first, count
    cdef int[::1] before, behind     # the neighbours of each token, -1 = none

    cdef int _make_room(self, int size) except -1 nogil
    @cython.locals(token=int)
    cdef int start(self, int size, bint root_first) except -1 nogil
    cdef int _stack_node(self, int token) noexcept nogil
    cdef int _buffer_node(self, int token) noexcept nogil
    cdef int _link(self, int left, int right) noexcept nogil
    cdef bint is_gap(self, int token) noexcept nogil
    @cython.locals(count=int, token=int)
    cdef int show(self, int gap) noexcept nogil
    cdef int attach(self, int head, int dependent, int label) noexcept nogil
