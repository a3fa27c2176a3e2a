"""A small treebank of our own, and what runs of the command on it give."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]
SENTENCES = [
    [("the", "DET", 2, "det"), ("cat", "NOUN", 3, "nsubj"), ("sleeps", "VERB", 0, "root"), (".", "PUNCT", 3, "punct")],
    [("a", "DET", 2, "det"), ("dog", "NOUN", 3, "nsubj"), ("barks", "VERB", 0, "root"), ("loudly", "ADV", 3, "advmod")],
    [("she", "PRON", 2, "nsubj"), ("saw", "VERB", 0, "root"), ("the", "DET", 4, "det"), ("dog", "NOUN", 2, "obj")],
    [("sleep", "VERB", 0, "root"), ("!", "PUNCT", 1, "punct")],
]
CROSSING = [("b", "X", 3, "dep"), ("a", "X", 4, "dep"), ("c", "X", 0, "root"), ("d", "X", 3, "dep"), ("e", "X", 2, "x")]


def conllu(sentences, prefix="s"):
    """The text of a treebank."""
    blocks = []
    for number, words in enumerate(sentences, 1):
        rows = [f"# sent_id = {prefix}{number}"]
        for i, (form, tag, head, label) in enumerate(words, 1):
            rows.append(f"{i}\t{form}\t{form}\t{tag}\t_\t_\t{head}\t{label}\t_\tkept=yes")
        blocks.append("\n".join(rows) + "\n\n")
    return "".join(blocks)


class Outcome:
    """What a run of the command gave."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def refused(self, *parts):
        """Whether this is exit code 2 with one sentence that has these parts in it."""
        assert self.code == 2, self.err
        assert "Traceback" not in self.err
        assert self.err.count("\n") == 1, self.err
        for part in parts:
            assert part in self.err, self.err
        return True


def environment():
    """The environment of a run from the project's folder, installed or not."""
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
