"""What `treewright check --deep` adds: the doctor's findings as lines, JSON or CSV, as Bug= in MISC, as a page."""

from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from treewright.command_line import outputs
from treewright.command_line.messages import Messages, counted
from treewright.errors import InputError, SettingsError
from treewright.escaped_text import escaped
from treewright.progress_bar import ProgressBar

if TYPE_CHECKING:
    from treewright.analysis.doctor.doctor import Doctor
    from treewright.treebank import Sentence

COLUMNS = ("kind", "path", "line", "sent_id", "word", "form", "text", "share", "confidence", "head", "label")
NEEDS_DEEP = ("mark", "html", "threads")


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Add `--deep` and what goes with it."""
    deep = parser.add_argument_group("the treebank doctor (dependency trees)")
    deep.add_argument(
        "--deep", action="store_true",
        help="look for annotation errors: duplicates, the same words with different trees, odd labels, doubtful arcs",
    )  # fmt: skip
    deep.add_argument("--mark", metavar="FILE", help="write the trees with Bug= in MISC; {} for each input's name")
    deep.add_argument("--html", metavar="FILE", help="write a web page of the findings with their trees")
    outputs.add_force(deep)  # type: ignore[arg-type]
    deep.add_argument(
        "--threads", type=int, metavar="N", help="parsers trained at once (default: one for each core, 4 at most)"
    )


def check_flags(arguments: argparse.Namespace, inputs: Sequence[str]) -> None:
    """Refuses flags that need --deep, and outputs that cannot be written, before time is spent."""
    for name in NEEDS_DEEP:
        if getattr(arguments, name) is not None and not arguments.deep:
            raise SettingsError(f"--{name}: seen without --deep, expected with it: it is about what the doctor finds")
    if arguments.threads is not None and arguments.threads < 1:
        raise SettingsError(f"--threads: seen {arguments.threads}, expected a whole number of at least 1")
    planned = [output for output, _ in _files_with_bugs(arguments, inputs)] + ([arguments.html] if arguments.html else [])
    for output in planned:
        if output == "-":
            raise SettingsError("--mark and --html: seen -, expected the name of a file: findings go to stdout")
        flag = "--html" if output == arguments.html else "--mark"
        outputs.check_writable(output, flag)
        outputs.refuse_foreign(output, inputs, arguments.force, flag)


def examined(
    files: Sequence[tuple[str, Sequence[Sentence]]],
    validated: Sequence[str],
    arguments: argparse.Namespace,
    messages: Messages,
) -> Doctor | None:
    """What the doctor finds in all files together, and the official validator in some; None if there is nothing to examine."""
    from treewright.analysis.doctor.doctor import Doctor, refuse_constituents
    from treewright.analysis.doctor.official_validator import OfficialValidator

    sentences = [sentence for _, of_file in files for sentence in of_file]
    refuse_constituents(sentences)
    if not any(map(len, sentences)):
        return None
    validator = OfficialValidator(validated)
    if not validator.installed():
        messages.note("udtools is not installed: its validator is left out (pip install udtools)")
    bar = ProgressBar()
    bar.watched = bar.watched and not messages.quiet
    try:
        with bar:
            doctor = Doctor(
                sentences, threads=arguments.threads or 0,
                progress=lambda done, total: bar.show(done, total, f"parser {done} of {total}"),
            )  # fmt: skip
        doctor.findings += validator.findings()
        doctor.sort()
    finally:
        validator.close()
    for note in doctor.notes:
        messages.note(note)
    return doctor


def print_csv(rows: Sequence[dict[str, Any]]) -> None:
    """Print findings as CSV, with a line of names."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: escaped(value) if isinstance(value, str) else value for name, value in row.items()})
    print(text.getvalue(), end="")


def write(
    doctor: Doctor, files: Sequence[tuple[str, Sequence[Sentence]]], arguments: argparse.Namespace, messages: Messages
) -> None:
    """Write the files that --mark and --html ask for."""
    from treewright.analysis.doctor.bugs import with_bugs
    from treewright.analysis.doctor.doctor_page import DoctorPage

    of_path = dict(files)
    for output, paths in _files_with_bugs(arguments, list(of_path)):
        with outputs.opened(output) as file:
            for path in paths:
                file.write(with_bugs(of_path[path], doctor.findings))
        messages.note(f"wrote {output}")
    if arguments.html:
        most = 200 if arguments.most is None else arguments.most
        with outputs.opened(arguments.html) as file:
            for piece in DoctorPage(doctor, most).pieces():
                file.write(piece.encode("utf-8", "replace"))  # names of files may be anything
        messages.note(f"wrote {arguments.html}")


def refuse_errors(path: str, count: int, arguments: argparse.Namespace) -> None:
    """Refuses to write Bug= into a file that could not be read whole: sentences would be lost."""
    if arguments.mark and count:
        expected = "expected none: faulty sentences would be missing from what is written"
        raise InputError(f"--mark: {path} has {counted(count, 'error')}, {expected}")


def _files_with_bugs(arguments: argparse.Namespace, inputs: Sequence[str]) -> list[tuple[str, list[str]]]:
    return outputs.plan(inputs, arguments.mark) if arguments.mark else []
