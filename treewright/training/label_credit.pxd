cimport cython
from libc.math cimport exp, log
from treewright.classifiers.credit cimport Credit
from treewright.classifiers.scorer cimport Scorer
from treewright.transitions.derivations cimport Derivations

@cython.locals(top=double, whole=double, loss=double, share=double, number=int)
cdef double give_label(Credit credit, Scorer scorer, Derivations d, int first, int count, int gold, double certain) except? -1 nogil
