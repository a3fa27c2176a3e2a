from treewright.transitions.derivations cimport Derivations

cdef class Credit:
    cdef readonly bint uniform

    cdef int look(self, Derivations c) except -1 nogil
    cdef int give(self, Derivations c, int number, float amount) except -1 nogil
    cdef int pass_time(self, double steps) except -1 nogil
    cdef int close(self) except -1 nogil
    cpdef finish(self)
    cpdef end_epoch(self)
