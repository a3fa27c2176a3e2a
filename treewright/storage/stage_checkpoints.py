"""The checkpoint of a pipeline or an ensemble: a folder with a checkpoint for each training in it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from treewright.errors import ModelError
from treewright.storage.checkpoint import OTHER, Checkpoint

WHOLE = "000-*.stage"  # what the whole was begun with, named by its kind; without it there is no checkpoint
STAGES = "[0-9][0-9][0-9]-*.stage"  # all files that are written; what else is in the folder is left alone
HALF_WRITTEN = f".{STAGES}.????????"  # as a kill may leave them


class StageCheckpoints:
    """Gives each training its checkpoint, numbered as they come.

    The checkpoint of a finished training is small, so at any time only one file is big.
    """

    def __init__(
        self, folder: str | Path | None = None, kind: str = "pipeline", *, resume: bool = False
    ) -> None:
        """`kind` is that of the model."""
        self.folder, self.kind = None if folder is None else Path(folder), kind
        self.resume = resume and folder is not None and self.exist(folder)
        self.count = 0
        self.last = Checkpoint()
        self.made = False  # whether the folder was made for this training

    @staticmethod
    def exist(folder: str | Path) -> bool:
        """Whether a training can be resumed from a folder."""
        return any(Path(folder).glob(WHOLE))

    @staticmethod
    def remove(folder: str | Path) -> None:
        """Remove the checkpoints of a folder, and the folder itself if nothing else is in it."""
        with suppress(OSError):
            for pattern in (HALF_WRITTEN, STAGES):
                for path in Path(folder).glob(pattern):
                    path.unlink()
            Path(folder).rmdir()

    def begin(self, settings: Mapping[str, Any], training_data: Mapping[str, Any], dev_data: Mapping[str, Any]) -> None:
        """Say what the whole is made of; a folder of another one is refused if it should be resumed from."""
        if self.folder is None:
            return
        whole = self.folder / WHOLE.replace("*", self.kind)
        if self.resume and not whole.exists():
            found = next(self.folder.glob(WHOLE)).name
            raise ModelError(f"{self.folder}: seen {found}, expected {whole.name}; leave out --resume to begin anew")
        self.last = Checkpoint(whole, resume=self.resume)
        self.last.begin(settings, training_data, dev_data)
        try:
            self.made = not self.folder.exists()
            self.folder.mkdir(exist_ok=True)
            for pattern in (HALF_WRITTEN,) if self.resume else (HALF_WRITTEN, STAGES):
                for path in sorted(self.folder.glob(pattern)):
                    path.unlink()
        except FileExistsError:
            expected = f"a folder, since each training of a model of this kind ({self.kind}) has a checkpoint"
            raise ModelError(f"{self.folder}: seen a file, expected {expected}; {OTHER}") from None
        except OSError as error:
            raise ModelError(f"{self.folder}: cannot be written: {error.strerror or error}") from None
        if not self.resume:
            self.last.write([])

    def leave_nothing(self) -> None:
        """After an error: leave no folder behind in which nothing was learnt."""
        if self.folder is None or any(not path.match(WHOLE) for path in self.folder.glob(STAGES)):
            return
        with suppress(OSError):
            for path in self.folder.glob(WHOLE):
                path.unlink()
            if self.made:
                self.folder.rmdir()

    def of(self, name: str) -> Checkpoint:
        """The checkpoint of the next training."""
        self.count += 1
        path = None if self.folder is None else self.folder / f"{self.count:03}-{name}.stage"
        self.last = Checkpoint(path, resume=self.resume, due=self.last.due)
        return self.last
