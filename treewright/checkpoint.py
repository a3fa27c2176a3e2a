"""Checkpoints: the state of training after its last finished epoch, so that a kill loses an epoch at the most."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from treewright import model_file
from treewright.errors import ModelError, SettingsError
from treewright.training.training_loop import TrainingLoop


class Checkpoint:
    """One file in the format of a model, written anew after each epoch."""

    def __init__(self, path: str | Path | None, settings: Mapping[str, Any], data: Mapping[str, Any]) -> None:
        self.path = path
        self.settings = {part: dict(values) for part, values in settings.items()}
        self.data = dict(data)
        self.finished: list[tuple[dict[str, Any], dict[str, Any]]] = []  # of the seeds before this one

    def saver(self, number: int) -> Callable[[TrainingLoop], None] | None:
        """What the training loop calls after each epoch of seed `number`."""
        return None if self.path is None else lambda loop: self._save(loop, number)

    def _save(self, loop: TrainingLoop, number: int) -> None:
        assert self.path is not None
        states = [*self.finished, loop.state()]
        if loop.epoch == loop.epochs:
            self.finished.append(states[-1])
        header: dict[str, Any] = {"kind": "checkpoint", "settings": self.settings, "training_data": self.data}
        header["states"] = [state for state, _ in states]
        arrays = {f"{i}.{name}": array for i, (_, own) in enumerate(states) for name, array in own.items()}
        model_file.write(self.path, header, arrays)

    def restore(self, loop: TrainingLoop, number: int) -> None:
        """Put the loop of seed `number` where the checkpoint left it, if it got that far."""
        if self.path is None or not Path(self.path).exists():
            return
        header, arrays = model_file.read(self.path)
        if header.get("kind") != "checkpoint":
            raise ModelError(f"{self.path}: this is a model, expected a checkpoint to resume from")
        for name, own in (("settings", self.settings), ("training_data", self.data)):
            if header[name] != own:
                raise SettingsError(f"{self.path}: cannot resume, because the {name.replace('_', ' ')} changed since")
        if number < len(header["states"]):
            prefix = f"{number}."
            loop.restore(
                header["states"][number], {n.removeprefix(prefix): a for n, a in arrays.items() if n.startswith(prefix)}
            )
            if loop.epoch == loop.epochs:
                self.finished.append(loop.state())
