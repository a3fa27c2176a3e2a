/* One direction of one layer, for one width of vectors: lstm.h includes this file once for each.
   TW_LANES is how many floats a vector has, TW_ROWS how many rows are multiplied at once (rows x 4 sums stay in registers),
   TW_TARGET the instructions that may be used, TW_NAME(x) a name of its own for each width. */
#ifdef TW_LANES          /* lstm.pxd names this file, too, so that a change of it is compiled: it is nothing there */
#define V TW_NAME(floats)
#define I TW_NAME(ints)
#if TW_LANES > 1
typedef float V __attribute__((vector_size(4 * TW_LANES), aligned(4), may_alias));
typedef int I __attribute__((vector_size(4 * TW_LANES), aligned(4), may_alias));
#define TW_BITS(x) ((I)(x))
#define TW_FLOATS(x) ((V)(x))
#define TW_BELOW(x, y) ((x) < (y))       /* all bits of a lane, or none */
#else                                    /* any compiler */
typedef float V;
typedef unsigned I;
TW_INLINE I TW_NAME(bits)(V x) { I bits; memcpy(&bits, &x, sizeof bits); return bits; }
TW_INLINE V TW_NAME(from_bits)(I bits) { V x; memcpy(&x, &bits, sizeof x); return x; }
#define TW_BITS(x) TW_NAME(bits)(x)
#define TW_FLOATS(x) TW_NAME(from_bits)(x)
#define TW_BELOW(x, y) (0u - ((x) < (y)))
#endif

TW_INLINE TW_TARGET V TW_NAME(same)(float x) { V all = {0}; return all + x; }
TW_INLINE TW_TARGET V TW_NAME(within)(V x, float low, float high) {    /* not a number stays that */
    V least = TW_NAME(same)(low), most = TW_NAME(same)(high);
    I below = TW_BELOW(x, least), above = TW_BELOW(most, x);
    return TW_FLOATS((TW_BITS(x) & ~below & ~above) | (TW_BITS(least) & below) | (TW_BITS(most) & above));
}

/* 1 + exp(-x): 2 to a whole power times a polynomial (Cephes, expf) */
TW_INLINE TW_TARGET V TW_NAME(one_and_exp)(V x) {
    const float shift = 12582912.0f;     /* 1.5 * 2^23: adding it rounds to a whole number, which is in the lowest bits then */
    V y = TW_NAME(within)(-x, -87.0f, 87.0f);
    V shifted = y * 1.44269504f + shift, whole = shifted - shift;
    V f = y - whole * 0.693359375f;
    f = f + whole * 2.12194440e-4f;
    V p = f * 1.9875691500e-4f + 1.3981999507e-3f;
    p = p * f + 8.3334519073e-3f;
    p = p * f + 4.1665795894e-2f;
    p = p * f + 1.6666665459e-1f;
    p = p * f + 5.0000001201e-1f;
    p = p * (f * f) + f + 1.0f;
    return p * TW_FLOATS((TW_BITS(shifted) << 23) + 0x3f800000) + 1.0f;
}

/* tanh(x) is a fraction of two polynomials; returned is the upper one (the coefficients are Eigen's) */
TW_INLINE TW_TARGET V TW_NAME(tanh_parts)(V x, V *below) {
    x = TW_NAME(within)(x, -7.90531110763549805f, 7.90531110763549805f);
    V s = x * x;
    V p = s * -2.76076847742355e-16f + 2.00018790482477e-13f;
    p = p * s + -8.60467152213735e-11f;
    p = p * s + 5.12229709037114e-08f;
    p = p * s + 1.48572235717979e-05f;
    p = p * s + 6.37261928875436e-04f;
    p = p * s + 4.89352455891786e-03f;
    V q = s * 1.19825839466702e-06f + 1.18534705686654e-04f;
    q = q * s + 2.26843463243900e-03f;
    q = q * s + 4.89352518554385e-03f;
    *below = q;
    return p * x;
}

/* The new state of TW_LANES units: c is changed, h returned */
TW_INLINE TW_TARGET V TW_NAME(unit)(const V *gates, float *memory) {
    V below, above = TW_NAME(tanh_parts)(gates[2], &below);
    V c = *(V *)memory / TW_NAME(one_and_exp)(gates[1]) + above / (below * TW_NAME(one_and_exp)(gates[0]));
    *(V *)memory = c;
    above = TW_NAME(tanh_parts)(c, &below);
    return above / (below * TW_NAME(one_and_exp)(gates[3]));
}

