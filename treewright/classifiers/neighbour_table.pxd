cimport cython
from treewright.classifiers.scorer cimport Scorer
from treewright.features.hashing cimport hash_t
from treewright.transitions.derivations cimport Derivations

cdef enum:  # as in neighbour_table.py
    FAR = 1 << 30
    WINDOW = 48

@cython.final
cdef class NeighbourTable:
    cdef readonly int classes, stride, nearest, largest, width, count
    cdef dict _arrays
    cdef const unsigned short[::1] atoms, numbers
    cdef const int[::1] importance, rows, following
    cdef const hash_t[::1] values
    cdef const unsigned int[::1] value_starts, starts, counts
    cdef const unsigned char[::1] shared
    cdef const float[::1] prior

cdef class NeighbourScorer(Scorer):
    cdef readonly NeighbourTable table
    cdef int[::1] query, depth, best, hit, hit_distance
    cdef int bound, hits, found

    cpdef use(self, object model)
    @cython.locals(at=int, place=int, number=int, row=int, entry=int)
    cdef int scores(self, Derivations c) except -1 nogil
    @cython.final
    @cython.locals(low=int, high=int, first=int, end=int, middle=int)
    cdef int _code(self, int at, hash_t value) noexcept nogil
    @cython.final
    @cython.locals(low=int, high=int, middle=int, base="long long", at=int)
    cdef int _place(self) noexcept nogil
    @cython.final
    @cython.locals(width=int, bound=int, row=int, at=int, total=int, base="long long", rows="const int[::1]",
                   shared="const unsigned char[::1]", following="const int[::1]", importance="const int[::1]",
                   query="int[::1]", depth="int[::1]")
    cdef int _search(self, int first, int end) noexcept nogil
    @cython.final
    @cython.locals(at=int, last=int)
    cdef int _take(self, int row, int distance) noexcept nogil
