"""Turns sentences and their constraints into numbers for a search; finds constraints that clash."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from treewright.arrays import int_array
from treewright.constraints.arc_check import ArcCheck
from treewright.constraints.conflict import clash, name_of, relax
from treewright.constraints.constraint import LABEL, SPANS, Constraint
from treewright.constraints.constraint_set import KEEP, Constraints, constraints_of
from treewright.constraints.given import KEPT, Given
from treewright.errors import InputError, SettingsError
from treewright.treebank.columns import CUTS, FORM, HEAD
from treewright.treebank.report import Problem, Report
from treewright.treebank.sentence import Sentence

ON_CONFLICT = ("stop", "skip", "relax")


class Preparation:
    """Prepares one sentence at a time.

    `keep` says which columns of the sentence are constraints, `constraints` is a function that returns more of them for a
    sentence (or None). If they clash, `on_conflict` says what happens: "stop" raises an InputError
    with the smallest set that clashes, "skip" leaves the sentence out, "relax" drops as few constraints as possible; the
    last two are reported.  `makes(word, head)` says which arcs a partial system can make, if not all.  If trees are not
    `projective`, arcs may cross.
    """

    def __init__(
        self,
        *,
        keep: str = "",
        constraints: Callable[[Sentence], Constraints | None] | None = None,
        on_conflict: str = "stop",
        labels: Mapping[str, int],
        single_root: bool,
        partial: bool = False,
        projective: bool = True,
        makes: Callable[[int, int], bool] | None = None,
        report: Report | None = None,
    ) -> None:
        if keep and keep not in KEEP:
            raise SettingsError(f"keep: seen {keep!r}, expected one of {', '.join(KEEP)}")
        self.keep, self.constraints, self.on_conflict = keep, constraints, checked_conflict(on_conflict)
        self.labels, self.single_root, self.partial, self.makes = labels, single_root, partial, makes
        self.how = {"single_root": single_root, "projective": projective}
        self.report = Report() if report is None else report
        self.arcs = ArcCheck()

    def prepared(self, batch: Iterable[Sentence]) -> tuple[list[Sentence], list[Given | None]]:
        """Sentences with their constraints, without those that are skipped."""
        found = [one for sentence in batch if (one := self.prepare(sentence)) is not None]
        return [sentence for sentence, _ in found], [given for _, given in found]

    def prepare(self, sentence: Sentence) -> tuple[Sentence, Given | None] | None:
        """The sentence (with given labels written into it) and its constraints, None if it is skipped."""
        more = constraints_of(self.constraints, sentence)
        if more is not None and more.brackets:
            only = Constraints()
            only.brackets = more.brackets
            raise SettingsError(f"constraints: seen {only}, expected heads or labels: this parser makes no constituents")
        if more is None:
            if self.keep in ("", "labels") or (self._can_make(sentence) and self.arcs.stands(sentence, self.single_root)):
                return sentence, self._quick(sentence)
            more = Constraints()
        constraints = more + Constraints.of(sentence, self.keep) if self.keep else more
        more.check(sentence)
        clashing = self._clash(sentence, constraints)
        if clashing:
            if self.on_conflict != "relax":
                self._refuse(sentence, self._problem(sentence, clashing))
                return None
            constraints.constraints = self._relaxed(sentence, constraints)
        if more.labels:  # the first of two labels is kept, and those of a function come first
            labels = [more.labels.get(word, label) for word, label in enumerate(sentence.labels, 1)]
            sentence = sentence.with_tree(sentence.heads, labels)
        given = Given.of(constraints, len(sentence), self.labels, makes=self.makes, single_root=self.single_root)
        return sentence, given

    def _can_make(self, sentence: Sentence) -> bool:
        """Whether the system can make all given arcs."""
        makes = self.makes
        return makes is None or all(head < 0 or makes(word, head) for word, head in enumerate(sentence.heads, 1))

    def _quick(self, sentence: Sentence) -> Given | None:
        """The constraints from the sentence itself, without checking each head."""
        size = len(sentence)
        if not self.keep or not size:
            return None
        heads = int_array(size, -1) if self.keep == "labels" else sentence.heads
        labels = int_array(size, -1)
        has_labels = False
        if self.keep != "heads":
            for i, label in enumerate(sentence.labels):
                if label is not None:
                    labels[i] = self.labels.get(label, KEPT)
                    has_labels = True
        return Given(heads, labels, has_labels)

    def _clash(self, sentence: Sentence, constraints: Constraints) -> list[Constraint]:
        if self.partial and any(constraint.kind in SPANS for constraint in constraints):
            raise SettingsError("constraints: a parser of partial trees cannot satisfy spans; use one of complete trees")
        if not self.how["projective"] and any(constraint.kind in SPANS for constraint in constraints):
            raise SettingsError("constraints: spans are kept in projective trees; use search.tree = eisner (--tree eisner)")
        found = clash(constraints.constraints, len(sentence), **self.how)
        return found or next(iter(constraints.label_clashes()), [])

    def _refuse(self, sentence: Sentence, problem: Problem) -> None:
        if self.on_conflict == "stop":
            raise InputError(f"{problem}; --on-conflict relax drops as few as possible")
        self.report.add_error(problem, "sentence skipped")
        self.report.leave_out(sentence)

    def _relaxed(self, sentence: Sentence, constraints: Constraints) -> list[Constraint]:
        for first, other in constraints.label_clashes():
            self.report.add_error(self._problem(sentence, [first, other]), f"dropped that {_named(other, sentence)}")
        if not clash(constraints.constraints, len(sentence), **self.how):
            return constraints.constraints
        kept, dropped = relax(constraints.constraints, len(sentence), **self.how)
        for constraint in dropped:
            others = clash([*kept, constraint], len(sentence), **self.how)
            others.sort(key=lambda other: other != constraint)  # the one that goes first
            self.report.add_error(self._problem(sentence, others), f"dropped that {_named(constraint, sentence)}")
        return kept

    def _problem(self, sentence: Sentence, clashing: list[Constraint]) -> Problem:
        lines = [_line(sentence, constraint) for constraint in clashing]
        shown = [f"{_named(c, sentence)} (line {line})" for c, line in zip(clashing, lines, strict=True)]
        if len(shown) > 8:
            shown[4:-3] = [f"... {len(shown) - 7} more ..."]
        tree = "projective tree" if self.how["projective"] else "tree"
        expected = "one label" if clashing[0].kind == LABEL else f"constraints that one {tree} can satisfy"
        return Problem(lines[0], f"{name_of(clashing)}: {', '.join(shown)}", expected,
                       path=sentence.path or "sentence", sent_id=sentence.sent_id)  # fmt: skip


def checked_conflict(on_conflict: str) -> str:
    """What is to happen if constraints clash, checked."""
    if on_conflict not in ON_CONFLICT:
        raise SettingsError(f"on_conflict: seen {on_conflict!r:.40}, expected one of {', '.join(ON_CONFLICT)}")
    return on_conflict


def _line(sentence: Sentence, constraint: Constraint) -> int:
    word = constraint.words[0] if constraint.kind in SPANS else constraint.word
    return sentence.line + sentence.source.count(b"\n", 0, sentence.cuts[CUTS * (word - 1)])


def _named(constraint: Constraint, sentence: Sentence) -> str:
    """The constraint in words, with the form of the word, and with the head as written if it is not a word."""
    text = str(constraint)
    if constraint.kind in SPANS:
        return text
    form = sentence.column(constraint.word - 1, FORM)
    form = form if len(form) <= 24 else form[:21] + "..."
    text = text.replace(f"word {constraint.word}", f"word {constraint.word} {form!r}", 1)
    return text.replace("is -1", f"is {sentence.column(constraint.word - 1, HEAD)[:24]}")


def kept(sentence: Sentence, given: Given | None) -> Sentence:
    """The sentence with the given heads and labels, and `_` for the others."""
    if not len(sentence):
        return sentence
    if given is None:
        return sentence.with_tree([None] * len(sentence), [None] * len(sentence))
    labels = [label if given.labels[i] != -1 else None for i, label in enumerate(sentence.labels)]
    return sentence.with_tree(given.heads, labels)
