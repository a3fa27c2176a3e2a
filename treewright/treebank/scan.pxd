# C types of scan.py
cimport cython

from treewright.treebank.byte_search cimport cut_row, line_end, utf8_end
from treewright.treebank.columns cimport CUTS, DEPREL, HEAD

cdef enum:
    TAB = 9
    LINE_FEED = 10
    SPACE = 32
    HASH = 35
    HYPHEN = 45
    FULL_STOP = 46
    ZERO = 48
    NINE = 57
    UNDERSCORE = 95


@cython.final
cdef class Scanner:
    cdef readonly bytes block
    cdef const unsigned char* text  # the bytes of `block`
    cdef readonly Py_ssize_t end, start, stop, next, line, next_line, blank_lines, spaced_lines
    cdef readonly int size, bad_heads
    cdef readonly bint faulty
    cdef int[::1] cuts
    cdef int[::1] heads
    cdef int room

    @cython.locals(at=Py_ssize_t, end=Py_ssize_t, last=int)
    cpdef bint scan(self)

    @cython.locals(at=Py_ssize_t)
    cdef Py_ssize_t _skip_blank_lines(self) noexcept

    @cython.locals(at=Py_ssize_t, number=int, second=int, mark="unsigned char")
    cdef int _row(self, Py_ssize_t begin, int last) except -1

    @cython.locals(cut=int, k=int)
    cdef Py_ssize_t _columns(self, Py_ssize_t at) noexcept
    cdef int columns  # how many the last row had

    @cython.locals(at=Py_ssize_t, stop=Py_ssize_t, value=int)
    cdef int _head(self) noexcept

    @cython.locals(i=int)
    cdef void _forget_heads_outside(self) noexcept

    @cython.locals(begin=Py_ssize_t, value=int)
    cdef int _number(self, Py_ssize_t at) noexcept
    cdef int digits  # how many the last _number() had

    cdef Py_ssize_t _after_line(self, Py_ssize_t at) noexcept
    cdef bint _is_blank(self, Py_ssize_t at) noexcept
    cdef int _grow(self) except -1


@cython.locals(text="const unsigned char*", at=Py_ssize_t, end=Py_ssize_t, byte="unsigned char", low="unsigned char",
               high="unsigned char", more=int, i=int)
cpdef bint is_utf8(bytes block) noexcept

@cython.locals(text="const unsigned char*", at=Py_ssize_t, end=Py_ssize_t, count=int)
cpdef int sentence_count(bytes block) noexcept
