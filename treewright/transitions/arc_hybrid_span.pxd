from treewright.transitions.arc_hybrid_partial cimport LEFT_ARC, RIGHT_ARC, ArcHybridPartial
from treewright.transitions.configuration cimport Configuration

cdef class ArcHybridSpan(ArcHybridPartial):
    cdef readonly int max_length

    cdef bint is_valid(self, Configuration c, int kind) except -1 nogil
    cpdef bint makes(self, int word, int head) except -1
