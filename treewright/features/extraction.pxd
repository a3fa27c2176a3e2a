cimport cython
from treewright.features.chosen_tags cimport ChosenTags
from treewright.features.encoding cimport Encoding
from treewright.features.template_keys cimport (
    ends, find_absent, find_atoms, find_places, find_signatures, long_keys, place, reach, short_keys)
from treewright.features.view cimport View
from treewright.transitions.configuration cimport ARC_LABEL, KIND, PREVIOUS, RECORD, Configuration
from treewright.transitions.derivations cimport Derivations
from treewright.treebank.sentence cimport Sentence

ctypedef unsigned long long hash_t

cdef enum:  # as in feature_model.py and groups.py
    DISTANCE = -10
    GIVEN_ARC = -11
    CONSTANT = -12
    HISTORY = -20
    GROUPS = 6
    REST = 5
    SHORT = 4

@cython.final
cdef class Extraction:
    cdef readonly object model, tables, grouping
    cdef readonly View view              # None: the configuration has a stack
    cdef readonly Encoding words
    cdef public ChosenTags chosen
    cdef tuple templates                 # short and long ones: bias, atoms, group
    cdef int template_count, atom_count, valued_count, agreeing_count, real_count, key_room
    cdef int[::1] position, atom_place, base_word, group_atom, group_start
    cdef place[::1] places
    cdef reach reach                     # how many positions of each kind there are
    cdef ends ends                       # where each kind of atoms ends
    cdef unsigned short[::1] short_atom
    cdef int[::1] short_end, long_atom, long_atom_start, long_start
    cdef int[::1] valued_position, valued_group, valued_atom, valued_start
    cdef int[::1] agreeing_first, agreeing_second, agreeing_group, agreeing_atom, agreeing_start, real_position
    cdef hash_t[::1] atom, atom_odd, signature, absent, short_bias, short_needs, long_bias, valued_bias, agreeing_bias, real_bias, odd, small
    cdef readonly int binary
    cdef bint root_hidden
    cdef hash_t[::1] key
    cdef float[::1] real_value

    cdef int position_count
    cdef int[::1] row                    # where the columns of the word at each position begin

    cdef object _make_positions(self, list positions)
    cdef object _make_templates(self, object grouping)
    cpdef hide_root(self, bint hidden)
    cpdef encode(self, Sentence sentence)
    cdef int encode_text(self, const char *text, Py_ssize_t length, int[::1] cuts, int size) except -1 nogil
    @cython.locals(needed="long long")
    cdef int make_room(self) except -1 nogil
    @cython.locals(count=int, group=int)
    cdef int extract(self, Derivations c) noexcept nogil
    cdef int look(self, Derivations c) noexcept nogil
    @cython.locals(i=int, attribute=int, value=hash_t, next_node=int)
    cdef int _look_at_stack(self, Configuration c) noexcept nogil
    @cython.locals(i=int, word=int)
    cdef int _look_from(self, View view) noexcept nogil
    cdef int sign(self) noexcept nogil
    cdef int keys_of_group(self, int group, int count) noexcept nogil
    @cython.locals(total=hash_t, atom=hash_t, slot=int)
    cdef hash_t _combine(self, hash_t bias, int[::1] atoms, int start, int end) noexcept nogil
    @cython.locals(template=int, word=int, total=hash_t, key=hash_t, at=int)
    cdef int _valued_keys(self, int group, int count) noexcept nogil
    @cython.locals(template=int, first=int, second=int, total=hash_t, key=hash_t, at=int, other=int)
    cdef int _agreeing_keys(self, int group, int count) noexcept nogil
    @cython.locals(template=int, word=int, j=int, key=hash_t)
    cdef int real_keys(self, int count) noexcept nogil
    @cython.locals(top=int, word=int, distance=int)
    cdef hash_t _distance(self) noexcept nogil
    cdef hash_t _given_arc(self) noexcept nogil
    @cython.locals(given=int)
    cdef bint _is_given(self, int head, int word) noexcept nogil
    @cython.locals(state=int, _=int)
    cdef hash_t _history(self, Configuration c, int back) noexcept nogil

@cython.locals(count=int, i=int)
cpdef list keys_of(Extraction extraction, Derivations c)

@cython.locals(i=int)
cpdef list atoms_of(Extraction extraction, Derivations c)
