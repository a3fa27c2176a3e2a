cimport cython
from libc.math cimport INFINITY
from treewright.classifiers.lookup cimport find_above
from treewright.oracles.oracle cimport NEVER, TIE, Oracle
from treewright.search.candidates cimport Candidates
from treewright.search.fact_filter cimport FactFilter
from treewright.search.search cimport Search
from treewright.treebank.sentence cimport Sentence

cdef class Beam(Search):
    cdef readonly int beam, count
    cdef Candidates candidates, correct_candidates
    cdef int room
    cdef int[::1] state, correct, above
    cdef double[::1] total
    cdef bint any_correct, by_words

    cdef int _make_room(self, int room) except -1
    cdef int begin(self, int state) noexcept nogil
    cdef double decode(self) except? -1 nogil
    @cython.locals(i=int, behind=double)
    cdef int look_back(self) except -1 nogil
    @cython.locals(i=int, most=int)
    cdef int words_of_slowest(self) noexcept nogil
    @cython.locals(moved=bint, i=int, slowest=int)
    cdef bint step(self, Oracle oracle, float margin, bint only_correct) except -1 nogil
    @cython.locals(valid=int)
    cdef int _offer_transitions(self, int i, Oracle oracle, float margin, bint only_correct) except -1 nogil
    @cython.locals(watched=bint, least=int, site=int, valid=int)
    cdef int _offer_at_sites(self, int i, Oracle oracle, float margin, bint only_correct) except -1 nogil
    @cython.locals(row=int, bound=double, count=int, j=int, number=int, kind=int, asked=int, refused=int, bound_kinds=int,
                   label=int)
    cdef int _offer_best(self, int i, int valid) except -1 nogil
    @cython.locals(state=int, total=double, bonus=double, kind=int, cheap=bint, first=int, wanted=int, given=int, number=int,
                   correct=bint, value=double, last=int, full=bint)
    cdef int _offer_watched(self, int i, int valid, Oracle oracle, int least, float margin, bint only_correct) except -1 nogil
    @cython.locals(j=int, kind=int)
    cdef int _give_labels(self, Candidates candidates, int state) except -1 nogil
    @cython.locals(j=int)
    cdef int keep(self, Candidates candidates) except -1 nogil
    cdef int make(self, int state, int site, int kind, int label) except -1 nogil
    cdef int take_correct(self, Beam other) except -1 nogil
    @cython.locals(beam=Beam)
    cpdef Beam twin(self)
