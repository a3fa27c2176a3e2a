cdef class Decoder:
    pass
