"""Reads and writes discbracket, the format of disco-dop: one tree per line, whose leaves say where in the sentence they are.

    (ROOT (S (VP (WP 0=What) (VB 3=see)) (VBD 1=did) (PRP 2=you)) (. 4=?))<tab>a comment

Brackets in forms are written as -LRB- and -RRB-.  There are no lemmas, edges or names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from treewright.treebank.bracket_escapes import unescaped, unescaped_label
from treewright.treebank.bracket_nesting import form_text, in_brackets, label_text, leave_out_faulty, with_root
from treewright.treebank.constituency_tree import ConstituencyTree, Constituent, Token
from treewright.treebank.report import Problem
from treewright.treebank.text_lines import shown, text_lines
from treewright.treebank.tree_builder import Found
from treewright.treebank.tree_losses import count_losses

PIECE = re.compile(r"\(([^\s()]+) +([0-9]{1,9})=([^\s()]+)\)|\(([^\s()]*)|(\))|([^\s()]+)")


class DiscbracketReader:
    """Blocks of a file in, trees out."""

    def __init__(self) -> None:
        self.rootless = 0  # trees that were given a root

    @staticmethod
    def cut(chunk: bytes) -> int:
        """Where the last whole line ends, -1 if there is none."""
        return chunk.rfind(b"\n") + 1 or -1

    def trees(self, block: bytes, line: int) -> Iterator[Found]:
        """The sentences of a block that begins at this line."""
        rows, broken = text_lines(block.removesuffix(b"\n"), line)
        for number, row in enumerate(rows, line):
            if row and not row.isspace():
                found = self.tree(row, number)
                if number in broken:
                    found.problems.append(broken[number])
                yield found

    def finish(self) -> Iterator[Found]:
        """Nothing is left at the end of the file."""
        return iter(())

    def notes(self) -> list[tuple[str, int]]:
        """Trees that were given a root."""
        return [("trees without ROOT, which was added", self.rootless)] if self.rootless else []

    def tree(self, row: str, line: int) -> Found:
        """The sentence of one line."""
        text, _, comment = row.partition("\t")
        if "(" in comment and text.count("(") != text.count(")"):  # tabs within the tree
            end = row.rfind(")") + 1
            text, comment = row[:end], row[end:].removeprefix("\t")
        leaves: dict[int, Token] = {}
        constituents: list[Constituent] = []
        at = -1  # the bracket that is open
        problems: list[Problem] = []
        for tag, index, form, label, close, stray in PIECE.findall(text):
            if form:
                form, was_escaped = unescaped(form)
                token = Token(form, "" if tag == "--" else unescaped_label(tag), parent=at)
                if was_escaped:
                    token.escaped = True
                if leaves.setdefault(int(index), token) is not token:
                    return _unreadable(line, f"token {index} twice", "each index once")
            elif close:
                if at < 0:
                    return _unreadable(line, "a ) without (", "as many ( as )")
                at = constituents[at].parent
            elif stray:
                return _unreadable(line, shown(stray), "leaves such as (NN 3=dog)")
            else:
                if at < 0 and constituents:
                    return _unreadable(line, f"a second tree ({shown('(' + label)})", "one tree in a line")
                constituents.append(Constituent(unescaped_label(label), at))
                at = len(constituents) - 1
        if at >= 0:
            depth = sum(1 for _ in ConstituencyTree([], constituents).above(at))
            return _unreadable(line, f"{depth} ( without )", "as many ( as )")
        if not leaves:
            problems.append(Problem(line, "a sentence without tokens", "at least one"))
            return Found(line, None, problems)
        if not constituents or any(token.parent < 0 for token in leaves.values()):  # a leaf is the whole tree
            if len(leaves) > 1 or constituents:
                return _unreadable(line, "a token outside of the tree", "one tree in a line")
            constituents.append(Constituent("ROOT", -1))
            leaves[min(leaves)].parent = 0
        order = sorted(leaves)
        if order[-1] != len(order) - 1:
            missing = next(i for i, index in enumerate(order) if i != index)
            seen, expected = f"{len(order)} tokens without {missing}", f"the indices 0 to {len(order) - 1}"
            problems.append(Problem(line, seen, expected, "tokens renumbered in their order"))
        tree = ConstituencyTree([leaves[index] for index in order], constituents)
        self.rootless += with_root(tree)
        leave_out_faulty(tree, line, problems)
        if comment:
            tree.comments = comment.split("\t")
            if tree.comments[0].startswith("sent_id = "):
                tree.name = tree.comments.pop(0).removeprefix("sent_id = ")
        return Found(line, tree, problems)


def _unreadable(line: int, seen: str, expected: str) -> Found:
    return Found(line, None, [Problem(line, seen, expected)])


def to_discbracket(tree: ConstituencyTree, number: int = 0, losses: Counter[str] | None = None) -> str:
    """The line of a tree; a name that is not its number in the file is a comment."""
    lost: Counter[str] = Counter() if losses is None else losses
    count_losses(tree, lost, "discbracket")
    labels = [f"({label_text(node.label, lost, 'discbracket')}" for node in tree.constituents]
    labels[0] = f"({label_text(tree.constituents[0].label or 'ROOT', lost, 'discbracket')}"
    leaves = [
        f"({label_text(token.tag or '--', lost, 'discbracket')} {i}={form_text(token, lost, 'discbracket')})"
        for i, token in enumerate(tree.tokens)
    ]
    pieces = in_brackets(tree, labels, leaves)
    comments = [comment for comment in tree.comments if comment]
    if tree.name and tree.name != str(number):
        comments.insert(0, f"sent_id = {tree.name}")
    line = "".join(pieces)
    return "\t".join([line, *(" ".join(comment.split()) for comment in comments)]) + "\n"
