cimport cython
from treewright.oracles.item_oracle cimport ItemOracle
from treewright.transitions.covers cimport WITHIN
from treewright.transitions.item_system cimport COMBINE, SHIFT
from treewright.transitions.merge_swap cimport SWAP
from treewright.transitions.set_configuration cimport LEFT, NODE, RIGHT, SetConfiguration

cdef class MergeSwapOracle(ItemOracle):
    cdef int order_room
    cdef int[::1] length             # how many tokens each entry of a gold tree has
    cdef int[::1] place              # of a token in the order without gaps
    cdef int[::1] path, component, above

    cdef int _make_order(self, int size) except -1 nogil
    @cython.locals(entry=int, token=int)
    cdef int take(self, int[::1] heads, int[::1] labels, int size) except -1 nogil
    @cython.locals(free=int, token=int, depth=int, entry=int, i=int)
    cdef int _order(self, int[::1] heads) noexcept nogil
    @cython.locals(depth=int, token=int, entry=int, length=int)
    cdef int _find_parts(self, int[::1] heads) noexcept nogil
    cdef int structural_costs(self, SetConfiguration c) except -1 nogil
    @cython.locals(s=int, r=int, first=int, second=int, following=int, reversed_=bint)
    cdef int _transition(self, SetConfiguration c) noexcept nogil
    @cython.locals(gold=int)
    cdef bint _together(self, SetConfiguration c, int r, int s) noexcept nogil
