# C types of rows.py
cimport cython

from treewright.tokenization.units cimport SENTENCE, SPACE, WORD_JOINER, ZERO_WIDTH_SPACE, Units, code_point, width_of
from treewright.treebank.splicer cimport copy, put_head

cdef enum:
    ROOM = 1 << 15

@cython.final
cdef class Rows:
    cdef readonly int sentences
    cdef readonly Py_ssize_t used
    cdef bytearray out
    cdef Py_ssize_t room
    cdef unsigned short[::1] classes

    @cython.locals(first=Py_ssize_t, i=int, begin=int)
    cpdef int write(self, bytes text, Py_ssize_t at, Py_ssize_t next, Units units, dict splits, bint document, bint paragraph) except -1
    @cython.locals(source="const unsigned char*", out="unsigned char*", i=int, number=int, at=Py_ssize_t, after=Py_ssize_t,
                   words=list, word=bytes)
    cdef int _sentence(self, bytes text, Units units, int first, int last, Py_ssize_t before, Py_ssize_t next, dict splits,
                       bint document, bint paragraph) except -1
    @cython.locals(bound=Py_ssize_t, i=int)
    cdef Py_ssize_t _bound(self, Units units, int first, int last, Py_ssize_t before, Py_ssize_t next, dict splits) except -1
    cdef int _make_room(self, Py_ssize_t more) except -1
    @cython.locals(length=Py_ssize_t, source="const unsigned char*")
    cdef Py_ssize_t _put(self, unsigned char* out, Py_ssize_t at, bytes words) noexcept
    @cython.locals(position=Py_ssize_t, width=int, code="unsigned int", space=bint)
    cdef Py_ssize_t _plain(self, unsigned char* out, Py_ssize_t at, const unsigned char* source, Py_ssize_t begin, Py_ssize_t end) noexcept
    @cython.locals(position=Py_ssize_t, width=int, code="unsigned int", shift=int, digit=int)
    cdef Py_ssize_t _escaped(self, unsigned char* out, Py_ssize_t at, const unsigned char* source, Py_ssize_t begin, Py_ssize_t end) noexcept
    @cython.locals(position=Py_ssize_t)
    cdef bint _odd_spaces(self, const unsigned char* source, Py_ssize_t begin, Py_ssize_t end) noexcept
    @cython.locals(some=bint, odd=bint)
    cdef Py_ssize_t _misc(self, unsigned char* out, Py_ssize_t at, const unsigned char* source, Py_ssize_t before, Py_ssize_t begin,
                          Py_ssize_t end, Py_ssize_t after, bint first) noexcept
