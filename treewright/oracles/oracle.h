/* a wrong transition that only ties with a correct one is an error; a .pxd cannot name a float */
#ifndef TW_TIE
#define TW_TIE 0.001f
#endif
