cimport cython
from treewright.classifiers.scorer cimport Scorer
from treewright.networks.layers.layers cimport hidden_layer, output_layer
from treewright.networks.layers.product cimport Product
from treewright.networks.stack_lstm.stack_states cimport StackStates
from treewright.transitions.configuration cimport Configuration
from treewright.transitions.derivations cimport Derivations
from treewright.treebank.sentence cimport Sentence

cdef class StackScorer(Scorer):
    cdef readonly object model
    cdef readonly StackStates states
    cdef list sentences                  # the batch: as long as it is kept, no other sentence has the id of one of them
    cdef dict starts                     # where the words of each begin, by its id
    cdef Product stack, buffer, aside, history     # from a state to the hidden layer
    cdef int row, hidden, activation, reach, lanes
    cdef bint drops
    cdef long long checked               # the sentence whose configurations are known to have a stack
    cdef float[::1] total, unit, keep
    cdef const float[::1] bias, weights, output_bias
    cdef int[::1] active

    cpdef use(self, object model)
    cpdef hide_root(self, bint hidden)
    cpdef begin_batch(self, list sentences)
    cpdef begin(self, Sentence sentence)
    cpdef bint needs_python(self) except -1
    cdef int find(self, Derivations c) except -1 nogil
    cdef int _check(self, object c) except -1
    @cython.locals(i=int, row="const float *")
    cdef int scores(self, Derivations c) except -1 nogil
    cdef int _add(self, Product product, int place) noexcept nogil
