#ifndef TREEWRIGHT_FACT_FILTER
#define TREEWRIGHT_FACT_FILTER
/* the number of the lowest bit that is set; there must be one */
#if defined(_MSC_VER)
#include <intrin.h>
static inline int tw_first_bit_of_64(unsigned long long bits) { unsigned long at; _BitScanForward64(&at, bits); return (int)at; }
#else
static inline int tw_first_bit_of_64(unsigned long long bits) { return __builtin_ctzll(bits); }
#endif
#endif
