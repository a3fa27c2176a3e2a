"""Counts over a treebank of constituency trees."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from treewright.analysis.treebanks.reach import share
from treewright.analysis.treebanks.set_memory import SetMemory
from treewright.analysis.treebanks.set_reach import SetReach
from treewright.treebank.constituency_tree import fan_out

if TYPE_CHECKING:
    from treewright.treebank import TreeSentence


class ConstituencySurvey:
    """Counts sentences; `as_dict` and `lines` give the results."""

    def __init__(self) -> None:
        self.sentences = self.words = self.longest = self.doubles = 0
        self.constituents = self.discontinuous = self.discontinuous_trees = 0
        self.deepest = self.unary_chains = self.longest_chain = self.branching_roots = self.untagged = 0
        self.fan_outs: Counter[int] = Counter()  # of constituents
        self.gap_degrees: Counter[int] = Counter()  # of trees: the most gaps that one of its constituents has
        self.labels: Counter[str] = Counter()
        self.gap_labels: Counter[str] = Counter()
        self.tags: Counter[str] = Counter()
        self.seen: set[int] = set()
        self.memory, self.reach = SetMemory(), SetReach()

    def add(self, sentence: TreeSentence) -> None:
        """Count one sentence."""
        tree = sentence.tree
        self.sentences += 1
        self.words += len(tree.tokens)
        self.longest = max(self.longest, len(tree.tokens))
        key = hash(tuple(token.form for token in tree.tokens))
        self.doubles += key in self.seen
        self.seen.add(key)
        self.tags.update(token.tag for token in tree.tokens if token.tag)
        self.untagged += sum(not token.tag for token in tree.tokens)
        most = 1
        for node, covered in zip(tree.constituents[1:], tree.yields()[1:], strict=True):
            parts = fan_out(covered)
            most = max(most, parts)
            self.fan_outs[parts] += 1
            self.labels[node.label] += 1
            if parts > 1:
                self.gap_labels[node.label] += 1
        self.constituents += len(tree.constituents) - 1
        self.discontinuous_trees += most > 1
        self.gap_degrees[most - 1] += 1
        self._add_shape(tree)
        self.memory.add(tree)
        self.reach.add(tree)

    def _add_shape(self, tree: Any) -> None:
        """Depth, unary chains (constituents with a constituent as their only child) and the root."""
        below = tree.children()
        depths = [0] * len(below)
        chains = [0] * len(below)  # how many constituents of a chain lie from here up
        stack = [0]
        while stack:
            number = stack.pop()
            self.deepest = max(self.deepest, depths[number])
            for child, leaf in below[number]:
                if not leaf:
                    depths[child] = depths[number] + 1
                    if number and len(below[number]) == 1:
                        chains[child] = chains[number] + 1
                        self.unary_chains += chains[child] == 1
                        self.longest_chain = max(self.longest_chain, chains[child] + 1)
                    stack.append(child)
        self.branching_roots += len(below[0]) > 1

    def as_dict(self) -> dict[str, Any]:
        """The counts as plain data."""
        self.discontinuous = self.constituents - self.fan_outs[1]
        return {
            "sentences": self.sentences,
            "words": self.words,
            "longest_sentence": self.longest,
            "repeated_sentences": self.doubles,
            "constituents": self.constituents,
            "discontinuous_constituents": self.discontinuous,
            "discontinuous_trees": self.discontinuous_trees,
            "gap_degrees": {str(degree): self.gap_degrees[degree] for degree in sorted(self.gap_degrees)},
            "fan_outs": {str(parts): self.fan_outs[parts] for parts in sorted(self.fan_outs)},
            "unary_chains": self.unary_chains,
            "longest_unary_chain": self.longest_chain,
            "deepest_tree": self.deepest,
            "branching_roots": self.branching_roots,
            "labels": dict(self.labels.most_common()),
            "discontinuous_labels": dict(self.gap_labels.most_common()),
            "tags": dict(self.tags.most_common()),
            "untagged_words": self.untagged,
            "set_memory": self.memory.as_dict(),
            "reach": self.reach.as_dict(),
        }

    def lines(self, verbose: bool = False) -> list[str]:
        """The counts as readable lines."""
        counts = self.as_dict()
        once = sorted(label for label, count in self.labels.items() if count == 1)
        degrees = ", ".join(f"{degree}: {share(count, self.sentences)}" for degree, count in counts["gap_degrees"].items())
        fans = ", ".join(f"{parts}: {share(count, self.constituents)}" for parts, count in counts["fan_outs"].items())
        chains = f"{self.unary_chains:,}" + (f" (of up to {self.longest_chain} constituents)" if self.unary_chains else "")
        shown = [
            f"sentences: {self.sentences:,} (longest {self.longest:,} words; {self.doubles:,} repeat an earlier one)",
            f"words: {self.words:,}" + (f" ({self.untagged:,} without tag)" if self.untagged else ""),
            f"constituents: {self.constituents:,} (depth up to {self.deepest})",
            f"discontinuous: {share(self.discontinuous_trees, self.sentences)} of the trees, "
            f"{share(self.discontinuous, self.constituents)} of the constituents",
            f"trees by gap degree: {degrees}",
            f"constituents by fan-out: {fans}",
            f"unary chains: {chains}",
            f"roots that branch: {share(self.branching_roots, self.sentences)}",
            f"labels: {len(self.labels)}" + (f" ({len(once)} occur once: {', '.join(once[:12])})" if once else ""),
            f"tags: {len(self.tags)}" + ("" if self.tags else " (parsing will be much worse)"),
            *self.memory.lines(),
            *self.reach.lines(),
        ]
        if verbose:
            gaps = self.gap_labels
            shown += [
                f"  {count:>9,}  {label}" + (f" ({gaps[label]:,} discontinuous)" if gaps[label] else "")
                for label, count in self.labels.most_common()
            ]
        return shown
