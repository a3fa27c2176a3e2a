cimport cython
from libc.math cimport INFINITY, exp, log
from treewright.classifiers.scorer cimport Scorer
from treewright.search.candidates cimport Candidates
from treewright.search.fact_filter cimport FactFilter
from treewright.transitions.configuration cimport Configuration
from treewright.transitions.transition_system cimport TransitionSystem
from treewright.treebank.sentence cimport Sentence

@cython.final
cdef class Ballot:
    cdef readonly int count
    cdef double[::1] points
    cdef int[::1] item, kind, label

    @cython.locals(at=int)
    cdef int add(self, double points, int item, int kind, int label) noexcept nogil

@cython.final
cdef class Voter:
    cdef readonly Scorer scorer
    cdef readonly Voter following
    cdef FactFilter facts
    cdef readonly double weight
    cdef Candidates candidates
    cdef Configuration c
    cdef readonly bint apart, probable
    cdef int size, kind_count, stride
    cdef int[::1] first, width, labelled, to_all, to_own
    cdef float[::1] scores               # item x class
    cdef double[::1] total, next_total   # of the path to each item

    cpdef share(self, Configuration c)
    cpdef bint needs_python(self) except -1
    cpdef begin_batch(self, list sentences)
    cpdef encode(self, Sentence sentence)
    cpdef tell(self, object heads)
    cdef int encode_text(self, const char *text, Py_ssize_t length, int[::1] cuts, int size) except -1 nogil
    cdef int start(self, int size, bint root_first) except -1 nogil
    cdef int begin_step(self) noexcept nogil
    cdef int rank_final(self, int item) except -1 nogil
    @cython.locals(row=int, number=int, kind=int, value=double)
    cdef int rank(self, int item, int state, int valid) except -1 nogil
    @cython.locals(kind=int, number=int, most=float, whole=double, change=float)
    cdef int _normalise(self, int row, int valid) noexcept nogil
    cdef bint _fits(self, int kind, int label) except -1 nogil
    @cython.locals(j=int)
    cdef int vote(self, Ballot ballot) noexcept nogil
    @cython.locals(at=int, own=int, number=int)
    cdef double score_of(self, int item, int kind, int label) noexcept nogil
    @cython.locals(j=int, own=int)
    cdef int follow(self, TransitionSystem system, Candidates kept, int[::1] items) except -1 nogil
