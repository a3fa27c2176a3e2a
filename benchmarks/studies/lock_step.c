/* The output layer of a network: for each configuration alone, or for those of several sentences in one product. */
#include "treewright/networks/layers/lstm_kernel.h"
#include "treewright/networks/layers/lstm.h"

void alone(const float *hidden, int rows, int width, const float *weights, const float *bias, int stride, int lanes,
           int *active, float *out) {
    for (int r = 0; r < rows; r++)
        tw_scores(hidden + (size_t)r * width, width, weights, bias, stride, lanes, active, out + (size_t)r * stride);
}

int together(const float *hidden, int rows, int width, const float *panels, const float *bias, int stride, int lanes,
             int some, float *out) {
    for (int r = 0; r < rows; r += some) {
        float *to = out + (size_t)r * stride;
        if (tw_times(panels, width, stride, lanes, hidden + (size_t)r * width, some, to)) return -1;
        for (int i = 0; i < some; i++)
            for (int k = 0; k < stride; k++) to[i * stride + k] += bias[k];
    }
    return 0;
}
