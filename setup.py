"""Builds every module that has a .pxd beside it; TREEWRIGHT_PURE=1 skips that on purpose, nothing else does.

TREEWRIGHT_PROGRESS is the number of an open file that is told how far it is; TREEWRIGHT_FLAGS are for the C compiler.
"""

import os
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from setuptools import Extension, setup

DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # hints are for readers; C types are in the .pxd
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "allow_none_for_extension_args": False,  # None from Python is refused at the door; calls within C cost nothing more
    "embedsignature": True,
}
SHARED = "treewright._shared"
FLAGS = os.environ.get("TREEWRIGHT_FLAGS", "/O2 /std:c11" if sys.platform == "win32" else "-O3 -g0").split()
CORES = os.cpu_count() or 1
STEP = 20  # modules after which a line is printed


def sources(package: Path) -> list[Path]:
    """The modules that are compiled."""
    return [p.with_suffix(".py") for p in sorted(package.rglob("*.pxd")) if p.with_suffix(".py").exists()]


class Progress(threading.Thread):
    """Counts what has been translated to C and compiled: in one line on a terminal, else in some lines."""

    def __init__(self, file: int, package: Path) -> None:
        super().__init__(daemon=True)
        self.stream, self.package = os.fdopen(os.dup(file), "w", buffering=1), package
        self.begun, self.total = time.time() - 1, len(sources(package)) + 1 - len(list(package.rglob("*.so")))
        self.told, self.over = 0, threading.Event()

    def made(self, folder: Path, ending: str) -> int:
        """How many files with this ending were made since the beginning."""
        return sum(path.stat().st_mtime >= self.begun for path in folder.rglob(f"*.{ending}"))

    def run(self) -> None:
        """Look every second, until it is over."""
        while not self.over.wait(1):
            with suppress(OSError):  # a file that is gone again
                self.tell()

    def tell(self) -> None:
        """Say what there is, if there is enough to say."""
        counts = self.made(self.package, "c"), self.made(Path("build"), "o")
        of = f" of {self.total}" if self.total >= max(counts) else ""  # not of a few that changed
        text = f"translated {counts[0]}{of} modules to C, compiled {counts[1]}{of}"
        if self.stream.isatty():
            self.stream.write(f"\r{text}")
        elif sum(counts) >= self.told + STEP:
            self.stream.write(f"{text}\n")
            self.told = sum(counts)

    def stop(self) -> None:
        """The end."""
        self.over.set()
        self.join()
        if self.stream.isatty():
            self.stream.write("\r\033[K")


def extensions() -> list[Extension]:
    """One extension per .pxd that has a .py of the same name."""
    from Cython.Build import cythonize

    if os.environ.get("TREEWRIGHT_CHECKED"):  # a slow build that catches every index out of range
        DIRECTIVES.update(boundscheck=True, initializedcheck=True)
    wanted = sources(Path("treewright"))
    if "--only" in sys.argv:
        at = sys.argv.index("--only")
        named = sys.argv[at + 1].split(",")
        del sys.argv[at : at + 2]
        wanted = [s for s in wanted if str(s) in named]
    modules = [
        Extension(".".join(s.with_suffix("").parts), [str(s)], include_dirs=["."], extra_compile_args=FLAGS) for s in wanted
    ]
    # what memory views need is compiled once, not once for each module
    modules.append(Extension(SHARED, [SHARED.replace(".", "/") + ".c"], extra_compile_args=FLAGS))
    return cythonize(
        modules,
        compiler_directives=DIRECTIVES,
        shared_utility_qualified_name=SHARED,
        nthreads=0 if sys.platform == "win32" else CORES,
    )


if __name__ == "__main__":
    file = os.environ.get("TREEWRIGHT_PROGRESS")
    progress = Progress(int(file), Path("treewright")) if file else None
    if progress:
        progress.start()
    try:
        modules = [] if os.environ.get("TREEWRIGHT_PURE") else extensions()
        setup(ext_modules=modules, options={"build_ext": {"parallel": CORES}})
    finally:
        if progress:
            progress.stop()
