"""A tagger: a parser of tag sequences."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from treewright.decoding.batching import batches
from treewright.families import TagSequences
from treewright.progress_bar import Progress
from treewright.settings import Resolved, flatten, mapping, resolve
from treewright.storage.checkpoint import Checkpoint
from treewright.storage.pickling import Reduced, reduced
from treewright.storage.sections import Contents
from treewright.tagging.flat_parser import flat_parser, load_flat_parser
from treewright.tagging.target import Target
from treewright.training.training_loop import Row
from treewright.treebank.expected import expected_sentence, expected_sentences
from treewright.treebank.sentence import Sentence

KNOWN_COUNT, KNOWN_SHARE = 20, 0.995
RAW = "a tagger reads words; for raw text there are pipelines: tw.load('english')(text)"


class Tagger:
    """Fills in UPOS, XPOS, FEATS or LEMMA (or several at once) with the search, training and classifier of a parser."""

    def __init__(
        self,
        target: str = "upos",
        settings: Mapping[str, Any] | None = None,
        reads: Iterable[str] | None = None,
        *,
        known_count: int = KNOWN_COUNT,
        known_share: float = KNOWN_SHARE,
    ) -> None:
        """`reads` are the columns that a network may see; without it those before the target: UPOS, XPOS, FEATS, LEMMA."""
        self.target = Target(target)
        self.known_count, self.known_share = known_count, known_share
        given: Any = flatten(mapping(settings))
        given = Resolved(given) if isinstance(settings, Resolved) else given
        given.setdefault("features.templates", templates_of(target, str(given.get("classifier.name", ""))))
        self.family = TagSequences(self.target)
        self.parser = flat_parser(given, self.family)
        if self.parser.classifier_class().takes_network:  # it sees whole words, so it must be blind to what it predicts
            self.parser.settings["network"].update(dict.fromkeys(self._unseen(reads), 0))
            resolve(self.parser.settings)  # refuses one that sees nothing

    def _unseen(self, reads: Iterable[str] | None) -> list[str]:
        """The columns that a network has no vectors of: its target, and what nobody has tagged before it."""
        own = self.target.name.split("+")
        before = COLUMNS[: min(COLUMNS.index(name) for name in own)] if reads is None else tuple(reads)
        return [name for name in COLUMNS if name in own or name not in before]

    def __repr__(self) -> str:
        return f"<Tagger of {self.target.name}: {self.parser.described().partition(', ')[2]}>"

    def train(
        self,
        sentences: Iterable[Sentence],
        dev: Iterable[Sentence] | None = None,
        *,
        log: Callable[[Row], None] | None = None,
        progress: Progress = None,
        checkpoint: Checkpoint | None = None,
    ) -> list[Row]:
        """Learn from tagged sentences; the epoch that is best on `dev` is kept.  Returns one row per epoch."""
        sentences = list(expected_sentences(sentences, place="training data"))
        dev = None if dev is None else list(expected_sentences(dev, place="dev data"))
        self.look_at(sentences)

        def told(row: Row) -> None:
            if log is not None:
                log({"target": self.target.name, **row})

        return self.parser.train(sentences, dev, log=told, progress=progress, checkpoint=checkpoint)

    def look_at(self, sentences: Sequence[Sentence]) -> None:
        """Find the words of training data that are looked up."""
        self.parser.known_labels = self.family.known = self._known(sentences)

    def _known(self, sentences: Sequence[Sentence]) -> dict[str, str]:
        """The forms that are frequent and (nearly) always have one class."""
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for sentence in sentences:
            for form, name in zip(sentence.forms, self.target.classes(sentence), strict=True):
                if name is not None:
                    counts[form][name] += 1
        known = {}
        for form, found in counts.items():
            name, count = found.most_common(1)[0]
            if found.total() >= self.known_count > 0 and count >= self.known_share * found.total():
                known[form] = name
        return known

    # Tagging --------------------------------------------------------------------------------------------------------

    def tag_batch(self, sentences: list[Sentence], *, confidence: bool = False) -> list[Sentence]:
        """The sentences with tags in their columns, and with how probable it is that they are right in MISC, if wanted."""
        sentences = list(expected_sentences(sentences, RAW))
        return self.parser.parsed_batch(sentences, confidence=confidence)

    def calibrate(self, sentences: Iterable[Sentence]) -> None:
        """Learn from tagged sentences that it was not trained on how probable it is that its tags are right."""
        self.parser.calibrate(sentences)

    def __call__(self, sentence: Sentence | Sequence[Any]) -> Sentence:
        """Tag one sentence (a Sentence, or a list of words for `Sentence.from_words`)."""
        return self.tag_batch([expected_sentence(sentence, RAW)])[0]

    def pipe(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
        """Tag a stream of sentences, in order."""
        for batch in batches(sentences, 1, RAW):
            yield from self.tag_batch(batch)

    def accuracy(self, sentences: Iterable[Sentence]) -> float:
        """Per cent of the words that are tagged right, of those whose tags are known: the figure that picks the best epoch."""
        gold = list(expected_sentences(sentences))
        return self.family.score(gold, self.parser.predict(gold), self.parser.alphabets).quality

    # Files ----------------------------------------------------------------------------------------------------------

    def contents(self) -> Contents:
        """What a model file says of it: a header and arrays."""
        header, arrays = self.parser.contents()
        return {**header, "kind": "tagger", "target": self.target.name}, arrays

    def __reduce__(self) -> Reduced:
        """Pickled as the bytes of a model file."""
        header, arrays = self.contents()
        return reduced(self, ({**header, "known_count": self.known_count, "known_share": self.known_share}, arrays), {})

    @classmethod
    def from_contents(cls, header: dict[str, Any], arrays: dict[str, Any]) -> Tagger:
        """A tagger from what a model file says of it."""
        tagger = cls.__new__(cls)
        tagger.target = Target(header["target"])
        tagger.known_count = int(header.get("known_count", KNOWN_COUNT))  # of training, so pipelines do not keep them
        tagger.known_share = float(header.get("known_share", KNOWN_SHARE))
        tagger.family = TagSequences(tagger.target)
        tagger.parser = load_flat_parser(header, arrays, tagger.family)
        return tagger


COLUMNS = ("upos", "xpos", "feats", "lemma")  # in the order in which they are tagged
SLOTS = {"feed-forward": "tagging-slots", "bilstm": "tagging-few-slots"}
TEMPLATES = {"xpos": "tagging-more", "feats": "tagging-more", "xpos+feats": "tagging-more", "lemma": "lemmas"}


def templates_of(target: str, classifier: str) -> str:
    """The templates that suit a target, or the slots that suit a network."""
    if classifier in SLOTS:
        return "lemma-slots" if target == "lemma" else SLOTS[classifier]
    return TEMPLATES.get(target, "tagging")
