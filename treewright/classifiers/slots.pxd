# How features are found by their keys, in C.
#
# Both tables (weight_table.py for learning, packed_weights.py for parsing) keep their slots in buckets of 16.  A byte per
# slot, the tag, is looked at first: all 16 of a bucket in one comparison, and mostly in the second-level cache; it answers
# for most features that are not there.  A bucket fills from its first slot on, what does not fit goes to the next one.
#
#   learning  32 bytes: the key, up to four (class, weight) pairs; or, if the first class is 65534, the number of a dense row of
#             floats.  Two features never share weights, wherever they lie: a table that was read goes on like one that grew
#   packed    16 bytes: 32 bits of the key, up to three (class, weight) pairs in 16 bits each; or, if the first class is
#             65535, where a longer list of pairs begins and how long it is, or the number of a dense row of 16-bit weights
cdef extern from "treewright/classifiers/slots.h":
    ctypedef struct table_view "tw_table":
        const unsigned char *tags
        const void *slots
        unsigned int buckets
        int stride
        const void *dense
        const void *pairs
        int is_packed
    table_view view_of "tw_view"(const unsigned char *tags, const void *slots, unsigned int buckets, int stride, const void *dense,
                                 const void *pairs, int is_packed) noexcept nogil
