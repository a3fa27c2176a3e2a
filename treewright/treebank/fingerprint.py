"""The fingerprint of a treebank: its size and a digest of its bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from treewright.treebank.sentence import Sentence


def fingerprint(sentences: Sequence[Sentence]) -> dict[str, Any]:
    """What models and checkpoints record about their training data."""
    digest = hashlib.sha256()
    for sentence in sentences:
        digest.update(sentence.source)
        digest.update(b"\n")
    words = sum(len(sentence) for sentence in sentences)
    return {"sentences": len(sentences), "words": words, "sha256": digest.hexdigest()}
