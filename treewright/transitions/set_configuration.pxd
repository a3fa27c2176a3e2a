cimport cython
from libc.string cimport memcpy
from treewright.transitions.derivations cimport ARC_LABEL, KIND, PREVIOUS, SITE, STEP, TOP, Derivations

ctypedef unsigned long long bits_t

cdef enum:  # fields of a node: an item as it is in some configurations
    COVER = 0           # the row of bits that has its tokens
    OLDER = 1           # the item of the set that was completed before it; behind the focus, the latest item of the set
    ITEM_LABEL = 2      # -1 = none, or none yet
    LEFT = 3            # its first and its last token
    RIGHT = 4
    GAP_LEFT = 5        # the first and the last token between them that it does not have, -1 = none
    GAP_RIGHT = 6
    BLOCKS = 7       # how many blocks of neighbouring tokens it is
    TOKENS = 8
    ONE = 9             # the two nodes it was combined from, 0 = it is a token
    OTHER = 10
    FIRST_CHILD = 11    # categories of its first and of its last child, unlabelled items in it left out
    LAST_CHILD = 12
    CHILDREN = 13
    DEPTH = 14          # how many items there are from here on
    NODE = 15           # ints in a node

cdef enum:
    LABELLING = 6       # of a record: whether the next transition labels the focus
    NEXT = 7            # the next token
    SKIPPED = 8         # how many items of the set gaps have skipped
    PUT_BACK = 9        # the first of the items that swaps have put back before the next token, 0 = none
    RECORD = 10         # ints in a record
    MOST_TOKENS = 20000 # of a sentence: rows of bits grow with its square
    NO_CATEGORY = -1    # of an item that has no label and several tokens; -2 - i is a token that has no label

@cython.final
cdef class SetConfiguration(Derivations):
    cdef int[::1] node
    cdef bits_t[::1] bits
    cdef int node_room, node_count, row_room, row_count, words
    cdef readonly int top_node       # that of the focus
    cdef readonly bint labelling     # as in a record
    cdef readonly int next           # the next token, which is the number of tokens if there is none
    cdef readonly int skipped, put_back
    cdef int candidate               # the item of the set that is looked at, 1 is the latest; 0 = none
    cdef bits_t one

    cdef int _make_room(self, int nodes, int rows, int records) except -1 nogil
    @cython.locals(i=int, w=int)
    cpdef int start(self, int size) except -1 nogil
    cdef int _new_node(self) except -1 nogil
    @cython.locals(state=int, base=int)
    cpdef int commit(self, int kind, int label) except -1 nogil
    cpdef int restore(self, int state) except -1 nogil

    cpdef int set_size(self) noexcept nogil
    cpdef bint is_whole(self) noexcept nogil
    cpdef int steps(self) noexcept nogil
    @cython.locals(node=int, _=int)
    cdef int node_at(self, int depth) noexcept nogil
    cdef int category(self, int node) noexcept nogil
    cdef bint has(self, int node, int token) noexcept nogil
    @cython.locals(a=int, b=int, count=int, w=int, x=bits_t, carry=bits_t, begins=bits_t)
    cdef int blocks_together(self, int one, int other) noexcept nogil

    @cython.locals(token=int, node=int, base=int)
    cpdef int shift(self) except -1 nogil
    @cython.locals(focus=int, other=int, node=int, above=int, last=int, copy=int, _=int)
    cpdef int combine(self, int depth) except -1 nogil
    cdef int _no_next(self) except -1 nogil
    cdef int _no_item(self, int depth) except -1 nogil
    @cython.locals(base=int, a=int, b=int, row=int, w=int, first=int, last=int, token=int)
    cdef int _unite(self, int node, int one, int other) except -1 nogil
    cdef int _end_child(self, int node, bint last) noexcept nogil
    cdef int skip(self) except -1 nogil
    @cython.locals(focus=int, second=int)
    cdef int swap(self) except -1 nogil
    @cython.locals(node=int)
    cdef int take_back(self) except -1 nogil
    @cython.locals(copy=int)
    cdef int _copy(self, int node) except -1 nogil
    cpdef int give_label(self, int label) except -1 nogil
    @cython.locals(count=int, at=int, node=int, number=int, parent=int, one=int, other=int, i=int)
    cdef int read(self, int[::1] parents, int[::1] labels, int[::1] waiting) noexcept nogil
