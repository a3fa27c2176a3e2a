"""What a treebank is recognised by: how much there is, and a digest of every byte."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from treewright.treebank.sentence import Sentence


def fingerprint(sentences: Sequence[Sentence]) -> dict[str, Any]:
    """What models and checkpoints say of the data they were made from."""
    digest = hashlib.sha256()
    for sentence in sentences:
        digest.update(sentence.source)
        digest.update(b"\n")
    words = sum(len(sentence) for sentence in sentences)
    return {"sentences": len(sentences), "words": words, "sha256": digest.hexdigest()}
