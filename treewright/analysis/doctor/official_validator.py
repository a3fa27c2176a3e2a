"""The official validator of Universal Dependencies (udtools), where it is installed: it reads files while others work."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from treewright.analysis.doctor.finding import Finding

COMMAND = (sys.executable, "-c", "from udtools.cli import main; main()")
FLAGS = ("--lang", "ud", "--level", "3", "--max-err", "0", "--no-warnings")  # level 4 asks for a language
MESSAGE = re.compile(r"\[(?:File .*? )?Line (\d+)(?: Sent (.*?))?(?: Node \S+)?\]: \[L\d [^\]]*?([\w-]+)\] (.*)")


class OfficialValidator:
    """One process for each file, begun at once; `findings` waits for them."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.paths = [path for path in paths if path != "-" and not path.endswith(".gz")] if self.installed() else []
        self.outputs = [tempfile.TemporaryFile() for _ in self.paths]  # noqa: SIM115 - until `close`
        self.processes = [
            subprocess.Popen([*COMMAND, *FLAGS, path], stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
            for path, out in zip(self.paths, self.outputs, strict=True)
        ]

    @staticmethod
    def installed() -> bool:
        """Whether udtools can be imported."""
        return importlib.util.find_spec("udtools") is not None

    def findings(self) -> list[Finding]:
        """What it says of each file, in the order of lines."""
        found = []
        for path, output, process in zip(self.paths, self.outputs, self.processes, strict=True):
            process.wait()
            output.seek(0)
            found += told(path, output.read().decode("utf-8", "replace"))
        return found

    def close(self) -> None:
        """End processes that still run, and give back their files."""
        for process, output in zip(self.processes, self.outputs, strict=True):
            if process.poll() is None:
                process.kill()
                process.wait()
            output.close()


def told(path: str, text: str) -> list[Finding]:
    """The findings in the validator's output; lines that are no messages, such as its summary, are left out."""
    found = []
    for line in text.splitlines():
        match = MESSAGE.match(line)
        if match:
            number, name, kind, message = match.groups()
            found.append(Finding("validator", path, int(number), name or None, 0, "", f"{kind}: {message}"))
    return sorted(found, key=lambda finding: finding.line)
