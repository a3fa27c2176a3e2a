/* The hidden layer of a transition network: a sum of projected slots, and an activation. */
#ifndef TREEWRIGHT_LAYERS
#define TREEWRIGHT_LAYERS
#include <math.h>
#include "treewright/classifiers/slots.h"

enum { TW_RELU, TW_TANH, TW_CUBE };

TW_INLINE float tw_exp(float x) {    /* accurate to 1e-7, and without branches, so that loops of it are vectors */
    x = x < -87.0f ? -87.0f : x > 88.0f ? 88.0f : x;
    float n = floorf(x * 1.44269504f + 0.5f);
    float r = x - n * 0.693359375f + n * 2.12194440e-4f;
    float p = 1.9875691e-4f;
    p = p * r + 1.3981999e-3f;
    p = p * r + 8.3334519e-3f;
    p = p * r + 4.1665796e-2f;
    p = p * r + 1.6666666e-1f;
    p = p * r + 0.5f;
    p = p * r * r + r + 1.0f;
    union { int i; float f; } power = {((int)n + 127) << 23};
    return p * power.f;
}

/* the hidden layer: what is kept of each unit is 1, or what dropout makes of it.  Four rows are added at once, in order: sums
   that go to memory and back for each row take five times as long. */
TW_CLONES
static void tw_hidden(const float *const *rows, int count, const float *bias, int width, int activation, const float *keep,
                      float *restrict out) {
    for (int j = 0; j < width; j++) out[j] = bias[j];
    int i = 0;
    for (; i + 4 <= count; i += 4) {
        const float *a = rows[i], *b = rows[i + 1], *c = rows[i + 2], *d = rows[i + 3];
        for (int j = 0; j < width; j++) out[j] = out[j] + a[j] + b[j] + c[j] + d[j];
    }
    for (; i < count; i++) {
        const float *row = rows[i];
        for (int j = 0; j < width; j++) out[j] += row[j];
    }
    if (activation == TW_RELU) {
        for (int j = 0; j < width; j++) out[j] = out[j] > 0.0f ? out[j] : 0.0f;
    } else if (activation == TW_TANH) {
        for (int j = 0; j < width; j++) {
            float e = tw_exp(-2.0f * (out[j] < 0.0f ? -out[j] : out[j]));
            float t = (1.0f - e) / (1.0f + e);
            out[j] = out[j] < 0.0f ? -t : t;
        }
    } else {
        for (int j = 0; j < width; j++) out[j] = out[j] * out[j] * out[j];
    }
    if (keep)
        for (int j = 0; j < width; j++) out[j] *= keep[j];
}
#endif
