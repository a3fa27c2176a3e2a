cimport cython
from treewright.transitions.configuration cimport (
    ARC_DEPENDENT, ARC_HEAD, BELOW, NODE, PREVIOUS, RECORD, WORD, Configuration)
from treewright.transitions.derivations cimport Derivations
from treewright.transitions.sites cimport Sites
from treewright.transitions.transition_system cimport TransitionSystem

cdef enum:  # where a token is
    GONE = 0
    ON_STACK = 1
    IN_BUFFER = 2

cdef enum:
    NEVER = 1048576     # the cost of a transition that is not valid

cdef extern from "treewright/oracles/oracle.h":
    const float TIE "TW_TIE"     # a wrong transition that only ties with a correct one is an error

cdef class Oracle:
    cdef readonly TransitionSystem system
    cdef bint root_first, single_root
    cdef int[::1] cost, label
    cdef public int avoided         # kinds that cost no more than another one, which training prefers
    cdef readonly int[::1] gold, gold_label, child, child_start
    cdef readonly int size, root
    cdef public bint ignore_empty
    cdef bint directed              # whether `direction` says anything
    cdef int[::1] direction         # per word: -1 = its head is to the left, 1 = to the right, 0 = not known
    cdef int room
    cdef int[::1] place, below, found    # of each token: where it is, what is below it on the stack, the head it has

    cdef int _make_room(self, int size) except -1 nogil
    @cython.locals(root=int, word=int, head=int)
    cdef int take(self, int[::1] heads, int[::1] labels, int size) except -1 nogil
    cdef bint _is_made(self, int word, int head) except -1 nogil
    @cython.locals(count=int, at=int)
    cdef int children_from(self, int head, int word) noexcept nogil
    @cython.locals(word=int, head=int, _=int)
    cdef int climb(self, int b) noexcept nogil
    @cython.locals(word=int)
    cdef int left_head_wanted(self, int b) noexcept nogil
    cdef int costs(self, Configuration c, int valid) except -1 nogil
    @cython.final
    @cython.locals(least=int, kind=int)
    cdef int least_cost(self, int valid) noexcept nogil
    @cython.final
    @cython.locals(best=int, kind=int)
    cdef int first_choice(self, Configuration c, int valid) except -1 nogil
    cdef int costs_at(self, Derivations d, int valid) except -1 nogil
    @cython.locals(sites=Sites, kind=int, site=int, valid=int)
    cpdef list transition_costs(self, Derivations c)
    cdef int follow(self, Derivations d, int kind) except -1 nogil
    cdef int take_from(self, Oracle other) except -1 nogil
    cdef bint has_path(self) except -1 nogil
    cdef int start(self) except -1 nogil
    @cython.locals(word=int, node=int, below=int, _=int)
    cdef int place_tokens(self, Configuration c) noexcept nogil
    @cython.locals(word=int, state=int)
    cdef int locate(self, Configuration c) noexcept nogil
    cdef bint may_attach(self, int head, int word, bint strict) noexcept nogil
    @cython.locals(valid=int)
    cdef bint within_reach(self, Configuration c) except -1 nogil

@cython.locals(before=int, kind=int)
cdef _costs_in_python(Oracle oracle, Configuration c)
