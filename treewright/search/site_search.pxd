cimport cython
from libc.math cimport INFINITY
from treewright.search.search cimport Search
from treewright.search.tournament cimport Tournament

cdef class SiteSearch(Search):
    cdef Tournament ranking                      # the best score of each site, if only some change
    cdef bint all_change
    cdef int site_room
    cdef float[::1] row                          # all scores of each site
    cdef float[::1] top                          # the best score of each site
    cdef int[::1] class_at, active_at            # of each site: the best class, how many features it has

    cdef int _make_site_room(self, int room) except -1 nogil
    @cython.locals(total=double, site=int, number=int, kind=int, label=int)
    cdef double decode(self) except? -1 nogil
    cdef int begin(self) except -1 nogil
    @cython.locals(site=int)
    cdef int refresh(self) except -1 nogil
    @cython.locals(valid=int, start=int, number=int)
    cdef float _scored(self, int site) except? -1 nogil
    @cython.locals(site=int, best=int)
    cdef int best_site(self) except -1 nogil
    cdef int show(self, int site) except -1 nogil
