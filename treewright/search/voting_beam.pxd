cimport cython
from treewright.search.beam cimport Beam
from treewright.search.voter cimport Ballot, Voter
from treewright.treebank.sentence cimport Sentence

cdef class VotingBeam(Beam):
    cdef readonly Voter voter
    cdef Ballot ballot
    cdef double slack
    cdef double[::1] first_score
    cdef int[::1] items

    cpdef bint needs_python(self) except -1
    cpdef begin_batch(self, list sentences)
    cpdef encode(self, Sentence sentence)
    cpdef constrain(self, object given)
    cdef int encode_text(self, const char *text, Py_ssize_t length, int[::1] cuts, int size) except -1 nogil
    cdef double decode(self) except? -1 nogil
    @cython.locals(moved=bint, i=int, slowest=int)
    cdef bint _vote(self) except -1 nogil
    @cython.locals(at=int, best=int, j=int)
    cdef int _count(self) noexcept nogil
    @cython.locals(lead=double)
    cdef bint _is_better(self, int one, int other) noexcept nogil
    cpdef Beam twin(self)
