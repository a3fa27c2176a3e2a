from treewright.oracles.arc_hybrid_partial cimport ArcHybridPartialOracle

cdef class ArcHybridSpanOracle(ArcHybridPartialOracle):
    cdef int max_length

    cdef bint keeps(self, int word, int head) noexcept nogil
