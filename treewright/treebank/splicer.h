#include <string.h>
#ifndef TREEWRIGHT_SPLICER
#define TREEWRIGHT_SPLICER
#define treewright_new_bytes(size) PyBytes_FromStringAndSize(NULL, (size))
#define treewright_copy(to, at, source, begin, stop) memcpy((to) + (at), (source) + (begin), (stop) - (begin))
#endif
