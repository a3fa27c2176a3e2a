from treewright.transitions.arc_eager_partial cimport LEFT_ARC, RIGHT_ARC, ArcEagerPartial
from treewright.transitions.configuration cimport Configuration

cdef class ArcEagerSpan(ArcEagerPartial):
    cdef readonly int max_length

    cdef bint is_valid(self, Configuration c, int kind) except -1 nogil
    cpdef bint makes(self, int word, int head) except -1
