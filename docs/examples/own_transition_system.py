"""A transition system of your own, in plain Python: arc-hybrid with one more transition, for leaves.

Many words have no dependents and stand right after their head: a full stop, a particle, most right-hand modifiers of
one word.  Arc-hybrid needs two transitions for such a word: shift, then right-arc.  Here one does it, `leaf`.
s is the top of the stack, r the token below it, b the next word:

    transition   condition                  effect
    shift        b is a word                (S, b|B, A)   -> (S|b, B, A)
    left-arc l   s is a word, B not empty   (S|s, b|B, A) -> (S, b|B, A + b -l-> s)
    right-arc l  |S| >= 2                   (S|r|s, B, A) -> (S|r, B, A + r -l-> s)
    leaf l       b is a word, |S| >= 1      (S|s, b|B, A) -> (S|s, B, A + s -l-> b)

With a single root, ROOT takes its dependent in the very last transition.

Run this file to check the system, train parsers with it, save one and load it again.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import treewright as tw
from treewright.conformance import check_oracle, check_transition_system

# A transition is known by its place in `kinds`; giving the places names keeps the branches below readable.
SHIFT, LEFT_ARC, RIGHT_ARC, LEAF = range(4)


class ArcHybridWithLeafOracle(tw.Oracle):
    """What each transition costs: the number of gold arcs that can be had before it and not after it.

    `self.gold` holds the gold head of every word, with ROOT as its own number, and -1 where the head is not known:
    such a word costs nothing.  `kind_costs` must not change the configuration.
    """

    def kind_costs(self, c: tw.Configuration) -> list[int | None]:
        """One cost per kind, None for those that are not valid."""
        costs: list[int | None] = [None] * len(self.system.kinds)
        rules = {SHIFT: self.shift, LEFT_ARC: self.left_arc, RIGHT_ARC: self.right_arc, LEAF: self.leaf}
        for kind in self.system.valid(c):
            costs[kind] = rules[kind](c)
        return costs

    def shift(self, c: tw.Configuration) -> int:
        """On the stack, b can get a head only from the token right below it, and can take no dependent on its left."""
        b, s, head = c.next(), c.top(), self.gold[c.next()]
        lost = sum(self.gold[word] == b for word in c.stack)
        lost += head != s and head in c.stack
        lost += self.must_be_lowest(head) and c.stack_size() > 0
        return lost

    def left_arc(self, c: tw.Configuration) -> int:
        """Once s is gone it gets no other head, and no dependents from the buffer."""
        b, s, head = c.next(), c.top(), self.gold[c.top()]
        lost = self.dependents_to_come(c, s)
        lost += head >= 0 and head == c.second()
        lost += head != b and self.head_to_come(c)
        return lost

    def right_arc(self, c: tw.Configuration) -> int:
        """The same, but the head is r."""
        return self.dependents_to_come(c, c.top()) + self.head_to_come(c)

    def leaf(self, c: tw.Configuration) -> int:
        """Now b has a head, s, and never gets a dependent."""
        b, s, head = c.next(), c.top(), self.gold[c.next()]
        lost = sum(self.gold[word] == b for word in [*c.stack, *c.buffer] if word != c.root)
        lost += head != s and (head in c.stack or head in c.buffer)
        return lost

    # Three questions that the costs ask

    def dependents_to_come(self, c: tw.Configuration, head: int) -> int:
        """How many gold dependents of this word are still in the buffer."""
        return sum(self.gold[word] == head for word in c.buffer if word != c.root)

    def head_to_come(self, c: tw.Configuration) -> bool:
        """Whether the gold head of s is in the buffer, and s can still get it."""
        head = self.gold[c.top()]
        return head in c.buffer and not (self.must_be_lowest(head) and c.stack_size() > 1)

    def must_be_lowest(self, head: int) -> bool:
        """Whether this head is a ROOT that takes one dependent, at the end: the word at the bottom of the stack."""
        return self.system.single_root and not self.system.root_first and head == self.root


class ArcHybridWithLeaf(tw.TransitionSystem):
    """Arc-hybrid, and a transition that attaches the next word as a leaf."""

    kinds = ("shift", "left-arc", "right-arc", "leaf")
    labelled = ("left-arc", "right-arc", "leaf")  # every kind that makes an arc
    reaches = "projective"
    oracle = ArcHybridWithLeafOracle  # what training uses; without it the system can only parse

    def is_valid(self, c: tw.Configuration, kind: int) -> bool:
        """The conditions of the table; `c` is only looked at."""
        if kind == SHIFT:
            return c.words_in_buffer() > 0
        if kind == LEFT_ARC:
            if not c.is_word(c.top()) or c.buffer_size() == 0:
                return False
            return not self.single_root or c.next() != c.root or c.stack_size() == 1
        if kind == RIGHT_ARC:
            if c.stack_size() < 2:
                return False
            return not self.single_root or c.second() != c.root or c.buffer_size() == 0
        if kind == LEAF:
            if c.stack_size() == 0 or c.words_in_buffer() == 0:
                return False
            return not self.single_root or c.top() != c.root or c.buffer_size() == 1
        return False

    def apply(self, c: tw.Configuration, kind: int, label: int) -> None:
        """The effects of the table: each transition makes one arc at the most."""
        if kind == SHIFT:
            c.shift()
        elif kind == LEFT_ARC:
            c.add_arc(c.next(), c.pop(), label)
        elif kind == RIGHT_ARC:
            dependent = c.pop()
            c.add_arc(c.top(), dependent, label)
        elif kind == LEAF:
            c.shift()
            dependent = c.pop()
            c.add_arc(c.top(), dependent, label)

    def is_final(self, c: tw.Configuration) -> bool:
        """Every word has been taken off the stack."""
        return c.words_in_buffer() == 0 and c.words_on_stack() == 0


def main(treebank: Path, sentences: int = 60) -> None:
    """Check the system and its oracle, then train, parse, save and load with them."""
    # 1. Is it right?  These raise an error that shows the configuration where a rule is broken.
    print(check_transition_system(ArcHybridWithLeaf))
    print(check_oracle(ArcHybridWithLeafOracle, ArcHybridWithLeaf))

    # 2. Train as with any other system: a greedy parser that explores with the dynamic oracle ...
    gold = list(tw.read(treebank))[:sentences]
    greedy = tw.Parser(system=ArcHybridWithLeaf, strategy="local", explore="always", epochs=5)
    greedy.train(gold)
    print("greedy, dynamic oracle:", greedy.evaluate(gold))

    # ... and one with a beam, max-violation updates and the root in first place.
    beam = tw.Parser(system=ArcHybridWithLeaf, root="first", beam=4, strategy="max-violation", epochs=5)
    beam.train(gold)
    print("beam, max-violation:   ", beam.evaluate(gold))

    # 3. A model file holds data only, so whoever loads it brings the class.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "own.tw"
        beam.save(path)
        again = tw.load(path, system=ArcHybridWithLeaf)
    assert [again(s).source for s in gold] == [beam(s).source for s in gold]
    for score, parsed in again.nbest(gold[0], 2):
        print(f"{score:8.1f}", list(parsed.heads))


if __name__ == "__main__":
    tiny = Path(tw.__file__).parent / "data" / "tiny" / "train.conllu"
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else tiny)
