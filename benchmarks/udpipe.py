"""UDPipe 1 (the ufal.udpipe wheel) as a peer: its parser trained once per treebank with its own options, and cached.

    python benchmarks/udpipe.py Tamil-TTB Gothic-PROIEL Greek-GDT

trains what is not in the cache yet (CPU time: Tamil 5 minutes, Gothic half an hour, Greek an hour).
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import secrets
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent
INSTALLED = importlib.util.find_spec("ufal") is not None and importlib.util.find_spec("ufal.udpipe") is not None

# What UDPipe's authors chose for their UD 2.0 models; without the pre-trained vectors, as in PEERS.md.
COMMON = "iterations=30;embedding_upostag=20;embedding_feats=20;embedding_xpostag=0;embedding_form=50;embedding_lemma=0;" \
         "embedding_deprel=20;learning_rate_final=0.001;hidden_layer=200;batch_size=10;"  # fmt: skip
OWN_NAMES = ("learning_rate", "l2", "transition_system", "transition_oracle", "structured_interval")
OWN: dict[str, tuple[float, float, str, str, int]] = {
    "French-Sequoia": (0.02, 0.3, "swap", "static_lazy", 10),
    "Gothic-PROIEL": (0.01, 0.5, "projective", "dynamic", 8),
    "Greek-GDT": (0.02, 0.3, "link2", "static", 8),
    "Hungarian-Szeged": (0.02, 0.3, "projective", "dynamic", 10),
    "Irish-IDT": (0.02, 0.5, "projective", "dynamic", 8),
    "Latin-Perseus": (0.01, 0.5, "projective", "dynamic", 10),
    "Tamil-TTB": (0.02, 0.3, "projective", "static", 8),
    "Turkish-IMST": (0.01, 0.3, "projective", "dynamic", 8),
    "Vietnamese-VTB": (0.02, 0.3, "projective", "dynamic", 8),
}


def options(treebank: str) -> str:
    """The training options of a treebank."""
    return COMMON + ";".join(f"{name}={value}" for name, value in zip(OWN_NAMES, OWN[treebank], strict=True))


def model_path(treebank: str, cache: Path) -> Path:
    """Where the model of a treebank is kept; other options, another file."""
    digest = hashlib.sha256(options(treebank).encode()).hexdigest()[:8]
    return cache / "udpipe" / f"{treebank}-{digest}.udpipe"


def trained(treebank: str, data: Path, cache: Path) -> Path:
    """The model of a treebank, trained now if it is not in the cache."""
    path = model_path(treebank, cache)
    if not path.exists():
        start = time.process_time()
        model = _train(_read(data / treebank / "train.conllu"), _read(data / treebank / "dev.conllu"), options(treebank))
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        temporary.write_bytes(model)
        os.replace(temporary, path)
        path.with_suffix(".seconds").write_text(f"{time.process_time() - start:.0f}\n")
    return path


def _read(path: Path) -> Any:
    from ufal.udpipe import InputFormat, ProcessingError, Sentence, Sentences

    reader, error = InputFormat.newConlluInputFormat(), ProcessingError()
    reader.setText(path.read_text(encoding="utf-8"))
    sentences = Sentences()
    sentence = Sentence()
    while reader.nextSentence(sentence, error):
        sentences.append(sentence)
        sentence = Sentence()
    if error.occurred():
        raise SystemExit(f"{path}: {error.message}")
    return sentences


def _train(train: Any, dev: Any, options: str) -> bytes:
    from ufal.udpipe import ProcessingError, Trainer

    error = ProcessingError()
    none = Trainer.NONE
    model: bytes = Trainer.train("morphodita_parsito", train, dev, none, none, options, error)
    if error.occurred():
        raise SystemExit(f"UDPipe: {error.message}")
    return model


def file_parser(model: Path, wanted: str) -> Callable[[Path, Path], None]:
    """From a file to a file, the tags of the input are kept; `wanted` are options of the parser (default: a beam of 5)."""
    from ufal.udpipe import Model, Pipeline, ProcessingError

    loaded = Model.load(str(model))
    if loaded is None:
        raise SystemExit(f"{model}: UDPipe cannot load it")
    error = ProcessingError()

    def parse(source: Path, target: Path) -> None:
        pipeline = Pipeline(loaded, "conllu", Pipeline.NONE, wanted, "conllu")  # it does not keep the model alive
        target.write_text(pipeline.process(source.read_text(encoding="utf-8"), error), encoding="utf-8")
        if error.occurred():
            raise SystemExit(f"{source}: UDPipe: {error.message}")

    return parse


if __name__ == "__main__":
    shared = Path(os.environ.get("TREEWRIGHT_DATA", PROJECT.parent / "shared" / "data")) / "ud-2.0"
    for name in sys.argv[1:]:
        print(f"{name}: {trained(name, shared, PROJECT / '.cache' / 'benchmarks').name}", flush=True)
