"""Which taggers a pipeline has, and how its settings make them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from treewright.settings import Table
from treewright.tagging import Tagger
from treewright.tagging.target import COLUMNS
from treewright.treebank.sentence import Sentence


def targets_of(sentences: Sequence[Sentence], settings: Table) -> list[str]:
    """What there is to be tagged in a treebank, of what the settings want."""
    wanted = str(settings["tagger"]["targets"]).split(",")
    wanted += ["lemma"] if settings["lemmatizer"]["epochs"] else []
    there = {
        name
        for name, column in COLUMNS.items()
        if any(sentence.column(i, column) != "_" for sentence in sentences for i in range(len(sentence)))
    }
    parts = ["+".join(part for part in target.split("+") if part in there) for target in wanted]
    return [target for target in parts if target]


def make_tagger(target: str, *, settings: Table, upos: bool) -> Tagger:
    """An untrained tagger of a target; `upos` says whether the pipeline tags UPOS, which the taggers after it read."""
    table = settings["lemmatizer" if target == "lemma" else "tagger"]
    given: dict[str, Any] = {"epochs": table["epochs"], "seed": settings["training"]["seed"]}
    given["prune"] = table["prune"]
    templates = table["templates"] or ("" if upos or target == "lemma" else "tagging")
    given.update({"features": templates} if templates else {})
    if target != "lemma" and table["strategy"] != "local":
        given.update(beam=table["beam"], strategy=table["strategy"])
        if table["strategy"] != "laso":  # which learns from its own mistakes and with a margin, as greedy taggers do
            given.update(explore="never", margin=0.0)
    known = settings["tagger"]
    return Tagger(target, given, known_count=int(known["known_count"]), known_share=float(known["known_share"]))
