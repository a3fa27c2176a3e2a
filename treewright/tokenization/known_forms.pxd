# C types of known_forms.py
cimport cython

from treewright.features.hashing cimport hash_span
from treewright.tokenization.units cimport NOTHING_AT, SENTENCE, Units

ctypedef unsigned long long hash_t


@cython.final
cdef class KnownForms:
    cdef readonly int asked_count, split_count
    cdef readonly int[::1] asked, cuts, split, way
    cdef int size, room
    cdef hash_t[::1] key
    cdef int[::1] number

    @cython.locals(at=int)
    cdef int _place(self, hash_t key) noexcept
    @cython.locals(source="const char *", i=int, at=int, key=hash_t, first=bint)
    cpdef int look(self, bytes text, Units units) except -1
    @cython.locals(at=int, flag=int)
    cdef int _ask(self, Units units, int i, bint first) noexcept
    cdef int _make_room(self, int tokens) except -1


@cython.locals(at=int)
cdef bint has_space(const char* text, int begin, int end) noexcept
