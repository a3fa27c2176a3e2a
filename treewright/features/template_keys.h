#include <stdint.h>
#ifndef TREEWRIGHT_TEMPLATES
#define TREEWRIGHT_TEMPLATES
#include "treewright/features/hashing.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif
#define TW_NODE 16                   /* ints in a node, and where its fields are: as in configuration.pxd */
enum { TW_WORD = 0, TW_BELOW = 1, TW_HEAD = 2, TW_LABEL = 3, TW_LEFT1 = 4, TW_LEFT_COUNT = 12, TW_DEPTH = 14 };

#if defined(__GNUC__) || defined(__clang__)
#define TW_AS_IS(x) __asm__("" : "+r"(x))            /* no branch and no vector shall be made of how x was computed */
#else
#define TW_AS_IS(x)
#endif

typedef struct { int word, row, label, node; } tw_place;     /* row: where the word's columns begin */

/* How many positions are words of the stack or the buffer, heads, outermost dependents, words beside another place, in this
   order: each is (place, base, relation, 0), the last (place, other place, 0, offset).  And how many words of the stack, of
   the buffer and of those set aside they begin with, and whether one is the topmost token without a head. */
typedef struct { int words, heads, dependents, beside, stack, buffer, aside, loose; } tw_reach;
static inline void tw_put(tw_place *place, int word, int label, int node, int width, int empty) {
    int none = word >> 31;
    TW_AS_IS(none);
    place->word = word;
    place->row = (word + ((empty - word) & none)) * width;
    place->label = label;
    place->node = node;
}

/* the word, label and node at each position; -1, -1 and 0 where there is none.  What depends on the configuration is
   written without branches, which would be guessed wrong too often: -(x == 0) is all ones or 0. */
static inline void tw_places(const int *restrict nodes, int top, int next, int aside, int last, int root,
                             const int *restrict at, tw_reach reach, int width, int empty, tw_place *restrict places,
                             int *restrict base_words) {
    int base_nodes[11];
    if (reach.loose) {
        int loose = top;
        while (nodes[loose * TW_NODE + TW_HEAD] != 0) loose = nodes[loose * TW_NODE + TW_BELOW];   /* node 0 has no head */
        base_nodes[10] = loose;
        base_words[10] = nodes[loose * TW_NODE + TW_WORD] | -(loose == 0);
    }
    for (int i = 0; i < reach.stack; i++) {
        base_nodes[i] = top;
        base_words[i] = nodes[top * TW_NODE + TW_WORD] | -(top == 0);
        top = nodes[top * TW_NODE + TW_BELOW];
    }
    int word = nodes[next * TW_NODE + TW_WORD], left = nodes[next * TW_NODE + TW_DEPTH];
    for (int i = 0; i < reach.buffer; i++) {            /* tokens that were put back, then the sentence goes on */
        base_nodes[4 + i] = next;
        base_words[4 + i] = word | -(i >= left);
        next = nodes[next * TW_NODE + TW_BELOW];
        word = next ? nodes[next * TW_NODE + TW_WORD] : word + 1;
    }
    for (int i = 8; i < 8 + reach.aside; i++) {
        base_nodes[i] = aside;
        base_words[i] = nodes[aside * TW_NODE + TW_WORD] | -(aside == 0);
        aside = nodes[aside * TW_NODE + TW_BELOW];
    }
    const int *end = at + 4 * reach.words;
    for (; at < end; at += 4) {
        int node = base_nodes[at[1]];
        tw_put(places + at[0], base_words[at[1]], nodes[node * TW_NODE + TW_LABEL] | -(node == 0), node, width, empty);
    }
    for (end += 4 * reach.heads; at < end; at += 4) {   /* the head, or its head; that of node 0 is 0 */
        int node = nodes[base_nodes[at[1]] * TW_NODE + TW_HEAD];
        if (at[2] == 2) node = nodes[node * TW_NODE + TW_HEAD];
        const int *here = nodes + node * TW_NODE;
        tw_put(places + at[0], here[TW_WORD] | -(node == 0), here[TW_LABEL] | -(node == 0), node, width, empty);
    }
    for (end += 4 * reach.dependents; at < end; at += 4) {   /* outermost dependents; the node 0 has none */
        const int *here = nodes + base_nodes[at[1]] * TW_NODE + TW_LEFT1 + 2 * (at[2] - 3);
        tw_put(places + at[0], here[0] | -(here[0] == 0), here[1] | -(here[0] == 0), 0, width, empty);
    }
    for (end += 4 * reach.beside; at < end; at += 4) {
        int other = places[at[1]].word;
        word = other + at[3];
        if (other < 0 || word < 0 || word > last || (word == 0 && root != 0)) word = -1;
        tw_put(places + at[0], word, -1, 0, width, empty);
    }
}

/* All atoms, sorted by what they are: columns of the sentence (a position without a word looks at the row after the
   last, which is empty), labels, numbers of dependents, sets of their labels.  `small` has the hashes of small numbers. */
