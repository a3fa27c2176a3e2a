cimport cython
from treewright.transitions.configuration cimport BELOW, DEPTH, NODE, Configuration
from treewright.transitions.sites cimport Sites

cdef enum:
    SEEN = 4            # tokens of a buffer that features look at

cdef enum:  # kinds of easy-first
    LEFT_ARC = 1
    RIGHT_ARC = 2

cdef class PendingList(Sites):
    cdef readonly Configuration c
    cdef bint root_first, single_root
    cdef int space, first_token, count
    cdef int[::1] before, behind     # the neighbours of each token, -1 = none
    cdef int[::1] head, label        # of each word that has left the list
    cdef readonly int seen_left, seen_right      # how many tokens on each side of a site templates look at
    cdef int[::1] stale, queue       # whether a site has to be scored; the sites that have to be
    cdef int waiting, taken

    cdef int _make_room(self, int size) except -1 nogil
    @cython.locals(token=int)
    cdef int start(self, int size) except -1 nogil
    cdef int _stack_node(self, int token) noexcept nogil
    cdef int _buffer_node(self, int token) noexcept nogil
    cdef int _link(self, int left, int right) noexcept nogil
    cdef bint is_over(self) except -1 nogil
    cdef int room(self, int size) noexcept nogil
    cdef int first(self) noexcept nogil
    @cython.locals(right=int)
    cdef int after(self, int site) noexcept nogil
    cdef bint is_site(self, int token) noexcept nogil
    @cython.locals(count=int, token=int)
    cdef int show(self, int site) except -1 nogil
    @cython.locals(site=int, right=int, valid=int)
    cdef int valid(self) except -1 nogil
    @cython.locals(site=int, dependent=int, head=int, left=int, right=int)
    cdef int advance(self, int kind, int label) except -1 nogil
    @cython.locals(site=int)
    cdef int changed(self) noexcept nogil
    @cython.locals(site=int)
    cdef int forget(self) noexcept nogil
    cdef int _mark(self, int site) noexcept nogil
    cdef int _mark_behind(self, int site, int count) noexcept nogil
    cdef int _mark_before(self, int site, int count) noexcept nogil
    @cython.locals(i=int)
    cdef int read(self, int state, int[::1] heads, int[::1] labels) except -1 nogil

cdef bint allows(int head, int dependent, int root, int pending, bint single_root) noexcept nogil
