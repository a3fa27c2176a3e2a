from treewright.classifiers.classifier cimport Classifier

cdef class LinearClassifier(Classifier):
    pass
