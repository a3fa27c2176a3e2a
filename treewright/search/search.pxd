cimport cython
from treewright.classifiers.scorer cimport Scorer
from treewright.classifiers.weight_table cimport WeightTable
from treewright.features.extraction cimport Extraction
from treewright.transitions.configuration cimport ARC_DEPENDENT, ARC_HEAD, ARC_LABEL, PREVIOUS, RECORD, Configuration
from treewright.transitions.transition_system cimport TransitionSystem
from treewright.treebank.sentence cimport Sentence
from treewright.treebank.splicer cimport Splicer

cdef class TransitionClasses:
    cdef readonly bint second
    cdef readonly int label_count, count
    cdef readonly int[::1] first, width, label_first

cdef class Search:
    cdef readonly TransitionSystem system
    cdef readonly Extraction extraction
    cdef readonly Scorer scorer
    cdef readonly TransitionClasses classes
    cdef readonly Configuration c
    cdef int kind_count, size, tree_room, active
    cdef int[::1] first, width, label_first
    cdef int[::1] head, label

    cpdef encode(self, Sentence sentence)
    cdef int score(self) except -1 nogil
    @cython.locals(first=int, best=int, label=int)
    cdef int best_label(self, int kind) noexcept nogil
    cdef int dead_end(self) except -1 nogil
    cdef double decode(self) except? -1 nogil
    @cython.locals(i=int, base=int, dependent=int, head=int)
    cdef int read_tree(self, int state) noexcept nogil
    @cython.locals(score=double, i=int)
    cpdef tuple parse(self, Sentence sentence)
    @cython.locals(sentence=Sentence, heads="int[::1]", labels="int[::1]", words=int, at=int, i=int)
    cpdef bytes splice(self, list sentences, Splicer splicer)
