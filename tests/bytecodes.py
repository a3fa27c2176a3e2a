"""Time that no busy machine changes: how many instructions of Python a call runs."""

import gc
import sys


def bytecodes(function, *arguments, **settings):
    """The instructions that a call and all that it calls in Python run; what C does is not counted."""
    count = 0

    def trace(frame, event, _):
        nonlocal count
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        count += event == "opcode"
        return trace

    gc.collect()
    gc.disable()  # what is collected may have finalizers in Python
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function(*arguments, **settings)
    finally:
        sys.settrace(before)
        gc.enable()
    return count
