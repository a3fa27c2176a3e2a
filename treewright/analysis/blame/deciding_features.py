"""Which features decided between two transitions: those whose weights differ most, with their templates and values."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

from treewright.analysis.blame.judge import Judge
from treewright.analysis.blame.mistake import Case
from treewright.features.extraction import atoms_of, keys_of
from treewright.features.hash_functions import MASK
from treewright.parser.parser import Parser
from treewright.treebank.sentence import Sentence

COLUMNS = {"w": 1, "z": 2, "p": 3, "x": 4, "feats": 5, "misc": 9}
SEVERAL = "a template with several values"


class Feature(NamedTuple):
    """A feature, and by how much it spoke for the wrong transition and against the right one."""

    template: str
    values: str  # of its atoms, as far as they can be named
    difference: float

    def __str__(self) -> str:
        return f"{self.template}{f' = {self.values}' if self.values else ''} ({self.difference:+.2f})"


class DecidingFeatures:
    """Looks at mistakes of a parser whose scores are sums of weights."""

    def __init__(self, parser: Parser, judge: Judge) -> None:
        self.parser, self.judge = parser, judge
        self.classes = parser.transition_classes()
        self.known = bool(parser.classifier_class().has_weights) and self.classes.reduce < 0  # one class for each transition

    def of(self, case: Case, which: int = 0, count: int = 5) -> list[Feature]:
        """The features that speak most for a mistake of a sentence; none if scores are no sums of weights."""
        return [feature for feature in self.differences(case, which)[:count] if feature.difference > 0]

    def differences(self, case: Case, which: int = 0) -> list[Feature]:
        """All features that speak for or against it, the strongest first; together they are its margin."""
        if not self.known:
            return []
        mistake, right = case.mistakes[which], case.places[which]
        judge = self.judge
        search: Any = judge.search
        search.encode(case.sentence)
        judge.begin(len(case.sentence))
        for move in case.path[: mistake.step]:
            judge.advance(*move)
        made = case.path[mistake.step]
        total: defaultdict[tuple[str, str], float] = defaultdict(float)
        for move, sign in ((made, 1.0), (right, -1.0)):
            for name, weight in self._weights(case.sentence, move, made[1] == right[1]):
                total[name] += sign * weight
        ranked = sorted(total.items(), key=lambda item: -item[1])
        return [Feature(template, values, difference) for (template, values), difference in ranked]

    def _weights(self, sentence: Sentence, move: tuple[int, int, int], same: bool) -> list[tuple[tuple[str, str], float]]:
        """The weights of all features of a configuration for a transition; `same`: its label alone is in question."""
        site, kind, label = move
        judge = self.judge
        search: Any = judge.search
        judge.scores(site)  # shows the site
        number = self.classes.class_of(kind, label, same)
        extractions = search.scorer.extractions
        extraction = extractions[judge.d.view] if len(extractions) > 1 else extractions[0]
        names, model = self._names(sentence, extraction), self.parser.model
        found = []
        for key in keys_of(extraction, judge.d):
            weight = sum(own for other, own in model.stored_row(key) if other == number)
            if weight:
                found.append((names.get(key, (SEVERAL, "")), float(weight * model.scale)))
        return found

    def _names(self, sentence: Sentence, extraction: Any) -> dict[int, tuple[str, str]]:
        """The template and values of each key of a configuration."""
        tables = extraction.tables
        atoms = atoms_of(extraction, self.judge.d)
        places = self.judge.places(extraction)
        found = {}
        for bias, numbers, _ in tables.plain:
            if not all(atoms[number] for number in numbers):
                continue
            key = (bias + sum(atoms[number] for number in numbers)) & MASK
            named = [tables.atom_names[number] for number in numbers]
            values = [
                self._value(sentence, name, places[tables.atoms[number][0]] if tables.atoms[number][0] >= 0 else None)
                for name, number in zip(named, numbers, strict=True)
            ]
            found[key] = (tables.prefix + " ".join(named), ", ".join(value for value in values if value))
        return found

    def _value(self, sentence: Sentence, name: str, place: tuple[int, int] | None) -> str:
        """The value of an atom at a place, "" if it has no name."""
        if place is None:
            return ""
        word, label = place
        attribute = name.partition(".")[2]
        if attribute == "l":
            names = self.parser.labels
            return names[label] if 0 <= label < len(names) else ""
        if not 1 <= word <= len(sentence):
            return "ROOT" if attribute in COLUMNS else ""
        if attribute in COLUMNS:
            return sentence.column(word - 1, COLUMNS[attribute])
        if attribute.startswith("w["):
            form, cut = sentence.column(word - 1, 1), attribute[2:-1]
            return f"{form[: int(cut[1:])]}-" if cut.startswith(":") else f"-{form[int(cut[:-1]) :]}"
        if attribute.startswith("m["):
            return str(sentence.words[word - 1].feats.get(attribute[2:-1], "")) if sentence.words[word - 1].feats else ""
        return ""
