cimport cython
from treewright.transitions.attardi cimport (
    EXTRACT, INSERT, LEFT, LEFT2, LEFT3, RIGHT, RIGHT2, RIGHT3, SHIFT, Attardi)

cdef enum:  # fields of a cell
    WORD = 0
    MISSING = 1         # how many gold dependents it has not got yet
    REST = 2            # the cell below it on a stack, behind it in the input
    CELL_CHAIN = 3      # the next cell of the same hash value
    CELL = 4            # ints in a cell

cdef enum:  # fields of a place
    STACK = 0
    INPUT = 1
    ASIDE = 2
    COST = 3            # of the cheapest path to it so far
    BEFORE = 4          # the place before it on that path
    KIND = 5            # the transition that led here
    DONE = 6            # whether its own transitions have been tried
    PLACE_CHAIN = 7     # the next place of the same hash value
    PLACE = 8           # ints in a place

cdef enum:
    LONGER = 128        # the cost of one transition more; below it, how simple the rules are
    MOST_COST = 8192

@cython.final
cdef class AttardiSearch:
    cdef Attardi system
    cdef int[::1] gold
    cdef int size, root
    cdef int[::1] cell, cell_table, place, place_table, weight
    cdef int[::1] waiting, waiting_place, waiting_chain
    cdef int room, mask, cell_count, place_count, waiting_count
    cdef int from_place, from_cost, bound
    cdef readonly int cost, length, tried
    cdef readonly bint gave_up
    cdef readonly int[::1] path

    cdef int _make_room(self, int places) except -1 nogil
    @cython.locals(word=int, rest=int, first=int, end=int, i=int)
    cdef bint find(self, int[::1] gold, int[::1] child_start, int size, int allowed, bint eager, int places,
                   int bound) except -1 nogil
    @cython.locals(cost=int, entry=int, here=int, full=bint)
    cdef int _run(self, int allowed, bint eager) noexcept nogil
    @cython.locals(base=int, stack=int, front=int, aside=int, n=int, lacks=int, behind=int, s1=int, s2=int, s3=int,
                   s1_word=int, s1_lacks=int, s2_word=int, s2_lacks=int, s3_word=int, s3_lacks=int, stays=bint,
                   wanted=int, with_dependent=int, one_fewer=int, rest=int)
    cdef int _try(self, int here, int allowed, bint eager) noexcept nogil
    @cython.locals(slot=int, index=int, base=int)
    cdef int _cons(self, int word, int missing, int rest) noexcept nogil
    @cython.locals(slot=int, index=int, base=int, cost=int)
    cdef int _reach(self, int kind, int stack, int front, int aside) noexcept nogil
    @cython.locals(index=int, base=int, stack=int, front=int, aside=int)
    cdef int _forget(self) noexcept nogil
    @cython.locals(at=int, length=int)
    cdef int _keep_path(self, int here) noexcept nogil
    cdef int _cell_slot(self, int word, int missing, int rest) noexcept nogil
    cdef int _place_slot(self, int stack, int front, int aside) noexcept nogil
