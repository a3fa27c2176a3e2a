# What is sought in the bytes of a treebank, 16 at a time where the machine can (SSE2); scan.py has the same in Python.
cdef extern from "treewright/treebank/byte_search.h":
    Py_ssize_t line_end "tw_line_end"(const unsigned char* text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
    Py_ssize_t cut_row "tw_cut_row"(const unsigned char* text, Py_ssize_t at, Py_ssize_t end, Py_ssize_t start, int* cuts,
                                    int* columns) noexcept nogil
    Py_ssize_t utf8_end "tw_utf8_end"(const unsigned char* text, Py_ssize_t at, Py_ssize_t end) noexcept nogil
