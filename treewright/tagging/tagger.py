"""A tagger: a parser of flat trees, whose labels are tags."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from treewright.errors import InputError
from treewright.parallel import batches
from treewright.progress_bar import Progress
from treewright.settings import flatten, mapping
from treewright.storage.checkpoint import Checkpoint
from treewright.storage.pickling import Reduced, reduced
from treewright.tagging.flat_parser import flat_parser, load_flat_parser
from treewright.tagging.target import Target
from treewright.training.training_loop import Row
from treewright.treebank.expected import expected_sentence, expected_sentences
from treewright.treebank.sentence import Sentence, Shelf
from treewright.treebank.splicer import splice_column

KNOWN_COUNT, KNOWN_SHARE = 20, 0.995
RAW = "a tagger reads words; for raw text there are pipelines: tw.load('english')(text)"


class Tagger:
    """Fills in UPOS, XPOS, FEATS or LEMMA (or several at once) with the search, training and classifier of a parser."""

    def __init__(
        self,
        target: str = "upos",
        settings: Mapping[str, Any] | None = None,
        *,
        known_count: int = KNOWN_COUNT,
        known_share: float = KNOWN_SHARE,
    ) -> None:
        self.target = Target(target)
        self.known_count, self.known_share = known_count, known_share
        self.parser = flat_parser({"features.templates": TEMPLATES.get(target, "tagging"), **flatten(mapping(settings))})

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
        classes = [self.target.classes(sentence) for sentence in sentences]
        if not any(name for names in classes for name in names):
            raise InputError(f"training data: saw no {self.target.name}, expected it on some word")
        self.parser.known_labels = self._known(sentences, classes)
        known = self.parser.known_labels
        flat = [
            _flat(sentence, [known.get(form, name) for form, name in zip(sentence.forms, names, strict=True)])
            for sentence, names in zip(sentences, classes, strict=True)
        ]
        flat_dev = None if dev is None else [_flat(sentence, self.target.classes(sentence)) for sentence in dev]

        def told(row: Row) -> None:
            if log is not None:
                accuracy = {"accuracy": row["dev_las"]} if "dev_las" in row else {}
                log({"target": self.target.name, **accuracy, **{k: v for k, v in row.items() if not k.startswith("dev")}})

        return self.parser.train(flat, flat_dev, log=told, progress=progress, checkpoint=checkpoint)

    def _known(self, sentences: Sequence[Sentence], classes: Sequence[Sequence[str | None]]) -> dict[str, str]:
        """The forms that are frequent and (nearly) always have one class."""
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for sentence, names in zip(sentences, classes, strict=True):
            for form, name in zip(sentence.forms, names, strict=True):
                if name is not None:
                    counts[form][name] += 1
        known = {}
        for form, found in counts.items():
            name, count = found.most_common(1)[0]
            if found.total() >= self.known_count > 0 and count >= self.known_share * found.total():
                known[form] = name
        return known

    # Tagging --------------------------------------------------------------------------------------------------------

    def tag_batch(self, sentences: list[Sentence]) -> list[Sentence]:
        """The sentences with tags in their columns."""
        sentences = list(expected_sentences(sentences, RAW))
        classes = self.parser.labels_of(sentences)
        values = self.target.values(sentences, classes)  # type: ignore[arg-type]
        shelf = Shelf()
        for column, of_column in zip(self.target.columns, values, strict=True):
            sentences = shelf.reread(splice_column(sentences, column, of_column), sentences)
        return sentences

    def __call__(self, sentence: Sentence | Sequence[Any]) -> Sentence:
        """Tag one sentence (a Sentence, or a list of words for `Sentence.from_words`)."""
        return self.tag_batch([expected_sentence(sentence, RAW)])[0]

    def pipe(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
        """Tag a stream of sentences, in order."""
        for batch in batches(sentences, 1, RAW):
            yield from self.tag_batch(batch)

    def accuracy(self, sentences: Iterable[Sentence]) -> float:
        """Per cent of the words whose fields are all right."""
        gold = list(expected_sentences(sentences))
        right = words = 0
        for one, other in zip(gold, self.pipe(gold), strict=True):
            for i in range(len(one)):
                right += all(one.column(i, column) == other.column(i, column) for column in self.target.columns)
                words += 1
        return 100.0 * right / max(1, words)

    # Files ----------------------------------------------------------------------------------------------------------

    def parts(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """What a model file says of it: a header and arrays."""
        header, arrays = self.parser.parts()
        return {**header, "kind": "tagger", "target": self.target.name}, arrays

    def __reduce__(self) -> Reduced:
        """Pickled as the bytes of a model file."""
        header, arrays = self.parts()
        return reduced(self, ({**header, "known_count": self.known_count, "known_share": self.known_share}, arrays), {})

    @classmethod
    def from_parts(cls, header: dict[str, Any], arrays: dict[str, Any]) -> Tagger:
        """A tagger from what a model file says of it."""
        tagger = cls.__new__(cls)
        tagger.target = Target(header["target"])
        tagger.known_count = int(header.get("known_count", KNOWN_COUNT))  # of training, so pipelines do not keep them
        tagger.known_share = float(header.get("known_share", KNOWN_SHARE))
        tagger.parser = load_flat_parser(header, arrays)
        tagger.target.check(tagger.parser.labels)
        return tagger


TEMPLATES = {"xpos": "tagging-more", "feats": "tagging-more", "xpos+feats": "tagging-more", "lemma": "lemmas"}


def _flat(sentence: Sentence, classes: Sequence[str | None]) -> Sentence:
    """The flat tree that has these classes as labels."""
    return sentence.with_tree([0] * len(sentence), classes)