/* sums += rows of a times a part of a panel of weights */
TW_INLINE TW_TARGET void TW_NAME(multiply)(const int rows, const float *weights, int depth, const float *const *a, int first,
                                           float *sums) {
    V sum[TW_ROWS][4];
    const float *row[TW_ROWS];
#pragma GCC unroll 8
    for (int r = 0; r < rows; r++) {
        row[r] = a[r] + first;
#pragma GCC unroll 4
        for (int g = 0; g < 4; g++) sum[r][g] = ((const V *)sums)[4 * r + g];
    }
    for (int k = 0; k < depth; k++, weights += 4 * TW_LANES) {
#pragma GCC unroll 4
        for (int g = 0; g < 4; g++) {
            V weight = ((const V *)weights)[g];
#pragma GCC unroll 8
            for (int r = 0; r < rows; r++) sum[r][g] += weight * row[r][k];
        }
    }
#pragma GCC unroll 8
    for (int r = 0; r < rows; r++)
#pragma GCC unroll 4
        for (int g = 0; g < 4; g++) ((V *)sums)[4 * r + g] = sum[r][g];
}

/* The same for any number of rows.  A panel is taken in parts that stay in the fastest cache for all rows; each sum is made
   in the same order whatever rows are beside it, so that a result does not depend on the batch by a single bit. */
TW_TARGET static void TW_NAME(product)(const float *panel, int depth, const float *const *a, int rows, float *sums) {
    int tiles = (rows + TW_ROWS - 1) / TW_ROWS;
    for (int first = 0; first < depth; first += TW_DEPTH) {
        int part = depth - first < TW_DEPTH ? depth - first : TW_DEPTH;
        const float *weights = panel + (size_t)first * 4 * TW_LANES;
        for (int tile = 0, at = 0; tile < tiles; tile++) {
            int next = (int)((int64_t)rows * (tile + 1) / tiles);
            float *to = sums + (size_t)at * 4 * TW_LANES;
            switch (next - at) {
                case 1: TW_NAME(multiply)(1, weights, part, a + at, first, to); break;
                case 2: TW_NAME(multiply)(2, weights, part, a + at, first, to); break;
                case 3: TW_NAME(multiply)(3, weights, part, a + at, first, to); break;
#if TW_ROWS > 3
                case 4: TW_NAME(multiply)(4, weights, part, a + at, first, to); break;
                case 5: TW_NAME(multiply)(5, weights, part, a + at, first, to); break;
                case 6: TW_NAME(multiply)(6, weights, part, a + at, first, to); break;
#endif
            }
            at = next;
        }
    }
}

/* out = x times weights, whose columns lie in panels of four vectors; `sums` has room for TW_BLOCK rows of one panel */
TW_TARGET static void TW_NAME(times)(const float *weights, int depth, int columns, const float *x, int64_t count, float *out,
                                     float *sums) {
    const int width = 4 * TW_LANES, panels = (columns + width - 1) / width;
    const float *rows[TW_BLOCK];
    for (int64_t first = 0; first < count; first += TW_BLOCK) {
        int some = count - first < TW_BLOCK ? (int)(count - first) : TW_BLOCK;
        for (int r = 0; r < some; r++) rows[r] = x + (size_t)(first + r) * depth;
        for (int p = 0; p < panels; p++) {
            int used = columns - p * width < width ? columns - p * width : width;
            memset(sums, 0, sizeof(float) * some * width);
            TW_NAME(product)(weights + (size_t)p * depth * width, depth, rows, some, sums);
            for (int r = 0; r < some; r++)
                memcpy(out + (size_t)(first + r) * columns + p * width, sums + (size_t)r * width, sizeof(float) * used);
        }
    }
}

/* sums += one row x times weights in panels of four vectors: what `times` does, without its blocks of rows */
TW_TARGET static void TW_NAME(add)(const float *weights, int depth, int panels, const float *x, float *sums) {
    for (int p = 0; p < panels; p++)
        TW_NAME(product)(weights + (size_t)p * depth * 4 * TW_LANES, depth, &x, 1, sums + (size_t)p * 4 * TW_LANES);
}

/* The state after another one, given the sums of its gates in panels: h, then c; both have room for whole vectors */
TW_TARGET static void TW_NAME(state)(const float *sums, int units, const float *before, float *after) {
    float *memory = after + (size_t)units * TW_LANES;
    memcpy(memory, before + (size_t)units * TW_LANES, sizeof(float) * units * TW_LANES);
    for (int p = 0; p < units; p++)
        ((V *)after)[p] = TW_NAME(unit)((const V *)sums + 4 * p, memory + (size_t)p * TW_LANES);
}

