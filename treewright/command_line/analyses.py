"""What `evaluate` does with several parsers, criteria, confusion matrices and statistics."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from treewright.command_line import page_output, treebanks
from treewright.command_line.analysis_flags import called, warn_of_nothing, warn_of_tags
from treewright.command_line.messages import Messages
from treewright.command_line.own_parts import functions_named
from treewright.errors import InputError, SettingsError
from treewright.escaped_text import escaped_json

if TYPE_CHECKING:
    from treewright.analysis import ScoredConstituents, ScoredWords, Table
    from treewright.treebank import Sentence

FORMATS = ("text", "markdown", "csv", "json")
ASKED = ("by", "cross", "confusion", "compare", "statistics", "where", "ignore_tags", "metrics", "html")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The flags of criteria and comparisons."""
    group = parser.add_argument_group("criteria and comparisons")
    text = "scores by criteria, a table for each: upos, head.upos, depth:4 (capped), form+upos (both), module:function ..."
    group.add_argument("--by", metavar="C,...", help=text)
    group.add_argument("--cross", metavar="C,D", help="a two-way table: the values of C in rows, those of D in columns")
    group.add_argument(
        "--where", metavar="EXPRESSION", help="only words for which it holds, such as 'label=mark and length>5'"
    )
    group.add_argument(
        "--confusion", metavar="C,...", help="confusion matrices: gold values in rows, predicted ones in columns"
    )
    group.add_argument(
        "--compare", action="store_true", help="compare each pair of parsers: agreement, kappa, who is right, p"
    )
    group.add_argument("--statistics", action="store_true", help="count the words of GOLD by criteria, without a parser")
    group.add_argument(
        "--metrics", metavar="M,...", help="what is scored: UAS,LAS (the default), UPOS, UFeats, Lemmas, CLAS ..."
    )
    group.add_argument("--ignore-tags", metavar="T,...", help="leave out words with these UPOS, such as PUNCT,INTJ,SYM,X")
    group.add_argument("--training", metavar="FILE", help="what the parsers were trained on, for frequency and unknown")
    group.add_argument("--top", type=int, metavar="N", help="only the N most frequent values; the others are added up")
    group.add_argument("--seed", type=int, metavar="N", help="seed of the paired test of --compare (default 1)")
    group.add_argument("--to", choices=FORMATS, default="text", help="how tables are written (default text)")


def is_asked(arguments: argparse.Namespace) -> bool:
    """Whether more is asked for than the scores of one parser."""
    return (
        len(arguments.predicted) > 1 or arguments.to in ("markdown", "csv") or any(getattr(arguments, name) for name in ASKED)
    )


def run(arguments: argparse.Namespace, messages: Messages) -> None:
    """Print the tables that were asked for."""
    if arguments.top is not None and arguments.top < 1:
        raise SettingsError(f"--top: seen {arguments.top}, expected at least 1")
    if arguments.top is not None and not (arguments.by or arguments.confusion):
        raise SettingsError(f"--top: seen {arguments.top} without --by or --confusion, expected one of them to limit")
    given = [arguments.by, arguments.cross, arguments.confusion]
    functions = functions_named([part for text in given for part in _listed(text)], arguments.where)
    with called(where="--where", by="--by"):
        _run(functions, arguments, messages)


def _run(functions: dict[str, Any], arguments: argparse.Namespace, messages: Messages) -> None:
    with treebanks.opened(arguments.gold, arguments, messages) as reader:
        gold, formats = list(reader), [reader.format]
    if arguments.statistics:
        _print_tables(_statistics(gold, functions, arguments, messages), arguments.to)
        return
    predicted = []
    for path in arguments.predicted:
        with treebanks.opened(path, arguments, messages) as reader:
            predicted.append(list(reader))
            formats.append(reader.format)
    words = _scored(gold, predicted, formats, functions, arguments, messages)
    if arguments.ignore_tags:
        warn_of_tags(_listed(arguments.ignore_tags), words.gold, messages)
    if words.where is not None:
        left = any(side.judgements[words.counting].gold.any() for side in words.sides)
        warn_of_nothing(words.where, [words.gold], left, messages, words.items[:-1])
    if arguments.html is not None:
        page_output.write(words, gold, arguments, messages)
        if arguments.html == "-":
            return
    tables = _tables(words, arguments)
    if arguments.to == "json":
        scores = {side.name: side.scores.as_dict() for side in words.sides}
        data = {"settings": words.settings(), "scores": scores, "tables": [table.as_dict() for table in tables]}
        print(escaped_json(json.dumps(data, indent=1, ensure_ascii=False)))
    else:
        _print_tables(tables, arguments.to)


def _scored(
    gold: list[Sentence],
    predicted: list[list[Sentence]],
    formats: Sequence[str],
    functions: dict[str, Any],
    arguments: argparse.Namespace,
    messages: Messages,
) -> ScoredWords | ScoredConstituents:
    from treewright.analysis import ScoredConstituents, ScoredWords
    from treewright.evaluation import bracket_parameters

    kinds = [bool(side) and side[0].tree is not None for side in (gold, *predicted)]
    if len(set(kinds)) > 1:
        path = arguments.predicted[next(k for k, kind in enumerate(kinds[1:]) if kind != kinds[0])]
        raise InputError(f"{path}: seen another kind of trees than in {arguments.gold}, expected the same kind in all")
    names = _names(arguments.predicted)
    if not kinds[0]:
        for flag in ("params", "functions"):
            if getattr(arguments, flag) is not None:
                raise SettingsError(f"--{flag}: seen with trees of heads, expected only with constituency trees")
        return ScoredWords(
            gold, *predicted, names=names, where=arguments.where, ignored_tags=_ignored(arguments),
            subtypes=arguments.subtypes, training=_training(arguments, messages), functions=functions,
        )  # fmt: skip
    for flag in ("no_punctuation", "subtypes", "ignore_tags", "training"):
        if getattr(arguments, flag):
            raise SettingsError(f"--{flag.replace('_', '-')}: seen with constituency trees, expected only with heads")
    kept = arguments.functions == "keep" if arguments.functions else set(formats) == {"discbracket"}
    parameters = bracket_parameters(arguments.params or "proper")
    return ScoredConstituents(gold, *predicted, names=names, where=arguments.where, parameters=parameters, functions=kept)  # type: ignore[arg-type]


