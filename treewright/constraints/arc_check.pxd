cimport cython
from treewright.treebank.sentence cimport Sentence
from treewright.treebank.columns cimport CUTS, DEPREL, HEAD

@cython.final
cdef class ArcCheck:
    cdef int room
    cdef int[::1] by_right, by_left      # the first arc of each list; an arc is known by its dependent
    cdef int[::1] next_right, next_left, open

    cdef _make_room(self, int size)
    @cython.locals(i=int, at=int)
    cpdef bint stands(self, Sentence sentence, bint single_root) except -1
    @cython.locals(roots=int, word=int)
    cpdef bint fits(self, int[::1] heads, int size, bint single_root) except -1
    @cython.locals(word=int, head=int, above=int)
    cdef bint _has_covered_head(self, int[::1] heads, int size) noexcept nogil
    @cython.locals(at=int, word=int, head=int, right=int, left=int, count=int)
    cdef bint _has_crossing(self, int[::1] heads, int size) noexcept nogil
