"""A parser in a separate process: it parses a file on request, and reports the CPU time.

    python -m benchmarks.peers.versus_worker treewright|udpipe|spacy MODEL OPTIONS

reads lines of two file names, parted by a tab, from stdin and answers each with a number of seconds.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

THREADS = {f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL", "BLIS")}
FileParser = Callable[[Path, Path], None]


class Worker:
    """The other end of the pipe, for versus."""

    def __init__(self, kind: str, model: Path, options: str = "") -> None:
        command = [sys.executable, "-m", "benchmarks.peers.versus_worker", kind, str(model), options]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, **THREADS}
        )

    def parse(self, source: Path, target: Path) -> float:
        """CPU seconds from the file to the file."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{source}\t{target}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"{' '.join(self.process.args[3:])}: the parser ended with code {self.process.wait()}")  # type: ignore
        return float(answer)

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()


def treewright_parser(model: Path, _: str) -> FileParser:
    """Ours, as `treewright parse` does it."""
    import treewright as tw
    from benchmarks.shared.measures import from_file
    from treewright.arrays import COMPILED

    assert COMPILED, "treewright is not compiled"
    parser = tw.load(model)
    return lambda source, target: from_file(parser, source, target)()


def file_parser(kind: str, model: Path, options: str) -> FileParser:
    """The parser of one kind with its model loaded."""
    if kind == "treewright":
        return treewright_parser(model, options)
    if kind == "udpipe":
        from benchmarks.peers import udpipe

        return udpipe.file_parser(model, options)
    from benchmarks.peers import spacy_peer

    return spacy_peer.file_parser(model, options)


def main() -> int:
    kind, model, options = sys.argv[1:]
    parse = file_parser(kind, Path(model), options)
    for line in sys.stdin:
        source, target = map(Path, line.rstrip("\n").split("\t"))
        start = time.process_time()
        parse(source, target)
        print(time.process_time() - start, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
