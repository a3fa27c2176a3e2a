cimport cython
from libc.string cimport memcpy
from treewright.transitions.derivations cimport ARC_LABEL, KIND, PREVIOUS, SITE, STEP, TOP, Derivations

cdef enum:  # fields of a node
    WORD = 0
    BELOW = 1           # the node under it on the stack; in the buffer the one behind it, 0 = the next word of the sentence
    HEAD = 2            # the node of its head, 0 = none
    LABEL = 3           # the label of the arc from its head
    LEFT1 = 4           # outermost left dependent and its label, then those of the one inside it
    RIGHT1 = 8          # the same on the right
    LEFT_COUNT = 12
    RIGHT_COUNT = 13
    DEPTH = 14          # how many tokens lie here and below; in the buffer: from here on
    LOOSE = 15          # how many words without a head lie here and below; in the buffer: how many words from here on
    NODE = 16           # ints in a node

cdef enum:  # fields of a record after those of all families
    NEXT = 6
    ARC_HEAD = 7
    ARC_DEPENDENT = 8
    ASIDE = 9
    RECORD = 10         # ints in a record

cdef enum:
    NEAR = 32           # so deep a word is told of its arcs on a second stack

@cython.final
cdef class Configuration(Derivations):
    cdef int[::1] node
    cdef unsigned long long[::1] label_set   # per node: labels of left and of right dependents, as bits
    cdef int node_room, node_count, mark
    cdef readonly int root, last
    cdef int top_node, next_node, aside_node
    cdef int arc_head, arc_dependent, popped
    cdef unsigned long long one
    cdef int folded                          # how many labels have bits of their own in sets of labels
    cdef int[::1] bit
    cdef int[::1] found, gone                # in the record `found_state`: the head of each token (-1 = none), and how
    cdef int found_room, found_state         # often it was popped
    cdef int found_count, root_count         # how many words have a head there, and how many have ROOT as their head

    cdef int _make_room(self, int nodes, int records) except -1 nogil
    cpdef int start(self, int size, bint root_first) except -1 nogil
    @cython.locals(index=int, base=int, field=int)
    cdef int new_node(self, int word) except -1 nogil
    @cython.locals(index=int)
    cdef int _in_order(self, int word, int tokens, int words) except -1 nogil
    cdef int _writable(self, int index) except -1 nogil
    @cython.locals(copy=int, base=int, other=int)
    cdef int _copy(self, int index) except -1 nogil
    @cython.locals(state=int, base=int)
    cpdef int commit(self, int kind, int label) except -1 nogil
    cpdef int restore(self, int state) except -1 nogil
    cpdef fold(self, object bit)

    cpdef int top(self) noexcept nogil
    @cython.locals(below=int)
    cpdef int second(self) noexcept nogil
    @cython.locals(below=int)
    cpdef int third(self) noexcept nogil
    cpdef int next(self) noexcept nogil
    cpdef int aside(self) noexcept nogil
    cpdef int aside_size(self) noexcept nogil
    cpdef int stack_size(self) noexcept nogil
    cpdef int buffer_size(self) noexcept nogil
    cpdef bint is_word(self, int word) noexcept nogil
    cpdef int words_on_stack(self) noexcept nogil
    cpdef int words_in_buffer(self) noexcept nogil
    cpdef bint top_has_head(self) noexcept nogil
    cpdef bint next_has_head(self) noexcept nogil
    cpdef int loose(self) noexcept nogil
    cpdef int loose_aside(self) noexcept nogil
    @cython.locals(base=int)
    cpdef int top_dependents(self) noexcept nogil
    @cython.locals(base=int)
    cpdef int second_dependents(self) noexcept nogil
    @cython.locals(base=int)
    cpdef int next_dependents(self) noexcept nogil

    @cython.locals(index=int, _=int)
    cdef int node_below(self, int depth) noexcept nogil
    @cython.locals(index=int)
    cdef int node_without_head(self) noexcept nogil
    @cython.locals(index=int)
    cdef int node_of(self, int word) noexcept nogil
    cpdef int last_kind(self) noexcept nogil
    cpdef int head_of(self, int word) except? -1 nogil
    cpdef int topmost(self, int word) except -1 nogil
    cpdef int words_without_head(self) except -1 nogil
    cpdef int roots(self) except -1 nogil
    cpdef bint was_popped(self, int word) except -1 nogil
    @cython.locals(word=int, there=int, here=int)
    cdef int _look_back(self) except -1 nogil
    @cython.locals(base=int, before=int, word=int, head=int, depth=int, top=int)
    cdef int _take_in(self, int state, int sign) noexcept nogil
    cdef int _no_token(self, int word) except -1 nogil
    cdef int _make_found_room(self, int size) except -1 nogil

    @cython.locals(index=int)
    cpdef int shift(self) except -1 nogil
    @cython.locals(base=int)
    cdef int _behind(self, int index) except -1 nogil
    @cython.locals(index=int)
    cpdef int put_back(self) except -1 nogil
    @cython.locals(index=int)
    cpdef int put_back_second(self) except -1 nogil
    @cython.locals(index=int)
    cpdef int put_behind_next(self) except -1 nogil
    @cython.locals(index=int)
    cpdef int set_aside(self) except -1 nogil
    @cython.locals(index=int)
    cpdef int set_aside_second(self) except -1 nogil
    @cython.locals(index=int)
    cpdef int take_back(self) except -1 nogil
    @cython.locals(word=int)
    cpdef int shift_labelled(self, int label) except -1 nogil
    @cython.locals(index=int)
    cpdef int shift_to_both(self) except -1 nogil
    cpdef int exchange_stacks(self) noexcept nogil
    @cython.locals(index=int, _=int)
    cdef bint _is_aside(self, int word) noexcept nogil
    @cython.locals(state=int, base=int, lowest=int, node=int)
    cpdef int take_all_back(self) except -1 nogil
    cpdef int drop_aside(self) noexcept nogil
    @cython.locals(base=int)
    cdef int _put_before(self, int index, int behind) noexcept nogil
    @cython.locals(base=int)
    cpdef int pop(self) noexcept nogil
    cpdef int pop_next(self) except -1 nogil
    @cython.locals(index=int, second=int)
    cpdef int pop_second(self) except -1 nogil
    @cython.locals(index=int, second=int, third=int)
    cpdef int pop_third(self) except -1 nogil
    @cython.locals(base=int, loose=int)
    cdef int _put_on(self, int index, int below) noexcept nogil
    @cython.locals(head_node=int)
    cpdef int add_arc(self, int head, int dependent, int label) except -1 nogil
    @cython.locals(index=int, left=bint)
    cpdef int add_arc_in_both(self, int head, int dependent, int label) except -1 nogil
    cpdef int add_temporary_arc(self, int head, int dependent) except -1 nogil
    cdef int _no_arc(self, int head, int dependent) except -1 nogil
    @cython.locals(index=int, below=int)
    cdef int _own(self, int word) except -1 nogil
    @cython.locals(index=int)
    cdef int _add_dependent(self, int head, int dependent, int label) except -1 nogil
    @cython.locals(base=int, side=int, first=int)
    cdef int write_dependent(self, int index, int head, int dependent, int label) noexcept nogil
    @cython.locals(index=int, base=int, above=int)
    cdef int _set_head(self, int dependent, int head_node, int label) except -1 nogil
    @cython.locals(heads=list, labels=list, state=int, base=int, dependent=int, head=int)
    cpdef tuple arcs(self)
