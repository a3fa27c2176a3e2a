cimport cython
from treewright.oracles.attardi_search cimport LONGER, MOST_COST, AttardiSearch
from treewright.oracles.oracle cimport Oracle
from treewright.transitions.attardi cimport EXTRACT, LEFT, LEFT2, LEFT3, RIGHT, RIGHT2, RIGHT3, SHIFT, Attardi
from treewright.transitions.configuration cimport RECORD, STEP, Configuration

cdef class AttardiOracle(Oracle):
    cdef readonly AttardiSearch search
    cdef int allowed, most
    cdef readonly bint gave_up
    cdef int[::1] path, path_of, climbed
    cdef int path_room, path_size
    cdef readonly int path_length
    cdef readonly dict known

    cdef int take(self, int[::1] heads, int[::1] labels, int size) except -1 nogil
    cdef int take_from(self, Oracle other) except -1 nogil
    cdef bint has_path(self) except -1 nogil
    cdef int _make_path_room(self, int size) except -1 nogil
    @cython.locals(word=int, same=bint, simple=int)
    cdef int _find_path(self) except -1 nogil
    @cython.locals(word=int, token=int, roots=int)
    cdef bint _is_tree(self) noexcept nogil
    @cython.locals(step=int)
    cdef int _keep(self) noexcept nogil
    @cython.locals(most=int, simple=int, cost=int, attempt=int, allowed=int)
    cdef int _search(self) except -1 nogil
    @cython.locals(path=bytes, step=int)
    cdef bint _recall(self) except -1
    @cython.locals(step=int)
    cdef int _remember(self) except -1
    @cython.locals(word=int)
    cdef bytes _key(self)
    @cython.locals(step=int, best=int, kind=int, word=int)
    cdef int costs(self, Configuration c, int valid) except -1 nogil
    cdef int _dependent(self, Configuration c, int kind) noexcept nogil
