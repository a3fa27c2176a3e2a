#ifndef TREEWRIGHT_CHEAPEST_TREE
#define TREEWRIGHT_CHEAPEST_TREE
#define TW_IMPOSSIBLE 1e30    /* so large that costs of other arcs vanish beside it */
#endif
