cdef class Classifier:
    cdef readonly int classes
    cdef public long long updates
