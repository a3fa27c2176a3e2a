# C types of sentence.py
cimport cython

from treewright.treebank.scan cimport Scanner

cdef extern from *:
    """
    #include <string.h>
    #define treewright_new_bytes(size) PyBytes_FromStringAndSize(NULL, (size))
    #define treewright_copy(to, at, source, begin, stop) memcpy((to) + (at), (source) + (begin), (stop) - (begin))
    """
    bytes new_bytes "treewright_new_bytes"(Py_ssize_t size)
    void copy "treewright_copy"(unsigned char* to, Py_ssize_t at, const unsigned char* source, Py_ssize_t begin,
                                Py_ssize_t stop) noexcept nogil


cdef class Sentence:
    cdef readonly bytes source
    cdef readonly int size
    cdef readonly int[::1] cuts
    cdef readonly int[::1] heads
    cdef readonly Py_ssize_t line
    cdef readonly str path
    cdef readonly str format
    cdef list _words

    @cython.locals(old="const unsigned char*", out="unsigned char*", name="const unsigned char*", label=bytes,
                   missing=bytes, result=bytes, i=int, row=int, size=Py_ssize_t, at=Py_ssize_t, done=Py_ssize_t)
    cpdef bytes splice(self, int[::1] heads, int[::1] label_ids, list names)


@cython.final
cdef class Shelf:
    cdef int[::1] space
    cdef int used
    cdef int length

    @cython.locals(sentence=Sentence)
    cpdef Sentence sentence(self, Scanner scanner, str path, str format)

    @cython.locals(need=int, i=int, at=int, space="int[::1]", cuts="int[::1]", heads="int[::1]")
    cdef int fill(self, Sentence sentence, Scanner scanner, str path, str format) except -1


@cython.locals(digits=int)
cdef int digits_of(int head) noexcept nogil

@cython.locals(i=int)
cdef int put_head(unsigned char* out, Py_ssize_t at, int head) noexcept nogil
