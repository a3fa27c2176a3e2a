cimport cython
from treewright.features.extraction cimport Extraction
from treewright.features.template_keys cimport find_absent
from treewright.features.view cimport View
from treewright.transitions.derivations cimport Derivations

cdef class ViewExtraction(Extraction):
    cdef readonly View view
    cdef int position_count, valued_places
    cdef int[::1] position, row          # where the columns of the word at each position begin
    cdef int[::1] valued_attribute

    cdef int make_room(self) except -1 nogil
    cdef int look(self, Derivations c) except -1 nogil
    @cython.final
    @cython.locals(i=int, word=int)
    cdef int _look_from(self, View view) noexcept nogil
