cimport cython
from treewright.networks.stack_lstm.cell cimport Cell
from treewright.networks.stack_lstm.composition cimport Composition
from treewright.transitions.configuration cimport (
    ARC_DEPENDENT, ARC_HEAD, ARC_LABEL, ASIDE, BELOW, DEPTH, KIND, NEXT, NODE, PREVIOUS, RECORD, TOP, WORD, Configuration,
)

cdef enum:  # what is known of a record
    RUN = 0             # the sentence, counted, in which it was taken in
    HISTORY = 1         # the state of the history
    CHANGED = 2         # the word that got a dependent, -1 = none; its vectors before and since
    OLD = 3
    NEW = 4
    MARK = 5            # ints of a record

cdef enum:  # how a vector or a state was made
    FIRST = 0           # the vector of the head; the vector that was read, or the kind of transition
    SECOND = 1          # the vector of the dependent; the state before
    THIRD = 2           # the row of the arc; the label of the transition
    LEVEL = 3
    CELL = 4            # which cell made a state
    STEP = 5            # ints of a vector or state

cdef enum:  # cells
    ON_STACK = 0
    IN_BUFFER = 1
    IN_HISTORY = 2

cdef enum:
    TOPS = 4

@cython.final
cdef class StackStates:
    cdef bint keeps, begun
    cdef public bint root_hidden
    cdef Cell stack, buffer, history
    cdef Composition composition
    cdef float[::1] by_kind, by_label        # what transitions add to the gates of the history
    cdef float[::1] vector, state
    cdef float[::1] on_stack, in_buffer      # what words add to the gates of stack and buffer
    cdef float[::1] sums
    cdef readonly int words, vector_count, state_count
    cdef int vector_room, state_room, kept, label_rows, start, size
    cdef int[::1] made, chain                # how vectors and states were made
    cdef int[::1] mark, node                 # of records and nodes: the run in which they were met, and what belongs to them
    cdef int[::1] current                    # the vector of each word, in the record `at`
    cdef int[::1] order                      # the state of each word of the buffer, where that is in sentence order
    cdef int[::1] path, pending              # records and nodes that are still to be taken in
    cdef readonly int[::1] place             # the states that show the configuration that was looked at last
    cdef int mark_room, node_room, word_room, run, at, found
    cdef long long of                        # the sentence of a configuration, as it counts them

    cpdef take(self, object batch, int words)
    cpdef begin(self, int start, int size)
    @cython.locals(there=int, here=int, count=int)
    cdef int find(self, Configuration c) except -1 nogil
    @cython.locals(word=int)
    cdef int _restart(self, Configuration c) except -1 nogil
    cdef int _vector_of(self, int word) noexcept nogil
    @cython.locals(base=int, record=int, head=int, dependent=int, label=int, before=int)
    cdef int _take(self, Configuration c, int record_number) except -1 nogil
    @cython.locals(at=int, count=int, found=int)
    cdef int _on_stack(self, Configuration c, int node) except -1 nogil
    @cython.locals(count=int)
    cdef int _unknown(self, Configuration c, int node) noexcept nogil
    @cython.locals(at=int, count=int, found=int, word=int)
    cdef int _in_buffer(self, Configuration c, int node) except -1 nogil
    @cython.locals(base=int)
    cdef int _compose(self, int head, int dependent, int relation) except -1 nogil
    @cython.locals(base=int, after=int, i=int)
    cdef int _push(self, int cell, int first, int before, int third) except -1 nogil
    @cython.locals(i=int)
    cdef int _read(self, Cell cell, float[::1] known, int vector) noexcept nogil
    cdef int _make_room(self, int records, int nodes, int words) except -1
    cdef int _make_vectors(self) except -1
    cdef int _make_states(self) except -1
