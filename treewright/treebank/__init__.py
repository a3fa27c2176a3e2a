"""Treebanks: sentences, the files they come from and go to, and their trees."""

from treewright.treebank.constituency_tree import ConstituencyTree
from treewright.treebank.reader import Reader, read
from treewright.treebank.report import Problem, Report
from treewright.treebank.sentence import Sentence
from treewright.treebank.svg import to_svg
from treewright.treebank.tree_drawing import draw
from treewright.treebank.tree_sentence import TreeSentence
from treewright.treebank.word import Word
from treewright.treebank.writer import write

__all__ = [
    "ConstituencyTree", "Problem", "Reader", "Report", "Sentence", "TreeSentence", "Word", "draw", "read", "to_svg", "write",
]  # fmt: skip
