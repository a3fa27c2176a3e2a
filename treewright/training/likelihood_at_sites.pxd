cimport cython
from libc.math cimport exp, fabs, log
from treewright.training.label_credit cimport give_label
from treewright.training.local_at_sites cimport ANY, LocalAtSites

cdef class LikelihoodAtSites(LocalAtSites):
    cdef double certain, near, weight    # the last one of the credit of all transitions
    cdef double total, among         # of all transitions, and of those that are right

    @cython.locals(updates=int, site=int, kind=int, label=int, drawn=bint, wrong=bint)
    cdef int walk_at_sites(self) except -1 nogil
    @cython.locals(site=int, top=double, share=double, log_z=double)
    cdef int _give_all(self) except -1 nogil
    @cython.locals(kind=int, label=int, start=int, wanted=int, share=double)
    cdef int _add_up(self, int site, double top) noexcept nogil
    @cython.locals(kind=int, label=int, first=int, start=int, wanted=int, share=double, amount=double)
    cdef int _give_at(self, int site, double top) except -1 nogil
    @cython.locals(predicted=int, gold=int)
    cdef int _learn_label(self, int site, int kind) except -1 nogil