def _tables(words: ScoredWords | ScoredConstituents, arguments: argparse.Namespace) -> list[Table]:
    from treewright.analysis import breakdown, compare, confusion

    short = arguments.to in ("text", "markdown")
    with called(metric="--metrics"):
        chosen = [words.metric(name) for name in _listed(arguments.metrics)]
    metrics = chosen or list(words.metrics if arguments.all else words.default_metrics)
    top = arguments.top
    tables = []
    by: list[Any] = _listed(arguments.by)
    for criteria in by if not arguments.compare else ():
        found = breakdown(words, criteria, metrics=metrics, top=top)
        tables.append(found.short_table() if short else found.table())
    if arguments.cross:
        rows, columns = _crossed(arguments.cross)
        with called(by="--cross"):
            found = breakdown(words, f"{rows}+{columns}", metrics=metrics)
        first = rows.count("+") + 1
        tables += [found.two_way(metric, parser, first) for parser in words.names for metric in metrics]
    for criteria in _listed(arguments.confusion):
        for parser in words.names:
            with called(confusion="--confusion"):
                matrix = confusion(words, criteria, parser=parser, top=top)
            tables.append(matrix.short_table() if short else matrix.table())
    if arguments.compare:
        seed = 1 if arguments.seed is None else arguments.seed
        with called(compare="--compare", seed="--seed"):
            for metric in chosen or words.default_metrics[-1:]:
                tables += [compare(words, criteria, metric=metric, top=top, seed=seed).table() for criteria in by or [None]]
    return tables or [_overall(words, metrics)]


def _overall(words: Any, metrics: Sequence[str]) -> Table:
    from treewright.analysis import breakdown
    from treewright.analysis.scores.table import Cell, Table

    total = breakdown(words, "sentence", metrics=metrics, top=1).total
    rows: list[list[Cell]] = [
        [name, total.words[k], *(total.scores[name, metric].share("F1") for metric in metrics)]
        for k, name in enumerate(words.names)
    ]
    return Table("", ["parser", words.items, *metrics], rows, words.settings())


def _statistics(
    gold: list[Sentence], functions: dict[str, Any], arguments: argparse.Namespace, messages: Messages
) -> list[Table]:
    from treewright.analysis import WordTable, expression, statistics

    if arguments.predicted != ["-"]:
        raise SettingsError("--statistics: seen a predicted treebank, expected only GOLD")
    if not arguments.by and not arguments.cross:
        raise SettingsError("--statistics: seen no criterion, expected --by or --cross")
    table = WordTable(gold, training=_training(arguments, messages))
    options: dict[str, Any] = {
        "where": arguments.where, "ignored_tags": _ignored(arguments), "functions": functions,
    }  # fmt: skip
    if arguments.where:
        where = expression(arguments.where, functions=functions)
        warn_of_nothing(where, [table], bool(where.mask(table).any()), messages)
    warn_of_tags(_listed(arguments.ignore_tags), table, messages)
    tables = [statistics(table, criteria, top=arguments.top, **options).table() for criteria in _listed(arguments.by)]
    if arguments.cross:
        rows, columns = _crossed(arguments.cross)
        with called(by="--cross"):
            tables.append(statistics(table, f"{rows}+{columns}", **options).two_way(rows.count("+") + 1))
    return tables


def _print_tables(tables: Sequence[Table], format: str) -> None:
    from treewright.analysis.scores.table import write_all

    print(write_all(tables, format))


def _listed(given: str | None) -> list[str]:
    return given.split(",") if given else []


def _crossed(given: str) -> tuple[str, str]:
    parts = given.split(",")
    if len(parts) != 2:
        raise SettingsError(f"--cross: seen {given!r:.60}, expected two criteria, such as upos,head.upos")
    return parts[0], parts[1]


def _ignored(arguments: argparse.Namespace) -> list[str]:
    tags = [tag for tag in _listed(arguments.ignore_tags) if tag]
    return list(dict.fromkeys([*(["PUNCT"] if arguments.no_punctuation else []), *tags]))


def _training(arguments: argparse.Namespace, messages: Messages) -> dict[str, int] | None:
    from treewright.analysis.scores.word_table import frequencies

    return frequencies(treebanks.read(arguments.training, arguments, messages)) if arguments.training else None


def _names(paths: Sequence[str]) -> list[str]:
    """What the parsers are called: their files' names, or whole paths if these are the same."""
    short = ["stdin" if path == "-" else os.path.basename(path) for path in paths]
    names = short if len(set(short)) == len(short) else list(paths)
    if len(set(names)) < len(names):
        names = [f"{name} ({k})" for k, name in enumerate(names, 1)]
    return names
