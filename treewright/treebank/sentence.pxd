# C types of sentence.py
cimport cython

from treewright.treebank.scan cimport Scanner
from treewright.treebank.columns cimport CUTS, DEPS, HEAD


cdef class Sentence:
    cdef readonly bytes source
    cdef readonly int size
    cdef readonly int[::1] cuts
    cdef readonly int[::1] heads
    cdef readonly Py_ssize_t line
    cdef readonly str path
    cdef readonly str format
    cdef list _words


@cython.final
cdef class Shelf:
    cdef int[::1] space
    cdef Py_ssize_t room, used, length

    @cython.locals(sentence=Sentence)
    cpdef Sentence sentence(self, Scanner scanner, str path, str format)

    @cython.locals(found=list)
    cpdef list sentences(self, Scanner scanner, str path, str format)

    @cython.locals(scanner=Scanner, found=list, old=Sentence, sentence=Sentence)
    cpdef list reread(self, bytes block, list before)

    @cython.locals(need=Py_ssize_t, i=Py_ssize_t, at=Py_ssize_t, space="int[::1]", cuts="int[::1]", heads="int[::1]")
    cdef int fill(self, Sentence sentence, Scanner scanner, str path, str format) except -1
