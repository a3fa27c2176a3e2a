cimport cython
from treewright.oracles.oracle cimport NEVER
from treewright.oracles.set_based cimport SetOracle
from treewright.transitions.covers cimport WITHIN
from treewright.transitions.merge_gap cimport GAP
from treewright.transitions.set_based cimport COMBINE, SHIFT
from treewright.transitions.set_configuration cimport NODE, OLDER, RIGHT, SetConfiguration

cdef class GapOracle(SetOracle):
    cdef int[::1] open, has_focus    # the constituents within reach, and whether they have the focus
    cdef int open_count, open_room
    cdef int ending                  # how many of them end with the focus

    @cython.locals(node=int)
    cdef int _structural_costs(self, SetConfiguration c) except -1 nogil
    @cython.locals(right=int, gold=int)
    cdef int _find_open(self, SetConfiguration c) except -1 nogil
    @cython.locals(lost=int, i=int)
    cdef int _lost(self, SetConfiguration c, int node) noexcept nogil
    @cython.locals(least=int)
    cdef int _relate(self) noexcept nogil
    @cython.locals(kind=int)
    cdef int _choose(self) noexcept nogil
