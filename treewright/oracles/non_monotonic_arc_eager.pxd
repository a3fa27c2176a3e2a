from treewright.oracles.arc_hybrid cimport ArcHybridOracle
from treewright.transitions.configuration cimport Configuration
from treewright.transitions.non_monotonic_arc_eager cimport LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT

cdef class NonMonotonicArcEagerOracle(ArcHybridOracle):
    cdef int costs(self, Configuration c, int valid) except -1 nogil
