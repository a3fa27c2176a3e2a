"""Treebanks: sentences, their files and their trees."""

from treewright.treebank.conllu import read, write
from treewright.treebank.sentence import Sentence
from treewright.treebank.word import Word

__all__ = ["Sentence", "Word", "read", "write"]
