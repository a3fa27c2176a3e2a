from treewright.classifiers.credit cimport Credit

cdef class WrappingCredit(Credit):
    cdef Credit one

    cdef int pass_time(self, double steps) except -1 nogil
    cdef int close(self) except -1 nogil
    cpdef finish(self)
    cpdef end_epoch(self)
