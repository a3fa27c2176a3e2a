cimport cython
from treewright.oracles.item_oracle cimport ItemOracle
from treewright.transitions.covers cimport WITHIN
from treewright.transitions.item_system cimport COMBINE, SHIFT
from treewright.transitions.set_configuration cimport NODE, OLDER, RIGHT, SetConfiguration

cdef class SetOracle(ItemOracle):
    cdef readonly bint as_in_paper
    cdef int next_one, next_item     # the constituent that ends first, and the item that the static oracle takes

    @cython.locals(gold=int, inside=bint, node=int)
    cdef int structural_costs(self, SetConfiguration c) except -1 nogil
    @cython.locals(gold=int, node=int, at=int)
    cdef int _next(self, SetConfiguration c) noexcept nogil
    cdef bint _belongs(self, SetConfiguration c, int node, int gold) noexcept nogil
    cdef int _above(self, SetConfiguration c, int node, int gold) noexcept nogil
