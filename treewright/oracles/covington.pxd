cimport cython
from treewright.oracles.oracle cimport NEVER, Oracle
from treewright.transitions.configuration cimport BELOW, NODE, WORD, Configuration
from treewright.transitions.covington cimport LEFT_ARC, NO_ARC, RIGHT_ARC, SHIFT

cdef enum:  # what can give a component of the forest a head: where the word stands that needs it
    BEHIND = 1          # behind b: any token
    TO_MEET = 2         # before b, which has not met it: b and all behind
    IS_B = 4            # b itself: tokens that it has not met, and all behind

cdef class CovingtonOracle(Oracle):
    cdef int loss_room
    cdef int[::1] left              # of each token before b: whether b is still to meet it
    cdef int[::1] above             # the head that a token has, or can still get from the gold tree; -1: none
    cdef int[::1] component, way         # the component of this forest that a token belongs to; what can give a component a head
    cdef bint rooted                # whether ROOT has a dependent
    cdef int roots                  # gold arcs from ROOT that are within reach

    @cython.locals(i=int, b=int, kind=int, least=int, token=int)
    cdef int costs(self, Configuration c, int valid) except -1 nogil
    cdef int _make_loss_room(self, int size) except -1 nogil
    @cython.locals(token=int, node=int)
    cdef int _look(self, Configuration c) except -1 nogil
    @cython.locals(lost=int)
    cdef int _loss(self, int b) noexcept nogil
    cdef bint _is_wrong(self, int word, int head) noexcept nogil
    cdef int _highest(self, int word) noexcept nogil
    @cython.locals(lost=int, word=int, head=int)
    cdef int _out_of_reach(self, int b) noexcept nogil
    cdef bint _meet(self, int one, int other, int b) noexcept nogil
    @cython.locals(cycles=int, start=int, token=int, found=int)
    cdef int _cycles(self, int b) noexcept nogil
    cdef int _note_way(self, int component, int word, int b) noexcept nogil
    @cython.locals(last=int, ways=int, token=int)
    cdef bint _is_stuck(self, int b) noexcept nogil
    @cython.locals(waits=bint)
    cdef bint _is_safe(self, int component) noexcept nogil
    @cython.locals(word=int, lacking=bint)
    cdef bint _has_no_root(self) noexcept nogil
    @cython.locals(lost=int, word=int, head=int)
    cdef int _loss_of_rest(self, int last) noexcept nogil
    @cython.locals(rest=int, least=int, aside=int, word=int, lost=int, head=int, possible=bint)
    cdef int _loss_of_last(self, int b) noexcept nogil
