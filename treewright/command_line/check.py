"""Check treebanks before training on them: every problem with its place, and counts of what is there."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from treewright.command_line import deep_check, treebanks
from treewright.command_line.messages import Messages
from treewright.errors import InputError
from treewright.escaped_text import escaped, escaped_json

if TYPE_CHECKING:
    from treewright.treebank import Sentence

USAGE = "[INPUT ...] [--deep] [--to text|json|csv]"
EXAMPLES = """\
examples:
  treewright check train.conllu dev.conllu
  treewright check train.conllu -v                      every label with its count
  treewright check *.conllu --json
  treewright check train.export                         constituency trees
  treewright check train.conllu test.conllu --deep      look for annotation errors, and for test data in training data
  treewright check train.conllu --deep --html doctor.html --mark bugs.conllu

exit code: 0 if a parser can be trained on all of it, 2 if there are errors; what --deep finds is no error
"""
FORMATS = ("text", "json", "csv")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The flags of `treewright check`."""
    treebanks.add_inputs(parser)
    parser.add_argument("--format", choices=treebanks.FORMATS, default="auto", help="format of the inputs")
    parser.add_argument(
        "--most", type=int, metavar="N",
        help="errors shown for each file, and findings of each kind (default 20, of --html 200; 0 = all)",
    )  # fmt: skip
    parser.add_argument(
        "--to", choices=FORMATS, default="text", help="text, json, or csv with a row for each error and finding"
    )
    parser.add_argument("--json", dest="to", action="store_const", const="json", help="the same as --to json")
    deep_check.add_flags(parser)


def run(arguments: argparse.Namespace, messages: Messages) -> int:
    """Print errors, notes and counts of each input, and what the doctor finds in all of them."""
    from treewright import treebank
    from treewright.analysis.treebanks.constituency_survey import ConstituencySurvey
    from treewright.analysis.treebanks.treebank_survey import TreebankSurvey

    inputs = arguments.inputs or ["-"]
    treebanks.refuse_two_stdins(inputs)
    deep_check.check_flags(arguments, inputs)
    most = 20 if arguments.most is None else arguments.most
    total = 0
    results: list[dict[str, Any]] = []
    files: list[tuple[str, list[Sentence]]] = []
    validated: list[str] = []  # what the official validator can read
    for path in inputs:
        messages.reading(path)
        survey: TreebankSurvey | ConstituencySurvey = TreebankSurvey()
        report = treebank.Report()
        errors: list[str] = []
        sentences: list[Sentence] = []
        try:
            reader = treebank.read(path, format=arguments.format, on_error="skip", trees="required", report=report)
            for sentence in reader:
                if sentence.tree is not None and not survey.sentences:
                    survey = ConstituencySurvey()
                survey.add(sentence)  # type: ignore[arg-type]
                if arguments.deep:
                    sentences.append(sentence)
            validated += [path] if reader.format == "conllu" else []
            if reader.has_trees and not survey.sentences:
                survey = ConstituencySurvey()
        except InputError as error:  # the rest cannot be read at all; the other files can
            errors = [str(error)]
        errors = list(dict.fromkeys([*report.errors, *errors]))
        if not survey.sentences and not errors:
            errors = [f"{path}: seen no sentences, expected at least one"]
        count = max(report.error_count, len(errors))  # a report keeps many messages, but not any number
        total += count
        files.append((path, sentences))
        results.append({"path": path, "error_count": count, "errors": errors, "notes": report.notes, **survey.as_dict()})
        if arguments.to == "text":
            _print(path, count, errors if most <= 0 else errors[:most], report.notes)
            left_out = not survey.sentences or (arguments.deep and arguments.quiet)  # the findings are the result then
            lines = [] if left_out else survey.lines(arguments.verbose)
            print("".join(f"  {escaped(line)}\n" for line in lines), end="", flush=arguments.deep)
        deep_check.refuse_errors(path, count, arguments)
    found: list[dict[str, Any]] = []
    doctor = deep_check.examined(files, validated, arguments, messages) if arguments.deep else None
    if doctor is not None:
        found = [finding.as_dict() for finding in doctor.findings]
        if arguments.to == "text":
            print("".join(f"{escaped(line)}\n" for line in doctor.lines(most)), end="")
        deep_check.write(doctor, files, arguments, messages)
    if arguments.to == "json":
        if arguments.deep:
            for result, (path, sentences) in zip(results, files, strict=True):
                name = sentences[0].path if sentences else path  # that of stdin is another one
                result["findings"] = [row for row in found if row["path"] == name]
        print(escaped_json(json.dumps(results, indent=1, ensure_ascii=False)))
    elif arguments.to == "csv":
        faults = [{"kind": "format", "path": r["path"], "text": text} for r in results for text in r["errors"]]
        deep_check.print_csv([*faults, *found])
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
