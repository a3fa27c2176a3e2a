#include <string.h>
#ifndef TREEWRIGHT_SPLICER
#define TREEWRIGHT_SPLICER
#define treewright_new_bytes(size) PyBytes_FromStringAndSize(NULL, (size))
#define treewright_copy(to, at, source, begin, stop) memcpy((to) + (at), (source) + (begin), (stop) - (begin))
/* new bytes of which fewer are needed; nobody else has seen them yet */
#define treewright_shorten(bytes, size) (Py_SET_SIZE((bytes), (size)), PyBytes_AS_STRING(bytes)[(size)] = 0)
#endif
