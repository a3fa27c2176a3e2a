# From a configuration to atoms and keys, in C; extraction.py does the same in Python when it is not compiled.
from treewright.features.hashing cimport mix

cdef extern from *:
    """
    #include <stdint.h>
    #ifndef TREEWRIGHT_TEMPLATES
    #define TREEWRIGHT_TEMPLATES
    #ifdef __SSE2__
    #include <emmintrin.h>
    #endif
    #define TW_NODE 16                   /* ints in a node, and where its fields are: as in configuration.pxd */
    enum { TW_WORD = 0, TW_BELOW = 1, TW_HEAD = 2, TW_LABEL = 3, TW_LEFT1 = 4, TW_LEFT_COUNT = 12, TW_DEPTH = 14 };

    typedef struct { int word, label, node, row; } tw_place;     /* row: where the word's columns begin */

    /* the word, label and node at each position (base, relation, offset); -1, -1 and 0 where there is none.  What depends on
       the configuration is written without branches, which would be guessed wrong too often: -(x == 0) is all ones or 0. */
    static inline void tw_places(const int *restrict nodes, int top, int next, int aside, int last, int root, const int *restrict positions,
                                 int count, int width, int empty, tw_place *restrict places, int *restrict base_words) {
        int base_nodes[10];
        for (int i = 0; i < 4; i++) {
            base_nodes[i] = top;
            base_words[i] = nodes[top * TW_NODE + TW_WORD] | -(top == 0);
            top = nodes[top * TW_NODE + TW_BELOW];
        }
        int word = nodes[next * TW_NODE + TW_WORD], left = nodes[next * TW_NODE + TW_DEPTH];
        for (int i = 0; i < 4; i++) {                       /* tokens that were put back, then the sentence goes on */
            base_nodes[4 + i] = next;
            base_words[4 + i] = word | -(i >= left);
            next = nodes[next * TW_NODE + TW_BELOW];
            word = (nodes[next * TW_NODE + TW_WORD] & -(next != 0)) | ((word + 1) & -(next == 0));
        }
        for (int i = 8; i < 10; i++) {
            base_nodes[i] = aside;
            base_words[i] = nodes[aside * TW_NODE + TW_WORD] | -(aside == 0);
            aside = nodes[aside * TW_NODE + TW_BELOW];
        }
        for (int i = 0; i < count; i++, positions += 3, places++) {
            int node = base_nodes[positions[0]], relation = positions[1], offset = positions[2], label;
            word = base_words[positions[0]];
            if (relation >= 3) {                            /* outermost dependents; the node 0 has none */
                const int *dependent = nodes + node * TW_NODE + TW_LEFT1 + 2 * (relation - 3);
                word = dependent[0] | -(dependent[0] == 0);
                label = dependent[1] | -(dependent[0] == 0);
                node = 0;
            } else {
                if (relation) {                             /* the head, or its head; that of node 0 is 0 */
                    node = nodes[node * TW_NODE + TW_HEAD];
                    if (relation == 2) node = nodes[node * TW_NODE + TW_HEAD];
                    word = nodes[node * TW_NODE + TW_WORD] | -(node == 0);
                }
                label = nodes[node * TW_NODE + TW_LABEL] | -(node == 0);
            }
            if (offset && word >= 0) {
                word += offset;
                if (word < 0 || word > last || (word == 0 && root != 0)) word = -1;
            }
            places->word = word;
            places->label = label;
            places->node = node;
            places->row = (word + ((empty - word) & -(word < 0))) * width;
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
        for (; i < ends.columns; i++) out[i] = hash[places[atoms[2 * i]].row + atoms[2 * i + 1]] * odd[i];
        for (; i < ends.labels; i++) {
            int label = places[atoms[2 * i]].label;
            out[i] = small[label & 4095] * odd[i] & -(uint64_t)(label >= 0);
        }
        for (; i < ends.counts; i++) {
            int node = places[atoms[2 * i]].node, count = nodes[node * TW_NODE + TW_LEFT_COUNT + (atoms[2 * i + 1] == -3)];
            out[i] = small[count < 15 ? count : 15] * odd[i] & -(uint64_t)(node != 0);
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

    /* which of the first 128 atoms are absent, as bits; there is room for one atom more */
    static inline void tw_absent(const unsigned long long *restrict atom, int count, unsigned long long *restrict absent) {
        for (int word = 0; word < 2; word++, atom += 64, count -= 64) {
            uint64_t bits = 0;
            int end = count < 64 ? count : 64;
    #ifdef __SSE2__
            for (int i = 0; i < end; i += 2) {
                __m128i zero = _mm_cmpeq_epi32(_mm_loadu_si128((const __m128i *)(atom + i)), _mm_setzero_si128());
                zero = _mm_and_si128(zero, _mm_shuffle_epi32(zero, 0xb1));
                bits |= (uint64_t)_mm_movemask_pd(_mm_castsi128_pd(zero)) << i;
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
    """
    ctypedef struct place "tw_place":
        int word, label, node, row
    void find_places "tw_places"(const int *nodes, int top, int next, int aside, int last, int root, const int *positions, int count,
                                 int width, int empty, place *places, int *base_words) noexcept nogil
    ctypedef struct ends "tw_ends":
        int columns, labels, counts, sets
    void find_atoms "tw_atoms"(const unsigned long long *hash, const int *nodes,
                               const unsigned long long *label_sets, const place *places, const int *atoms, ends ends,
                               const unsigned long long *odd, const unsigned long long *small, unsigned long long *out) noexcept nogil
    void find_signatures "tw_signatures"(const unsigned long long *atom, const int *index, const int *starts, int groups,
                                         unsigned long long *out) noexcept nogil
    void find_absent "tw_absent"(const unsigned long long *atom, int count, unsigned long long *absent) noexcept nogil
    int short_keys "tw_short_keys"(const unsigned long long *atom, const unsigned long long *absent, const unsigned short *index,
                                   const unsigned long long *bias, const unsigned long long *needs, const int *ends,
                                   unsigned long long *out, int count) noexcept nogil
    int long_keys "tw_long_keys"(const unsigned long long *atom, const int *index, const int *starts, const unsigned long long *bias,
                                 int start, int end, unsigned long long *out, int count) noexcept nogil
