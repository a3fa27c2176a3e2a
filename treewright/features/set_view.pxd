cimport cython
from treewright.features.encoding cimport Encoding
from treewright.features.hashing cimport hash_t
from treewright.features.item_heads cimport HEAD, HEAD_CHILD, MEMO, ItemHeads
from treewright.features.view cimport View
from treewright.transitions.derivations cimport ARC_LABEL, KIND, PREVIOUS, Derivations
from treewright.transitions.set_configuration cimport (
    CHILDREN, FIRST_CHILD, GAP_LEFT, GAP_RIGHT, LAST_CHILD, LEFT, NO_CATEGORY, NODE, OLDER, RIGHT, BLOCKS, TOKENS, SetConfiguration)

cdef enum:
    CORNERS = 5
    OWN = 7
    FOCUS = 0
    CANDIDATE = 1
    AFTER = 2
    BEFORE = 3
    LATEST = 4
    NEXT_TOKENS = 35            # of 7 items: CORNERS each
    CODE = 49                   # and OWN each
    DISTANCE_BETWEEN = 50
    SET_SIZE = 51
    ALWAYS = 52
    LAST_TRANSITIONS = 53
    VALUES = 57
    POSITIONS = 39

cdef class SetView(View):
    cdef hash_t[::1] small
    cdef ItemHeads heads
    cdef int state
    cdef long long started

    cdef int locate(self, Derivations d) except -1 nogil
    cdef int forget(self) noexcept nogil
    @cython.locals(node=int, above=int)
    cdef int _look(self, SetConfiguration c) except -1 nogil
    @cython.locals(node=int, i=int, token=int)
    cdef int _look_at_state(self, SetConfiguration c) except -1 nogil
    @cython.locals(base=int, word=int, value=int, own=int, gap=int)
    cdef int _show(self, SetConfiguration c, int item, int node) noexcept nogil
    @cython.locals(value=hash_t)
    cdef hash_t _category_of(self, SetConfiguration c, int node) noexcept nogil
    @cython.locals(focus=int, other=int, together=int, apart=int, code=int, recency=int, distance=int)
    cdef int _relate(self, SetConfiguration c, int other) noexcept nogil
    @cython.locals(state=int, base=int, i=int)
    cdef int _remember(self, SetConfiguration c) noexcept nogil

cdef int number_of(int category) noexcept nogil
cdef int size_class(int size) noexcept nogil
