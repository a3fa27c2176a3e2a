cimport cython
from treewright.oracles.item_oracle cimport ItemOracle
from treewright.oracles.oracle cimport NEVER
from treewright.transitions.item_system cimport COMBINE, SHIFT
from treewright.transitions.merge_gap cimport GAP
from treewright.transitions.set_configuration cimport NODE, OLDER, SetConfiguration

cdef class GapOracle(ItemOracle):
    @cython.locals(node=int)
    cdef int structural_costs(self, SetConfiguration c) except -1 nogil
    @cython.locals(least=int)
    cdef int _relate(self) noexcept nogil
    @cython.locals(kind=int)
    cdef int _choose(self) noexcept nogil
