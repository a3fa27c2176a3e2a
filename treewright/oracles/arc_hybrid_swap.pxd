cimport cython
from treewright.oracles.gold_order cimport GoldOrder
from treewright.oracles.oracle cimport IN_BUFFER, ON_STACK
from treewright.transitions.arc_hybrid_swap cimport LEFT_ARC, RIGHT_ARC, SHIFT, SWAP
from treewright.transitions.configuration cimport BELOW, DEPTH, NODE, WORD, Configuration

cdef class ArcHybridSwapOracle(GoldOrder):
    cdef int least_room
    cdef int[::1] least

    cdef int _make_least_room(self, int size) except -1 nogil
    @cython.locals(word=int, i=int)
    cdef int order_words(self) except -1 nogil
    @cython.locals(s=int, b=int, kind=int)
    cdef int costs(self, Configuration c, int valid) except -1 nogil
    @cython.locals(other=int)
    cdef bint _comes_back(self, Configuration c, int word, int node) noexcept nogil
    @cython.locals(b=int, at=int, lost=int, head=int)
    cdef int _shift_cost(self, Configuration c) noexcept nogil
    @cython.locals(s=int, at=int, lost=int, head=int, back=bint, waits=bint)
    cdef int _pop_cost(self, Configuration c, int to) noexcept nogil
    cdef bint _is_known(self, int word) noexcept nogil
