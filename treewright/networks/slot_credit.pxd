cimport cython
from treewright.classifiers.credit cimport Credit
from treewright.networks.slot_scorer cimport SlotScorer
from treewright.transitions.derivations cimport Derivations

cdef class SlotCredit(Credit):
    cdef readonly SlotScorer scorer
    cdef readonly int count, classes, updates
    cdef int width, room
    cdef bint fresh
    cdef int[::1] place              # configuration x slot
    cdef float[::1] amount           # configuration x class

    cdef int look(self, Derivations c) except -1 nogil
    @cython.locals(i=int)
    cdef int give(self, Derivations c, int number, float amount) except -1 nogil
    cdef int _make_room(self) except -1
    cdef int close(self) except -1 nogil
