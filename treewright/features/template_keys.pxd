# From a configuration to atoms and keys, in C; extraction_in_python.py does the same when it is not compiled.

cdef extern from "treewright/features/template_keys.h":
    ctypedef struct place "tw_place":
        int word, row, label, node
    ctypedef struct reach "tw_reach":
        int words, heads, dependents, beside, stack, buffer, aside, loose
    void find_places "tw_places"(const int *nodes, int top, int next, int aside, int last, int root, const int *positions, reach reach,
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
