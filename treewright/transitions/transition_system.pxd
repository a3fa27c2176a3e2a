cimport cython
from treewright.transitions.configuration cimport Configuration

cdef enum:  # where a token is, if not so deep in the stack
    NOWHERE = -1
    LOOSE_TOKEN = -2    # the topmost token without a head
    NEXT_TOKEN = -3

cdef class TransitionSystem:
    cdef readonly str root
    cdef readonly bint root_first, rootless, single_root, in_python
    cdef readonly int kind_count
    cdef public int root_label
    cdef int[::1] head_place, dependent_place

    cdef bint is_valid(self, Configuration c, int kind) except -1 nogil
    cdef int apply(self, Configuration c, int kind, int label) except -1 nogil
    cdef bint is_final(self, Configuration c) except -1 nogil
    @cython.locals(mask=int, kind=int)
    cdef int valid_kinds(self, Configuration c) except -1 nogil
    cdef int taken_off(self, Configuration c, int kind) except -1 nogil
    cdef int head_node(self, Configuration c, int kind) except -1 nogil
    cdef int dependent_node(self, Configuration c, int kind) except -1 nogil
    @cython.locals(state=int, word=int)
    cdef int _node(self, Configuration c, int kind, int place, bint head) except -1 nogil
    cdef int advance(self, Configuration c, int kind, int label) except -1 nogil

    cpdef Configuration initial(self, int size)
    @cython.locals(mask=int, kind=int)
    cpdef list valid(self, Configuration c)
    cpdef step(self, Configuration c, int kind, int label=*)
    cpdef bint final(self, Configuration c) except -1
    @cython.locals(heads=list, labels=list, i=int)
    cpdef tuple tree(self, Configuration c)

cdef int valid_kinds_in_python(TransitionSystem system, Configuration c) except -1
