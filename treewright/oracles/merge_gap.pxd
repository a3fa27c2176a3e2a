cimport cython
from treewright.oracles.oracle cimport NEVER
from treewright.oracles.set_based cimport SetOracle
from treewright.transitions.covers cimport WITHIN
from treewright.transitions.merge_gap cimport GAP
from treewright.transitions.set_based cimport COMBINE, SHIFT
from treewright.transitions.set_configuration cimport NODE, OLDER, RIGHT, SetConfiguration

cdef class GapOracle(SetOracle):
    @cython.locals(node=int)
    cdef int structural_costs(self, SetConfiguration c) except -1 nogil
    @cython.locals(least=int)
    cdef int _relate(self) noexcept nogil
    @cython.locals(kind=int)
    cdef int _choose(self) noexcept nogil
