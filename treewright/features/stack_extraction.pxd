cimport cython
from treewright.features.extraction cimport Extraction
from treewright.features.hashing cimport hash_t
from treewright.features.template_keys cimport find_absent, find_atoms, find_places, reach
from treewright.transitions.configuration cimport ARC_LABEL, KIND, PREVIOUS, RECORD, Configuration
from treewright.transitions.derivations cimport Derivations

cdef enum:  # as in names.py
    DISTANCE = -10
    GIVEN_ARC = -11
    CONSTANT = -12
    HISTORY = -20

cdef class StackExtraction(Extraction):
    cdef reach reach                     # how many positions of each kind there are
    cdef int[::1] position, base_word
    cdef bint root_hidden

    cdef object _make_positions(self, list positions)
    cpdef hide_root(self, bint hidden)
    cdef int make_room(self) except -1 nogil
    cdef int look(self, Derivations c) except -1 nogil
    @cython.final
    @cython.locals(i=int, attribute=int, value=hash_t, next_node=int)
    cdef int _look(self, Configuration c) noexcept nogil
    @cython.final
    @cython.locals(top=int, word=int, distance=int)
    cdef hash_t _distance(self) noexcept nogil
    @cython.final
    cdef hash_t _given_arc(self) noexcept nogil
    @cython.final
    @cython.locals(given=int)
    cdef bint _is_given(self, int head, int word) noexcept nogil
    @cython.final
    @cython.locals(state=int, _=int)
    cdef hash_t _history(self, Configuration c, int back) noexcept nogil
