cimport cython
from treewright.features.hashing cimport hash_shape, hash_small, hash_span, hash_t, mix
from treewright.treebank cimport columns
from treewright.treebank.sentence cimport Sentence

cdef enum:  # kinds of columns, as in template_tables.py
    FIELD = 0
    LEMMA_OR_FORM = 1
    MISC_KEY = 3
    PREFIX = 4
    SUFFIX = 5
    COMPOSITE = 6
    GIVEN = 8
    SHAPE = 9
    SMALL = 10

cdef enum:
    MEMORY = 256        # how many different FEATS are remembered
    MOST_FEATS = 16     # and how many values of each

@cython.final
cdef class Encoding:
    cdef list functions
    cdef object embeddings
    cdef int column_count, word_room, value_room
    cdef int[::1] column_kind, column_number, part, part_start
    cdef hash_t[::1] column_key, odd, seed
    cdef hash_t root_hash
    cdef bint has_values, in_python
    cdef int size, dimensions, most_values
    cdef hash_t[::1] hash                # word x column; ROOT is word 0 and size + 1, word size + 2 has nothing
    cdef int[::1] value_start            # where the values of each word begin
    cdef hash_t[::1] value, value_name   # of each Name=Value in FEATS
    cdef int feature_count
    cdef int[::1] feature, known_count   # columns that are one Name's value; what is remembered of FEATS
    cdef hash_t[::1] known, known_value, known_name, known_feature
    cdef unsigned short[::1] classes, small  # of characters, see character_tables.py
    cdef float[::1] vector               # word x dimension

    cdef bint told                       # whether `given` has the heads that constraints give
    cdef int[::1] given
    cdef hash_t[::1] sides

    cpdef tell(self, object heads)
    cdef hash_t _side(self, int i) noexcept nogil
    @cython.locals(most=Py_ssize_t)
    cdef _make_room(self, Py_ssize_t words, Py_ssize_t values)
    @cython.locals(source=bytes)
    cpdef encode(self, Sentence sentence)
    @cython.locals(values=Py_ssize_t)
    cdef int encode_text(self, const char *text, Py_ssize_t length, int[::1] cuts, int size) except -1 nogil
    @cython.locals(i=int, j=int)
    cdef _encode_in_python(self, Sentence sentence)
    @cython.locals(count=int, i=int, j=int, cut=int, start=int, end=int, whole=hash_t, place=int, row=int, column=int)
    cdef int _encode_feats(self, const char *text, int[::1] cuts) noexcept nogil
    @cython.locals(equals=int, first=int, at=int)
    cdef int _read_feats(self, const char *text, int start, int end, int count) noexcept nogil
    @cython.locals(j=int)
    cdef int _remember(self, int place, hash_t whole, int start, int count, int row) noexcept nogil
    @cython.locals(
        width=int, column=int, kind=int, number=int, i=int, at=int, cut=int, form=int, form_end=int, misc=int, misc_end=int
    )
    cdef int _encode_columns(self, const char *text, int[::1] cuts) noexcept nogil
    @cython.locals(column=int, i=int)
    cdef int _encode_composites(self) noexcept nogil
    @cython.locals(start=int, end=int)
    cdef hash_t _field(self, const char *text, int[::1] cuts, int i, int number) noexcept nogil
    @cython.locals(at=int, _=int)
    cdef hash_t _affix(self, const char *text, int start, int end, bint prefix, int length) noexcept nogil
    @cython.locals(classes="const unsigned short *", small="const unsigned short *")
    cdef hash_t _in_characters(self, const char *text, int start, int end, int kind) noexcept nogil
    @cython.locals(first=int, equals=int, at=int)
    cdef hash_t _keyed(self, const char *text, int start, int end, hash_t key) noexcept nogil
    @cython.locals(total=hash_t, part=int, slot=int)
    cdef hash_t composite(self, int i, int column) noexcept nogil