/* tanh of some vectors */
TW_TARGET static void TW_NAME(tanh)(const float *x, int vectors, float *out) {
    for (int p = 0; p < vectors; p++) {
        V below, above = TW_NAME(tanh_parts)(((const V *)x)[p], &below);
        ((V *)out)[p] = above / below;
    }
}

/* Scores of `count` vectors of classes: their sums stay in registers */
TW_INLINE TW_TARGET void TW_NAME(sums)(const int count, const float *hidden, const int *active, int n, const float *weights,
                                       const float *bias, int stride, float *out) {
    V sum[8];
#pragma GCC unroll 8
    for (int k = 0; k < count; k++) sum[k] = ((const V *)bias)[k];
    for (int i = 0; i < n; i++) {
        const V *row = (const V *)(weights + (size_t)active[i] * stride);
        const float unit = hidden[active[i]];
#pragma GCC unroll 8
        for (int k = 0; k < count; k++) sum[k] += row[k] * unit;
    }
#pragma GCC unroll 8
    for (int k = 0; k < count; k++) ((V *)out)[k] = sum[k];
}

/* out = hidden times weights[unit][stride], and bias: only the n units in `active` count, which are not 0 */
TW_TARGET static void TW_NAME(scores)(const float *hidden, const int *active, int n, const float *weights, const float *bias,
                                      int stride, float *out) {
    int at = 0;
#define TW_SUMS(count) TW_NAME(sums)(count, hidden, active, n, weights + at, bias + at, stride, out + at)
    for (; stride - at >= 8 * TW_LANES; at += 8 * TW_LANES) TW_SUMS(8);
    switch ((stride - at) / TW_LANES) {
        case 1: TW_SUMS(1); break;
        case 2: TW_SUMS(2); break;
        case 3: TW_SUMS(3); break;
        case 4: TW_SUMS(4); break;
        case 5: TW_SUMS(5); break;
        case 6: TW_SUMS(6); break;
        case 7: TW_SUMS(7); break;
    }
#undef TW_SUMS
}

/* Some sentences, the longest first: the sums of a block of steps from the input, then step by step those from the states
   before, and the new states.  What h was is read where it was written. */
TW_TARGET static void TW_NAME(sentences)(const tw_lstm *net, const tw_words *words, int count, float *sums, float *memory,
                                         const float **inputs) {
    const int gates = 4 * TW_LANES, units = (net->hidden + TW_LANES - 1) / TW_LANES, last = net->hidden - (units - 1) * TW_LANES;
    const size_t recurrent = (size_t)net->inputs * gates, panel = recurrent + (size_t)net->hidden * gates;
    memset(memory, 0, sizeof(float) * count * units * TW_LANES);
    for (int step = 0, active = count; active;) {
        int rows = 0, end = step;
        for (int n = active;; end++) {           /* as many steps as make a good product */
            while (n && words[n - 1].length <= end) n--;
            if (!n || (rows && rows + n > TW_BLOCK)) break;
            for (int i = 0; i < n; i++) inputs[rows++] = net->x + (size_t)tw_word(net, words + i, end) * net->inputs;
        }
        for (int p = 0; p < units; p++) {
            float *to = sums + (size_t)p * rows * gates;
            for (int r = 0; r < rows; r++) memcpy(to + (size_t)r * gates, net->bias + p * gates, sizeof(float) * gates);
            TW_NAME(product)(net->weights + p * panel, net->inputs, inputs, rows, to);
        }
        for (int done = 0; step < end; step++) {
            while (words[active - 1].length <= step) active--;
            if (step)
                for (int i = 0; i < active; i++)
                    inputs[i] = net->out + (size_t)tw_word(net, words + i, step - 1) * net->stride;
            for (int p = 0; p < units; p++) {
                float *sum = sums + ((size_t)p * rows + done) * gates;
                if (step) TW_NAME(product)(net->weights + p * panel + recurrent, net->hidden, inputs, active, sum);
                for (int i = 0; i < active; i++) {
                    V h = TW_NAME(unit)((const V *)(sum + (size_t)i * gates), memory + ((size_t)i * units + p) * TW_LANES);
                    float *to = net->out + (size_t)tw_word(net, words + i, step) * net->stride + p * TW_LANES;
                    if (p < units - 1 || last == TW_LANES) *(V *)to = h;
                    else memcpy(to, &h, sizeof(float) * last);
                }
            }
            done += active;
        }
        while (active && words[active - 1].length <= step) active--;
    }
}
#undef V
#undef I
#undef TW_BITS
#undef TW_FLOATS
#undef TW_BELOW
#undef TW_LANES
#undef TW_ROWS
#undef TW_TARGET
#undef TW_NAME
#endif
