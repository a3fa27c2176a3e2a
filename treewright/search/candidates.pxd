cimport cython

@cython.final
cdef class Candidates:
    cdef int size, room, count
    cdef double[::1] total
    cdef int[::1] origin, kind, label, correct, site
    cdef int here

    cdef int _make_room(self, int room) except -1
    @cython.locals(at=int)
    cdef int offer(self, double total, int origin, int kind, int label, int correct) except -1 nogil
