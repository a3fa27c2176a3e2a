"""Networks that tag: taggers and lemmatizers beside the perceptron, and pipelines whose stages share one encoder; dev, seed 1.

    python -m benchmarks.accuracy.network_taggers             writes benchmarks/results/network_taggers.md; half an hour

Alone, a tagger sees gold tags of the columns before its own. In a pipeline it sees what the stages before it found.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import treewright as tw
from benchmarks.shared import machine
from benchmarks.shared.options import CACHE, RESULTS, UD, options_of
from benchmarks.shared.results_page import markdown, number, thousands

ALONE = "Hungarian-Szeged"
CLASSIFIERS = ("perceptron", "feed-forward", "bilstm")
TARGETS = ("upos", "feats", "lemma")
TOGETHER = "Tamil-TTB"
NO_LEMMAS = {"classifier.name": "bilstm", "lemmatizer.epochs": 0}
PIPELINES: dict[str, dict[str, Any]] = {
    "perceptrons, five folds": NO_LEMMAS,
    "BiLSTMs of their own, no folds": {**NO_LEMMAS, "tagger.classifier": "bilstm", "tagger.folds": 0},
    "one BiLSTM for all": {**NO_LEMMAS, "tagger.encoder": "shared"},
}


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """The result of a job, and its CPU seconds."""
    begun = time.process_time()
    found = work()
    return found, time.process_time() - begun


def of(treebank: str, data: Path) -> tuple[list[tw.Sentence], list[tw.Sentence]]:
    """Its train and dev parts."""
    train, dev = (list(tw.read(data / treebank / f"{part}.conllu")) for part in ("train", "dev"))
    return train, dev


def alone(classifier: str, train: Sequence[tw.Sentence], dev: Sequence[tw.Sentence]) -> list[str]:
    """Accuracy of a tagger of each kind; seconds of training and words a second of the first."""
    row, costs = [], []
    for target in TARGETS:
        settings = {} if classifier == "perceptron" else {"classifier": classifier}
        tagger = tw.Tagger(target, settings)
        _, training = timed(lambda tagger=tagger: tagger.train(train, dev))  # type: ignore[misc]
        list(tagger.pipe(dev))
        _, tagging = timed(lambda tagger=tagger: list(tagger.pipe(dev)))  # type: ignore[misc]
        row.append(number(tagger.accuracy(dev)))
        costs.append((f"{training:.0f}", thousands(sum(map(len, dev)) / tagging)))
        print(classifier, target, row[-1], *costs[-1], flush=True)
    return [classifier, *row, *costs[0]]


def together(name: str, train: Sequence[tw.Sentence], dev: Sequence[tw.Sentence], cache: Path) -> list[str]:
    """Scores of a pipeline from gold tokens."""
    pipeline = tw.Pipeline(PIPELINES[name])
    _, training = timed(lambda: pipeline.train(train, dev, progress=False))
    cache.mkdir(parents=True, exist_ok=True)
    path = cache / "network_taggers.tw"
    pipeline.save(path)
    loaded: Any = tw.load(path)
    list(loaded.pipe(dev))
    found, seconds = timed(lambda: list(loaded.pipe(dev)))
    scores = tw.evaluate(dev, found)
    shown = [number(value) for value in (scores.upos, scores.xpos, scores.ufeats, scores.uas, scores.las)]
    speed = thousands(sum(map(len, dev)) / seconds)
    row = [name, *shown, f"{training:.0f}", speed, f"{path.stat().st_size / 1e6:.1f}"]
    print(*row, flush=True)
    return row


def main() -> None:
    """Train and write the page."""
    given = options_of(__doc__, data=UD, results=RESULTS, cache=CACHE).parse_args()
    machine.require_compiled()
    first = [alone(name, *of(ALONE, given.data)) for name in CLASSIFIERS]
    second = [together(name, *of(TOGETHER, given.data), given.cache) for name in PIPELINES]
    lines = [
        "# Networks that tag", "",
        "Dev, seed 1, one run each; the epoch that is best on dev is kept. CPU time of one thread, on a machine that did",
        "other work, too; words a second are those of data that were met before.", "",
        f"## Alone: UD 2.0 {ALONE}, gold tags before the target", "",
        *markdown(["classifier", "UPOS", "FEATS", "lemmas", "training of UPOS, s", "words/s (UPOS)"], first),
        f"## In a pipeline with a BiLSTM parser: UD 2.0 {TOGETHER}, gold tokens, no lemmas", "",
        *markdown(["taggers", "UPOS", "XPOS", "FEATS", "UAS", "LAS", "training, s", "words/s", "MB"], second),
        f"`python -m benchmarks.accuracy.network_taggers`, {machine.today()}, commit {machine.git_version()};",
        f"{machine.machine_kind()}.", "",
    ]  # fmt: skip
    (given.results / "network_taggers.md").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
