"""Blame: for each sentence that a parser gets wrong, the transitions that are to blame, and what they cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from treewright.analysis.blame.judge import Judge
from treewright.analysis.blame.mistake import Case, Mistake
from treewright.analysis.trace.gold_columns import GoldColumns
from treewright.analysis.trace.step import Added, Option
from treewright.analysis.trace.trace import name_of, oracle_of
from treewright.analysis.trace.walk import Names
from treewright.decoding.decoder import decoded
from treewright.errors import InputError, ModelError, SettingsError
from treewright.evaluation.brackets import bracket_scores
from treewright.families import ConstituencyTrees, TagSequences
from treewright.parser.parser import Parser
from treewright.search.beam import Beam
from treewright.treebank.expected import expected_sentences
from treewright.treebank.sentence import Sentence


def blame(parser: Any, gold: Iterable[Sentence]) -> Blame:
    """Find out which transitions are to blame for what a parser gets wrong in gold trees."""
    return Blame(parser, gold)


class Blame:
    """The sentences that a parser gets wrong (`cases`), each with its wrong transitions; `tables` sum them up."""

    def __init__(self, parser: Any, gold: Iterable[Sentence]) -> None:
        self.taggers = getattr(parser, "taggers", ())  # a pipeline's parser sees the tags that the pipeline gives
        parser = getattr(parser, "parser", parser)
        self.parser: Parser = _checked(parser)
        self.system = name_of(parser.system)
        sentences = [sentence for sentence in expected_sentences(gold) if len(sentence)]
        for tagger in self.taggers:
            sentences = list(tagger.pipe(sentences))
        self.sentences = sentences
        _check_family(parser, sentences)
        oracle: Any = oracle_of(parser)
        self.exact = bool(oracle.exact) and not getattr(parser.system, "candidates", 0)
        self.judge = Judge(parser.system, oracle, parser.new_search())
        self.names = Names(parser.alphabets, parser.lifted)
        self.columns = GoldColumns(parser.family, parser.alphabets, parser.lifted)
        self.beam = isinstance(self.judge.search, Beam)
        self.words = sum(map(len, sentences))
        self.cases: list[Case] = []
        self._options: dict[tuple[int, int], Option] = {}
        self._gold = self.columns.of_all(sentences)
        for number, (sentence, columns) in enumerate(zip(sentences, self._gold, strict=True), 1):
            case = self._case(number, sentence, columns) if columns is not None else None
            if case is not None:
                self.cases.append(case)

    @property
    def mistakes(self) -> list[Mistake]:
        """All wrong transitions."""
        return [mistake for case in self.cases for mistake in case.mistakes]

    @property
    def gold_count(self) -> int:
        """How many gold arcs, constituents or tags there are."""
        known = [columns for columns in self._gold if columns is not None]
        if self.judge.items is not None:
            return int(sum(label >= 0 for columns in known for label in columns[1]))
        return int(sum(head >= 0 for columns in known for head in columns[0]))

    def gold(self, number: int) -> Any:
        """The gold structure of a sentence in numbers."""
        return self._gold[number - 1]

    def prepare(self, columns: Sequence[Any]) -> None:
        """Give the oracle the gold tree of a sentence."""
        oracle: Any = self.judge.oracle
        oracle.prepare(*columns)

    def _case(self, number: int, sentence: Sentence, columns: Sequence[Any]) -> Case | None:
        judge = self.judge
        if judge.parse(sentence, columns[0], columns[1]) and len(columns) == 2:
            return None
        mended = judge.mended
        total = judge.total() if self.beam else 0.0
        path = judge.found(sentence)
        self.prepare(columns)
        wrong = judge.wrong(path)
        if not wrong and (len(columns) > 2 or (judge.items is not None and self._is_gold(sentence))):
            return None  # it is right after all
        case = Case(number, sentence, [self.mistake(sentence, one) for one in wrong], path, mended=mended)
        case.places = [one[5] for one in wrong]
        if not wrong:
            return case
        if self.beam and not self.parser.chosen_tags:
            case.lost_by = judge.lost_by(total)
            step = judge.left_beam()
            case.left_beam = step if step >= 0 else None
        if len(wrong) > 1:
            step, right = wrong[0][0], wrong[0][5]
            case.followed = sum(one[2] for one in wrong[1:])
            case.propagated = case.followed - judge.cost_of(judge.go_on([*path[:step], right]), step + 1)
        return case

    def _is_gold(self, sentence: Sentence) -> bool:
        """Whether the constituents found are those of gold: items out of the candidates' reach are lost at no cost."""
        prediction = decoded(self.parser.new_decoder(), [sentence])
        family: Any = self.parser.family
        gold: Any = [sentence]
        return bracket_scores(gold, family.parsed(gold, prediction, self.parser.alphabets), "all").exact_match == 100

    def mistake(self, sentence: Sentence, one: Any) -> Mistake:
        """What the judge tells of a wrong transition, with names instead of numbers."""
        step, made, cost, only_label, lost, right, score, other, ruled_out = one
        return Mistake(
            step, self._option(made), self._option(right), cost, self._lost(sentence, lost), score - other,
            bool(only_label), bool(ruled_out),
        )  # fmt: skip

    def _option(self, move: tuple[int, int, int]) -> Option:
        _, kind, label = move
        if (kind, label) not in self._options:
            name = self.names.of(self.parser.system, kind, label)
            self._options[kind, label] = Option(self.parser.system.kinds[kind], name)
        return self._options[kind, label]

    def _lost(self, sentence: Sentence, lost: list[int]) -> tuple[Added, ...]:
        """What the numbers of lost words or constituents stand for."""
        oracle: Any = self.judge.oracle
        found = []
        for number in lost:
            if self.judge.items is not None:
                label, tokens = self.judge.constituent(number)
                name = self.names.labels[label] if label >= 0 else None
                found.append(Added(name, tuple(token + 1 for token in tokens)))
            else:
                head, label = int(oracle.gold[number]), int(oracle.gold_label[number])
                name = self.names.labels[label] if label >= 0 else sentence.labels[number - 1]
                found.append(Added(name, (number,), 0 if head == oracle.root else head))
        return tuple(found)


