"""Makes treewright/data/tiny-trees: sentences of a small grammar with their constituency trees, the same bytes every time.

    python -m tools.make_tiny_constituents [folder]

The grammar is made for gaps: fronted objects and questions (a verb phrase around its subject), relative clauses after the verb
(a noun phrase around it), and particles after the object (a verb around it).
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from pathlib import Path

from treewright.treebank import TreeSentence, write
from treewright.treebank.constituency_tree import Bracket, ConstituencyTree, Token

FOLDER = Path(__file__).parent.parent / "treewright" / "data" / "tiny-trees"
SIZES = {"train": 140, "dev": 25, "test": 25}
SEED = 1907
PEOPLE = ["sailor", "baker", "painter", "nurse", "pilot", "clerk", "gardener", "twin"]
THINGS = ["lamp", "map", "kite", "boat", "basket", "drum", "ladder", "coat"]
PLACES = ["harbour", "attic", "market", "kitchen", "garden", "tower"]
ADJECTIVES = ["red", "small", "broken", "new", "heavy", "quiet"]
TIMES = ["today", "again", "yesterday", "early"]
TAKING = {"paint": "painted", "sell": "sold", "hide": "hid", "find": "found", "carry": "carried"}  # and its past
PAST = {"sell": "sold", "hide": "hidden", "paint": "painted", "find": "found", "carry": "carried"}  # participles
COMING = ("arrived", "slept", "laughed", "waited")
SAYING = ("said", "knew", "thought")
PARTICLES = {"write": ("wrote", "down"), "give": ("gave", "away"), "fold": ("folded", "up"), "take": ("took", "along")}


class Node:
    """A constituent over words and others."""

    def __init__(self, label: str, *children: Node | tuple[str, str]) -> None:
        self.label, self.children = label, children


Word = tuple[str, str]  # form and tag
Said = list[Word]  # words in the order of the sentence; each is an object of its own


class TinyTrees:
    """Draws sentences."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def pick(self, values: object) -> str:
        """One of several words."""
        return str(self.random.choice(list(values)))  # type: ignore[call-overload]

    def chance(self, share: float) -> bool:
        """Whether something happens that happens in this share of the cases."""
        return self.random.random() < share

    # Phrases, each a constituent and its words ------------------------------------------------------------------------

    def noun_phrase(self, nouns: list[str], depth: int = 1) -> tuple[Node, Said]:
        """The lamp, a small kite in the attic, she."""
        if nouns is PEOPLE and self.chance(0.3):
            pronoun = word(self.pick(("she", "he", "we", "they")), "PRP")
            return Node("NP", pronoun), [pronoun]
        determiner = word(self.pick(("the", "the", "a", "this")), "DT")
        adjectives = [word(self.pick(ADJECTIVES), "JJ")] if self.chance(0.3) else []
        said = [determiner, *adjectives, word(self.pick(nouns), "NN")]
        node = Node("NP", *said)
        if depth and self.chance(0.4):
            phrase, more = self.place(depth - 1)
            return Node("NP", node, phrase), said + more
        return node, said

    def place(self, depth: int = 0) -> tuple[Node, Said]:
        """In the garden, near the old tower."""
        preposition = word(self.pick(("in", "near", "behind")), "IN")
        node, said = self.noun_phrase(PLACES, depth)
        return Node("PP", preposition, node), [preposition, *said]

    def adjunct(self) -> tuple[list[Node], Said]:
        """Perhaps a time or a place."""
        if self.chance(0.3):
            time = word(self.pick(TIMES), "RB")
            return [Node("ADVP", time)], [time]
        if self.chance(0.5):
            node, said = self.place()
            return [node], said
        return [], []

    def relative_clause(self) -> tuple[Node, Said]:
        """Who had sold the boat, who laughed."""
        who = word("who", "WP")
        if self.chance(0.4):
            verb = word(self.pick(COMING), "VBD")
            return Node("SBAR", Node("WHNP", who), Node("S", Node("VP", verb))), [who, verb]
        had, verb = word("had", "VBD"), word(PAST[self.pick(PAST)], "VBN")
        node, said = self.noun_phrase(THINGS, 0)
        clause = Node("S", Node("VP", had, Node("VP", verb, node)))
        return Node("SBAR", Node("WHNP", who), clause), [who, had, verb, *said]

    # Clauses without their full stop ------------------------------------------------------------------------------------

    def plain(self) -> tuple[str, list[Node | Word], Said]:
        """She found the lamp in the attic."""
        subject, said = self.noun_phrase(PEOPLE)
        verb, (node, more), (beside, last) = word(TAKING[self.pick(TAKING)], "VBD"), self.noun_phrase(THINGS), self.adjunct()
        return "S", [subject, Node("VP", verb, node, *beside)], [*said, verb, *more, *last]

    def came(self) -> tuple[str, list[Node | Word], Said]:
        """The nurse waited near the tower."""
        (subject, said), verb, (beside, last) = self.noun_phrase(PEOPLE), word(self.pick(COMING), "VBD"), self.adjunct()
        return "S", [subject, Node("VP", verb, *beside)], [*said, verb, *last]

    def extraposed(self) -> tuple[str, list[Node | Word], Said]:
        """A nurse arrived today who had sold the boat: the noun phrase has a gap."""
        head = [word(self.pick(("a", "the")), "DT"), word(self.pick(PEOPLE), "NN")]
        verb, (beside, more), (clause, last) = word(self.pick(COMING), "VBD"), self.adjunct(), self.relative_clause()
        subject = Node("NP", Node("NP", *head), clause)
        return "S", [subject, Node("VP", verb, *beside)], [*head, verb, *more, *last]

    def particle(self) -> tuple[str, list[Node | Word], Said]:
        """He gave the coat away: verb and particle are a constituent, with a gap or without."""
        (subject, said), (verb_form, form) = self.noun_phrase(PEOPLE), PARTICLES[self.pick(PARTICLES)]
        verb, rest, (node, more) = word(verb_form, "VBD"), word(form, "RP"), self.noun_phrase(THINGS, 0)
        (beside, last), apart = self.adjunct(), self.chance(0.6)
        between = [verb, *more, rest] if apart else [verb, rest, *more]
        return "S", [subject, Node("VP", Node("V", verb, rest), node, *beside)], [*said, *between, *last]

    def fronted(self) -> tuple[str, list[Node | Word], Said]:
        """This lamp the clerk should hide today: the verb phrase has a gap."""
        (node, first), (subject, said) = self.noun_phrase(THINGS, 0), self.noun_phrase(PEOPLE, 0)
        modal, verb, (beside, last) = word(self.pick(("should", "may")), "MD"), word(self.pick(TAKING), "VB"), self.adjunct()
        inner = Node("VP", node, verb, *beside)
        return "S", [inner, subject, modal], [*first, *said, modal, verb, *last]

    def torn(self) -> tuple[str, list[Node | Word], Said]:
        """This lamp the clerk should hide today that she found: the verb phrase has two gaps."""
        head = [word(self.pick(("this", "the")), "DT"), word(self.pick(THINGS), "NN")]
        (subject, said), modal, verb = self.noun_phrase(PEOPLE, 0), word("should", "MD"), word(self.pick(TAKING), "VB")
        time, that, who, past = word(self.pick(TIMES), "RB"), word("that", "WDT"), word("she", "PRP"), word("found", "VBD")
        clause = Node("SBAR", Node("WHNP", that), Node("S", Node("NP", who), Node("VP", past)))
        inner = Node("VP", Node("NP", Node("NP", *head), clause), verb)
        return "S", [inner, subject, modal, Node("ADVP", time)], [*head, *said, modal, verb, time, that, who, past]

    def question(self) -> tuple[str, list[Node | Word], Said]:
        """What should we hide in the attic?"""
        what, modal = word("what", "WP"), word(self.pick(("should", "may")), "MD")
        (subject, said), verb, (beside, last) = self.noun_phrase(PEOPLE, 0), word(self.pick(TAKING), "VB"), self.adjunct()
        inner = Node("VP", Node("WHNP", what), verb, *beside)
        return "SBARQ", [inner, modal, subject], [what, modal, *said, verb, *last]

    def reported(self) -> tuple[str, list[Node | Word], Said]:
        """She said that a nurse arrived who laughed."""
        (subject, said), verb, that = self.noun_phrase(PEOPLE, 0), word(self.pick(SAYING), "VBD"), word("that", "IN")
        label, children, more = self.random.choice([self.plain, self.came, self.extraposed, self.particle])()
        clause = Node("SBAR", that, Node(label, *children))
        return "S", [subject, Node("VP", verb, clause)], [*said, verb, that, *more]

    def sentence(self) -> ConstituencyTree:
        """A whole sentence."""
        kinds: list[Callable[[], tuple[str, list[Node | Word], Said]]] = [
            self.plain, self.plain, self.came, self.extraposed, self.extraposed, self.particle, self.fronted, self.question,
            self.reported, self.reported, self.reported, self.torn, self.plain, self.plain,
        ]  # fmt: skip
        label, children, said = self.random.choice(kinds)()
        end = word("?" if label == "SBARQ" else ".", ".")
        top, said = Node(label, *children, end), [*said, end]
        place = {id(one): number for number, one in enumerate(said)}
        forms = [form for form, _ in said]
        for number, form in enumerate(forms[:-1]):
            if form == "a" and forms[number + 1][0] in "aeiou":
                forms[number] = "an"
        forms[0] = forms[0][0].upper() + forms[0][1:]
        tokens = [Token(form, tag) for form, (_, tag) in zip(forms, said, strict=True)]
        brackets: list[Bracket] = []
        _collect(top, place, brackets)
        return ConstituencyTree.from_brackets(tokens, brackets)


def word(form: str, tag: str) -> Word:
    """A word that is told from others by its identity."""
    return tuple([form, tag])  # type: ignore[return-value]


def _collect(node: Node, place: dict[int, int], found: list[Bracket]) -> list[int]:
    """Add the constituents from the lowest to the highest; the places of the words of this one."""
    covered: list[int] = []
    for child in node.children:
        covered += _collect(child, place, found) if isinstance(child, Node) else [place[id(child)]]
    found.append((node.label, tuple(sorted(covered))))
    return covered


def main(folder: Path) -> None:
    """Write the three files."""
    grammar = TinyTrees(SEED)
    seen: set[str] = set()
    for name, size in SIZES.items():
        sentences: list[TreeSentence] = []
        while len(sentences) < size:
            tree = grammar.sentence()
            text = " ".join(token.form for token in tree.tokens)
            if text not in seen:
                seen.add(text)
                tree.name = str(len(sentences) + 1)
                sentences.append(TreeSentence(tree))
        write(sentences, folder / f"{name}.export")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    main(parser.parse_args().folder)
