"""From raw text to tokens, words and sentences, and back."""

from treewright.tokenization.guessed_text import guessed_text
from treewright.tokenization.spaces import restored_text
from treewright.tokenization.tokenizer import Tokenizer

__all__ = ["Tokenizer", "guessed_text", "restored_text"]
