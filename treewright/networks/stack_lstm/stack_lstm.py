"""The stack-LSTM (Dyer et al. 2015), a classifier with a state: it reads the whole stack, buffer and history."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from treewright.classifiers.credit import Credit
from treewright.classifiers.scorer import Scorer
from treewright.errors import SettingsError
from treewright.features.extraction import Extraction
from treewright.features.stack_extraction import StackExtraction
from treewright.networks.encoders.lexicon import Lexicon
from treewright.networks.stack_lstm.stack_credit import StackCredit
from treewright.networks.stack_lstm.stack_model import StackModel
from treewright.networks.stack_lstm.stack_scorer import StackScorer
from treewright.networks.stack_lstm.stack_weights import StackWords
from treewright.networks.transition_based.network import Network
from treewright.storage.named_arrays import Arrays
from treewright.treebank.sentence import Sentence


class StackLSTM(Network):
    """LSTMs over stack, buffer and history; a head on the stack is shown together with its dependents."""

    learns = True

    def scorer(self, extraction: Extraction, room: int = 0) -> Scorer:
        """The scorer; its templates do not matter."""
        if not isinstance(extraction, StackExtraction):
            raise SettingsError("classifier.name: seen stack-lstm, expected another one: this system has no stack")
        scorer = StackScorer(self, extraction, room)
        self.scorers.append(scorer)
        return scorer

    def credit(self, extraction: Extraction) -> Credit:
        """Credit for what that scorer saw."""
        scorer = next(own for own in self.scorers if own.extraction is extraction)
        self.credits.append(StackCredit(scorer))
        return self.credits[-1]

    def encoded(self, sentences: list[Sentence]) -> StackWords:  # type: ignore[override]
        """The sentences of the batch that is learnt from, as the network sees them now."""
        return self.learner.stack_words()  # type: ignore[no-any-return]

    def make_learner(self, lexicon: Lexicon, settings: Mapping[str, Any]) -> Any:
        """What learns with PyTorch."""
        from treewright.networks.stack_lstm.stack_learner import StackLearner

        return StackLearner(lexicon, self.classes, **settings)

    def end_batch(self) -> None:
        """Learn from what was recorded."""
        credit = self.credits[0]
        self.learner.learn_paths(credit.scorer.states.recorded(), credit.taken())

    @classmethod
    def model_from(cls, classes: int, arrays: Arrays) -> Any:
        """The model that a parser parses with."""
        return StackModel(classes, arrays)
