"""Score a predicted treebank against the gold one: from tokens to trees, as in the CoNLL 2018 shared task.

Constituency trees are scored by their constituents, as disco-dop and EVALB do. Criteria tell where parsers go wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from treewright.command_line import analyses, page_output, treebanks
from treewright.command_line.analysis_flags import warn_of_idle
from treewright.command_line.input_files import start_of
from treewright.command_line.messages import Messages
from treewright.errors import InputError

USAGE = """GOLD [PREDICTED ...] [--all] [--json] [--no-punctuation] [--subtypes] [--params P] [--functions F]
         [--by C,...] [--cross C,D] [--where EXPRESSION] [--confusion C,...] [--compare] [--statistics] [--to FORMAT]
         [--html FILE] [--sentences N] [--model MODEL]"""
EXAMPLES = """\
examples:
  treewright evaluate gold.conllu predicted.conllu
  treewright evaluate gold.conllu predicted.conllu --all
  treewright evaluate gold.conllu predicted.conllu --json --no-punctuation
  treewright parse model.tw test.conllu | treewright evaluate test.conllu
  treewright evaluate gold.conllu predicted.conllu --by upos,length:5 --where "label=mark"
  treewright evaluate gold.conllu predicted.conllu --cross upos,head.upos --metrics UAS
  treewright evaluate gold.conllu predicted.conllu --confusion label --to csv
  treewright evaluate gold.conllu one.conllu other.conllu --compare --by label
  treewright evaluate gold.conllu one.conllu other.conllu --html page.html
  treewright evaluate gold.conllu --statistics --by length
  treewright evaluate gold.export predicted.export --by label,size/5
"""
FUNCTIONS = {"cut": False, "keep": True}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The flags of `treewright evaluate`."""
    parser.add_argument("gold", metavar="GOLD", help="treebank with the right trees; - = stdin")
    text = "the same text with predicted trees (default: stdin); may be several"
    parser.add_argument("predicted", nargs="*", default=[], metavar="PREDICTED", help=text)
    parser.add_argument("--all", action="store_true", help="print all metrics even if nothing but the trees differs")
    parser.add_argument("--json", action="store_true", help="print the scores as JSON, like --to json")
    parser.add_argument("--no-punctuation", action="store_true", help="leave out words that are punctuation")
    parser.add_argument("--subtypes", action="store_true", help="tell nsubj:pass from nsubj (CoNLL 2018 does not)")
    parser.add_argument(
        "--params", metavar="P", help="constituents: which count; proper (the default), all, or a file of EVALB's kind"
    )
    parser.add_argument(
        "--functions", choices=FUNCTIONS,
        help="constituents: whether labels are cut at - and = (default: cut, but keep in discbracket)",
    )  # fmt: skip
    parser.add_argument("--format", choices=treebanks.FORMATS, default="auto", help="format of all files")
    analyses.add_arguments(parser)
    page_output.add_arguments(parser)
    parser.set_defaults(on_error="stop")  # a skipped sentence would pair the wrong ones


def run(arguments: argparse.Namespace, messages: Messages) -> int:
    """Print the scores."""
    if not arguments.predicted and not arguments.statistics:
        _expect_stdin(arguments.gold)
    arguments.predicted = arguments.predicted or ["-"]
    predicted = () if arguments.statistics else arguments.predicted
    treebanks.refuse_two_stdins([arguments.gold, *predicted, *filter(None, [arguments.training])])
    page_output.check(arguments)
    warn_of_idle(arguments, messages)
    arguments.to = "json" if arguments.json else arguments.to
    if analyses.is_asked(arguments):
        analyses.run(arguments, messages)
        return 0

    from treewright.evaluation import BracketScores, bracket_parameters, evaluate

    settings: dict[str, Any] = {}  # those given; the others may not fit the kind of trees
    if arguments.no_punctuation:
        settings["punctuation"] = False
    if arguments.subtypes:
        settings["subtypes"] = True
    if arguments.params is not None:
        settings["parameters"] = bracket_parameters(arguments.params)
    if arguments.functions is not None:
        settings["functions"] = FUNCTIONS[arguments.functions]
    with (
        treebanks.opened(arguments.gold, arguments, messages) as gold,
        treebanks.opened(arguments.predicted[0], arguments, messages) as predicted,
    ):
        scores: Any = evaluate(gold, predicted, **settings)
    if arguments.to == "json":
        print(json.dumps(scores.as_dict(), indent=1, ensure_ascii=False))
        return 0
    print(scores.table() if arguments.all or not (isinstance(scores, BracketScores) or scores.trees_only) else scores)
    return 0


def _expect_stdin(gold: str) -> None:
    """Refuses to compare with nothing: no predicted treebank is named, and stdin has none."""
    if gold == "-" or (sys.stdin is not None and (sys.stdin.isatty() or start_of(sys.stdin.buffer))):
        return
    raise InputError("PREDICTED: seen no file and nothing on stdin, expected the same text as in GOLD with predicted trees")
