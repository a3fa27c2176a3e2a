"""The steps of one derivation, made by walking along it: for traces."""

from __future__ import annotations

import re
from typing import Any

from treewright.analysis.trace.replay import Replay
from treewright.analysis.trace.step import Added, Group, Option, Step
from treewright.families import TagSequences
from treewright.families.family import Alphabets, Family
from treewright.transitions import TransitionSystem

CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


class Names:
    """The labels and tags that numbers of a search stand for."""

    def __init__(self, alphabets: Alphabets, lifted: Any) -> None:
        self.tags = alphabets.tags
        self.labels = [CONTROL.sub(" ", label).strip() for label in alphabets.labels]  # between the fields of a tag
        for label in lifted.labels[lifted.plain :] if lifted is not None else ():
            up = "↑" + (alphabets.labels[label.head] if label.head is not None else "") if label.up else ""
            self.labels.append(alphabets.labels[label.label] + up + ("↓" if label.down else ""))

    def of(self, system: TransitionSystem, kind: int, label: int) -> str | None:
        """The label of a transition, None if its kind has none."""
        name = system.kinds[kind]
        known = self.labels if name in system.labelled else self.tags if name == system.tagging else []
        return known[label] if 0 <= label < len(known) else None


class Walk:
    """Makes the steps of one derivation."""

    def __init__(self, replay: Replay, names: Names, family: Family) -> None:
        self.replay, self.names, self.family = replay, names, family
        self.system = replay.system
        self.sets = replay.items is not None
        self.kind_of_family = "constituents" if self.sets else "tags" if isinstance(family, TagSequences) else "dependencies"
        oracle: Any = replay.oracle
        self.knows = oracle is not None  # until it leaves the only path that an oracle without costs knows
        self.only_path = oracle is not None and not oracle.dynamic

    def along(self, size: int, path: Any, leader: Replay | None) -> list[Step]:
        """The steps of a path, or of the path of the oracle; a leader has the oracle that chooses it."""
        replay = self.replay
        steps: list[Step] = []
        replay.begin(size)
        if leader is not None:
            leader.begin(size)
        total = 0.0 if replay.search is not None else None
        while size and not replay.is_over():
            choices = replay.choices()
            site, kind, label = path[len(steps)] if path is not None else self._chosen(leader or replay)
            options, made = self._options(choices, site, kind, label)
            shown = self._shown()
            arc = replay.advance(site, kind, max(0, label))
            if leader is not None:
                leader.advance(site, kind, max(0, label))
            steps.append(Step(len(steps), shown, options, made, self._added(arc, made), total))
            if total is not None:
                total += made.score or 0.0
            if self.only_path and made.cost:
                self.knows = False
        rest = self._left_over(steps, size)
        steps.append(Step(len(steps), self._shown() if size else {}, added=rest, total=total))
        return steps

    def _chosen(self, replay: Replay) -> tuple[int, int, int]:
        """What the static oracle does: the last of the kinds that cost least (shift is the first), at the first site."""
        best: Any = None
        for site, kind, cost, label, _, avoided in replay.choices():
            if avoided:
                continue
            if best is None or cost < best[2] or (cost == best[2] and site == best[0]):
                best = (site, kind, cost, label)
        return best[0], best[1], best[3]

    def _options(self, choices: list[Any], site: int, kind: int, label: int) -> tuple[list[Option], Option]:
        """All valid transitions, and the one that is made."""
        least = min((choice[2] for choice in choices), default=0)
        scores = {s: self.replay.scores(s) for s in {choice[0] for choice in choices}} if self.replay.search else {}
        found: list[Option] = []
        made = None
        for own_site, own_kind, cost, right, counts, _ in choices:
            where = self._site(own_site)
            if scores:
                options: list[tuple[int, float | None]] = [
                    (number, score) for k, number, score in scores[own_site] if k == own_kind
                ]
            else:  # without a classifier the oracle names the label
                taken = own_site == site and own_kind == kind
                options = [(right if taken or (counts and cost == least) else -1, None)]
            for number, score in options:
                name = self.names.of(self.system, own_kind, number)
                more = cost - least + (1 if counts and name is not None and number != right else 0) if self.knows else None
                option = Option(self.system.kinds[own_kind], name, where, score, more)
                found.append(option)
                if (own_site, own_kind) == (site, kind) and (name is None or number == label):
                    made = option
        if scores:
            found.sort(key=lambda option: -(option.score or 0.0))
        if made is None:  # a transition that facts or known labels choose without a score
            made = Option(self.system.kinds[kind], self.names.of(self.system, kind, label), self._site(site))
            found.append(made)
        return found, made

    def _word(self, token: int) -> int:
        return 0 if token == self.replay.c.root else token

    def _site(self, site: int) -> Group | None:
        """The words that a transition at a site is about."""
        replay = self.replay
        if replay.sites is None:
            return None
        if self.sets:
            depth = site if self.system.kinds[1] == "combine" else 0
            return tuple(token + 1 for token in replay.items.items[-depth]) if depth else None
        tokens = replay.pending()
        at = tokens.index(site)
        return tuple(map(self._word, tokens[at : at + 2]))

    def _shown(self) -> dict[str, list[Group]]:
        """What a configuration shows."""
        replay = self.replay
        if self.sets:
            c = replay.items
            following = [(token + 1,) for token in range(c.next, c.size)]
            skipped = c.items[len(c.items) - c.skipped :] if c.skipped else []
            put_back = [*c.waiting, *skipped]
            return {
                "set": [tuple(token + 1 for token in item) for item in c.items[: len(c.items) - c.skipped]],
                "focus": [tuple(token + 1 for token in c.focus)] if c.focus is not None else [],
                "aside": [tuple(token + 1 for token in item) for item in put_back],
                "buffer": following,
            }
        if replay.sites is not None:
            return {"pending": [(self._word(token),) for token in replay.pending()]}
        c = replay.c
        hidden = {c.root} if self.system.rootless else set()
        return {
            "stack": [(self._word(token),) for token in c.stack if token not in hidden],
            "aside": [(self._word(token),) for token in c.tokens_aside if token not in hidden],
            "buffer": [(self._word(token),) for token in c.buffer if token not in hidden],
        }

    def _added(self, arc: tuple[int, int], made: Option) -> Added | None:
        if self.sets:
            focus = self.replay.items.focus
            return Added(made.label, tuple(token + 1 for token in focus)) if made.kind == "label" else None
        head, dependent = arc
        if dependent <= 0:
            return None
        return Added(made.label, (dependent,), dependent if self.kind_of_family == "tags" else self._word(head))

    def _left_over(self, steps: list[Step], size: int) -> Added | None:
        """The root of a system without ROOT: the word that is left over."""
        if not self.system.rootless or self.sets or not size:
            return None
        found = {step.added.words[0] for step in steps if step.added is not None}
        left = [word for word in range(1, size + 1) if word not in found]
        return Added(self.names.labels[self.system.root_label] if self.names.labels else None, (left[0],), 0) if left else None
