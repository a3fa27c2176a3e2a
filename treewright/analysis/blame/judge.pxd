cimport cython
from libc.math cimport INFINITY
from treewright.analysis.blame.resumption cimport Resumption
from treewright.oracles.oracle cimport NEVER, Oracle
from treewright.oracles.item_oracle cimport ItemOracle
from treewright.search.search cimport Search
from treewright.transitions.covers cimport EQUAL, WITHIN, Covers
from treewright.transitions.set_configuration cimport NODE, OLDER, RIGHT, SetConfiguration
from treewright.treebank.sentence cimport Sentence

cdef class Judge(Resumption):
    cdef ItemOracle tree                      # the same, if it knows constituents
    cdef int[::1] heads, labels, one         # the gold tree, and room for a tree of one arc
    cdef int least, own_cost, right_label
    cdef bint counts

    cpdef hold(self, int[::1] heads, int[::1] labels)
    @cython.locals(right=bint)
    cpdef bint parse(self, Sentence sentence, int[::1] heads, int[::1] labels) except -1
    @cython.locals(heads='int[::1]', labels='int[::1]', i=int)
    cdef bint _is_gold(self) except -1
    cpdef list found(self, Sentence sentence)
    @cython.locals(step=int, site=int, kind=int, label=int)
    cpdef list wrong(self, list path, int start=*)
    @cython.locals(total=int, step=int, site=int, kind=int, label=int)
    cpdef int cost_of(self, list path, int start) except -1
    @cython.locals(at=int, valid=int, k=int)
    cdef int weigh(self, int site, int kind, int label) except -1
    @cython.locals(least=int, word=int)
    cdef tuple _told(self, int step, int site, int kind, int label, int cost, bint of_label)
    @cython.locals(search=Search, number=int)
    cdef double _score_of(self, int kind, int label, bint by_label) except? -1
    @cython.locals(search=Search, top=double, made=double, best_fits=bint, at=int, valid=int, k=int, wanted=int, first=int, stop=int,
                   number=int, score=double, same_class=bint, fits=bint)
    cdef tuple _best_right(self, int site, int kind, int label, int least)
    @cython.locals(size=int, i=int, kept=bint)
    cdef list _lost_arcs(self, int site, int kind, int label)
    @cython.locals(state=int, focus=int, labelling=bint, number=int, made=bint)
    cdef list _lost_constituents(self, int site, int kind, int label)
    @cython.locals(c=SetConfiguration, gold=Covers, last=int, number=int, own=bint)
    cpdef list open_constituents(self)
    @cython.locals(c=SetConfiguration, gold=Covers, within=bint, node=int)
    cdef bint _stays_open(self, int number) except -1
    @cython.locals(gold=Covers, token=int)
    cpdef tuple constituent(self, int number)
