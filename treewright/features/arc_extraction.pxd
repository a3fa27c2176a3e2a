cimport cython
from treewright.features.extraction cimport REST, Extraction
from treewright.features.hashing cimport mix
from treewright.features.template_keys cimport find_absent
from treewright.treebank.sentence cimport Sentence

ctypedef unsigned long long hash_t

cdef enum:
    MOST_TAGS = 64      # different tags in a sentence; further ones are one
    D = 4               # places of values, as in ArcNames
    B = 5
    Q = 6
    V = 7
    K = 8
    J = 9
    CONSTANT = 10
    TO_RIGHT = 1        # classes of arcs: 0 is for all, then by distance to the right, to the left, and from ROOT
    TO_LEFT = 8
    FROM_ROOT = 15

@cython.final
cdef class ArcExtraction(Extraction):
    cdef int position_count, between_count, tag_count, tree_room, number, tag_column
    cdef int[::1] position               # base and offset of each position
    cdef int[::1] word                   # at each base
    cdef int[::1] row                    # where the columns of the word at each position begin
    cdef hash_t[::1] value               # of what is no column
    cdef hash_t[::1] between_bias, between_odd, tag, kinds
    cdef int[::1] between_atom, between_start
    cdef int[::1] bit                    # the number of each word's tag
    cdef int[::1] verbs, marks, joints   # how many there are before each word
    cdef int[::1] left, right, before, after, left_count, right_count   # of each word, in a tree
    cdef hash_t between                  # the tags between head and dependent, as bits

    cpdef take(self, Sentence sentence)
    cdef _make_tree_room(self, int size)
    @cython.locals(i=int, tag=hash_t, number=int, width=int)
    cdef int _read_tags(self) noexcept nogil
    @cython.locals(needed=int)
    cdef _make_key_room(self)
    @cython.locals(word=int, bits=hash_t)
    cdef hash_t tags_between(self, int head, int dependent) noexcept nogil
    @cython.locals(one=hash_t)
    cdef hash_t bit_of(self, int word) noexcept nogil
    @cython.locals(distance=int, far=int)
    cdef int class_of(self, int head, int dependent) noexcept nogil
    @cython.locals(low=int, high=int)
    cdef int show(self, int head, int dependent, hash_t between) noexcept nogil
    @cython.locals(i=int, word=int, head=int)
    cdef int take_tree(self, int[::1] heads) except -1 nogil
    @cython.locals(head=int, i=int)
    cdef int show_in_tree(self, int[::1] heads, int dependent) noexcept nogil
    @cython.locals(i=int, word=int)
    cdef int _find_atoms(self) noexcept nogil
    @cython.locals(template=int, total=hash_t, bits=hash_t, tag=int, slot=int, absent=bint, key=hash_t)
    cdef int own_keys(self, int count) noexcept nogil
