cimport cython
from treewright.features.chosen_tags cimport ChosenTags
from treewright.features.extraction cimport Extraction
from treewright.transitions.configuration cimport Configuration
from treewright.transitions.derivations cimport Derivations
from treewright.treebank.sentence cimport Sentence

cdef class Scorer:
    cdef readonly Extraction extraction
    cdef readonly ChosenTags chosen
    cdef readonly int classes, stride, width
    cdef readonly double scale
    cdef float[::1] score

    cpdef follow(self, Scorer first)
    cpdef begin_batch(self, list sentences)
    cpdef tags(self, list sentences)
    cpdef begin(self, Sentence sentence)
    cdef int begin_text(self, const char *text, Py_ssize_t length, int[::1] cuts, int size) except -1 nogil
    cpdef bint needs_python(self) except -1
    cdef int make_room(self) except -1 nogil
    cpdef tell(self, object heads)
    cpdef hide_root(self, bint hidden)
    cpdef use(self, object model)
    cdef int scores(self, Derivations c) except -1 nogil
    cdef int read_tags(self, Configuration c, int state) noexcept nogil

@cython.locals(i=int)
cpdef list scores_of(Scorer scorer, Derivations c)
