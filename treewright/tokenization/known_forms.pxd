# C types of known_forms.py
cimport cython

from treewright.features.form_table cimport MISSING, FormTable
from treewright.tokenization.units cimport NOTHING_AT, SENTENCE, Units
from treewright.treebank.columns cimport CUTS, FEATS, FORM, HEAD, LEMMA, MISC, ROW_END, UPOS, XPOS


@cython.final
cdef class KnownForms:
    cdef readonly int asked_count, split_count
    cdef readonly int[::1] asked, cuts, split, way
    cdef FormTable table
    cdef int room

    @cython.locals(source="const char *", i=int, number=int, first=bint)
    cpdef int look(self, bytes text, Units units) except -1
    @cython.locals(at=int, flag=int)
    cdef int _ask(self, Units units, int i, bint first) noexcept
    cdef int _make_room(self, int tokens) except -1


@cython.locals(at=int)
cdef bint has_space(const char* text, int begin, int end) noexcept
