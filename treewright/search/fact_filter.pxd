cimport cython
from treewright.constraints.projective_tree cimport NEVER, ProjectiveTree
from treewright.features.form_table cimport FormTable
from treewright.transitions.configuration cimport LABEL, NODE, WORD, Configuration
from treewright.transitions.transition_system cimport TransitionSystem

cdef enum:  # what is wrong with a label, least first
    AMONG_OTHERS = 1    # beside the labels of the head and of other dependents
    ALONE = 2           # for these two words
    ROOT = 3            # for an arc from ROOT, or for any other

@cython.final
cdef class FactFilter:
    cdef TransitionSystem system
    cdef bint in_training, unknown
    cdef ProjectiveTree tree
    cdef FormTable table
    cdef int count, other, room
    cdef readonly int[::1] bit                       # of each label, in the sets of labels
    cdef int[::1] tag                                # of each token
    cdef int[::1] by_root, by_dependent, by_head, by_side, under
    cdef unsigned long long[::1] not_beside, not_below
    cdef int[::1] impossible                         # side x tag of the head x tag of the dependent
    cdef int seen_state, seen_kind                   # the arc seen last
    cdef int least_faults                            # the least of the faults of all labels it can have, -1 if nobody has asked
    cdef int root_row, head_row, dependent_row, side_row, under_row
    cdef unsigned long long siblings, children

    cpdef training(self, bint on)
    @cython.locals(i=int, number=int)
    cdef int take(self, const char *text, int[::1] cuts, int size) except -1 nogil
    cdef int forget(self) noexcept nogil
    @cython.locals(head=int, dependent=int, head_word=int, word=int)
    cdef int see(self, Configuration c, int kind) except -1 nogil
    @cython.locals(other=int, faults=int)
    cdef bint fits(self, int label) noexcept nogil
    cdef int _faults(self, int label) noexcept nogil
    @cython.locals(i=int)
    cdef bint rules_out(self, int[::1] heads, int size) noexcept nogil
    @cython.locals(side=int)
    cdef bint _is_impossible(self, int head, int word) noexcept nogil
    @cython.locals(cost="int[::1]", word=int, old=int, above=int, head=int, change=int, bad=int)
    cpdef object mended(self, int[::1] heads, int size, bint single_root)
