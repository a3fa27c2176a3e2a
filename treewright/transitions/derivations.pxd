cdef enum:  # fields of a record, in every family; what else a configuration needs comes after them
    PREVIOUS = 0        # the record before it, -1 = none
    KIND = 1            # the transition that led here, -1 = none
    ARC_LABEL = 2       # and its label
    STEP = 3            # how many transitions led here
    SITE = 4            # where the transition was made, if there are several sites
    TOP = 5

cdef class Derivations:
    cdef int[::1] record
    cdef int record_room, record_count, width    # ints in a record
    cdef readonly int size
    cdef readonly int state                      # the number of the record
    cdef readonly long long starts               # of this sentence: no two that were begun, here or elsewhere, have the same
    cdef readonly int site, view                 # where the next transition is looked for, and which templates look there

    cdef int restore(self, int state) except -1 nogil
    cdef int no_record(self, int state) except -1 nogil
    cpdef list path(self)
