cimport cython
from treewright.oracles.oracle cimport Oracle
from treewright.search.beam cimport Beam
from treewright.search.search cimport Search
from treewright.search.site_search cimport SiteSearch
from treewright.transitions.configuration cimport (
    ARC_DEPENDENT, ARC_HEAD, ARC_LABEL, KIND, PREVIOUS, RECORD, SITE, Configuration)
from treewright.transitions.derivations cimport Derivations
from treewright.transitions.set_configuration cimport SetConfiguration
from treewright.transitions.sites cimport Sites
from treewright.transitions.transition_system cimport TransitionSystem
from treewright.treebank.sentence cimport Sentence

cdef class Replay:
    cdef readonly TransitionSystem system
    cdef readonly Oracle oracle
    cdef readonly Search search
    cdef readonly Sites sites
    cdef readonly Derivations d
    cdef readonly Configuration c            # the same, if it has a stack
    cdef readonly SetConfiguration items     # the same, if it has a set of items
    cdef readonly list kinds
    cdef list moves
    cdef readonly bint persistent
    cdef readonly int size
    cdef int labelled                        # kinds that have a label, as bits

    cpdef list find(self, Sentence sentence)
    cdef int final_state(self) except -1
    @cython.locals(base=int)
    cdef list path(self, int state)
    @cython.locals(number=int)
    cdef tuple move(self, int site, int kind, int label)
    @cython.locals(site=int, number=int, kind=int, label=int)
    cdef list go_on_at_sites(self, SiteSearch search, list prefix)
    cpdef begin(self, int size)
    cpdef bint is_over(self) except -1
    cdef int first_site(self) except? -1
    cdef int site_after(self, int site) except? -1
    cdef int look(self, int site) except -1
    cdef int cost(self, int valid) except -1
    @cython.locals(site=int, valid=int, kind=int)
    cpdef list choices(self)
    @cython.locals(head=int, dependent=int)
    cdef bint label_counts(self, int kind) except -1
    @cython.locals(state=int, head=int, dependent=int)
    cdef tuple arc(self, int kind)
    @cython.locals(site=int)
    cpdef list pending(self)
    @cython.locals(valid=int, row=int, number=int, kind=int, label=int, search=Search)
    cpdef list scores(self, int site)
    @cython.locals(base=int, dependent=int)
    cpdef tuple advance(self, int site, int kind, int label)
