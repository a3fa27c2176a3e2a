cimport cython
from libc.math cimport INFINITY
from treewright.search.search cimport Search
from treewright.search.tournament cimport Tournament
from treewright.transitions.easy_first cimport LEFT_ARC, RIGHT_ARC, EasyFirst
from treewright.transitions.pending_list cimport PendingList

cdef class EasyFirstSearch(Search):
    cdef EasyFirst easy_first
    cdef PendingList pending
    cdef Tournament gaps                         # the best score of each gap
    cdef readonly int seen_left, seen_right      # how many tokens on each side of a gap templates look at
    cdef int gap_room, waiting
    cdef float[::1] row                          # all scores of each gap
    cdef int[::1] class_at, active_at, stale     # of each gap: the best class, how many features it has, must it be scored?
    cdef int[::1] queue                          # the gaps that must be scored

    cdef int _make_gap_room(self, int size) except -1 nogil
    @cython.locals(total=double, gap=int, number=int, kind=int, label=int)
    cdef double decode(self) except? -1 nogil
    @cython.locals(gap=int)
    cdef int begin(self) except -1 nogil
    @cython.locals(gap=int)
    cdef int forget(self) noexcept nogil
    cdef int _mark(self, int gap) noexcept nogil
    @cython.locals(i=int, gap=int)
    cdef int refresh(self) except -1 nogil
    @cython.locals(valid=int, start=int, number=int)
    cdef float _scored(self, int gap) except? -1 nogil
    cdef int score_gap(self, int gap) except -1 nogil
    cdef int show(self, int gap) noexcept nogil
    @cython.locals(right=int, valid=int)
    cdef int valid_at(self, int gap) noexcept nogil
    cdef int dependent_at(self, int gap, int kind) noexcept nogil
    @cython.locals(dependent=int, head=int, left=int, right=int)
    cdef int make_arc(self, int gap, int kind, int label) except -1 nogil
    cdef int _mark_behind(self, int gap, int count) noexcept nogil
    cdef int _mark_before(self, int gap, int count) noexcept nogil
