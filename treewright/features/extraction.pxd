cimport cython
from treewright.features.chosen_tags cimport ChosenTags
from treewright.features.encoding cimport Encoding
from treewright.features.hashing cimport hash_t
from treewright.features.template_keys cimport ends, find_signatures, long_keys, place, short_keys
from treewright.transitions.derivations cimport Derivations
from treewright.treebank.sentence cimport Sentence

cdef enum:  # as in groups.py
    GROUPS = 6
    REST = 5
    SHORT = 4

cdef class Extraction:
    cdef readonly object model, tables, grouping
    cdef readonly Encoding words
    cdef public ChosenTags chosen
    cdef tuple templates                 # short and long ones: bias, atoms, group
    cdef int template_count, atom_count, valued_count, agreeing_count, real_count, key_room
    cdef int[::1] atom_place, group_atom, group_start
    cdef place[::1] places
    cdef ends ends                       # where each kind of atoms ends
    cdef unsigned short[::1] short_atom
    cdef int[::1] short_end, long_atom, long_atom_start, long_start
    cdef int[::1] valued_position, valued_group, valued_atom, valued_start
    cdef int[::1] agreeing_first, agreeing_second, agreeing_group, agreeing_atom, agreeing_start, real_position
    cdef hash_t[::1] atom, atom_odd, signature, absent, short_bias, short_needs, long_bias, valued_bias, agreeing_bias, real_bias, odd, small
    cdef readonly int binary
    cdef hash_t[::1] key
    cdef float[::1] real_value

    cdef object _make_templates(self, object grouping)
    cpdef hide_root(self, bint hidden)
    cpdef encode(self, Sentence sentence)
    cdef int encode_text(self, const char *text, Py_ssize_t length, int[::1] cuts, int size) except -1 nogil
    @cython.locals(needed="long long")
    cdef int make_room(self) except -1 nogil
    @cython.final
    @cython.locals(count=int, group=int)
    cdef int extract(self, Derivations c) except -1 nogil
    cdef int look(self, Derivations c) except -1 nogil
    @cython.final
    cdef int sign(self) noexcept nogil
    @cython.final
    cdef int keys_of_group(self, int group, int count) noexcept nogil
    @cython.final
    @cython.locals(total=hash_t, atom=hash_t, slot=int)
    cdef hash_t _combine(self, hash_t bias, int[::1] atoms, int start, int end) noexcept nogil
    @cython.final
    @cython.locals(template=int, word=int, total=hash_t, key=hash_t, at=int)
    cdef int _valued_keys(self, int group, int count) noexcept nogil
    @cython.final
    @cython.locals(template=int, first=int, second=int, total=hash_t, key=hash_t, at=int, other=int)
    cdef int _agreeing_keys(self, int group, int count) noexcept nogil
    @cython.final
    @cython.locals(template=int, word=int, j=int, key=hash_t)
    cdef int real_keys(self, int count) noexcept nogil

@cython.locals(count=int, i=int)
cpdef list keys_of(Extraction extraction, Derivations c)

@cython.locals(i=int)
cpdef list atoms_of(Extraction extraction, Derivations c)
