#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifndef TREEWRIGHT_LSTM
#define TREEWRIGHT_LSTM
#if defined(TW_INLINE)
#elif defined(__GNUC__) || defined(__clang__)
#define TW_INLINE static inline __attribute__((always_inline, unused))
#else
#define TW_INLINE static inline
#endif
#define TW_DEPTH 128     /* rows of a panel that stay in the fastest cache: 32 kB of them with 16 lanes */
#define TW_BLOCK 96      /* rows for which a product with the inputs pays */
#define TW_GROUP 128     /* sentences that are run together */

typedef struct { long long start, length; } tw_words;            /* a sentence */
typedef struct {                 /* one direction of a layer */
    int inputs, hidden;
    const float *weights;        /* panels of `lanes` units, each [inputs, then hidden][gate][lane] */
    const float *bias;           /* [panel][gate][lane] */
    const float *x;              /* [word][inputs] */
    float *out;                  /* [word][stride], of which `hidden` are written */
    int stride, reverse;
} tw_lstm;

static inline long long tw_word(const tw_lstm *net, const tw_words *words, int step) {
    return words->start + (net->reverse ? words->length - 1 - step : step);
}

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
#define TW_LANES 16
#define TW_ROWS 6
#define TW_TARGET __attribute__((target("avx512f,fma")))
#define TW_NAME(x) tw_16_##x
#include "treewright/networks/layers/lstm_kernel.h"
#define TW_LANES 8
#define TW_ROWS 3
#define TW_TARGET __attribute__((target("avx2,fma")))
#define TW_NAME(x) tw_8_##x
#include "treewright/networks/layers/lstm_kernel.h"
#endif
#if defined(__GNUC__) || defined(__clang__)
#define TW_LANES 4
#ifdef __aarch64__
#define TW_ROWS 6
#else
#define TW_ROWS 3
#endif
#define TW_TARGET
#define TW_NAME(x) tw_4_##x
#include "treewright/networks/layers/lstm_kernel.h"
#endif
#define TW_LANES 1
#define TW_ROWS 3
#define TW_TARGET
#define TW_NAME(x) tw_1_##x
#include "treewright/networks/layers/lstm_kernel.h"

/* Whether this machine has vectors of so many floats */
static inline int tw_has_lanes(int lanes) {
#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
    __builtin_cpu_init();
    if (lanes == 16) return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("fma");
    if (lanes == 8) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
#if defined(__GNUC__) || defined(__clang__)
    if (lanes == 4) return 1;
#endif
    return lanes == 1;
}

/* Run over sentences (first word and length of each) that are sorted, the longest first; 0, or -1 if there is no memory */
static inline int tw_run_lstm(const tw_lstm *net, int lanes, const long long *sentences, long long count) {
    const tw_words *words = (const tw_words *)sentences;
    size_t most = count < TW_GROUP ? (size_t)count : TW_GROUP, units = (net->hidden + lanes - 1) / lanes * lanes;
    size_t rows = most > TW_BLOCK ? most : TW_BLOCK;
    char *room = (char *)malloc(sizeof(float *) * rows + sizeof(float) * units * (4 * rows + most) + 64);
    if (!room) return -1;
    const float **inputs = (const float **)room;
    float *sums = (float *)(((uintptr_t)(inputs + rows) + 63) & ~(uintptr_t)63), *memory = sums + 4 * units * rows;
    for (long long at = 0; at < count; at += TW_GROUP) {
        int some = count - at < TW_GROUP ? (int)(count - at) : TW_GROUP;
#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
        if (lanes == 16) tw_16_sentences(net, words + at, some, sums, memory, inputs);
        else if (lanes == 8) tw_8_sentences(net, words + at, some, sums, memory, inputs);
        else
#endif
#if defined(__GNUC__) || defined(__clang__)
        if (lanes == 4) tw_4_sentences(net, words + at, some, sums, memory, inputs);
        else
#endif
        tw_1_sentences(net, words + at, some, sums, memory, inputs);
    }
    free(room);
    return 0;
}

/* out[count][columns] = x[count][depth] times weights in panels */
static inline int tw_times(const float *weights, int depth, int columns, int lanes, const float *x, long long count, float *out) {
    float *room = (float *)malloc(sizeof(float) * TW_BLOCK * 4 * lanes + 64);
    if (!room) return -1;
    float *sums = (float *)(((uintptr_t)room + 63) & ~(uintptr_t)63);
#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
    if (lanes == 16) tw_16_times(weights, depth, columns, x, count, out, sums);
    else if (lanes == 8) tw_8_times(weights, depth, columns, x, count, out, sums);
    else
#endif
#if defined(__GNUC__) || defined(__clang__)
    if (lanes == 4) tw_4_times(weights, depth, columns, x, count, out, sums);
    else
#endif
    tw_1_times(weights, depth, columns, x, count, out, sums);
    free(room);
    return 0;
}

/* What one row needs, by the width of vectors: see lstm_kernel.h */
#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
#define TW_WIDE(name, ...) if (lanes == 16) tw_16_##name(__VA_ARGS__); else if (lanes == 8) tw_8_##name(__VA_ARGS__); else
#else
#define TW_WIDE(name, ...)
#endif
#if defined(__GNUC__) || defined(__clang__)
#define TW_ANY(name, ...) TW_WIDE(name, __VA_ARGS__) if (lanes == 4) tw_4_##name(__VA_ARGS__); else tw_1_##name(__VA_ARGS__)
#else
#define TW_ANY(name, ...) tw_1_##name(__VA_ARGS__)
#endif
static inline void tw_add(const float *weights, int depth, int columns, int lanes, const float *x, float *sums) {
    int panels = (columns + 4 * lanes - 1) / (4 * lanes);
    TW_ANY(add, weights, depth, panels, x, sums);
}
static inline void tw_state(int lanes, int units, const float *sums, const float *before, float *after) {
    TW_ANY(state, sums, units, before, after);
}
static inline void tw_tanh(int lanes, int vectors, const float *x, float *out) {
    TW_ANY(tanh, x, vectors, out);
}

/* out[stride] = hidden[width] times weights[width][stride], and bias; a stride is a multiple of 16.  Units that are 0, more than
   half of them with ReLU, cost nothing; `active` is room for the numbers of the others. */
static inline void tw_scores(const float *hidden, int width, const float *weights, const float *bias, int stride, int lanes,
                             int *active, float *out) {
    int n = 0;
    for (int j = 0; j < width; j++) {
        active[n] = j;
        n += hidden[j] != 0.0f;
    }
    TW_ANY(scores, hidden, active, n, weights, bias, stride, out);
}
#endif
