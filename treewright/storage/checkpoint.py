"""Checkpoints: the state of training after its last finished epoch, so that a kill loses an epoch at the most."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from treewright.errors import ModelError, SettingsError
from treewright.storage import model_file
from treewright.storage.kinds import checked_kind
from treewright.storage.sections import Contents, joined, section

SHOWN, LONGEST = 3, 40  # settings that are named if they changed, and characters of a value
PAUSE = 40  # times the time that writing took: so long no epoch is written, so that this costs a fortieth of all time

OTHER = "remove it, or name another with --checkpoint"

State = Contents


class Resumable(Protocol):
    """What can go on where it was: a training loop."""

    @property
    def finished(self) -> bool:
        """Whether there is nothing left to do."""

    def state(self) -> State:
        """Everything that it needs to go on."""

    def restore(self, header: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Go on from a state."""


class Checkpoint:
    """One file in the format of a model, written anew after each epoch, if that is worth its time.

    When training is finished, the file has what was learnt and nothing else.
    """

    def __init__(self, path: str | Path | None = None, *, resume: bool = False, due: float = 0.0) -> None:
        if path is not None and Path(path).is_dir():
            seen = "a folder, as pipelines and ensembles have it"
            raise ModelError(f"{path}: seen {seen}, expected a file as the checkpoint of a parser; {OTHER}")
        self.path, self.resume = path, resume
        self.due = due  # when an epoch is written again; the seconds of time.monotonic
        self.same: dict[str, Any] = {}
        self.found: list[State] = []  # of all seeds that were begun before the kill
        self.finished: list[State] = []  # of the seeds before this one

    def begin(self, settings: Mapping[str, Any], training_data: Mapping[str, Any], dev_data: Mapping[str, Any]) -> None:
        """Say what the training is made of; a file of another training is refused if it should be resumed from."""
        self.same = {"settings": _of_training(settings), "training_data": dict(training_data), "dev_data": dict(dev_data)}
        if self.path is None or not self.resume or not Path(self.path).exists():
            return
        header, arrays = model_file.read(self.path)
        checked_kind(self.path, header, "checkpoint")
        for name, own in self.same.items():
            seen = header.get(name) or {}
            seen = _of_training(seen) if name == "settings" else seen
            if seen != own:
                how = f": {_changes(seen, own)}" if name == "settings" else ""
                why = f"the {name.replace('_', ' ')} changed since{how}"
                raise SettingsError(f"{self.path}: cannot resume, because {why}; leave out --resume to begin anew")
        for number, state in enumerate(header["states"]):
            self.found.append((state, section(arrays, str(number))))

    def restore(self, loop: Resumable, number: int) -> None:
        """Put the loop of seed `number` where the checkpoint left it, if it got that far."""
        if number < len(self.found):
            loop.restore(*self.found[number])
            if loop.finished:
                self.finished.append(self.found[number])

    def save(self, loop: Resumable) -> None:
        """Keep what the loop of this seed has reached after an epoch."""
        start = time.monotonic()
        if self.path is None or (start < self.due and not loop.finished):
            return
        states = [*self.finished, loop.state()]
        if loop.finished:
            self.finished = states
        self.write(states)
        now = time.monotonic()
        self.due = now + PAUSE * (now - start)

    def write(self, states: Sequence[State]) -> None:
        """Write the states of all seeds so far."""
        assert self.path is not None
        header = {"kind": "checkpoint", **self.same, "states": [state for state, _ in states]}
        model_file.write(self.path, header, joined({str(number): own for number, (_, own) in enumerate(states)}))


def reached(path: str | Path) -> str:
    """After which epoch a file goes on; nothing if it has several trainings, or none."""
    states = [] if Path(path).is_dir() else model_file.read_header(path).get("states")
    if not isinstance(states, list) or not states or not isinstance(states[-1], dict):
        return ""
    seed = f" of seed {states[-1].get('seed')}" if len(states) > 1 else ""
    return f" after epoch {states[-1].get('epoch')} of {states[-1].get('epochs')}{seed}"


def _of_training(settings: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """The settings that training reads; features are pruned when it is over, so that may change in between."""
    return {
        part: {name: value for name, value in values.items() if (part, name) != ("classifier", "prune")}
        for part, values in settings.items()
    }


def _changes(before: Mapping[str, Mapping[str, Any]], now: Mapping[str, Mapping[str, Any]]) -> str:
    """The settings that are not what they were, the first of them with both values."""
    old, new = ({f"{part}.{name}": own[name] for part, own in table.items() for name in own} for table in (before, now))
    names = [name for name in {**new, **old} if name not in old or name not in new or old[name] != new[name]]
    shown = [f"{name} was {_shown(old, name)}, now {_shown(new, name)}" for name in names[:SHOWN]]
    return "; ".join(shown) + (f"; and {len(names) - SHOWN} more" if len(names) > SHOWN else "")


def _shown(table: Mapping[str, Any], name: str) -> str:
    text = repr(table[name]) if name in table else "not there"
    return text if len(text) <= LONGEST else text[:LONGEST] + "..."
