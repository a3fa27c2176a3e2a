cimport cython
from treewright.decoding.decoder cimport Decoder
from treewright.search.margins cimport SIGNALS
from treewright.search.search cimport Search
from treewright.treebank.columns cimport CUTS
from treewright.treebank.sentence cimport Sentence

@cython.final
cdef class SearchDecoder(Decoder):
    cdef readonly Search search
    cdef public object transform, filter_maker

    @cython.locals(search=Search, source="const char *", length=Py_ssize_t, i=int)
    cpdef tag(self, bytes text, int[::1] cuts, int size, int[::1] labels)
    @cython.locals(search=Search, sentence=Sentence, source=bytes, text="const char *", length=Py_ssize_t, cuts="int[::1]", at=int, i=int,
                   number=int, in_python=bint, entries=int)
    cdef int _one_by_one(self, list sentences, object givens, int[::1] heads, int[::1] labels, int[::1] tags, float[::1] signals) except -1
    @cython.locals(search=Search, count=int, texts="unsigned long long[::1]", lengths="unsigned long long[::1]", sizes="int[::1]", entries="int[::1]", word=int, cuts="int[::1]",
                   own="int[::1]", at=int, largest=int, k=int, i=int, sentence=Sentence, source=bytes, text="const char *")
    cdef int _at_once(self, list sentences, int[::1] heads, int[::1] labels, float[::1] signals) except -1
