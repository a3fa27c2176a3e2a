cimport cython
from treewright.classifiers.credit cimport Credit
from treewright.transitions.derivations cimport Derivations

cdef class PlaceCredit(Credit):
    cdef readonly int count, classes, updates
    cdef int width, room
    cdef bint fresh
    cdef int[::1] seen               # the places of the configuration that was looked at last
    cdef int[::1] place              # configuration x place
    cdef float[::1] amount           # configuration x class

    @cython.locals(i=int)
    cdef int give(self, Derivations c, int number, float amount) except -1 nogil
    cdef int _make_room(self) except -1
    cdef int close(self) except -1 nogil
