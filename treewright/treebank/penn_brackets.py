"""Reads and writes trees in brackets as in the Penn Treebank, over any number of lines; they cannot have gaps.

    ( (S (NP-SBJ (NNS Birds)) (VP (VBP sing)) (. .)))

The top bracket is empty or ROOT; a tree without one is given a root.  Brackets in forms are -LRB- and -RRB-.  Labels stay as
they are: `function_tags.py` splits NP-SBJ into label and edge.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from treewright.errors import InputError
from treewright.treebank.bracket_escapes import unescaped, unescaped_label
from treewright.treebank.bracket_nesting import ROOTS, form_text, in_brackets, label_text, leave_out_faulty, with_root
from treewright.treebank.constituency_tree import ConstituencyTree, Constituent, Token, fan_out
from treewright.treebank.report import Problem
from treewright.treebank.text_lines import shown, text_lines
from treewright.treebank.tree_builder import Found
from treewright.treebank.tree_losses import count_losses

PIECE = re.compile(r"\([ \t]*([^\s()]+)[ \t]+([^\s()]+)[ \t]*\)|\([ \t]*([^\s()]*)|(\))|([^\s()]+)")
LONGEST = 1 << 22  # tokens and brackets of a tree: a missing bracket must not fill the memory


class PennReader:
    """Blocks of a file in, trees out; a tree may go on in the next block."""

    def __init__(self) -> None:
        self.rootless = 0  # trees that were given a root
        self.whole = 0  # trees that ended
        self.indented = True  # whether a bracket at the beginning of a line has always begun a tree
        self._begin(0)

    def _begin(self, line: int) -> None:
        """Forgets the tree so far."""
        self.line = line  # where the tree begins, 0 between trees
        self.tokens: list[Token] = []
        self.constituents: list[Constituent] = []
        self.words: dict[int, str] = {}  # a bracket and the word in it, so far
        self.at = -1  # the bracket that is open
        self.problems: list[Problem] = []
        self.inner_line = False  # whether a bracket within it begins a line

    @staticmethod
    def cut(chunk: bytes) -> int:
        """Where the last whole line ends, -1 if there is none."""
        return chunk.rfind(b"\n") + 1 or -1

    def trees(self, block: bytes, line: int) -> Iterator[Found]:
        """The sentences that end in a block, which begins at this line."""
        rows, broken = text_lines(block.removesuffix(b"\n"), line)
        for number, row in enumerate(rows, line):
            outside = False  # whether something outside of trees was found in this line
            for match in PIECE.finditer(row):
                tag, form, label, close, stray = match.groups()
                inner = self.line > 0 and match.start() == 0 and (label is not None or tag is not None)
                if inner and ((label or "") in ROOTS or (self.indented and self.whole)) and form is None:
                    yield self._unbalanced(f"before the next tree in line {number}")
                elif inner:
                    self.inner_line = True
                if self.line == 0:
                    if close or stray:
                        if not outside:
                            outside = True
                            problem = Problem(number, shown(close or stray), "( at the beginning of a tree", "line left out")
                            yield Found(number, None, [problem], "line")
                        continue
                    self._begin(number)
                if form is not None:
                    self._token(tag, form)
                elif close:
                    self._close(number)
                elif stray:
                    self._word(stray, number)
                else:
                    self.constituents.append(Constituent(unescaped_label(label), self.at))
                    self.at = len(self.constituents) - 1
                if self.at < 0:
                    yield self._finished()
            if number in broken and self.line:
                self.problems.append(broken[number])
            elif number in broken:
                yield Found(number, None, [broken[number]], "line")
            if len(self.constituents) + len(self.tokens) > LONGEST:
                yield self._unbalanced(f"in a tree of {LONGEST:,} brackets")

    def finish(self) -> Iterator[Found]:
        """A tree that has not ended."""
        if self.line:
            yield self._unbalanced("at the end of the file")

    def notes(self) -> list[tuple[str, int]]:
        """Trees that were given a root."""
        return [("trees without ROOT, which was added", self.rootless)] if self.rootless else []

    def _token(self, tag: str, form: str) -> None:
        form, was_escaped = unescaped(form)
        token = Token(form, "" if tag == "--" else unescaped_label(tag), parent=self.at)
        if was_escaped:
            token.escaped = True
        self.tokens.append(token)

    def _word(self, word: str, line: int) -> None:
        """A word that is no label and no whole leaf: on a line of its own, or in the wrong place."""
        last = self._is_empty()
        if last and not self.constituents[self.at].label:
            self.constituents[self.at].label = unescaped_label(word)
        elif last and self.at not in self.words:
            self.words[self.at] = word
        else:
            self.problems.append(Problem(line, f"the word {shown(word)}", "one word in each leaf, such as (NN dog)"))

    def _is_empty(self) -> bool:
        """Whether the open bracket has no bracket in it so far."""
        return self.at == len(self.constituents) - 1 and (not self.tokens or self.tokens[-1].parent != self.at)

    def _close(self, line: int) -> None:
        node, word = self.constituents[self.at], self.words.pop(self.at, None)
        if word is not None and self._is_empty():  # it is a leaf
            self.constituents.pop()
            self.at = node.parent
            self._token(node.label, word)
            return
        if word is not None:
            self.problems.append(Problem(line, f"the word {shown(word)}", "one word in each leaf, such as (NN dog)"))
        self.at = node.parent

    def _unbalanced(self, where: str) -> Found:
        depth = sum(1 for _ in ConstituencyTree([], self.constituents).above(self.at))
        problem = Problem(self.line, f"{depth} ( without ) {where}", "as many ( as )")
        found = Found(self.line, None, [problem, *self.problems])
        self._begin(0)
        return found

    def _finished(self) -> Found:
        line, problems = self.line, self.problems
        self.whole += 1
        self.indented = self.indented and not self.inner_line
        tree: ConstituencyTree | None = None
        if not self.tokens:
            problems.append(Problem(line, "a sentence without tokens", "at least one"))
        elif not problems or all(problem.repair for problem in problems):
            if not self.constituents:  # a leaf alone
                self.constituents.append(Constituent("ROOT", -1))
                self.tokens[0].parent = 0
            tree = ConstituencyTree(self.tokens, self.constituents)
            self.rootless += with_root(tree)
            leave_out_faulty(tree, line, problems)
        self._begin(0)
        return Found(line, tree, problems)


def to_brackets(tree: ConstituencyTree, where: str = "tree", losses: Counter[str] | None = None) -> str:
    """The line of a tree; one with a gap is refused."""
    lost: Counter[str] = Counter() if losses is None else losses
    for node, covered in zip(tree.constituents, tree.yields(), strict=True):
        if fan_out(covered) > 1:
            at = next(k for k in range(1, len(covered)) if covered[k] != covered[k - 1] + 1)
            seen = f"a gap in {node.label} between tokens {covered[at - 1] + 1} and {covered[at] + 1}"
            expected = "none: Penn brackets cannot hold gaps; --discontinuity split or raise removes them"
            raise InputError(f"{where}: seen {seen}, expected {expected}")
    count_losses(tree, lost, "bracket")
    if tree.name or any(tree.comments):
        lost["names and comments left out: bracket has none"] += 1
    labels = [f"({label_text(node.label, lost, 'bracket')}" for node in tree.constituents]
    leaves = [
        f"({label_text(token.tag or '--', lost, 'bracket')} {form_text(token, lost, 'bracket')})" for token in tree.tokens
    ]
    return "".join([*in_brackets(tree, labels, leaves), "\n"])
