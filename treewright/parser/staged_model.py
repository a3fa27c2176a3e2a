"""Models that several trainings make, one after another: ensembles and pipelines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from treewright.families.family import Family
from treewright.networks.extra import torch_or_refuse
from treewright.parser.saved_model import SavedModel
from treewright.progress_bar import Progress, TrainingBar
from treewright.settings import Table
from treewright.storage.stage_checkpoints import StageCheckpoints
from treewright.training.training_loop import Row
from treewright.treebank.expected import expected_sentences
from treewright.treebank.fingerprint import fingerprint
from treewright.treebank.sentence import Sentence

Log = Callable[[Row], None]
Note = Callable[[str], None]
Step = Callable[[int, int], None]


class StagedModel(SavedModel):
    """Base of both; each training has a checkpoint in one folder."""

    kind = ""  # of the model file
    settings: Table
    family: Family

    @property
    def needs_torch(self) -> bool:
        """Whether one of the trainings is that of a network."""
        raise NotImplementedError

    def adapt(self, sentences: Iterable[Sentence]) -> list[str]:
        """Decide by these training data what is open in the settings; sentences that say what and why."""
        raise NotImplementedError

    def train(
        self,
        sentences: Iterable[Sentence],
        dev: Iterable[Sentence] | None = None,
        *,
        log: Log | None = None,
        note: Note | None = None,
        progress: Progress = None,
        checkpoint: str | Path | None = None,
        resume: bool = False,
    ) -> dict[str, float]:
        """Train all that it is made of.  Returns scores on `dev`.

        On a terminal and in a notebook a bar shows how far it is; `progress=False` switches it off, a function replaces it.
        """
        if self.needs_torch:
            torch_or_refuse()  # now, not after other trainings
        sentences = list(expected_sentences(sentences, place="training data"))
        dev = None if dev is None else list(expected_sentences(dev, place="dev data"))
        self.family.check(sentences, "training")
        self.family.check(dev or [], "dev")
        with TrainingBar(progress) as bar:
            noted = bar.noting(note)
            for why in self.adapt(sentences):
                noted(why)
            saved = StageCheckpoints(checkpoint, self.kind, resume=resume)
            saved.begin(self.settings, fingerprint(sentences), fingerprint(dev or []))
            try:
                return self.train_stages(sentences, dev, bar.logging(log), noted, bar.step, saved)
            except BaseException:
                saved.leave_nothing()
                raise

    def train_stages(
        self,
        sentences: list[Sentence],
        dev: list[Sentence] | None,
        log: Log,
        note: Note,
        progress: Step,
        checkpoints: StageCheckpoints,
    ) -> dict[str, float]:
        """The trainings, as a part of a larger one, whose checkpoints they are in."""
        raise NotImplementedError
