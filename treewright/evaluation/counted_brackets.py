"""The constituents of trees that count, by the parameters of a comparison."""

from __future__ import annotations

from treewright.evaluation.bracket_parameters import BracketParameters
from treewright.treebank.bracket_escapes import escaped
from treewright.treebank.constituency_tree import ConstituencyTree

Spans = list[tuple[str, int]]  # label and tokens of constituents; token i is the bit 1 << i


class CountedBrackets:
    """Tells which tokens and constituents count, and as what."""

    def __init__(self, parameters: BracketParameters, functions: bool) -> None:
        self.parameters, self.functions = parameters, functions
        self.names: dict[str, str] = {}  # labels and tags without their functions

    def tags(self, tree: ConstituencyTree) -> list[str]:
        """The tags of the tokens as they are compared."""
        tags = [token.tag for token in tree.tokens]
        return tags if self.functions else [self.name(tag) for tag in tags]

    def bits(self, gold: ConstituencyTree, tags: list[str]) -> list[int]:
        """The bit of each token of a gold tree, 0 if it is left out."""
        parameters = self.parameters
        deleted_labels, deleted_words = parameters.deleted_labels, parameters.deleted_words
        bits = []
        bit = 1
        for tag, token in zip(tags, gold.tokens, strict=True):
            form = escaped(token.form) if token.escaped else token.form
            if tag in deleted_labels or form in deleted_words or (parameters.deleted_under_root and token.parent == 0):
                bits.append(0)
            else:
                bits.append(bit)
                bit <<= 1
        return bits

    def pair(self, gold: ConstituencyTree, predicted: ConstituencyTree) -> tuple[Spans, Spans]:
        """The constituents of two trees over the same tokens."""
        bits = self.bits(gold, self.tags(gold))
        return self.spans(gold, bits), self.spans(predicted, bits)

    def spans(self, tree: ConstituencyTree, bits: list[int]) -> Spans:
        """The constituents that count."""
        return [(label, mask) for _, label, mask in self.numbered(tree, bits)]

    def numbered(self, tree: ConstituencyTree, bits: list[int]) -> list[tuple[int, str, int]]:
        """The same, each after its number in the tree."""
        constituents = tree.constituents
        parents = [constituent.parent for constituent in constituents]
        own = [0] * len(parents)
        for token, bit in zip(tree.tokens, bits, strict=True):
            own[token.parent] |= bit
        covered = own[:]
        for number, mask in enumerate(own):
            if mask:
                above = parents[number]
                while above >= 0:
                    covered[above] |= mask
                    above = parents[above]
        parameters = self.parameters
        same, deleted = parameters.same_labels, parameters.deleted_labels
        found = []
        for number, (constituent, mask) in enumerate(zip(constituents, covered, strict=True)):
            if not mask:
                continue
            label = constituent.label if self.functions else self.name(constituent.label)
            if number:
                label = same.get(label, label)
            if label not in deleted:
                found.append((number, label if parameters.labelled else "", mask))
        if parameters.discontinuous_only:
            found = [one for one in found if fan_out(one[2]) > 1]
        return found

    def name(self, label: str) -> str:
        """A label or tag without its function."""
        found = self.names.get(label)
        if found is None:
            found = label
            for mark in "-=":
                at = found.find(mark)
                found = found[:at] if at > 0 else found
            self.names[label] = found
        return found


def fan_out(mask: int) -> int:
    """How many blocks of neighbouring bits there are."""
    return (mask & ~(mask << 1)).bit_count()
