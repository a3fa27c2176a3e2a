cdef class LearningPart:
    pass
