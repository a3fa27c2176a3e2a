cimport cython

cdef enum:
    NEVER = 1048576     # the cost of what is impossible

@cython.final
cdef class ProjectiveTree:
    cdef int size, width, room, span_count, at
    cdef int[::1] cost                   # head x dependent; ROOT is 0
    cdef int[::1] span                   # first, last, closed
    cdef int[::1] limits, todo
    cdef int[::1] right, left, right_arc, left_arc, right_at, left_at, right_arc_at, left_arc_at
    cdef int[::1] head                   # of each word, from 1

    @cython.locals(cells=int, i=int)
    cpdef begin(self, int size, list spans)
    @cython.locals(i=int, total=int)
    cpdef tuple best(self, int[::1] cost, int size, list spans, bint single_root)
    @cython.locals(i=int)
    cdef int clear(self) noexcept nogil
    @cython.locals(first=int, i=int, length=int, total=int, best=int, root=int, value=int)
    cdef int least(self, bint single_root) noexcept nogil
    @cython.locals(number=int, head=int, word=int)
    cdef int _forbid_leaving(self) noexcept nogil
    @cython.locals(number=int, first=int, last=int)
    cdef bint _may_be_root(self, int root) noexcept nogil
    @cython.locals(number=int, first=int, last=int)
    cdef int _limit(self, int head, int word) noexcept nogil
    @cython.locals(width=int, limits="int[::1]", cell=int, low=int, high=int, best=int, at=int, k=int, value=int)
    cdef int _fill(self, int i, int j) noexcept nogil
    cdef bint _ends(self, int head, int word, int side, int end) noexcept nogil
    @cython.locals(best=int, k=int, value=int)
    cdef int _join(self, int i, int j, int low, int high, int cost) noexcept nogil
    @cython.locals(count=int, cell=int, k=int)
    cdef int _read(self, int i, int j, int kind) noexcept nogil
    cdef int _push(self, int count, int i, int j, int kind) noexcept nogil
