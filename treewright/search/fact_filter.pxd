cimport cython
from treewright.trees.projective_tree cimport ProjectiveTree
from treewright.features.form_table cimport FormTable
from treewright.transitions.configuration cimport NODE, WORD, Configuration
from treewright.transitions.transition_system cimport NEXT_TOKEN, TransitionSystem
from treewright.treebank.columns cimport CUTS, UPOS, XPOS

cdef extern from "treewright/search/fact_filter.h":
    int first_bit "tw_first_bit_of_64"(unsigned long long bits) noexcept nogil

cdef enum:
    MOST_LOOKS = 2000   # at a sentence, to mend its tree

cdef enum:  # how many facts hold
    NOTHING = 0
    ROOT = 1            # those of the label of roots
    DEPENDENT = 2       # and of the dependent
    ALONE = 3           # and of the two words
    ALL = 4             # and of the other dependents of the head

@cython.final
cdef class FactFilter:
    cdef TransitionSystem system
    cdef bint projective
    cdef ProjectiveTree tree
    cdef FormTable table
    cdef int count, words, other, room
    cdef unsigned long long one
    cdef readonly int[::1] bit                       # of each label, in the sets of labels
    cdef int[::1] tag, before, mended                # of each token; the heads of a tree before it is changed, and after `mend`
    cdef unsigned long long[::1] by_root, by_dependent, by_head, under, once, beside, whole
    cdef unsigned long long[::1] ruled_out           # labels of the arcs seen last, for each kind of transition
    cdef int[::1] usual                              # labels of each tag, the most frequent one first
    cdef int usual_width
    cdef int[::1] seen                               # the configuration in which each kind was
    cdef unsigned long long siblings, once_bits
    cdef int[::1] impossible                         # side x tag of the head x tag of the dependent
    cdef long long starts
    cdef int row, root_row, head_row, dependent_row

    @cython.locals(i=int, number=int)
    cdef int take(self, const char *text, int[::1] cuts, int size) except -1 nogil
    @cython.locals(kind=int)
    cdef int forget(self) noexcept nogil
    @cython.locals(level=int)
    cdef int see(self, Configuration c, int kind) except -1 nogil
    @cython.locals(head=int, dependent=int, head_word=int)
    cdef bint _find_arc(self, Configuration c, int kind) except -1 nogil
    cdef int _node(self, Configuration c, int kind, int place, bint head) except -1 nogil
    @cython.locals(side=int)
    cdef int _look_at(self, int head, int word) noexcept nogil
    @cython.locals(w=int, all_are=bint, ruled_out="unsigned long long", siblings="unsigned long long",
                   left="unsigned long long")
    cdef bint _rule_out(self, int level) noexcept nogil
    cdef bint fits(self, int kind, int label) noexcept nogil
    @cython.locals(ruled_out="unsigned long long")
    cdef bint allows(self, Configuration c, int kind, int label) except -1 nogil
    @cython.locals(left="unsigned long long")
    cdef unsigned long long left_over(self, int kind, int word, int but) noexcept nogil
    @cython.locals(i=int)
    cdef bint rules_out(self, int[::1] heads, int[::1] labels, int size) noexcept nogil
    @cython.locals(side=int)
    cdef bint _is_impossible(self, int head, int word) noexcept nogil
    cdef bint _is_misplaced(self, int[::1] heads, int[::1] labels, int i) noexcept nogil
    @cython.locals(i=int, changed=bint, keeps=bint, possible=bint, looks=int, steps=int)
    cdef bint reattach(self, int[::1] heads, int[::1] labels, int size) except -1 nogil
    @cython.locals(i=int, looks=int)
    cdef int relabel(self, int[::1] heads, int[::1] labels, int size) noexcept nogil
    @cython.locals(old=int, first=int, looks=int, at=int, j=int, misplaced=bint)
    cdef int _relabel(self, int i, int[::1] heads, int[::1] labels, int size) noexcept nogil
    @cython.locals(j=int, low=int, high=int, first=int, last=int)
    cdef bint _may_be_reattached(self, int i, int[::1] heads, int[::1] labels, int size) except -1 nogil
    cdef bint _is_made(self, int word, int head) except -1 nogil
    @cython.locals(j=int)
    cdef bint _keeps_label(self, int i, int[::1] heads, int[::1] labels, int size) noexcept nogil
    @cython.locals(first=int, own=int, level=int, at=int, label=int)
    cdef int _usual_label(self, int i) noexcept nogil
    @cython.locals(word=int, old=int, above=int, head=int, change=int, bad=int, i=int)
    cpdef bint mend(self, int[::1] heads, int size, bint single_root) except -1
