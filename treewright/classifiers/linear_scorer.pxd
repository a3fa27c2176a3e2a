cimport cython
from treewright.classifiers.lookup cimport fetch_scores, fetch_tags, score_lists, score_real, total_of
from treewright.classifiers.scorer cimport Scorer
from treewright.classifiers.slots cimport table_view
from treewright.features.extraction cimport GROUPS, REST, Extraction
from treewright.features.hashing cimport hash_t
from treewright.transitions.derivations cimport Derivations

cdef class LinearModel:
    cdef readonly int classes, stride
    cdef readonly double scale
    cdef readonly unsigned long long version    # how often a weight has changed
    cdef table_view view

cdef class LinearScorer(Scorer):
    cdef LinearModel model
    cdef int shift                   # from a signature to its place
    cdef hash_t salt, odd
    cdef void *vectors[GROUPS]
    cdef void *missing[GROUPS]
    cdef float[::1] memory           # group x place x class
    cdef hash_t[::1] signature
    cdef hash_t[::1] found_key, row  # scratch; rows are pointers
    cdef int[::1] active_in, end, found
    cdef int room

    cpdef use(self, object model)
    cdef int _make_room(self, int room) except -1
    cdef int scores(self, Derivations c) except -1 nogil
    @cython.final
    @cython.locals(view="const table_view *", salt=hash_t, memory="float *", keys="const unsigned long long *",
                   found="unsigned int *", active=int, count=int, lists=int, group=int,
                   signature=hash_t, place=int, start=int, i=int)
    cdef int _add_up(self, Extraction features) except -1 nogil
    cdef int _add_up_in_python(self, Extraction features) except -1
