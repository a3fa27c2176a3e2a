"""Check treebanks before training on them: every problem with its place, and counts of what is there."""

from __future__ import annotations

import argparse
import json

from treewright.analysis.constituency_survey import ConstituencySurvey
from treewright.analysis.treebank_survey import TreebankSurvey
from treewright.command_line import treebanks
from treewright.command_line.messages import Messages
from treewright.errors import InputError
from treewright.escaped_text import escaped, escaped_json

USAGE = "[INPUT ...] [--json]"
EXAMPLES = """\
examples:
  treewright check train.conllu dev.conllu
  treewright check train.conllu -v                      every label with its count
  treewright check *.conllu --json
  treewright check train.export                         constituency trees

exit code: 0 if a parser can be trained on all of it, 2 if there are errors
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The flags of `treewright check`."""
    treebanks.add_inputs(parser)
    parser.add_argument("--format", choices=treebanks.FORMATS, default="auto", help="format of the inputs")
    parser.add_argument(
        "--most", type=int, default=20, metavar="N", help="errors shown for each file (default 20; 0 = all)"
    )
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(arguments: argparse.Namespace, messages: Messages) -> int:
    """Print errors, notes and counts of each input."""
    from treewright import treebank

    inputs = arguments.inputs or ["-"]
    treebanks.refuse_two_stdins(inputs)
    total = 0
    results = []
    for path in inputs:
        messages.reading(path)
        survey: TreebankSurvey | ConstituencySurvey = TreebankSurvey()
        report = treebank.Report()
        errors: list[str] = []
        try:
            reader = treebank.read(path, format=arguments.format, on_error="skip", trees="required", report=report)
            for sentence in reader:
                if sentence.tree is not None and not survey.sentences:
                    survey = ConstituencySurvey()
                survey.add(sentence)  # type: ignore[arg-type]
            if reader.has_trees and not survey.sentences:
                survey = ConstituencySurvey()
        except InputError as error:  # the rest cannot be read at all; the other files can
            errors = [str(error)]
        errors = list(dict.fromkeys([*report.errors, *errors]))
        if not survey.sentences and not errors:
            errors = [f"{path}: seen no sentences, expected at least one"]
        count = max(report.error_count, len(errors))  # a report keeps many messages, but not any number
        total += count
        results.append(
            {"path": path, "error_count": count, "errors": errors, "notes": report.notes, **survey.as_dict()}
        )
        if not arguments.json:
            _print(path, count, errors if arguments.most <= 0 else errors[: arguments.most], report.notes)
            lines = survey.lines(arguments.verbose) if survey.sentences else []
            print("".join(f"  {escaped(line)}\n" for line in lines), end="")
    if arguments.json:
        print(escaped_json(json.dumps(results, indent=1, ensure_ascii=False)))
    return 2 if total else 0


def _print(path: str, count: int, shown: list[str], notes: list[str]) -> None:
    path = escaped(path)
    print(f"{path}: {count:,} error{'s' if count > 1 else ''}" if count else f"{path}: no errors")
    for line in shown:
        print(f"  error: {escaped(line)}")
    if count > len(shown):
        print(f"  and {count - len(shown):,} more (--most 0 shows all)")
    for line in notes:
        print(f"  note: {escaped(line)}")
