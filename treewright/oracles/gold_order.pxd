cimport cython
from treewright.oracles.oracle cimport Oracle

cdef class GoldOrder(Oracle):
    cdef int order_room
    cdef bint is_tree
    cdef int[::1] order, full, group, begin, inside, at, seen

    cdef int _make_order_room(self, int size) except -1 nogil
    cdef int take(self, int[::1] heads, int[::1] labels, int size) except -1 nogil
    cdef int take_from(self, Oracle other) except -1 nogil
    @cython.locals(first=int, last=int, token=int, number=int)
    cdef int order_words(self) except -1 nogil
    @cython.locals(token=int)
    cdef int _group_of(self, int word) noexcept nogil
    @cython.locals(word=int, head=int, other=int)
    cdef int _fill_in(self, int first, int last) noexcept nogil
    @cython.locals(token=int, head=int)
    cdef int _find_dependents(self, int first, int last) noexcept nogil
    @cython.locals(token=int, child=int)
    cdef int _number(self, int top, int number) noexcept nogil
