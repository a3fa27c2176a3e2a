cimport cython
from treewright.transitions.set_configuration cimport COVER, MOST_TOKENS, NODE, SetConfiguration, bits_t

cdef enum:  # how an item lies to a constituent
    APART = 0
    WITHIN = 1
    EQUAL = 2
    CROSSING = 3
    AROUND = 4

@cython.final
cdef class Covers:
    cdef readonly int tokens, words, count
    cdef int room
    cdef bits_t one
    cdef bits_t[::1] cover       # the tokens of each constituent, in the order in which they are made; the last row has all
    cdef int[::1] last           # its last token
    cdef int[::1] name           # its label
    cdef int[::1] chain          # where those begin that end with a token
    cdef int[::1] row, right     # of each entry of a tree, while it is read

    cdef int _make_room(self, int rows) except -1 nogil
    @cython.locals(tokens=int, entry=int, token=int, rows=int, at=int, steps=int)
    cdef int take(self, int[::1] parents, int[::1] labels, int size) except -1 nogil
    cpdef read(self, object parents, object labels)
    @cython.locals(a=int, b=int, w=int, meets=bint, sticks_out=bint, covers=bint, own=bits_t)
    cdef int relation(self, SetConfiguration c, int node, int other, int number) noexcept nogil
