"""spaCy as a peer, if it is installed: its default parser without vectors; it sees words, no tags."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import treewright as tw

EPOCHS = 20  # its scores still rise a little then
INSTALLED = importlib.util.find_spec("spacy") is not None


def trained(treebank: str, data: Path, cache: Path, epochs: int = EPOCHS) -> Path:
    """The model of a treebank, trained now if it is not in the cache."""
    path = cache / "spacy" / f"{treebank}-{epochs}"
    if path.exists():
        return path
    import spacy
    from spacy.training import Example

    spacy.util.fix_random_seed(1)
    nlp = spacy.blank("xx")
    nlp.add_pipe("parser")
    examples = []
    for sentence in tw.read(data / treebank / "train.conllu"):
        if not len(sentence):
            continue
        heads = [head - 1 if head else i for i, head in enumerate(sentence.heads)]  # the root is its own head
        examples.append(Example.from_dict(_doc(nlp, sentence), {"heads": heads, "deps": sentence.labels}))
    optimizer = nlp.initialize(lambda: examples)
    for _ in range(epochs):
        random.shuffle(examples)
        for batch in spacy.util.minibatch(examples, 8):
            nlp.update(batch, sgd=optimizer, drop=0.1)
    path.parent.mkdir(parents=True, exist_ok=True)
    with nlp.use_params(optimizer.averages):
        nlp.to_disk(path)
    return path


def file_parser(model: Path, _: str) -> Callable[[Path, Path], None]:
    """From a file to a file."""
    import spacy

    nlp = spacy.load(model)

    def parse(source: Path, target: Path) -> None:
        sentences = [sentence for sentence in tw.read(source) if len(sentence)]
        docs = nlp.pipe(_doc(nlp, sentence) for sentence in sentences)
        tw.write((_with_tree(*pair) for pair in zip(sentences, docs, strict=True)), target)

    return parse


def _doc(nlp: Any, sentence: tw.Sentence) -> Any:
    from spacy.tokens import Doc

    return Doc(nlp.vocab, words=sentence.forms)


def _with_tree(sentence: tw.Sentence, doc: Any) -> tw.Sentence:
    return sentence.with_tree([0 if t.head.i == t.i else t.head.i + 1 for t in doc], [t.dep_ for t in doc])
