"""Where results go: stdout, one file, or one file for each input; files appear only when they are complete."""

from __future__ import annotations

import argparse
import errno
import glob
import gzip
import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from treewright.errors import InputError, SettingsError
from treewright.storage.atomic_file import replacing

if TYPE_CHECKING:
    from treewright.treebank import Sentence

ENDINGS = (
    ".gz",
    ".conllu",
    ".conllx",
    ".conll",
    ".jsonl",
    ".json",
    ".txt",
    ".export",
    ".negra",
    ".discbracket",
    ".dbr",
    ".brackets",
    ".bracket",
    ".mrg",
    ".ptb",
    ".tigerxml",
    ".xml",
)  # taken off an input's name before it fills the {} of a template
FORMATS = ("conllu", "conllx", "json", "tree", "svg", "html", "export", "export3", "discbracket", "bracket")
OF_TREES = tuple(format for format in FORMATS if not format.startswith("conll"))  # those that hold constituency trees
OF_HEADS = ("conllu", "conllx", "json", "tree", "svg", "html")
READ_ONLY = (".xml", ".tigerxml")  # of TIGER-XML
PICTURES = (".png", ".pdf", ".jpg", ".jpeg", ".gif", ".eps")  # asked for by those who want svg; never rows of a treebank


FOREIGN = "seen a file that Treewright did not write, or that was changed since; name another, or overwrite it with --force"


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add `-o` and `--force`."""
    text = "one file for all, or {} for each input's name; of pictures (svg), {} for each sentence (default: stdout)"
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help=text)
    add_force(parser)


def add_compression(parser: argparse.ArgumentParser) -> None:
    """The flag of commands that write a model."""
    parser.add_argument(
        "--compression", type=int, choices=range(10), default=0, metavar="0-9",
        help="make the model file smaller; it then takes memory and time to load (default 0: mapped as it is)",
    )  # fmt: skip


def add_force(parser: argparse.ArgumentParser) -> None:
    """Add `--force`."""
    parser.add_argument("--force", action="store_true", help="overwrite a file that Treewright did not write")


def add_format(parser: argparse.ArgumentParser, default: str) -> None:
    """Add `--to`."""
    text = (
        "conllu, conllx, json (lines), tree (for the terminal), svg, html; of constituency trees export, export3, "
        f"discbracket or bracket (default: by the ending of -o, else {default})"
    )
    parser.add_argument("--to", choices=FORMATS, metavar="FORMAT", help=text)


def format_of(arguments: argparse.Namespace, output: str, *, rows: bool = True) -> str | None:
    """The format of an output, if `--to` or the ending of its name tells it; see `format_by_name` for `rows`."""
    from treewright.treebank.formats import format_by_name

    name = output.removesuffix(".gz")
    if not arguments.to and name.endswith(READ_ONLY):
        raise InputError(f"-o {output}: TIGER-XML is read, but not written, expected one of {', '.join(OF_TREES)}")
    if not arguments.to and name.endswith(PICTURES):
        formats = ", ".join(FORMATS)
        raise InputError(f"--to: seen no format, and none in the name {output}, expected one of {formats}")
    return arguments.to or format_by_name(output, rows=rows)


def format_among(formats: Mapping[str, tuple[str, ...]], arguments: argparse.Namespace) -> str:
    """Which of these formats, given with the endings of their names, `--to` or the output's name tells; text on stdout."""
    if arguments.to or arguments.output == "-":
        return arguments.to or "text"
    found = [name for name, endings in formats.items() if arguments.output.endswith(endings)]
    if not found:
        expected = f"one of {', '.join(formats)}"
        raise SettingsError(f"--to: seen no format, and none in the name {arguments.output}, expected {expected}")
    return found[0]


def refuse_other(arguments: argparse.Namespace, formats: Sequence[str], why: str) -> None:
    """Refuses a format of the output, named by `--to` or by its ending, that is none of these."""
    format = format_of(arguments, arguments.output)
    if format is not None and format not in formats:
        flag = f"--to {format}" if arguments.to else f"-o {arguments.output}"
        raise SettingsError(f"{flag}: {format} {why}, expected one of {', '.join(formats)}")


def encoded(sentences: Iterable[Sentence], format: str, output: str, losses: Counter[str] | None = None) -> Iterator[bytes]:
    """What is to be written to an output; trees are drawn so that they suit the terminal, if that is where they go."""
    from treewright.treebank import formats

    drawing = _drawing_for_stdout() if output == "-" and format == "tree" else {}
    return formats.encoded(sentences, format, losses=losses, **drawing)


