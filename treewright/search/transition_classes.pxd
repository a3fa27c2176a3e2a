cdef class TransitionClasses:
    cdef readonly bint second
    cdef readonly int label_count, count, bare, reduce, room, tag_kind
    cdef readonly int[::1] first, width, label_first, like, kind_of
