cimport cython
from libc.math cimport INFINITY
from libc.string cimport memmove
from treewright.classifiers.lookup cimport highest
from treewright.classifiers.scorer cimport Scorer
from treewright.features.chosen_tags cimport ChosenTags
from treewright.search.constraint_filter cimport ConstraintFilter
from treewright.search.fact_filter cimport FactFilter, first_bit
from treewright.search.known_labels cimport KnownLabels
from treewright.search.margins cimport Margins
from treewright.search.transition_classes cimport TransitionClasses
from treewright.transitions.configuration cimport ARC_DEPENDENT, ARC_HEAD, ARC_LABEL, PREVIOUS, RECORD, Configuration
from treewright.transitions.derivations cimport Derivations
from treewright.transitions.sites cimport Sites
from treewright.transitions.transition_system cimport TransitionSystem
from treewright.treebank.sentence cimport Sentence

cdef enum:
    MASKS = 16

cdef class Search:
    cdef readonly TransitionSystem system
    cdef readonly Scorer scorer
    cdef readonly TransitionClasses classes
    cdef readonly Derivations d
    cdef readonly Configuration c            # the same, if it has a stack
    cdef readonly Sites sites                # None: a configuration is one site
    cdef public ConstraintFilter filter
    cdef public FactFilter facts
    cdef bint mended
    cdef ConstraintFilter mending
    cdef public object mending_filter_maker
    cdef public KnownLabels known
    cdef readonly Margins margins
    cdef Margins idle_margins
    cdef readonly ChosenTags chosen
    cdef readonly int tag_kind
    cdef int kind_count, size, tree_room, active
    cdef bint wants_score
    cdef int[::1] first, width, label_first
    cdef int[::1] head, label, kind_of, mask_of
    cdef float[::1] mask

    cpdef begin_batch(self, list sentences)
    cpdef encode(self, Sentence sentence)
    cdef int encode_text(self, const char *text, Py_ssize_t length, int[::1] cuts, int size) except -1 nogil
    cdef int look_up(self, const char *text, int[::1] cuts, int size) except -1 nogil
    cpdef bint needs_python(self) except -1
    cdef int take_size(self, int size) except -1
    @cython.final
    cdef int start(self) except -1 nogil
    @cython.final
    cdef bint is_over(self) except -1 nogil
    cdef int score(self) except -1 nogil
    cpdef constrain(self, object given)
    @cython.locals(valid=int)
    cdef int valid_kinds(self) except -1 nogil
    cdef bint confirms(self, int kind) except -1 nogil
    @cython.locals(valid=int)
    cdef int confirmed_kinds(self) except -1 nogil
    @cython.final
    cdef int given_label(self, int kind) noexcept nogil
    @cython.final
    cdef bint has_given_labels(self) noexcept nogil
    @cython.locals(at=int, number=int, kind=int, label=int)
    cdef int _mask_with_labels(self, int valid) noexcept nogil
    @cython.final
    @cython.locals(row=int, at=int, number=int, kind=int)
    cdef int mask_for(self, int valid) noexcept nogil
    @cython.final
    @cython.locals(kind=int)
    cdef bint fits(self, int number) except -1 nogil
    @cython.locals(row=int, best=int)
    cdef int best_class(self, int valid) except -1 nogil
    @cython.final
    cdef int _highest(self, int row) noexcept nogil
    @cython.final
    @cython.locals(at=int, first=int, w=int, ruled_out="unsigned long long")
    cdef int _row_without(self, int row, int kind) noexcept nogil
    @cython.locals(best=int, top=float, w=int, left="unsigned long long", label=int)
    cdef int best_fitting(self, int kind, int first, int but) except? -1 nogil
    @cython.final
    cdef bint bound_by_facts(self, int kind) noexcept nogil
    @cython.locals(first=int, best=int, label=int)
    cdef int best_label(self, int kind) except? -1 nogil
    cdef int dead_end(self) except -1 nogil
    @cython.locals(score=double, may_mend=bint)
    cdef double find_tree(self) except? -1 nogil
    cdef double _mend(self, double score) except? -1
    cpdef watch(self, bint wanted)
    cdef int find_watched_tree(self) except -1 nogil
    cdef int look_back(self) except -1 nogil
    cdef double decode(self) except? -1 nogil
    @cython.locals(i=int, base=int, dependent=int, head=int)
    cdef int read_tree(self, int state) except -1 nogil
    @cython.locals(score=double, i=int, entries=int)
    cpdef tuple parse(self, Sentence sentence)
