cimport cython

cdef extern from "treewright/trees/cheapest_tree.h":
    const double IMPOSSIBLE "TW_IMPOSSIBLE"      # the cost of an arc that cannot be, and of a tree if there is none

cdef class CheapestTree:
    cdef readonly int size, width
    cdef int room
    cdef double[::1] cost                # head x dependent; ROOT is 0
    cdef int[::1] head                   # of each word, from 1

    cpdef begin(self, int size, list spans)
    cpdef make_room(self, int size)
    cpdef take_spans(self, list spans)
    @cython.locals(given="const double[::1]", i=int, word=int, total=double)
    cpdef tuple best(self, object cost, int size, list spans, bint single_root)
    @cython.locals(i=int)
    cdef int clear(self) noexcept nogil
    cdef double least(self, bint single_root) noexcept nogil
