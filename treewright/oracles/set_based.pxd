cimport cython
from treewright.oracles.oracle cimport NEVER, Oracle
from treewright.transitions.configuration cimport Configuration
from treewright.transitions.covers cimport CROSSING, EQUAL, WITHIN, Covers
from treewright.transitions.derivations cimport Derivations
from treewright.transitions.set_based cimport COMBINE, LABEL, NO_LABEL, ROOT, SHIFT
from treewright.transitions.set_configuration cimport NODE, OLDER, RIGHT, SetConfiguration

cdef class SetOracle(Oracle):
    cdef readonly bint canonical
    cdef Covers tree             # the gold constituents
    cdef readonly bint as_in_paper
    cdef int next_state, next_start, next_one, next_item
    cdef int[::1] open, has_focus    # the constituents within reach, and whether they have the focus
    cdef int open_count, open_room, open_state, open_start
    cdef int ending                  # how many of them end with the focus

    cdef int take(self, int[::1] heads, int[::1] labels, int size) except -1 nogil
    cdef int costs_at(self, Derivations d, int valid) except -1 nogil
    cdef int _costs_of(self, SetConfiguration c) except -1 nogil
    @cython.locals(gold=int, right=int)
    cdef int _label_costs(self, SetConfiguration c) noexcept nogil
    @cython.locals(gold=int, inside=bint, node=int)
    cdef int structural_costs(self, SetConfiguration c) except -1 nogil
    @cython.locals(gold=int, node=int, at=int)
    cdef int _next(self, SetConfiguration c) noexcept nogil
    cdef bint _belongs(self, SetConfiguration c, int node, int gold) noexcept nogil
    cdef int _above(self, SetConfiguration c, int node, int gold) noexcept nogil
    @cython.locals(right=int, gold=int)
    cdef int find_open(self, SetConfiguration c) except -1 nogil
    @cython.locals(lost=int, i=int)
    cdef int lost_with(self, SetConfiguration c, int node) noexcept nogil
    @cython.locals(node=int)
    cdef bint reachable(self, SetConfiguration c, int gold) noexcept nogil
