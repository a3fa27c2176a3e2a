# C types of units.py
cimport cython
from treewright.treebank.columns cimport CUTS, FEATS, FORM, HEAD, LEMMA, MISC, ROW_END, UPOS, XPOS

cdef extern from "treewright/tokenization/units.h":
    unsigned int code_point "tw_code_point"(const unsigned char* text, Py_ssize_t at) noexcept nogil
    int width_of "tw_width"(unsigned char first) noexcept nogil

cdef enum:
    INSIDE = 0
    TOKEN = 1
    SENTENCE = 2

cdef enum:  # what stands in front of the text, after the looks
    LONG_AT = 64
    NOTHING_AT = 65

cdef enum:  # what a unit and its chunk look like
    SPACE_AFTER = 1
    AT_SIGN = 2
    SLASH = 4
    INNER_STOP = 8
    TERMINAL = 16

cdef enum:
    SPACE = 0
    MARK = 1
    LETTER = 2
    DIGIT = 3
    OTHER = 4
    ENDING = 5

cdef enum:
    LONGEST_CONTEXT = 32    # bytes of a chunk that are seen
    LONGEST_UNIT = 1 << 12  # bytes of a run

cdef enum:
    LINE_FEED = 10
    PAGE_END = 12
    RETURN = 13
    NEXT_LINE = 0x85
    LINE_SEPARATOR = 0x2028
    PARAGRAPH_SEPARATOR = 0x2029
    ZERO_WIDTH_SPACE = 0x200B
    WORD_JOINER = 0x2060


@cython.final
cdef class Units:
    cdef readonly bint characters, spaced, lines
    cdef readonly int size, count
    cdef readonly bint ended, blank
    cdef readonly int[::1] start, end, cuts, label
    cdef readonly int[::1] token_start, token_end, token_kind
    cdef unsigned short[::1] classes
    cdef int[::1] kind_of, chunk_start, chunk_end, looks
    cdef int room

    cdef int _make_room(self, int units) except -1
    cdef int _class(self, unsigned int code) noexcept nogil
    @cython.locals(source="const unsigned char*", position=Py_ssize_t, code="unsigned int", of=int, last=int, lines=int,
                   first=Py_ssize_t, returned=bint, look=int, width=int)
    cpdef Py_ssize_t cut(self, bytes text, Py_ssize_t at, Py_ssize_t stop) except -1
    cdef int _open(self, Py_ssize_t at, Py_ssize_t chunk, int look) except -1
    @cython.locals(look=int, at=Py_ssize_t, i=int)
    cdef void _close_chunk(self, const unsigned char* source, Py_ssize_t begin, Py_ssize_t end) noexcept
    @cython.locals(i=int, at=int, before=int, rest=int)
    cpdef int look(self) except -1
    @cython.locals(i=int, count=int, used=int, kind=int, open=bint)
    cpdef int join(self, int units, bint whole) except -1
