# C types of notes.py
cimport cython

cdef extern from "treewright/treebank/splicer.h":
    bytes new_bytes "treewright_new_bytes"(Py_ssize_t size)
    void copy "treewright_copy"(unsigned char* to, Py_ssize_t at, const unsigned char* source, Py_ssize_t begin,
                                Py_ssize_t stop) noexcept nogil
    void shorten "treewright_shorten"(bytes result, Py_ssize_t size)


@cython.locals(result=bytes, out="unsigned char*", source="const unsigned char*", shown="const unsigned char*", starts=list, start=bytes,
               words=Py_ssize_t, sentences=Py_ssize_t, size=Py_ssize_t, at=Py_ssize_t, begin=Py_ssize_t, word=Py_ssize_t,
               sentence=Py_ssize_t, end=Py_ssize_t, stop=Py_ssize_t, misc=Py_ssize_t, first=int, k=int, count=int, inside=bint)
cpdef bytes with_notes(bytes block, list names, int[::1] numbers, bytes comment=*, int[::1] wholes=*)
cdef Py_ssize_t line_end(const unsigned char* source, Py_ssize_t begin, Py_ssize_t size) noexcept nogil
cdef bint is_word(const unsigned char* source, Py_ssize_t begin, Py_ssize_t end) noexcept nogil
@cython.locals(size=Py_ssize_t, i=Py_ssize_t, wanted="const unsigned char*")
cdef bint begins_with(const unsigned char* source, Py_ssize_t begin, Py_ssize_t end, bytes text) except -1
@cython.locals(first=bint, same=bint, end=Py_ssize_t, start=bytes)
cdef Py_ssize_t put_old(unsigned char* out, Py_ssize_t at, const unsigned char* source, Py_ssize_t begin, Py_ssize_t stop, list starts) except -1
cdef Py_ssize_t put_number(unsigned char* out, Py_ssize_t at, int thousandths) noexcept nogil
