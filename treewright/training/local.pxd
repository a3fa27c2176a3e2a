cimport cython
from libc.math cimport exp
from treewright.oracles.oracle cimport TIE, Oracle
from treewright.search.greedy cimport Greedy
from treewright.training.strategy cimport TrainingStrategy
from treewright.transitions.configuration cimport Configuration

cdef class Local(TrainingStrategy):
    cdef readonly double penalty     # of the square of log Z
    cdef readonly Greedy greedy
    cdef int[::1] wrong              # classes that an update may punish
    cdef int wrong_count
    cdef int gold, gold_kind, gold_label, predicted, predicted_kind, predicted_label

    @cython.locals(c=Configuration, updates=int)
    cpdef int learn(self) except -1
    @cython.locals(updates=int, valid=int, kind=int, label=int)
    cdef int walk(self, Configuration c) except -1 nogil
    cdef int tell(self, int updates) except -1 nogil
    @cython.locals(count=int, i=int)
    cdef int _correct(self, Configuration c, int gold, int predicted, float bonus) except -1 nogil
    @cython.locals(least=int, kind=int, bonus=double, best_gold=double, best=double, cheap=bint, first=int, start=int,
                   end=int, given=int, wanted=int, but=int, bound=bint, number=int, value=double)
    cdef int _rank(self, int valid) except -1 nogil
    @cython.locals(best=int, top=float, number=int, value=float)
    cdef int _highest(self, int first, int start, int end, int but) noexcept nogil
    @cython.locals(number=int)
    cdef int _note_wrong(self, int first, int start, int end, int but) except -1 nogil
    @cython.locals(scale=double, top=double, total=double, kind=int, number=int, left=double)
    cdef int _sample_transition(self, int valid) noexcept nogil
    @cython.locals(predicted=int, gold=int, first=int, label=int)
    cdef int learn_label(self, Configuration c, int kind) except -1 nogil
