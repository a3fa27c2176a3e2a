cimport cython
from libc.math cimport exp, fabs, log
from treewright.training.local cimport Local
from treewright.transitions.configuration cimport Configuration

cdef class Likelihood(Local):
    cdef double certain, near        # of a decision that teaches nothing: at least this probability, at most this log Z
    cdef float[::1] probability      # of each class that may be chosen; then of the right ones
    cdef int[::1] right              # whether a class is right, -1 where it may not be chosen

    @cython.locals(updates=int, valid=int, kind=int, label=int, number=int, drawn=bint)
    cdef int walk(self, Configuration c) except -1 nogil
    @cython.locals(least=int, kind=int, first=int, start=int, end=int, given=int, wanted=int, cheap=bint, number=int)
    cdef int _mark(self, int valid) except -1 nogil
    @cython.locals(top=double, total=double, among=double, share=double, log_z=double, amount=double, number=int, best=int)
    cdef int _give(self, Configuration c, int first, int end, double penalty) except -1 nogil
    @cython.locals(log_z=double)
    cdef int _give_only(self, Configuration c, int number) except -1 nogil
    @cython.locals(best=int, number=int)
    cdef int _best(self, int first, int end, int least) noexcept nogil
    @cython.locals(total=double, left=double, number=int)
    cdef int _drawn(self, int last) noexcept nogil
    @cython.locals(first=int, gold=int, label=int)
    cdef int learn_label(self, Configuration c, int kind) except -1 nogil
