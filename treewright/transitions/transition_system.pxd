cimport cython
from treewright.transitions.configuration cimport Configuration
from treewright.transitions.derivations cimport Derivations
from treewright.transitions.sites cimport Sites

cdef enum:  # where a token is, if not so deep in the stack
    NOWHERE = -1
    LOOSE_TOKEN = -2    # the topmost token without a head
    NEXT_TOKEN = -3

cdef class TransitionSystem:
    cdef readonly str root
    cdef readonly bint root_first, rootless, single_root, in_python, limited
    cdef readonly int kind_count
    cdef public int root_label
    cdef int[::1] head_place, dependent_place

    cdef bint is_valid(self, Configuration c, int kind) except -1 nogil
    cdef int apply(self, Configuration c, int kind, int label) except -1 nogil
    cdef bint is_final(self, Configuration c) except -1 nogil
    @cython.locals(mask=int, kind=int)
    cdef int valid_kinds(self, Configuration c) except -1 nogil
    cpdef bint makes(self, int word, int head) except -1
    cdef int taken_off(self, Configuration c, int kind) except -1 nogil
    cdef int head_node(self, Configuration c, int kind) except -1 nogil
    cdef int dependent_node(self, Configuration c, int kind) except -1 nogil
    @cython.locals(state=int, word=int)
    cdef int _node(self, Configuration c, int kind, int place, bint head) except -1 nogil
    cdef int advance(self, Configuration c, int kind, int label) except -1 nogil

    cpdef Sites sites(self, Derivations d=*)
    cpdef int entries(self, int size) noexcept
    cpdef Derivations initial(self, int size)
    cpdef list valid(self, Derivations c)
    @cython.locals(sites=Sites, site=int, mask=int, kind=int)
    cpdef list transitions(self, Derivations c)
    @cython.locals(sites=Sites)
    cpdef step(self, Derivations c, int kind, int label=*, int site=*)
    @cython.locals(sites=Sites)
    cpdef bint final(self, Derivations c) except -1
    @cython.locals(sites=Sites, heads=list, labels=list, i=int, parents="int[::1]", names="int[::1]")
    cpdef tuple tree(self, Derivations c)

cdef int valid_kinds_in_python(TransitionSystem system, Configuration c) except -1
