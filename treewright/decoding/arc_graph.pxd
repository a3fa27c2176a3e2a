cimport cython
from treewright.classifiers.key_sums cimport KeySums
from treewright.classifiers.linear_scorer cimport LinearModel
from treewright.classifiers.weight_table cimport WeightTable
from treewright.features.arc_extraction cimport ArcExtraction
from treewright.treebank.sentence cimport Sentence
from treewright.trees.cheapest_tree cimport IMPOSSIBLE, CheapestTree

ctypedef unsigned long long hash_t

cdef enum:
    CLASSES = 16        # of arcs
    AT_ONCE = 8         # arcs that are scored at once
    OF_HEAD = 0         # groups of templates
    OF_DEPENDENT = 1
    NO_LABEL = -1

@cython.final
cdef class ArcGraph:
    cdef readonly ArcExtraction arcs, relations
    cdef KeySums arc_sums, label_sums
    cdef CheapestTree tree
    cdef readonly int labels
    cdef int size, width, waiting, room
    cdef int[::1] waiting_head, waiting_word
    cdef double[::1] head_part, word_part        # word x class: what depends on one word of an arc
    cdef readonly int[::1] head, label           # of each word, from 1
    cdef unsigned char[::1] root_label, other_label  # which labels an arc from ROOT, and any other, has had

    cpdef use(self, LinearModel arcs, LinearModel labels)
    cpdef take(self, Sentence sentence)
    @cython.locals(bits=hash_t, head=int, word=int)
    cdef int score(self) except -1 nogil
    @cython.locals(word=int, number=int, count=int)
    cdef int _score_words(self) except -1 nogil
    @cython.locals(start=int)
    cdef int _add(self, int head, int word, hash_t between) except -1 nogil
    @cython.locals(i=int, head=int, word=int, number=int, own=int, score=double)
    cdef int _flush(self) except -1 nogil
    @cython.locals(i=int, head=int, word=int)
    cdef int keep(self, int[::1] heads, int[::1] banned, bint bans) noexcept nogil
    @cython.locals(word=int)
    cdef bint find_tree(self) noexcept nogil
    @cython.locals(word=int)
    cdef int find_labels(self) except -1 nogil
    @cython.locals(count=int)
    cdef int _score_labels(self, int[::1] heads, int word) except -1 nogil
    @cython.locals(number=int, best=int, most=double, seen=bint)
    cdef int _best_label(self, bint root, int other_than) noexcept nogil

    @cython.locals(word=int, head=int, loss=double, norm=double, amount=double, wrong=int, own=int, other=int)
    cdef int learn_arcs(self, WeightTable table, int[::1] gold, double steps, double most) except -1 nogil
    @cython.locals(count=int)
    cdef int _count_features(self, int head, int word) except -1 nogil
    @cython.locals(own=int, start=int, count=int, i=int)
    cdef int _change(self, WeightTable table, int head, int word, bint alone, double amount, double steps) except -1 nogil
    @cython.locals(word=int, wrong=int, count=int, loss=double, amount=double, i=int, updates=int)
    cdef int learn_labels(self, WeightTable table, int[::1] heads, int[::1] gold, double steps, double most) except -1 nogil
    @cython.locals(updates=int)
    cpdef int learn(self, WeightTable arcs, WeightTable labels, int[::1] heads, int[::1] gold, object given, double steps,
                     double most) except -1
    @cython.locals(i=int, found=bint)
    cpdef parse(self, Sentence sentence, object given, int[::1] heads, int[::1] labels, int at)
    cpdef constrain(self, object given)
