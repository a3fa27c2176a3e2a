cimport cython
from treewright.training.local cimport Local
from treewright.transitions.configuration cimport Configuration

ctypedef unsigned long long hash_t

cdef class GoldPaths(Local):
    cdef readonly object learner
    cdef bint looks_at_atoms
    cdef int room, key_room, count, key_count
    cdef hash_t[::1] key
    cdef float[::1] value
    cdef int[::1] length, number

    @cython.locals(c=Configuration)
    cpdef int learn(self) except -1
    @cython.locals(valid=int, best=int, i=int, kind=int, label=int)
    cdef int _walk(self, Configuration c) except -1 nogil
    @cython.locals(count=int, i=int, key=hash_t, real=bint)
    cdef int _note(self, Configuration c, int number) except -1 nogil
    cdef int _make_room(self, int count) except -1
