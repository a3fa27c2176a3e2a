"""The command `treewright`: finds the verb, runs it, and turns every foreseeable failure into one sentence.

Only what a verb needs is imported, when it runs, so that `--help` answers at once.
"""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from types import FrameType
from typing import Any

from treewright.command_line import streams
from treewright.command_line.argument_parser import ArgumentParser
from treewright.command_line.messages import Messages
from treewright.errors import SettingsWarning, TreewrightError, too_little_memory

VERBS = {
    "train": "train a parser on treebanks",
    "parse": "parse sentences with a trained parser (alias: predict)",
    "evaluate": "score predicted trees against gold trees",
    "find": "find words by an expression, and show their sentences",
    "blame": "show which transitions are to blame for wrong trees",
    "trace": "show the transitions of sentences step by step",
    "convert": "convert treebanks to other formats, drawings, pictures or a web page",
    "check": "check treebanks before training on them",
    "info": "show what is in a model file, and verify it",
    "calibrate": "teach a model how reliable it is, for parse --confidence",
    "parts": "list the parts a parser can be built from",
}
ALIASES = {"predict": "parse"}
BAD_INPUT, INTERNAL_ERROR, INTERRUPTED, BROKEN_PIPE, TERMINATED = 2, 1, 130, 141, 143
EPILOG = """\
examples:
  treewright train train.conllu --dev dev.conllu -o model.tw
  treewright parse model.tw text.conllu -o parsed.conllu
  treewright evaluate gold.conllu parsed.conllu
  treewright VERB --help
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code: 0, 2 on bad input, 130 on Ctrl-C, 141 on a closed pipe, 1 on a bug."""
    if argv is None:
        argv = sys.argv[1:]
        signal.signal(signal.SIGTERM, _terminated)  # so that temporary files are removed on the way out
    streams.prepare()
    messages = Messages()
    try:
        try:
            with _warnings_told(messages):
                code = _run(list(argv), messages)
        except SystemExit:  # --help has been printed
            sys.stdout.flush()
            raise
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader (head, less) has seen enough
        streams.drop_output()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except TreewrightError as error:
        messages.error(str(error))
    except OSError as error:
        if error.filename == streams.STDOUT:
            streams.drop_output()
        messages.error(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
    except MemoryError as error:
        smaller = "a smaller beam, smaller files and, in training, a smaller batch (network.batch)"
        messages.error(f"{too_little_memory(error)}; {smaller} need less")
    except Exception as error:
        if messages.verbose:
            raise
        what = " ".join(f"{type(error).__name__}: {error}".split())
        if (place := own_part_at_fault(error)) is not None:
            messages.error(f"{place}: {what}; -v shows how it came to that")
            return BAD_INPUT
        messages.error(f"internal error: {what}; this is a bug in treewright or in a part of your own, -v shows where")
        return INTERNAL_ERROR
    return BAD_INPUT


def own_part_at_fault(error: Exception) -> str | None:
    """Where code that is neither ours nor installed raised an error, None if it did not."""
    import sysconfig
    import traceback

    installed = {os.path.realpath(path) for path in sysconfig.get_paths().values()}
    ours = {os.path.dirname(os.path.dirname(os.path.realpath(__file__))), *installed}
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = os.path.realpath(frame.filename)
        if os.path.exists(path) and not any(path.startswith(folder + os.sep) for folder in ours):
            return f"{frame.filename}, line {frame.lineno}, in {frame.name}"
    return None


@contextmanager
def _warnings_told(messages: Messages) -> Iterator[None]:
    """Tell warnings about settings as the command tells its own; others are shown as Python shows them."""
    with warnings.catch_warnings():
        usual = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *place: Any) -> None:
            if issubclass(category, SettingsWarning):
                messages.warning(str(message))
            else:
                usual(message, category, *place)

        warnings.simplefilter("always", SettingsWarning)
        warnings.showwarning = show  # type: ignore[assignment]
        yield


def _run(argv: list[str], messages: Messages) -> int:
    """Run the verb, or answer `--help`, `--version` and unknown verbs."""
    name = ALIASES.get(argv[0], argv[0]) if argv else ""
    if name not in VERBS:
        return _without_verb(argv)
    verb = import_module(f"treewright.command_line.{name}")
    prog = f"treewright {argv[0]}"
    usage = f"{prog} {verb.USAGE}".replace("%", "%%")
    parser = ArgumentParser(prog=prog, usage=usage, description=verb.__doc__, epilog=verb.EXAMPLES)
    verb.add_arguments(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="print nothing but errors and results")
    parser.add_argument("-v", "--verbose", action="store_true", help="print more about what is done")
    arguments = parser.parse(argv[1:])
    messages.quiet, messages.verbose = arguments.quiet, arguments.verbose
    return verb.run(arguments, messages)


def _without_verb(argv: list[str]) -> int:
    """What the command answers when no verb is given."""
    width = max(map(len, VERBS))
    verbs = "\n".join(f"  {name:{width}}  {line}" for name, line in VERBS.items())
    description = "Train, run and compare transition-based parsers.\n\nverbs:\n" + verbs
    parser = ArgumentParser(prog="treewright", usage="treewright VERB ...", description=description, epilog=EPILOG)
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    if argv and not argv[0].startswith("-"):
        parser.error(f"{argv[0]}: no such verb, expected one of {', '.join(VERBS)}", argv[0], VERBS)
    arguments = parser.parse(argv)
    if arguments.version:
        from treewright import __version__

        print(f"treewright {__version__}")
        return 0
    if not argv:
        parser.error(f"no verb, expected one of {', '.join(VERBS)}; see treewright --help")
    parser.print_help()
    return 0


def _terminated(number: int, frame: FrameType | None) -> None:
    raise SystemExit(TERMINATED)


if __name__ == "__main__":
    sys.exit(main())
