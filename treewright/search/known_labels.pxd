cimport cython
from treewright.features.form_table cimport FormTable
from treewright.treebank.columns cimport CUTS, FORM, LEMMA

@cython.final
cdef class KnownLabels:
    cdef FormTable table
    cdef int room
    cdef int[::1] label

    @cython.locals(i=int)
    cdef int take(self, const char *text, int[::1] cuts, int size) except -1 nogil
    cdef int of(self, int word) noexcept nogil
