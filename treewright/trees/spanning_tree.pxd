cimport cython
from treewright.trees.cheapest_tree cimport IMPOSSIBLE, CheapestTree

cdef enum:  # of nodes
    DEAD = 0
    ALIVE = 1
    ON_PATH = 2
    DONE = 3

cdef class SpanningTree(CheapestTree):
    cdef int roots, count                # arcs from ROOT; nodes of the forest
    cdef double[::1] into                # node x node that an arc comes from
    cdef int[::1] arc                    # the same: which arc it is
    cdef double[::1] lowest              # of each node: what the arc into it costs
    cdef int[::1] state, path, number    # of each node: whether it is alive, on the path, done; its number in the forest
    cdef int[::1] parent, chosen, gone   # of each number

    cpdef make_room(self, int size)
    @cython.locals(node=int)
    cdef double least(self, bint single_root) noexcept nogil
    @cython.locals(node=int, other=int)
    cdef int _copy_costs(self) noexcept nogil
    @cython.locals(length=int, node=int, source=int, i=int, first=int)
    cdef bint _grow(self, int start, bint single_root) noexcept nogil
    @cython.locals(source=int, best=int, value=double)
    cdef int _cheapest_into(self, int node, bint single_root) noexcept nogil
    @cython.locals(i=int, k=int, node=int, one=int, other=int, value=double, whole=int)
    cdef int _contract(self, int first, int length) noexcept nogil
    @cython.locals(number=int, word=int, node=int, total=double)
    cdef double _expand(self) noexcept nogil
