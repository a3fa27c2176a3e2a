cimport cython
from treewright.trees.cheapest_tree cimport IMPOSSIBLE, CheapestTree

cdef class ProjectiveTree(CheapestTree):
    cdef int span_count, at
    cdef int[::1] span                   # first, last, closed
    cdef int[::1] limits, todo
    cdef double[::1] right, left, right_arc, left_arc
    cdef int[::1] right_at, left_at, right_arc_at, left_arc_at

    cpdef make_room(self, int size)
    cpdef take_spans(self, list spans)
    @cython.locals(first=int, i=int, length=int, total=double, best=int, root=int, value=double,
                   left=double, right=double)
    cdef double least(self, bint single_root) noexcept nogil
    @cython.locals(number=int, head=int, word=int)
    cdef int _forbid_leaving(self) noexcept nogil
    @cython.locals(number=int, first=int, last=int)
    cdef bint _may_be_root(self, int root) noexcept nogil
    @cython.locals(number=int, first=int, last=int)
    cdef int _limit(self, int head, int word) noexcept nogil
    @cython.locals(width=int, limits="int[::1]", cell=int, low=int, high=int, best=double, at=int, k=int,
                   value=double, one=double, other=double)
    cdef int _fill(self, int i, int j) noexcept nogil
    cdef bint _ends(self, int head, int word, int side, int end) noexcept nogil
    @cython.locals(best=double, k=int, value=double, right=double, left=double)
    cdef double _join(self, int i, int j, int low, int high, double cost) noexcept nogil
    @cython.locals(count=int, cell=int, k=int)
    cdef int _read(self, int i, int j, int kind) noexcept nogil
    cdef int _push(self, int count, int i, int j, int kind) noexcept nogil
