"""Builds every module that has a .pxd beside it; TREEWRIGHT_PURE=1 skips that on purpose, nothing else does."""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup

DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # hints are for readers; C types are in the .pxd
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "embedsignature": True,
}
SHARED = "treewright._shared"


def extensions() -> list[Extension]:
    """One extension per .pxd that has a .py of the same name."""
    from Cython.Build import cythonize

    if os.environ.get("TREEWRIGHT_CHECKED"):  # a slow build that catches every index out of range
        DIRECTIVES.update(boundscheck=True, initializedcheck=True)
    sources = [p.with_suffix(".py") for p in sorted(Path("treewright").rglob("*.pxd")) if p.with_suffix(".py").exists()]
    if "--only" in sys.argv:
        at = sys.argv.index("--only")
        wanted = sys.argv[at + 1].split(",")
        del sys.argv[at : at + 2]
        sources = [s for s in sources if str(s) in wanted]
    modules = [
        Extension(".".join(s.with_suffix("").parts), [str(s)], extra_compile_args=["-O3", "-g0"]) for s in sources
    ]
    # what memory views need is compiled once, not once for each module
    modules.append(Extension(SHARED, [SHARED.replace(".", "/") + ".c"], extra_compile_args=["-O3", "-g0"]))
    return cythonize(
        modules,
        compiler_directives=DIRECTIVES,
        shared_utility_qualified_name=SHARED,
        nthreads=0 if sys.platform == "win32" else 2,
    )


if __name__ == "__main__":
    setup(ext_modules=[] if os.environ.get("TREEWRIGHT_PURE") else extensions())
