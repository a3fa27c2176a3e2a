cimport cython
from treewright.constraints.projective_tree cimport ProjectiveTree
from treewright.oracles.oracle cimport NEVER, Oracle
from treewright.transitions.configuration cimport KIND, PREVIOUS, RECORD, Configuration
from treewright.transitions.transition_system cimport TransitionSystem

@cython.final
cdef class ConstraintFilter:
    cdef readonly Oracle oracle, witness_oracle
    cdef TransitionSystem system
    cdef ProjectiveTree tree
    cdef readonly bint active
    cdef bint has_labels, general, partial
    cdef int kind_count, size, count, plan_room, pool_room
    cdef int[::1] banned                 # head x dependent
    cdef int[::1] plan                   # configuration x kind: the number of a witness, -1 if there is none
    cdef int[::1] pool, no_label         # the heads of all witnesses

    @cython.locals(c=Configuration)
    cpdef take(self, object given)
    cdef int allowed(self, Configuration c, int valid) except -1 nogil
    @cython.locals(mask=int, kind=int)
    cpdef list kinds(self, Configuration c)
    cdef int label_of(self, int kind) noexcept nogil
    @cython.locals(least=int, mask=int, kind=int)
    cdef int _cheapest(self, Oracle oracle, int valid) noexcept nogil
    @cython.locals(state=int, kind=int, head=int)
    cdef int _without_banned(self, Configuration c, int mask) except -1 nogil
    @cython.locals(state=int, before=int, witness=int, sure=int, kind=int, number=int)
    cdef int _with_witness(self, Configuration c, int mask) except -1 nogil
    @cython.locals(start=int)
    cdef int _take_witness(self, int number) except -1 nogil
    @cython.locals(number=int)
    cdef int _find_witness(self, Configuration c) except -3 nogil
    @cython.locals(root=int, word=int, head=int, cost=int, cell=int, token=int, found=int, number=int)
    cdef int _try_witness(self, Configuration c, bint strict) except -3 nogil
    cdef _make_plan(self, int room)
    cdef _make_pool(self, int room)
