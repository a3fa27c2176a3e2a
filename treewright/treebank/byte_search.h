#include <stdint.h>
#include <string.h>
#ifndef TREEWRIGHT_BYTE_SEARCH
#define TREEWRIGHT_BYTE_SEARCH
#if defined(__SSE2__) && defined(__GNUC__)
#include <emmintrin.h>
#define TREEWRIGHT_SSE2
#endif

/* Where the next line feed is; there is one before the end. */
static inline Py_ssize_t tw_line_end(const unsigned char *text, Py_ssize_t at, Py_ssize_t end) {
    return (const unsigned char *)memchr(text + at, 10, end - at) - text;
}

/* Cuts a row from its first tab on: where column k begins goes to cuts[k], counted from `start`, and how many columns there
   are to `columns`. Returns where the next row begins. */
static inline Py_ssize_t tw_cut_row(const unsigned char *text, Py_ssize_t at, Py_ssize_t end, Py_ssize_t start, int *cuts,
                                    int *columns) {
    int column = 0;
#ifdef TREEWRIGHT_SSE2
    const __m128i tab = _mm_set1_epi8(9), line_feed = _mm_set1_epi8(10);
    for (; at + 64 <= end; at += 64) {
        uint64_t cut = 0, last = 0;
        for (int part = 0; part < 64; part += 16) {
            __m128i bytes = _mm_loadu_si128((const __m128i *)(text + at + part));
            __m128i is_last = _mm_cmpeq_epi8(bytes, line_feed);
            last |= (uint64_t)_mm_movemask_epi8(is_last) << part;
            cut |= (uint64_t)_mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(bytes, tab), is_last)) << part;
        }
        if (last) cut &= last ^ (last - 1);  /* nothing after the first line feed */
        for (; cut; cut &= cut - 1)
            if (++column <= 10) cuts[column] = (int)(at + __builtin_ctzll(cut) + 1 - start);
        if (last) {
            *columns = column;
            return at + __builtin_ctzll(last) + 1;
        }
    }
#endif
    for (;; at++)
        if (text[at] == 9 || text[at] == 10) {
            if (++column <= 10) cuts[column] = (int)(at + 1 - start);
            if (text[at] == 10) {
                *columns = column;
                return at + 1;
            }
        }
}

/* Goes on from the beginning of a character as long as all is UTF-8 and there is no character that needs a closer look:
   one that begins with C0, C1, E0, ED, or F0 and more. */
static inline Py_ssize_t tw_utf8_end(const unsigned char *text, Py_ssize_t at, Py_ssize_t end) {
#ifdef TREEWRIGHT_SSE2
    unsigned open = 0;  /* where bytes of an unfinished character must be */
    for (; at + 16 <= end; at += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(text + at));
        unsigned high = _mm_movemask_epi8(bytes);
        if (!(high | open)) continue;
        unsigned inner = _mm_movemask_epi8(_mm_cmplt_epi8(bytes, _mm_set1_epi8(-64)));  /* 80 to BF */
        unsigned lead = high & ~inner;
        unsigned longer = lead & _mm_movemask_epi8(_mm_cmpgt_epi8(bytes, _mm_set1_epi8(-33)));  /* E0 and more */
        unsigned wanted = open | lead << 1 | longer << 2;
        __m128i odd = _mm_cmpeq_epi8(_mm_and_si128(bytes, _mm_set1_epi8(-2)), _mm_set1_epi8(-64));
        odd = _mm_or_si128(odd, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(-32)));
        odd = _mm_or_si128(odd, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(-19)));
        odd = _mm_or_si128(odd, _mm_cmpgt_epi8(bytes, _mm_set1_epi8(-17)));
        if ((lead & _mm_movemask_epi8(odd)) || (wanted & 0xFFFF) != inner) break;
        open = wanted >> 16;
    }
    if (open)  /* back to the beginning of the unfinished character */
        do at--; while ((text[at] & 0xC0) == 0x80);
#endif
    while (at < end && text[at] < 0x80) at++;
    return at;
}
#endif
