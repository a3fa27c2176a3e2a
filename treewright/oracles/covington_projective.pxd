cimport cython
from treewright.oracles.arc_eager cimport ArcEagerOracle
from treewright.oracles.oracle cimport IN_BUFFER, Oracle
from treewright.transitions.configuration cimport BELOW, NODE, WORD, Configuration
from treewright.transitions.covington_projective cimport LEFT_ARC, NO_ARC, RIGHT_ARC, SHIFT

cdef enum:  # where a token is, beside what oracle.pxd has
    ASIDE = 3

cdef class CovingtonProjectiveOracle(ArcEagerOracle):
    cdef int dropped                # gold arcs from tokens set aside to words behind b
    cdef int b
    cdef bint meets_aside           # whether the climb ends in a token set aside

    @cython.locals(i=int, b=int, limit=int, lost=int, head=int)
    cdef int costs(self, Configuration c, int valid) except -1 nogil
    @cython.locals(node=int, word=int)
    cdef int _walk_aside(self, Configuration c, int b, int limit) noexcept nogil
    @cython.locals(node=int)
    cdef int place_tokens(self, Configuration c) noexcept nogil
    cdef bint may_attach(self, int head, int word, bint strict) noexcept nogil
