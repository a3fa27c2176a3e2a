cimport cython
from treewright.features.hashing cimport hash_span, mix, plain_keys
from treewright.transitions.configuration cimport (
    ARC_LABEL, BELOW, HEAD, KIND, LABEL, LEFT1, LEFT_COUNT, NODE, PREVIOUS, RECORD, RIGHT_COUNT, WORD, Configuration)
from treewright.treebank.sentence cimport Sentence

ctypedef unsigned long long hash_t

cdef enum:  # kinds of columns, as in feature_model.py
    FIELD = 0
    LEMMA = 1
    FEATURE = 2
    MISC = 3
    PREFIX = 4
    SUFFIX = 5
    COMPOSITE = 6
    DISTANCE = -10
    HISTORY = -20

cdef class Extraction:
    cdef readonly object model
    cdef list functions
    cdef object embeddings
    cdef int column_count, position_count, atom_count, column_atom_count, plain_count, valued_count, agreeing_count, real_count
    cdef int[::1] column_kind, column_number, column_part, column_part_start
    cdef hash_t[::1] column_key, plain_bias, valued_bias, agreeing_bias, real_bias, odd, seed, small, hash, value, value_name
    cdef int[::1] position_base, position_relation, position_offset, position_word, position_row, position_label, position_node
    cdef int[::1] base_node, base_word, atom_position, atom_attribute
    cdef hash_t[::1] atom
    cdef int[::1] plain_atom, plain_ends, valued_position, valued_atom, valued_start
    cdef int[::1] agreeing_first, agreeing_second, agreeing_atom, agreeing_start, real_position, value_start
    cdef float[::1] vector
    cdef hash_t root_hash
    cdef int word_room, value_room, key_room, dimensions, size
    cdef readonly int binary
    cdef hash_t[::1] key
    cdef float[::1] real_value

    cdef _make_room(self, int words, int values, int keys)
    @cython.locals(source=bytes, text="const char *", cuts="int[::1]", size=int, i=int, j=int)
    cpdef encode(self, Sentence sentence)
    @cython.locals(count=int, most=int, i=int, start=int, end=int, equals=int, first=int, at=int, needed=int)
    cdef int _encode_values(self, const char *text, int[::1] cuts) except -1
    @cython.locals(width=int, column=int, kind=int, number=int, i=int, at=int)
    cdef int _encode_columns(self, const char *text, int[::1] cuts) noexcept nogil
    @cython.locals(column=int, i=int)
    cdef int _encode_composites(self) noexcept nogil
    @cython.locals(start=int, end=int)
    cdef hash_t _field(self, const char *text, int[::1] cuts, int i, int number) noexcept nogil
    @cython.locals(at=int, _=int)
    cdef hash_t _affix(self, const char *text, int start, int end, bint prefix, int length) noexcept nogil
    @cython.locals(first=int, equals=int, at=int)
    cdef hash_t _keyed(self, const char *text, int start, int end, hash_t key) noexcept nogil
    @cython.locals(total=hash_t, part=int, slot=int)
    cdef hash_t _composite(self, int i, int column) noexcept nogil

    @cython.locals(count=int)
    cdef int extract(self, Configuration c) noexcept nogil
    cdef int _plain_keys_in_python(self) except -1
    @cython.locals(total=hash_t, atom=hash_t, slot=int)
    cdef hash_t _combine(self, hash_t bias, int[::1] atoms, int start, int end) noexcept nogil
    @cython.locals(template=int, word=int, total=hash_t, key=hash_t, at=int)
    cdef int _extract_valued(self, int count) noexcept nogil
    @cython.locals(template=int, first=int, second=int, total=hash_t, key=hash_t, at=int, other=int)
    cdef int _extract_agreeing(self, int count) noexcept nogil
    @cython.locals(template=int, word=int, j=int, key=hash_t)
    cdef int _extract_real(self, int count) noexcept nogil
    @cython.locals(node=int, i=int, word=int, base=int, relation=int, label=int, at=int)
    cdef int _find_positions(self, Configuration c) noexcept nogil
    @cython.locals(i=int, position=int, attribute=int, value=hash_t)
    cdef int _find_atoms(self, Configuration c) noexcept nogil
    @cython.locals(count=int, labels=hash_t)
    cdef hash_t _of_node(self, Configuration c, int node, int attribute) noexcept nogil
    @cython.locals(top=int, word=int, distance=int)
    cdef hash_t _distance(self) noexcept nogil
    @cython.locals(state=int, _=int)
    cdef hash_t _history(self, Configuration c, int back) noexcept nogil

@cython.locals(count=int, i=int)
cpdef list keys_of(Extraction extraction, Configuration c)
