"""Score a predicted treebank against the gold one: from tokens to trees, as in the CoNLL 2018 shared task."""

from __future__ import annotations

import argparse
import json

from treewright.command_line import treebanks
from treewright.command_line.messages import Messages

USAGE = "GOLD [PREDICTED] [--all] [--json] [--no-punctuation] [--subtypes]"
EXAMPLES = """\
examples:
  treewright evaluate gold.conllu predicted.conllu
  treewright evaluate gold.conllu predicted.conllu --all
  treewright evaluate gold.conllu predicted.conllu --json --no-punctuation
  treewright parse model.tw test.conllu | treewright evaluate test.conllu
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The flags of `treewright evaluate`."""
    parser.add_argument("gold", metavar="GOLD", help="treebank with the right trees; - = stdin")
    parser.add_argument("predicted", nargs="?", default="-", metavar="PREDICTED", help="the same text with predicted trees")
    parser.add_argument("--all", action="store_true", help="print all metrics even if nothing but the trees differs")
    parser.add_argument("--json", action="store_true", help="print the scores as JSON")
    parser.add_argument("--no-punctuation", action="store_true", help="leave out words that are punctuation")
    parser.add_argument("--subtypes", action="store_true", help="tell nsubj:pass from nsubj (CoNLL 2018 does not)")
    parser.add_argument("--format", choices=treebanks.FORMATS, default="auto", help="format of both files")
    parser.set_defaults(on_error="stop")  # a skipped sentence would pair the wrong ones


def run(arguments: argparse.Namespace, messages: Messages) -> int:
    """Print the scores."""
    treebanks.refuse_two_stdins([arguments.gold, arguments.predicted])

    from treewright.evaluation import evaluate

    gold = treebanks.read(arguments.gold, arguments, messages)
    predicted = treebanks.read(arguments.predicted, arguments, messages)
    scores = evaluate(gold, predicted, punctuation=not arguments.no_punctuation, subtypes=arguments.subtypes)
    if arguments.json:
        print(json.dumps(scores.as_dict(), indent=1, ensure_ascii=False))
    else:
        print(scores.table() if arguments.all or not scores.trees_only else scores)
    return 0
