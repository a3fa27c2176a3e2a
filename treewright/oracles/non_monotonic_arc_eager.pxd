cimport cython
from treewright.oracles.arc_hybrid cimport ArcHybridOracle
from treewright.transitions.configuration cimport BELOW, NODE, WORD, Configuration
from treewright.transitions.non_monotonic_arc_eager cimport LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT

cdef class NonMonotonicArcEagerOracle(ArcHybridOracle):
    cdef bint decides

    cdef int costs(self, Configuration c, int valid) except -1 nogil
    @cython.locals(b=int)
    cdef int _second_choice(self, Configuration c) noexcept nogil
    @cython.locals(b=int, s=int, word=int, lost=int)
    cdef int _add_directions(self, Configuration c) noexcept nogil
    cdef bint _root_is_kept(self, Configuration c, int word) noexcept nogil
    @cython.locals(lost=int, node=int, below=int)
    cdef int _lost_by_shift(self, Configuration c, int b) noexcept nogil
