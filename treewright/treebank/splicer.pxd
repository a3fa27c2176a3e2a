# C types of splicer.py
cimport cython

from treewright.treebank.sentence cimport Sentence
from treewright.treebank.columns cimport CUTS, DEPREL, DEPS, HEAD, UPOS

cdef extern from "treewright/treebank/splicer.h":
    bytes new_bytes "treewright_new_bytes"(Py_ssize_t size)
    void copy "treewright_copy"(unsigned char* to, Py_ssize_t at, const unsigned char* source, Py_ssize_t begin,
                                Py_ssize_t stop) noexcept nogil


cdef enum:
    KEPT = -2           # a label that stays as it is written

@cython.final
cdef class Splicer:
    cdef int count
    cdef bytes names
    cdef list tags
    cdef int[::1] starts

    @cython.locals(sentence=Sentence, result=bytes, out="unsigned char*", old="const unsigned char*", cuts="int[::1]",
                   names="const unsigned char*", size=Py_ssize_t, word=Py_ssize_t, at=Py_ssize_t, done=Py_ssize_t, i=int,
                   label=int, begin=int, stop=int)
    cpdef bytes splice(self, list sentences, int[::1] heads, int[::1] labels)

    @cython.locals(sentence=Sentence, cuts="int[::1]", size=Py_ssize_t, word=Py_ssize_t, i=int, label=int)
    cdef Py_ssize_t _size(self, list sentences, int[::1] heads, int[::1] labels) except -1


@cython.locals(sentence=Sentence, result=bytes, out="unsigned char*", old="const unsigned char*", new="const unsigned char*",
               value=bytes, of_column=list, places="int[::1]", cuts="int[::1]", size=Py_ssize_t, word=Py_ssize_t, at=Py_ssize_t,
               done=Py_ssize_t, i=int, k=int, count=int)
cpdef bytes splice_columns(list sentences, list columns, list values)

cdef Py_ssize_t put_rest(unsigned char* out, Py_ssize_t at, const unsigned char* source, Py_ssize_t done,
                         Py_ssize_t size) noexcept nogil

@cython.locals(digits=int)
cdef int digits_of(int head) noexcept nogil

@cython.locals(i=int)
cdef int put_head(unsigned char* out, Py_ssize_t at, int head) noexcept nogil
