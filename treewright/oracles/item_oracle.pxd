cimport cython
from treewright.oracles.oracle cimport Oracle
from treewright.transitions.covers cimport CROSSING, EQUAL, WITHIN, Covers
from treewright.transitions.derivations cimport Derivations
from treewright.transitions.item_system cimport LABEL, NO_LABEL, ROOT
from treewright.transitions.set_configuration cimport NODE, OLDER, RIGHT, SetConfiguration

cdef class ItemOracle(Oracle):
    cdef readonly bint canonical
    cdef Covers tree                 # the gold constituents
    cdef int asked_state             # the configuration whose costs a subclass remembers
    cdef int[::1] open, has_focus    # the constituents within reach, and whether they have the focus
    cdef int open_count, open_room, open_state
    cdef long long asked_start, open_start
    cdef int ending                  # how many of them end with the focus

    cdef int take(self, int[::1] heads, int[::1] labels, int size) except -1 nogil
    cdef int costs_at(self, Derivations d, int valid) except -1 nogil
    cdef int _costs_of(self, SetConfiguration c) except -1 nogil
    @cython.locals(gold=int, right=int)
    cdef int _label_costs(self, SetConfiguration c) noexcept nogil
    cdef int structural_costs(self, SetConfiguration c) except -1 nogil
    @cython.locals(right=int, gold=int)
    cdef int find_open(self, SetConfiguration c) except -1 nogil
    @cython.locals(lost=int, i=int)
    cdef int lost_with(self, SetConfiguration c, int node) noexcept nogil
    @cython.locals(node=int)
    cdef bint reachable(self, SetConfiguration c, int gold) noexcept nogil
