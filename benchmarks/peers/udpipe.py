"""UDPipe 1 (the ufal.udpipe wheel) as a peer: trained once per treebank with its own options, and cached.

    python -m benchmarks.peers.udpipe Tamil-TTB Gothic-PROIEL Greek-GDT
    python -m benchmarks.peers.udpipe --pipeline Tamil-TTB Irish-IDT

trains what is not in the cache yet (CPU time: Tamil 5 minutes, Gothic half an hour, Greek an hour); with --pipeline not only
the parser but also the tokenizer and the tagger.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.shared.options import CACHE, UD, options_of

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

# The tokenizer stops early, on dev; one model of the tagger is for tags and one for lemmas, as in all their UD models.
TOKENIZER = "epochs=100;batch_size=50;learning_rate=0.005;dropout=0.1;early_stopping=1"
TAGGER = (
    "models=2;templates_1=lemmatizer;guesser_suffix_rules_1=8;guesser_enrich_dictionary_1=6;guesser_prefixes_max_1=4;use_lemma_1=1;"
    "use_xpostag_1=0;use_feats_1=0;provide_lemma_1=1;provide_xpostag_1=0;provide_feats_1=0;prune_features_1=0;"
    "templates_2=tagger;guesser_suffix_rules_2=8;guesser_enrich_dictionary_2=6;guesser_prefixes_max_2=0;use_lemma_2=0;"
    "use_xpostag_2=1;use_feats_2=1;provide_lemma_2=0;provide_xpostag_2=1;provide_feats_2=1;prune_features_2=0"
)


def options(treebank: str, pipeline: bool = False) -> tuple[str, str, str]:
    """The training options of tokenizer, tagger and parser; "none" for a part that is not trained."""
    parser = COMMON + ";".join(f"{name}={value}" for name, value in zip(OWN_NAMES, OWN[treebank], strict=True))
    return (TOKENIZER, TAGGER, parser) if pipeline else ("none", "none", parser)


def model_path(treebank: str, cache: Path, pipeline: bool = False) -> Path:
    """Where the model of a treebank is kept; other options, another file."""
    wanted = options(treebank, pipeline)
    digest = hashlib.sha256("".join(part for part in wanted if part != "none").encode()).hexdigest()[:8]
    return cache / "udpipe" / f"{treebank}-{'pipeline-' if pipeline else ''}{digest}.udpipe"


def trained(treebank: str, data: Path, cache: Path, pipeline: bool = False) -> Path:
    """The model of a treebank, trained now if it is not in the cache."""
    path = model_path(treebank, cache, pipeline)
    if not path.exists():
        start = time.process_time()
        train, dev = (_read(data / treebank / f"{part}.conllu") for part in ("train", "dev"))
        model = _train(train, dev, options(treebank, pipeline))
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        temporary.write_bytes(model)
        os.replace(temporary, path)
        path.with_suffix(".seconds").write_text(f"{time.process_time() - start:.0f}\n")
    return path


def trained_for_speed(name: str, train: Path, cache: Path) -> Path:
    """A model for measuring speed only: one iteration in large batches.

    Too few sentences make it faster than a good one: it keeps products with frequent words, and unknown ones are all alike.
    """
    path = cache / "udpipe" / f"{name}-speed.udpipe"
    if not path.exists():
        wanted = COMMON.replace("iterations=30", "iterations=1").replace("batch_size=10", "batch_size=100")
        wanted += "learning_rate=0.01;l2=0.5;transition_system=projective;transition_oracle=static;structured_interval=0"
        sentences = _read(train)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_train(sentences, sentences, ("none", "none", wanted)))
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


def _train(train: Any, dev: Any, options: tuple[str, str, str]) -> bytes:
    from ufal.udpipe import ProcessingError, Trainer

    error = ProcessingError()
    model: bytes = Trainer.train("morphodita_parsito", train, dev, *options, error)  # Trainer.NONE is "none"
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
    options = options_of(__doc__, data=UD, cache=CACHE)
    options.add_argument("treebanks", nargs="+", metavar="TREEBANK")
    options.add_argument("--pipeline", action="store_true", help="the tokenizer and the tagger, too")
    given = options.parse_args()
    for name in given.treebanks:
        print(f"{name}: {trained(name, given.data, given.cache, given.pipeline).name}", flush=True)
