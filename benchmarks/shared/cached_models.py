"""Models of this project for speed and versus: trained once for each version of the core, and kept."""

from __future__ import annotations

import json
from typing import Any

from benchmarks.shared import machine
from benchmarks.shared.experiments import Laboratory, Run, full_settings
from benchmarks.shared.worker import in_process

MODELS: dict[str, tuple[str, dict[str, Any]]] = {
    "greedy": ("panparser", {"training.strategy": "local", "training.exploration": "always", "training.epochs": 15}),
    "beam 8": ("panparser", {"search.beam": 8, "training.strategy": "early-update", "training.epochs": 20}),
    "preset fast": ("fast", {}),
    "preset accurate": ("accurate", {}),
}


class CachedModel:
    """A model of MODELS on one treebank, seed 1; `quick` trains two epochs only."""

    def __init__(self, name: str, treebank: str, lab: Laboratory, *, quick: bool = False) -> None:
        preset, given = MODELS[name]
        self.settings = full_settings({**given, **({"training.epochs": 2} if quick else {})}, preset)
        self.folder = lab.data / treebank
        self.path = lab.model_path(Run(name, treebank, self.settings, (1,)), 1).with_suffix(".speed.tw")
        self.notes = self.path.with_suffix(".json")

    @property
    def known(self) -> bool:
        """Whether it needs no training."""
        return self.path.exists() and self.notes.exists()

    def train(self) -> None:
        """Train it in a separate process; the epoch that is best on dev is kept."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        wanted = self.path.with_suffix(".settings.json")
        wanted.write_text(json.dumps(self.settings), "utf-8")
        found = in_process("train", wanted, self.folder / "train.conllu", self.folder / "dev.conllu", self.path)
        self.notes.write_text(json.dumps({**found, "date": machine.today()}), "utf-8")

    def told(self) -> dict[str, Any]:
        """The report of its training: speed, memory, scores, date."""
        return dict(json.loads(self.notes.read_text("utf-8")))
