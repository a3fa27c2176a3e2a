cimport cython
from treewright.oracles.oracle cimport Oracle
from treewright.transitions.configuration cimport KIND, PREVIOUS, RECORD, Configuration
from treewright.transitions.transition_system cimport TransitionSystem
from treewright.trees.cheapest_tree cimport IMPOSSIBLE
from treewright.trees.projective_tree cimport ProjectiveTree

cdef enum:
    REUSED = 16         # witnesses that are looked at before a new one is sought

@cython.final
cdef class ConstraintFilter:
    cdef readonly Oracle oracle, witness_oracle
    cdef TransitionSystem system
    cdef ProjectiveTree tree
    cdef readonly bint active
    cdef bint has_labels, general, partial
    cdef int kind_count, size, count, plan_room, pool_room
    cdef int witness, sure               # of the configuration at hand: its witness, and the kinds that do not lose it
    cdef int[::1] banned                 # head x dependent
    cdef int[::1] plan                   # configuration x kind: the number of a witness, -1 if there is none
    cdef int[::1] pool, no_label         # the heads of all witnesses

    @cython.locals(c=Configuration)
    cpdef take(self, object given)
    cdef int take_heads(self, int[::1] heads, int size) except -1
    @cython.locals(mask=int)
    cdef int promising(self, Configuration c, int valid) except -1 nogil
    @cython.locals(number=int, state=int)
    cdef bint confirms(self, Configuration c, int kind) except -1 nogil
    @cython.locals(mask=int, kind=int)
    cdef int allowed(self, Configuration c, int valid) except -1 nogil
    @cython.locals(mask=int, kind=int)
    cpdef list kinds(self, Configuration c)
    cdef int label_of(self, int kind) noexcept nogil
    @cython.locals(least=int, mask=int, kind=int)
    cdef int _cheapest(self, Oracle oracle, int valid) noexcept nogil
    @cython.locals(state=int, kind=int, head=int)
    cdef int _without_banned(self, Configuration c, int mask) except -1 nogil
    @cython.locals(state=int, before=int)
    cdef int _recall_witness(self, Configuration c, int mask) except -1 nogil
    @cython.locals(start=int)
    cdef int _take_witness(self, int number) except -1 nogil
    @cython.locals(number=int, word=int)
    cdef int _known_witness(self, Configuration c) except -3 nogil
    @cython.locals(token=int, found=int)
    cdef bint _is_open(self, Configuration c, int head, int word) noexcept nogil
    cdef bint _within_reach(self, Configuration c, int number) except -1 nogil
    @cython.locals(number=int)
    cdef int _find_witness(self, Configuration c) except -3 nogil
    @cython.locals(root=int, word=int, head=int, cost=double, cell=int, token=int, found=int, number=int)
    cdef int _try_witness(self, Configuration c, bint strict) except -3 nogil
