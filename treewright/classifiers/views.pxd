from treewright.classifiers.scorer cimport Scorer
from treewright.classifiers.wrapping_credit cimport WrappingCredit
from treewright.transitions.derivations cimport Derivations
from treewright.treebank.sentence cimport Sentence

cdef class ViewScorer(Scorer):
    cdef Scorer own
    cdef ViewScorer other            # of the next view
    cdef int number

    cpdef follow(self, Scorer first)
    cpdef begin_batch(self, list sentences)
    cpdef tags(self, list sentences)
    cpdef begin(self, Sentence sentence)
    cdef int begin_text(self, const char *text, Py_ssize_t length, int[::1] cuts, int size) except -1 nogil
    cdef int make_room(self) except -1 nogil
    cpdef bint needs_python(self) except -1
    cpdef use(self, object model)
    cdef int scores(self, Derivations c) except -1 nogil

cdef class ViewCredit(WrappingCredit):
    cdef ViewCredit other            # of the next view
    cdef int number

    cdef int look(self, Derivations c) except -1 nogil
    cdef int give(self, Derivations c, int number, float amount) except -1 nogil
    cpdef finish(self)
    cpdef end_epoch(self)
