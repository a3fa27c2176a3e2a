cimport cython
from libc.math cimport INFINITY

@cython.final
cdef class Tournament:
    cdef int room, places
    cdef float[::1] score
    cdef int[::1] winner     # node 1 is the top, those below node k are 2k and 2k + 1, players come last

    cdef int _make_room(self) except -1 nogil
    @cython.locals(player=int, node=int)
    cdef int start(self, int count) except -1 nogil
    @cython.locals(node=int, left=int, right=int, better=int)
    cdef int set(self, int player, float score) noexcept nogil
    cdef int best(self) noexcept nogil