def _checked(parser: Any) -> Parser:
    """Refuses what makes no transitions, and systems whose costs are not known."""
    if not isinstance(parser, Parser):
        if hasattr(parser, "parsers"):
            raise SettingsError(f"blame: an ensemble has no derivation of its own, so no transition is to blame; {parser.one}")
        raise SettingsError(f"blame: seen {type(parser).__name__}, expected a parser")
    if not parser.way.makes_transitions:
        name = parser.settings["search"]["decoder"]
        raise SettingsError(f"search.decoder: {name} makes no transitions, so none is to blame")
    if parser.model is None:
        raise ModelError("this parser has no weights yet; train it or load a model")
    oracle, name = parser.oracle_class(), parser.settings["system"]["name"]
    if oracle is None or not oracle.dynamic or oracle.whole_trees:
        why = "no oracle that knows what a transition costs away from its one path" if oracle is not None else "no oracle"
        raise SettingsError(f"system.name: {name} has {why}, so nothing can be said of single transitions")
    return parser


def _check_family(parser: Parser, sentences: Sequence[Sentence]) -> None:
    """Refuses sentences without the structures that the parser builds."""
    constituents = parser.family.name == ConstituencyTrees.name
    for sentence in sentences:
        if (sentence.tree is not None) != constituents and not isinstance(parser.family, TagSequences):
            seen, expected = ("heads", "a constituency tree") if constituents else ("a constituency tree", "heads")
            where = sentence.place
            raise InputError(f"{where}: seen {seen}, expected {expected}, as the model builds them")
    if not sentences:
        raise InputError("gold: seen no sentences with words, expected at least one")
    arcs = not constituents and not isinstance(parser.family, TagSequences)
    if arcs and not any(head >= 0 for sentence in sentences for head in sentence.heads):
        raise InputError("gold: seen no known heads, expected HEAD other than _ on some word")
