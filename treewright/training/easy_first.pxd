cimport cython
from libc.math cimport INFINITY, exp
from treewright.oracles.easy_first cimport EasyFirstOracle
from treewright.oracles.oracle cimport NEVER, TIE
from treewright.search.easy_first cimport EasyFirstSearch
from treewright.training.local cimport Local
from treewright.transitions.easy_first cimport LEFT_ARC, RIGHT_ARC

cdef class EasyFirstTraining(Local):
    cdef readonly EasyFirstSearch search
    cdef EasyFirstOracle judge
    cdef int gold_gap, predicted_gap, least
    cdef float best_gold, best

    @cython.locals(updates=int)
    cpdef int learn(self) except -1
    @cython.locals(updates=int, gap=int, kind=int, label=int, dependent=int)
    cdef int _learn_arcs(self) except -1 nogil
    cdef int _change_at(self, int gap, int number, float amount) except -1 nogil
    @cython.locals(dependent=int)
    cdef int _cost(self, int gap, int kind) noexcept nogil
    @cython.locals(gap=int, valid=int, kind=int)
    cdef int _rank_all(self) except -1 nogil
    @cython.locals(cheap=bint, right=bint, wanted=int, bonus=float, first=int, start=int, label=int, value=float)
    cdef int _rank_labels(self, int gap, int kind) except -1 nogil
    cdef bint _fits(self, int gap, int number) except -1 nogil
    @cython.locals(at=int, scale=double, top=double, left=double)
    cdef int _sample_arc(self) noexcept nogil
    @cython.locals(total=double, gap=int, valid=int, kind=int, start=int, label=int)
    cdef double _draw_until(self, double limit, double scale, double top) noexcept nogil
    @cython.locals(predicted=int, gold=int)
    cdef int _learn_label_at(self, int gap, int kind, int dependent) except -1 nogil
