cimport cython
from libc.math cimport INFINITY, exp
from treewright.oracles.oracle cimport NEVER, TIE
from treewright.search.site_search cimport SiteSearch
from treewright.training.local cimport Local

cdef enum:
    ANY = -1
    NONE = -2

cdef class LocalAtSites(Local):
    cdef readonly SiteSearch search
    cdef int gold_site, predicted_site, least, cost_room
    cdef float best_gold, best
    cdef int[::1] cost, right_label, valid_at    # of each site and kind; of each site

    @cython.locals(updates=int)
    cpdef int learn(self) except -1
    @cython.locals(updates=int, site=int, kind=int, label=int)
    cdef int walk_at_sites(self) except -1 nogil
    cdef int _change_at(self, int site, int number, float amount) except -1 nogil
    @cython.locals(site=int, kind=int, room=int)
    cdef int judge(self) except -1 nogil
    @cython.locals(site=int, kind=int)
    cdef int rank_all(self) except -1 nogil
    @cython.locals(right=bint, wanted=int, bonus=float, first=int, start=int, label=int, value=float)
    cdef int _rank_labels(self, int site, int kind) except -1 nogil
    @cython.locals(at=int)
    cdef int wanted(self, int site, int kind) noexcept nogil
    cdef bint _fits(self, int site, int number) except -1 nogil
    cdef int _sample_transition_at_sites(self) noexcept nogil
    @cython.locals(top=double, left=double)
    cdef int draw_with(self, double scale) noexcept nogil
    @cython.locals(total=double, site=int, kind=int, start=int, label=int)
    cdef double _draw_until(self, double limit, double scale, double top) noexcept nogil
    @cython.locals(predicted=int, gold=int)
    cdef int _learn_label_at(self, int site, int kind) except -1 nogil
