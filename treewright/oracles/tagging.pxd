from treewright.oracles.oracle cimport Oracle
from treewright.transitions.configuration cimport Configuration
from treewright.transitions.tagging cimport TAG

cdef class TaggingOracle(Oracle):
    cdef int costs(self, Configuration c, int valid) except -1 nogil
