cimport cython
from treewright.classifiers.scorer cimport Scorer
from treewright.features.extraction cimport Extraction
from treewright.features.hashing cimport hash_t
from treewright.networks.layers.layers cimport hidden_layer, output_layer
from treewright.transitions.derivations cimport Derivations
from treewright.treebank.sentence cimport Sentence

cdef class SlotScorer(Scorer):
    cdef readonly object model
    cdef readonly object slots
    cdef readonly int slot_count, label_count, hidden, activation
    cdef object states                   # what has been encoded: a row for each word of several sentences
    cdef SlotScorer leader               # the scorer of the first view, if this is of another one
    cdef dict starts                     # of each sentence in it
    cdef int start, size, split          # `more` has the rows from `split` on: of the root, of nothing, of other words
    cdef const float[::1] projected, more   # row x slot x unit
    cdef const int[::1] row_of           # of each word of the batch
    cdef const float[::1] by_label       # label x slot x unit
    cdef const float[::1] bias, weights, output_bias, keep
    cdef int[::1] label_slot
    cdef bint drops
    cdef public int lanes                # floats of a vector; tests try narrower ones
    cdef int label_rows, reach           # how many scores are written: those of classes that a view sees
    cdef hash_t[::1] row
    cdef float[::1] unit
    cdef int[::1] active, place

    cpdef use(self, object model)
    cpdef begin_batch(self, list sentences)
    cpdef tags(self, list sentences)
    cpdef follow(self, Scorer first)
    cdef object _take(self, object states)
    cdef int make_room(self) except -1 nogil
    cpdef begin(self, Sentence sentence)
    cpdef bint needs_python(self) except -1
    cdef int scores(self, Derivations c) except -1 nogil
    @cython.locals(i=int, word=Py_ssize_t, label=Py_ssize_t, row="const float *")
    cdef int find_rows(self) noexcept nogil
