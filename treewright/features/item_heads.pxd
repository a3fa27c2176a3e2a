cimport cython
from treewright.features.encoding cimport Encoding
from treewright.features.hashing cimport hash_t
from treewright.transitions.set_configuration cimport ITEM_LABEL, LEFT, NO_CATEGORY, NODE, ONE, OTHER, SetConfiguration

cdef enum:
    MEMO = 3            # ints that are known of a node
    HEAD = 0            # the token that is its head
    HEAD_CHILD = 1      # the category of the child that has it, unlabelled items left out
    RANK = 2            # that of the node's category, or of its head child's

@cython.final
cdef class ItemHeads:
    cdef Encoding words
    cdef int tag_column, label_count, tag_count, room, count
    cdef long long started
    cdef int[::1] label_rank, tag_rank
    cdef hash_t[::1] small, tag_hash
    cdef int[::1] memo
    cdef hash_t[::1] bag            # the sum of the categories of a node's children

    @cython.locals(node=int, base=int, at=int, one=int, other=int, head=int, both=hash_t)
    cdef int follow(self, SetConfiguration c) except -1 nogil
    cdef int _make_room(self, int nodes) except -1 nogil
    cdef hash_t _in_bag(self, SetConfiguration c, int node) noexcept nogil
    cdef hash_t category(self, int code) noexcept nogil
    @cython.locals(i=int, tag=hash_t)
    cdef int _rank_of_token(self, int token) noexcept nogil
