cimport cython
from treewright.oracles.oracle cimport GONE, IN_BUFFER, NEVER, Oracle
from treewright.transitions.configuration cimport BELOW, NODE, WORD, Configuration
from treewright.transitions.derivations cimport Derivations
from treewright.transitions.easy_first cimport FORWARD, LEFT_ARC, RIGHT_ARC
from treewright.transitions.pending_list cimport allows

cdef class EasyFirstOracle(Oracle):
    @cython.locals(s=int, b=int)
    cdef int costs(self, Configuration c, int valid) except -1 nogil
    @cython.locals(token=int)
    cdef int start(self) except -1 nogil
    cdef int costs_at(self, Derivations d, int valid) except -1 nogil
    cdef int _costs_at(self, Configuration c) noexcept nogil
    cdef int follow(self, Derivations d, int kind) except -1 nogil
    cdef int _leave(self, Configuration c, int kind) noexcept nogil
    @cython.locals(gold=int, lost=int, at=int)
    cdef int attachment_cost(self, int head, int dependent) noexcept nogil
    @cython.locals(least=int, pending=int, node=int, left=int, right=int, _=int)
    cdef int _least_ahead(self, Configuration c) noexcept nogil
