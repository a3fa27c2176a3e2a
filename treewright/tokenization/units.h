#ifndef TREEWRIGHT_UNITS
#define TREEWRIGHT_UNITS
/* the character that begins at a place of UTF-8 that was checked, and how many bytes it has */
static inline unsigned tw_code_point(const unsigned char *text, Py_ssize_t at) {
    unsigned first = text[at];
    if (first < 0x80) return first;
    if (first < 0xE0) return (first & 31) << 6 | (text[at + 1] & 63);
    if (first < 0xF0) return (first & 15) << 12 | (unsigned)(text[at + 1] & 63) << 6 | (text[at + 2] & 63);
    return (first & 7) << 18 | (unsigned)(text[at + 1] & 63) << 12 | (unsigned)(text[at + 2] & 63) << 6 | (text[at + 3] & 63);
}
static inline int tw_width(unsigned char first) { return first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4; }
#endif
