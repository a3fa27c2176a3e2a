cimport cython
from treewright.analysis.trace.replay cimport Replay
from treewright.features.extraction cimport Extraction
from treewright.oracles.oracle cimport Oracle
from treewright.search.beam cimport Beam
from treewright.search.greedy cimport Greedy
from treewright.search.search cimport Search
from treewright.search.site_search cimport SiteSearch

cdef class Resumption(Replay):
    cdef Oracle judging

    @cython.locals(search=Search, state=int, site=int, kind=int, label=int, beam=Beam, greedy=Greedy)
    cpdef list go_on(self, list prefix)
    @cython.locals(site=int, kind=int, label=int, entries=int, heads="int[::1]", labels="int[::1]", i=int)
    cpdef tuple structure(self, list path)
    @cython.locals(beam=Beam)
    cpdef str lost_by(self, double total)
    @cython.locals(beam=Beam, step=int)
    cpdef int left_beam(self) except? -2
    @cython.locals(i=int)
    cpdef list places(self, Extraction extraction)
    @cython.locals(site=int, kind=int, label=int, width=int)
    cdef bint _fits(self, list path) except -1
    cpdef double total(self) except? -1
