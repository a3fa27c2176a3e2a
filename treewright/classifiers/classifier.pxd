from treewright.storage.learning_part cimport LearningPart

cdef class Classifier(LearningPart):
    cdef readonly int classes
    cdef public long long updates
