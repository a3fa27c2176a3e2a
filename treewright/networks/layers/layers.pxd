# The layers of a transition network, in C.
cdef extern from "treewright/networks/layers/lstm_kernel.h":
    pass
cdef extern from "treewright/networks/layers/layers.h":
    void hidden_layer "tw_hidden"(const float **rows, int count, const float *bias, int width, int activation,
                                  const float *keep, float *out) noexcept nogil
cdef extern from "treewright/networks/layers/lstm.h":
    void output_layer "tw_scores"(const float *hidden, int width, const float *weights, const float *bias, int stride, int lanes,
                                  int *active, float *score) noexcept nogil
