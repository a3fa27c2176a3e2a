"""Targets with planted bugs, for the tests of the fuzzer."""

import ctypes
import faulthandler
import os

from tools.fuzz_targets import Target
from treewright.errors import InputError


def make(seeds, random):
    return random.choice((b"good", b"refused", b"bad"))


def planted(bug):
    """A target that accepts, refuses and goes wrong."""

    def run(seeds, random, data, path):
        assert path.read_bytes() == data
        if data == b"refused":
            raise InputError("a sentence")
        if data == b"bad":
            bug()

    return {"planted": Target(make, run, "bin")}


def key_error():
    raise KeyError("not ours")


def crash():
    faulthandler.disable()  # pytest has it print
    ctypes.string_at(0)


def leave():
    os._exit(0)


def hang():
    while True:
        pass


def silence():
    raise InputError("")
