"""The parser: what it is made of, what it does, and what a model file says of it."""

from treewright.parser.parser import Parser

__all__ = ["Parser"]
