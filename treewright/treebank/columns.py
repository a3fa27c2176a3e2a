"""The columns of CoNLL-U, and where they are in a text.

`cuts[CUTS * i + k]` is where column k of word i begins; it ends one byte before the next, and the last one before `ROW_END`.
"""

import cython

if not cython.compiled:  # in C these are the enum of the .pxd file
    ID, FORM, LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS, MISC, ROW_END, CUTS = range(12)
