cimport cython
from treewright.oracles.gold_order cimport GoldOrder
from treewright.transitions.configuration cimport Configuration
from treewright.transitions.swap cimport LEFT_ARC, RIGHT_ARC, SHIFT, SWAP

cdef class SwapOracle(GoldOrder):
    cdef readonly str swap
    cdef bint lazy
    cdef int part_room
    cdef int[::1] component, stack, count

    cdef bint has_path(self) except -1 nogil
    cdef int _make_part_room(self, int size) except -1 nogil
    cdef int order_words(self) except -1 nogil
    @cython.locals(depth=int, word=int, s=int, r=int)
    cdef int _find_parts(self) except -1 nogil
    @cython.locals(kind=int, best=int)
    cdef int costs(self, Configuration c, int valid) except -1 nogil
    @cython.locals(s=int, r=int)
    cdef int _transition(self, Configuration c) noexcept nogil
    cdef int _dependents(self, int word) noexcept nogil
