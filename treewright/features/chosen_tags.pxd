cimport cython
from treewright.features.encoding cimport Encoding
from treewright.features.hashing cimport hash_t
from treewright.transitions.configuration cimport ARC_LABEL, KIND, NODE, PREVIOUS, RECORD, TOP, WORD, Configuration

@cython.final
cdef class ChosenTags:
    cdef int kind, column, room, state
    cdef hash_t[::1] hash
    cdef int[::1] composite, tag, times  # of each token: its tag (-1 = none), how often a transition gave it
    cdef int composite_count

    cdef int clear(self, Encoding words) except -1 nogil
    @cython.locals(word=int)
    cdef int _forget(self, Encoding words) noexcept nogil
    @cython.locals(there=int, here=int)
    cdef int follow(self, Configuration c, int state, Encoding words) noexcept nogil
    @cython.locals(base=int, word=int)
    cdef int _take_in(self, Configuration c, int state, int sign, Encoding words) noexcept nogil
    @cython.locals(row=int, i=int)
    cdef int _write(self, int word, Encoding words) noexcept nogil
    cdef int of(self, int word) noexcept nogil
