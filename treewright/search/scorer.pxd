cimport cython
from treewright.classifiers.lookup cimport fetch_scores, fetch_tags, score_lists, score_real, total_of
from treewright.classifiers.neighbour_table cimport NeighbourSearch
from treewright.classifiers.packed_weights cimport PackedWeights
from treewright.classifiers.slots cimport table_view
from treewright.classifiers.weight_table cimport WeightTable, hash_t
from treewright.features.extraction cimport GROUPS, REST, Extraction
from treewright.transitions.configuration cimport Configuration

@cython.final
cdef class Scorer:
    cdef readonly WeightTable learning
    cdef readonly PackedWeights packed
    cdef readonly NeighbourSearch neighbours
    cdef readonly int stride, width
    cdef int shift                   # from a signature to its place
    cdef readonly double scale
    cdef hash_t salt, odd
    cdef void *vectors[GROUPS]
    cdef void *missing[GROUPS]
    cdef float[::1] score
    cdef float[::1] memory           # group x place x class
    cdef hash_t[::1] signature
    cdef hash_t[::1] found_key, row  # scratch; rows are pointers
    cdef int[::1] active_in, end, found
    cdef int room

    cpdef use(self, object table)
    cdef int _make_room(self, int room) except -1
    @cython.locals(view="const table_view *", salt=hash_t, memory="float *", keys="const unsigned long long *",
                   found="unsigned int *", active=int, count=int, lists=int, group=int,
                   signature=hash_t, place=int, start=int, i=int)
    cdef int scores(self, Extraction features) except -1 nogil
    cdef const table_view *_view(self) noexcept nogil
    cdef int _scores_in_python(self, Extraction features) except -1
    cdef list _row(self, hash_t key)

@cython.locals(i=int)
cpdef list scores_of(Scorer scorer, Extraction extraction, Configuration c)