def _drawing_for_stdout() -> dict[str, Any]:
    from treewright.treebank.tree_drawing import SPECIAL

    encoding, terminal = sys.stdout.encoding or "utf-8", sys.stdout.isatty()
    return {
        "encoding": encoding,
        "ascii": SPECIAL.encode(encoding, "ignore").decode(encoding) != SPECIAL,
        "width": shutil.get_terminal_size().columns if terminal else None,
        "colour": terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb",
    }


def write_pictures(sentences: Iterable[Sentence], template: str) -> int:
    """A picture of each sentence, in files that are numbered; returns how many."""
    from treewright.treebank import to_svg

    number = 0
    for sentence in sentences:
        if sentence.source:
            number += 1
            with opened(template.replace("{}", str(number))) as file:
                file.write(to_svg(sentence).encode())
    return number


def stem(path: str) -> str:
    """What stands for an input in a template: its file name without folder and ending."""
    if path == "-":
        return "stdin"
    name = Path(path).name
    for ending in ENDINGS:
        if name.endswith(ending) and name != ending:
            name = name[: -len(ending)]
    return name


def plan(inputs: Sequence[str], template: str, format: str | None = None) -> list[tuple[str, list[str]]]:
    """Each output with its inputs, in order; refuses two inputs for one place of a template.

    Pictures may have a file for each sentence: then `{}` is left in the name of the output, for their numbers.
    """
    places = template.count("{}")
    if places == 0 or (format == "svg" and places == 1 and len(inputs) == 1):
        return [(template, list(inputs))]
    named = 1 if format == "svg" and places == 2 else places  # the second is for numbers then
    pairs = [(template.replace("{}", stem(path), named), [path]) for path in inputs]
    seen: dict[str, str] = {}
    for output, (path,) in pairs:
        if output in seen:
            raise InputError(f"-o {template}: {seen[output]} and {path} would both be written to {output}")
        seen[output] = path
    return pairs


def refuse_overwriting(output: str, precious: Sequence[str], kind: str, flag: str = "-o") -> None:
    """Refuses an output that is one of the given files."""
    for path in precious:
        if path != "-" and os.path.exists(output) and os.path.exists(path) and os.path.samefile(output, path):
            hint = "; --force overwrites it" if kind == "input" else ""
            raise InputError(f"{flag} {output}: seen the {kind} itself, expected another file{hint}")


def refuse_foreign(output: str, inputs: Sequence[str], force: bool, flag: str = "-o") -> None:
    """Refuses an output that would take the place of a file that Treewright did not write, unless that is wanted."""
    from treewright.treebank import own_files

    if force or output == "-":
        return
    refuse_overwriting(output, inputs, "input", flag)
    existing = [output] if "{}" not in output else _numbered(output)
    for path in existing:
        if os.path.isfile(path) and os.path.getsize(path) and not own_files.is_ours(path):
            raise InputError(f"{flag} {path}: {FOREIGN}")


def _numbered(template: str) -> list[str]:
    """The files that a template with a place for numbers may have written."""
    before, after = template.split("{}", 1)
    pattern = f"{glob.escape(before)}*{glob.escape(after)}"
    return [path for path in glob.glob(pattern) if path[len(before) : len(path) - len(after)].isdigit()]


def check_writable(path: str, flag: str = "-o") -> None:
    """Refuses a place where no file can be written, before time is spent on what should go there."""
    folder = Path(path).resolve().parent
    if Path(path).is_dir():
        raise InputError(f"{flag} {path}: seen a folder, expected the name of a file")
    if not folder.is_dir():
        raise InputError(f"{flag} {path}: the folder {folder} does not exist")
    if not os.access(folder, os.W_OK):
        raise InputError(f"{flag} {path}: the folder {folder} cannot be written to")


def is_awaited(path: str) -> bool:
    """Whether it is no file but stdout or a named pipe, where somebody may be waiting for what is written."""
    return path == "-" or (os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path))


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """A binary file to write to (`-` = stdout, `.gz` = compressed) that takes its name when all went well."""
    try:
        with _opened(path) as file:
            yield file
    except OSError as error:
        if error.filename is None and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            error.filename = "(stdout)" if path == "-" else path  # where there is no room
        raise


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    if path == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    if is_awaited(path):  # a named pipe, /dev/null
        with open(path, "wb") as device:
            yield device
        return
    from treewright.treebank import own_files

    check_writable(path)
    with replacing(path, stamp=own_files.stamp) as file:  # more than the buffer holds is written as it comes
        if path.endswith(".gz"):
            with gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:  # no name, no time: same content, same bytes
                yield cast(BinaryIO, packed)
        else:
            yield file
