cimport cython
from treewright.classifiers.scorer cimport Scorer
from treewright.transitions.configuration cimport (ARC_DEPENDENT, ARC_HEAD, ARC_LABEL, KIND, PREVIOUS, RECORD, STEP,
                                                   Configuration)
from treewright.transitions.transition_system cimport TransitionSystem

cdef enum:  # signals of a word
    ARC = 0
    LABEL = 1
    LEAST = 2
    RIVAL = 3
    LABEL_RIVAL = 4
    TAG = 5
    SIGNALS = 6

cdef enum:
    FREE = 1000000000   # there was nothing to decide; floats have this number

@cython.final
cdef class Margins:
    cdef TransitionSystem system
    cdef Scorer scorer
    cdef Configuration c
    cdef int[::1] first, width, label_first, on_path
    cdef int label_count, kind_count, tag_kind, size, room, path_room
    cdef float arc, label
    cdef float[::1] signal                       # word x signal

    @cython.locals(i=int)
    cdef int clear(self, int size) except -1 nogil
    @cython.locals(other=float, rival=float, k=int, first=int, width=int)
    cdef int note(self, int valid, int kind, int label) noexcept nogil
    cdef int note_free(self) noexcept nogil
    cdef int attach(self, int word) noexcept nogil
    @cython.locals(left=float, right=float, score="float*", one=float, two=float, three=float, four=float, i=int)
    cdef float best_of(self, int first, int width, int but) noexcept nogil
    cdef int _narrow(self, int word) noexcept nogil
    cdef int _put(self, int word, int place, float value) noexcept nogil
    @cython.locals(state=int, before=int, valid=int, kind=int, dependent=int)
    cdef int walk(self, int last) except -1 nogil
    @cython.locals(state=int, steps=int, base=int, word=int, head=int, same=bint)
    cdef int compare(self, int best, int other, double behind, int[::1] heads, int[::1] labels) except -1 nogil
    cdef int _rival(self, int word, int place, float behind) noexcept nogil
    @cython.locals(i=int, at=int, place=int)
    cdef int close(self, float behind) noexcept nogil
