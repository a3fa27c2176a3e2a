from treewright.oracles.arc_eager_partial cimport ArcEagerPartialOracle

cdef class ArcEagerSpanOracle(ArcEagerPartialOracle):
    cdef int max_length

    cdef bint keeps(self, int word, int head) noexcept nogil