typedef struct { int columns, labels, counts, sets; } tw_ends;
static inline void tw_atoms(const unsigned long long *restrict hash, const int *restrict nodes,
                            const unsigned long long *restrict label_sets, const tw_place *restrict places,
                            const int *restrict atoms, tw_ends ends, const unsigned long long *restrict odd,
                            const unsigned long long *restrict small, unsigned long long *restrict out) {
    int i = 0;
    for (; i < ends.columns; i++) {
        const unsigned *atom = (const unsigned *)atoms + 2 * (unsigned)i;
        uint64_t value = hash[(unsigned)places[atom[0]].row + atom[1]];
        TW_AS_IS(value);
        out[i] = value * odd[i];
    }
    for (; i < ends.labels; i++) {
        int label = places[(unsigned)atoms[2 * i]].label;
        out[i] = small[label & 4095] * odd[i] & -(uint64_t)(label >= 0);
    }
    for (; i < ends.counts; i++) {
        int node = places[atoms[2 * i]].node, count = nodes[node * TW_NODE + TW_LEFT_COUNT + (atoms[2 * i + 1] == -3)];
        out[i] = small[count + ((15 - count) & -(count > 15))] * odd[i] & -(uint64_t)(node != 0);
    }
    for (; i < ends.sets; i++) {
        int node = places[atoms[2 * i]].node;
        uint64_t set = label_sets[2 * node + (atoms[2 * i + 1] == -5)];
        out[i] = tw_mix(set) * odd[i] & -(uint64_t)((node != 0) & (set != 0));
    }
}

/* the sum of the atoms of each group */
static inline void tw_signatures(const unsigned long long *restrict atom, const int *restrict index, const int *restrict starts,
                                 int groups, unsigned long long *restrict out) {
    for (int g = 0; g < groups; g++) {
        uint64_t total = 0;
        for (int i = starts[g]; i < starts[g + 1]; i++) total += atom[index[i]];
        out[g] = total;
    }
}

/* which of the first 128 atoms are absent, as bits; there is room for three atoms more */
static inline void tw_absent(const unsigned long long *restrict atom, int count, unsigned long long *restrict absent) {
    for (int word = 0; word < 2; word++, atom += 64, count -= 64) {
        uint64_t bits = 0;
        int end = count < 64 ? count : 64;
#ifdef __SSE2__
        for (int i = 0; i < end; i += 4) {              /* four at a time: neither the low nor the high half has a bit */
            __m128 one = _mm_loadu_ps((const float *)(atom + i)), other = _mm_loadu_ps((const float *)(atom + i + 2));
            __m128i halves = _mm_or_si128(_mm_castps_si128(_mm_shuffle_ps(one, other, 0x88)),
                                          _mm_castps_si128(_mm_shuffle_ps(one, other, 0xdd)));
            halves = _mm_cmpeq_epi32(halves, _mm_setzero_si128());
            bits |= (uint64_t)_mm_movemask_ps(_mm_castsi128_ps(halves)) << i;
        }
#else
        for (int i = 0; i < end; i++) bits |= (uint64_t)(atom[i] == 0) << i;
#endif
        absent[word] = bits;
    }
}

/* Keys of the templates of a group that have all their atoms: those of one, two, three and four atoms.  All keys are made,
   and those of other templates written over by the next: branches would be guessed wrong too often. */
static inline int tw_short_keys(const unsigned long long *restrict atom, const unsigned long long *restrict absent,
                                const unsigned short *restrict index, const unsigned long long *restrict bias,
                                const unsigned long long *restrict needs, const int *restrict ends,
                                unsigned long long *restrict out, int count) {
    uint64_t one = absent[0], other = absent[1];
    size_t t = (size_t)ends[0], n = (size_t)count;
    for (; t < (size_t)ends[1]; t++) {
        out[n] = bias[t] + atom[index[4 * t]];
        n += !((needs[2 * t] & one) | (needs[2 * t + 1] & other));
    }
    for (; t < (size_t)ends[2]; t++) {
        out[n] = bias[t] + atom[index[4 * t]] + atom[index[4 * t + 1]];
        n += !((needs[2 * t] & one) | (needs[2 * t + 1] & other));
    }
    for (; t < (size_t)ends[3]; t++) {
        out[n] = bias[t] + atom[index[4 * t]] + atom[index[4 * t + 1]] + atom[index[4 * t + 2]];
        n += !((needs[2 * t] & one) | (needs[2 * t + 1] & other));
    }
    for (; t < (size_t)ends[4]; t++) {
        out[n] = bias[t] + atom[index[4 * t]] + atom[index[4 * t + 1]] + atom[index[4 * t + 2]] + atom[index[4 * t + 3]];
        n += !((needs[2 * t] & one) | (needs[2 * t + 1] & other));
    }
    return (int)n;
}
static inline int tw_long_keys(const unsigned long long *restrict atom, const int *restrict index, const int *restrict starts,
                               const unsigned long long *restrict bias, int start, int end, unsigned long long *restrict out,
                               int n) {
    for (int t = start; t < end; t++) {
        uint64_t total = bias[t];
        int there = 1;
        for (int i = starts[t]; i < starts[t + 1]; i++) { there &= atom[index[i]] != 0; total += atom[index[i]]; }
        out[n] = total;
        n += there;
    }
    return n;
}
#endif
