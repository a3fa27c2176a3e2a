"""Find words by an expression over their columns, heads and dependents; prints the sentences with these words in brackets."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from treewright.command_line import outputs, treebanks
from treewright.command_line.analysis_flags import FREQUENCY
from treewright.command_line.messages import Messages, counted
from treewright.command_line.own_parts import functions_named
from treewright.errors import SettingsError
from treewright.escaped_text import escaped

if TYPE_CHECKING:
    from treewright.treebank import Sentence

USAGE = "EXPRESSION [INPUT ...] [--count] [--to text|tree|conllu|json] [--most N] [--predicted FILE] [--training FILE]"
EXAMPLES = """\
examples:
  treewright find "upos=VERB and child.label=iobj" train.conllu
  treewright find "label=nsubj and length>5 and not projective" *.conllu --count
  treewright find "form~*ing and head(upos=VERB and child.label=aux)" dev.conllu --to tree
  treewright find "feats.Number != head.feats.Number and label=det" train.conllu --to conllu > odd.conllu
  treewright find "label != predicted.label" gold.conllu --predicted parsed.conllu --most 20
criteria, signs and steps: see docs/evaluation.md; treewright find ?=x lists the criteria
"""
TO = ("text", "tree", "conllu", "json")
AT_ONCE = 2_000  # sentences: memory stays flat however long the files are


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The flags of `treewright find`."""
    text = "which words are meant: comparisons such as upos=VERB joined by and, or, not; head., child., previous., next."
    parser.add_argument("expression", metavar="EXPRESSION", help=text)
    treebanks.add_inputs(parser, kinds=treebanks.KINDS_OF_HEADS)
    treebanks.add_reading_flags(parser, treebanks.OF_HEADS)
    parser.add_argument("--count", action="store_true", help="print only how many words and sentences there are")
    parser.add_argument("--to", choices=TO, default="text", help="how sentences are printed (default text: a line for each)")
    parser.add_argument("--most", type=int, metavar="N", help="stop after N sentences")
    parser.add_argument(
        "--predicted", metavar="FILE", help="the same words with predicted trees, for predicted.label and so on"
    )
    parser.add_argument("--training", metavar="FILE", help="what a parser was trained on, for frequency and unknown")


def run(arguments: argparse.Namespace, messages: Messages) -> int:
    """Print the sentences with words that are meant, or count them."""
    from treewright.analysis import expression
    from treewright.analysis.scores.misspelt import Misspelt
    from treewright.analysis.scores.word_table import frequencies

    inputs = arguments.inputs or ["-"]
    treebanks.refuse_two_stdins([*inputs, *filter(None, [arguments.predicted, arguments.training])])
    if arguments.most is not None and arguments.most < 1:
        raise SettingsError(f"--most: seen {arguments.most}, expected at least 1")
    if arguments.predicted and len(inputs) > 1:
        raise SettingsError(f"--predicted: seen with {len(inputs)} inputs, expected one")
    arguments.functions = functions_named([], arguments.expression, "EXPRESSION")
    arguments.test = expression(arguments.expression, "EXPRESSION", arguments.functions)
    arguments.misspelt = Misspelt(arguments.test.compared)
    training = None
    if arguments.training and not FREQUENCY.search(arguments.expression):
        messages.warning("--training has no effect without the criteria frequency and unknown")
    if arguments.training:
        training = frequencies(treebanks.read(arguments.training, arguments, messages))
    found = (pair for path in inputs for pair in _hits(path, training, arguments, messages))
    pairs = islice(found, arguments.most)
    words = sentences = 0
    shown = []
    for sentence, hits in pairs:
        words, sentences = words + len(hits), sentences + 1
        if arguments.count:
            continue
        if arguments.to == "text":
            print(_line(sentence, hits))
        else:
            shown.append(_bracketed(sentence, hits) if arguments.to == "tree" else _with_mark(sentence, hits))
            if len(shown) >= AT_ONCE:
                _write(shown, arguments.to)
                shown = []
    _write(shown, arguments.to)
    for hint in arguments.misspelt.hints() if not words else ():
        messages.warning(hint)
    if arguments.count:
        print(f"{counted(words, 'word')} in {counted(sentences, 'sentence')}")
    else:
        messages.note(f"{counted(words, 'word')} in {counted(sentences, 'sentence')}")
    return 0


