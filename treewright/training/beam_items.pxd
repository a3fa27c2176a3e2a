cimport cython
from libc.math cimport exp
from treewright.search.beam cimport Beam

cdef class BeamItems:
    cdef readonly int count
    cdef int room
    cdef double scale
    cdef int[::1] state, correct
    cdef double[::1] total

    cdef int note(self, Beam beam) except -1 nogil
    @cython.locals(i=int)
    cdef int add(self, Beam beam) except -1 nogil
    cdef int _make_room(self, int room) except -1
    @cython.locals(total=double, left=double, i=int)
    cdef int sample(self, double drawn) noexcept nogil
