cimport cython
from treewright.oracles.oracle cimport NEVER, Oracle
from treewright.transitions.configuration cimport Configuration
from treewright.transitions.derivations cimport Derivations
from treewright.transitions.set_based cimport COMBINE, LABEL, NO_LABEL, ROOT, SHIFT
from treewright.transitions.set_configuration cimport COVER, NODE, OLDER, RIGHT, SetConfiguration

ctypedef unsigned long long bits_t

cdef enum:  # how an item lies to a gold constituent
    APART = 0
    WITHIN = 1
    EQUAL = 2
    CROSSING = 3

cdef class SetOracle(Oracle):
    cdef readonly bint canonical
    cdef int tokens, words, count, found_room
    cdef bits_t[::1] cover       # the tokens of each gold constituent, in the order in which they are made
    cdef int[::1] last           # its last token
    cdef int[::1] name           # its label
    cdef int[::1] chain          # where those begin that end with a token
    cdef int[::1] row, right     # of each entry of a gold tree, while it is read
    cdef int next_state, next_start, next_one, next_item
    cdef bits_t one_bit

    cdef int _make_cover(self, int rows) except -1 nogil
    @cython.locals(tokens=int, entry=int, token=int, w=int, rows=int, at=int, whole=bint)
    cdef int take(self, int[::1] heads, int[::1] labels, int size) except -1 nogil
    cdef int costs_at(self, Derivations d, int valid) except -1 nogil
    cdef int _costs_of(self, SetConfiguration c) except -1 nogil
    @cython.locals(gold=int, right=int)
    cdef int _label_costs(self, SetConfiguration c) noexcept nogil
    @cython.locals(gold=int, inside=bint, node=int)
    cdef int _structural_costs(self, SetConfiguration c) except -1 nogil
    @cython.locals(gold=int, node=int, at=int)
    cdef int _next(self, SetConfiguration c) noexcept nogil
    cdef bint _belongs(self, SetConfiguration c, int node, int gold) noexcept nogil
    cdef int _above(self, SetConfiguration c, int node, int gold) noexcept nogil
    @cython.locals(node=int)
    cdef bint _reachable(self, SetConfiguration c, int gold) noexcept nogil
    @cython.locals(a=int, b=int, w=int, meets=bint, sticks_out=bint, covers=bint)
    cdef int _relation(self, SetConfiguration c, int node, int gold) noexcept nogil