def _hits(
    path: str, training: dict[str, int] | None, arguments: argparse.Namespace, messages: Messages
) -> Iterator[tuple[Sentence, list[int]]]:
    """The sentences of a file with words that are meant, and the numbers of these, from 0 on."""
    from treewright.analysis import ScoredWords, WordTable

    sentences = treebanks.read(path, arguments, messages)
    if arguments.predicted:
        predicted = treebanks.read(arguments.predicted, arguments, messages)
        yield from _found(ScoredWords(sentences, predicted, training=training).gold, arguments)
        return
    number = 1
    while block := list(islice(sentences, AT_ONCE)):
        table = WordTable(block, training=training)
        table.first = number
        yield from _found(table, arguments)
        number += len(table.sentences)


def _found(table: Any, arguments: argparse.Namespace) -> Iterator[tuple[Sentence, list[int]]]:
    mask = arguments.test.mask(table)
    if not mask.any():
        arguments.misspelt.look(table)
    numbers: dict[int, list[int]] = {}
    for word in mask.nonzero()[0].tolist():
        numbers.setdefault(int(table.sentence_of[word]), []).append(int(table.positions[word]) - 1)
    for number, hits in numbers.items():
        yield table.sentences[number], hits


def _line(sentence: Sentence, hits: Sequence[int]) -> str:
    """Where a sentence is, and its words, those that are meant in brackets."""
    from treewright.treebank.shown_text import isolated

    forms = [isolated(escaped(form)) for form in sentence.forms]
    for i in hits:
        forms[i] = f"[{forms[i]}]"
    name = f" {sentence.sent_id}" if sentence.sent_id else ""
    return f"{escaped(f'{sentence.path or chr(45)}:{sentence.line}{name}')}: {' '.join(forms)}"


def _bracketed(sentence: Sentence, hits: Sequence[int]) -> Sentence:
    """The sentence to be drawn, in which the words that are meant are in brackets."""
    return _changed(sentence, 1, {i: f"[{sentence.column(i, 1)}]" for i in hits})


def _with_mark(sentence: Sentence, hits: Sequence[int]) -> Sentence:
    """The sentence with Mark=Yes in MISC of the words that are meant; old values of Mark there are replaced."""
    from treewright.treebank.conllx import to_conllu

    sentence = to_conllu(sentence)  # CoNLL-X has something else in that column
    old = {i: sentence.column(i, 9).split("|") for i in hits}
    kept = {i: [entry for entry in misc if entry != "_" and not entry.startswith("Mark=")] for i, misc in old.items()}
    return _changed(sentence, 9, {i: "|".join([*entries, "Mark=Yes"]) for i, entries in kept.items()})


def _changed(sentence: Sentence, column: int, values: dict[int, str]) -> Sentence:
    """The sentence with other values in one column of some words."""
    from treewright.treebank import Sentence as Made
    from treewright.treebank.columns import CUTS

    parts, done = [], 0
    for i, value in sorted(values.items()):
        parts += [sentence.source[done : sentence.cuts[CUTS * i + column]], value.encode()]
        done = sentence.cuts[CUTS * i + column + 1] - 1
    source = b"".join([*parts, sentence.source[done:]])
    return Made(source, path=sentence.path, line=sentence.line, format=sentence.format)


def _write(sentences: list[Sentence], format: str) -> None:
    if not sentences:
        return
    sys.stdout.flush()
    with outputs.opened("-") as file:
        for piece in outputs.encoded(sentences, format, "-"):
            file.write(piece)
