"""Which taggers a pipeline has, and how its settings make them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from treewright.parser.staged_model import Log, Note
from treewright.settings import SETTINGS, Resolved, Table, value_of
from treewright.settings.declared import NETWORKS
from treewright.tagging import Tagger
from treewright.tagging.target import COLUMNS
from treewright.training.training_loop import Row
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


def shares(target: str, settings: Table) -> bool:
    """Whether a tagger learns over the encoder of the parser."""
    own = value_of(settings, f"{'lemmatizer' if target == 'lemma' else 'tagger'}.classifier")
    return bool(value_of(settings, "tagger.encoder") == "shared" and own == "bilstm")


def make_tagger(target: str, *, settings: Table, targets: Sequence[str]) -> Tagger:
    """An untrained tagger of one of a pipeline's targets; it reads what those before it tag."""
    table = settings["lemmatizer" if target == "lemma" else "tagger"]
    given: dict[str, Any] = {"epochs": table["epochs"], "seed": value_of(settings, "training.seed")}
    given.update(prune=table["prune"], classifier=table["classifier"])
    linear = table["classifier"] not in NETWORKS
    upos = any("upos" in other for other in targets)
    templates = table["templates"] or ("tagging" if linear and not upos and target != "lemma" else "")
    given.update({"features": templates} if templates else {})
    if target != "lemma" and table["strategy"] != "local":
        given.update(beam=table["beam"], strategy=table["strategy"])
        if linear and table["strategy"] != "laso":  # which learns from its mistakes and with a margin, as greedy taggers do
            given.update(explore="never", margin=0.0)
    known = settings["tagger"]
    if not linear:  # one [network] is for all stages, and what some of them do not read has been told
        given.update({name: value_of(settings, name) for name in SETTINGS if name.startswith("network.")})
        given["threads"] = value_of(settings, "training.threads")
    before = [] if shares(target, settings) else "+".join(targets[: targets.index(target)]).split("+")
    count, share = int(known["known_count"]), float(known["known_share"])
    return Tagger(target, Resolved(given), known_count=count, known_share=share, reads=before)


def epochs_noted(tagger: Tagger, note: Note) -> Log:
    """What tells of each epoch of a tagger that takes long."""

    def told(row: Row) -> None:
        target = tagger.target.name
        scored = f": dev {row[f'dev_{target}']:.2f}" if f"dev_{target}" in row else ""
        note(f"{target}: epoch {row['epoch']} of {tagger.parser.settings['training']['epochs']}{scored}")

    return told
