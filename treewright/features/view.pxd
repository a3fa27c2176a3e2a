from treewright.features.hashing cimport hash_t
from treewright.transitions.derivations cimport Derivations

cdef class View:
    cdef readonly int[::1] word      # at each position, numbered from 1; -1 = none
    cdef hash_t[::1] value           # of each attribute that the configuration knows, 0 = absent
    cdef int[::1] number             # the same for networks: the number of a label, -1 = absent, -2 - x = another value

    cdef int locate(self, Derivations d) except -1 nogil
    cdef int forget(self) noexcept nogil
