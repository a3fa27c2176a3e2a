cimport cython
from libc.math cimport INFINITY, exp, fabs, log
from treewright.classifiers.credit cimport Credit
from treewright.search.beam cimport Beam
from treewright.training.beam_items cimport BeamItems
from treewright.training.label_credit cimport give_label
from treewright.transitions.derivations cimport ARC_LABEL, KIND, PREVIOUS, SITE, STEP, Derivations

cdef class PathCredit:
    cdef Beam beam
    cdef Derivations d
    cdef Credit credit
    cdef double certain, negligible
    cdef int[::1] state              # of each path, as far as it was followed back
    cdef double[::1] amount
    cdef int room

    cdef int step_of(self, int state) noexcept nogil
    cdef int fork(self, int one, int other) noexcept nogil
    @cython.locals(fork=int)
    cdef int give_pair(self, int better, int worse) except -1 nogil
    @cython.locals(before=int)
    cdef int _give_path(self, int state, int until, float amount) except -1 nogil
    cdef int _look(self, int state) except -1 nogil
    @cython.locals(kind=int, label=int)
    cdef int _number(self, int state) noexcept nogil
    @cython.locals(top=double, best=double, whole=double, among=double, loss=double, i=int)
    cdef double give_shares(self, BeamItems items, int start) except? -1 nogil
    @cython.locals(before=int, looked=bint, left=int, total=double, i=int, state=int)
    cdef int _walk_back(self, int count, int start) except -1 nogil
    cdef double give_label_shares(self, int first, int count, int gold) except? -1 nogil
