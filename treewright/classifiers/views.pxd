cimport cython
from treewright.classifiers.credit cimport Credit
from treewright.classifiers.scorer cimport Scorer
from treewright.transitions.derivations cimport Derivations
from treewright.treebank.sentence cimport Sentence

cdef class ViewScorer(Scorer):
    cdef Scorer own
    cdef ViewScorer other            # of the next view
    cdef int number

    cpdef begin(self, Sentence sentence)
    cdef int begin_text(self, const char *text, Py_ssize_t length, int[::1] cuts, int size) except -1 nogil
    cdef int make_room(self) except -1 nogil
    cpdef use(self, object model)
    cdef int scores(self, Derivations c) except -1 nogil

cdef class ViewCredit(Credit):
    cdef Credit own
    cdef ViewCredit other
    cdef int number

    cdef int look(self, Derivations c) except -1 nogil
    cdef int give(self, Derivations c, int number, float amount) except -1 nogil
    cdef int pass_time(self, double steps) except -1 nogil
    cdef int close(self) except -1 nogil
    cpdef finish(self)
    cpdef end_epoch(self)
