"""Small models of each version of the format, with what they parse, kept for ever; a new version gets a folder of its own.

    python tests/storage/old_models.py tests/storage/version_2
"""

import sys
import warnings
from itertools import islice
from pathlib import Path

import treewright as tw
from treewright.storage import checkpoint
from treewright.treebank.projectivity import nonprojective_arcs

HERE = Path(__file__).parent
TINY = Path(tw.__file__).parent / "data" / "tiny"
SMALL = {"training.epochs": 2, "training.seeds": 1, "features.templates": "neighbours"}
STAGES = {"tagger.epochs": 1, "tokenizer.epochs": 1, "lemmatizer.epochs": 1, "tagger.folds": 0}
MODELS = {
    "parser": {"training.pseudo_projective": "none"},
    "beam": {"system.name": "arc-swift", "search.beam": 4, "training.strategy": "laso", "training.margin": 1.0},
    "lifted": {"training.pseudo_projective": "head"},
    "tags": {"system.name": "arc-standard", "system.tags": "upos"},
    "fitted": {"classifier.name": "logistic-regression", "features.templates": "atoms"},
    "neighbours": {"classifier.name": "nearest-neighbours", "features.templates": "atoms"},
    "pipeline": {**STAGES, "tagger.targets": "upos"},
}
VECTORS = {"the": [0.5, -0.25], "dog": [0.125, 1.0], "cat": [0.25, 0.75]}


def part(name, count, crossing=False):
    """The first sentences of a part of the treebank, or the first with crossing arcs."""
    sentences = tw.read(TINY / f"{name}.conllu")
    return list(islice((s for s in sentences if not crossing or nonprojective_arcs(s.heads)), count))


def made(name):
    """A model of these settings, trained for a moment."""
    with warnings.catch_warnings():  # epochs have no effect on what is fitted
        warnings.simplefilter("ignore", tw.SettingsWarning)
        cls = tw.Pipeline if name == "pipeline" else tw.Parser
        model = cls({**SMALL, **MODELS[name]}, preset="fast")
    sentences = part("train", 12 if name == "pipeline" else 25) + (part("train", 8, True) if name == "lifted" else [])
    model.train(sentences, part("dev", 3), progress=False)
    return model


def parses(model):
    """What a model makes of some sentences, from raw text if it can."""
    sentences = part("test", 8) + part("test", 4, True)
    if hasattr(model, "parse_text"):
        return b"".join(model.parse_text(" ".join(sentence.text for sentence in sentences).encode()))
    return b"".join(model.parse_bytes(sentences))


class Stopped(Exception):
    pass


class Stop(tw.Callbacks):
    """Stops a training after its second epoch."""

    def on_epoch_start(self, loop, epoch):
        if epoch == 3:
            raise Stopped


def resumed(path, stop=False):
    """A training of four epochs that goes on from a checkpoint, or begins one and stops in the middle."""
    parser = tw.Parser({**SMALL, "training.epochs": 4}, preset="fast")
    more = {"callbacks": Stop()} if stop else {"resume": True}
    parser.train(part("train", 12), part("dev", 3), progress=False, checkpoint=path, **more)
    return parser


def main(folder):
    folder.mkdir(exist_ok=True)
    checkpoint.PAUSE = 0  # every epoch is written
    for name in MODELS:
        model = made(name)
        model.save(folder / f"{name}.tw", licence="CC BY 4.0", compression=9)
        (folder / f"{name}.conllu").write_bytes(parses(model))
    embedded = tw.Parser({**SMALL, "search.beam": 1}, preset="fast", embeddings=VECTORS)
    embedded.train(part("train", 15), progress=False)
    embedded.save(folder / "vectors.tw")  # stored, so that arrays are mapped
    (folder / "vectors.conllu").write_bytes(parses(embedded))
    try:
        resumed(folder / "training.checkpoint", stop=True)
    except Stopped:
        path = folder / "training.checkpoint"
        kept = path.read_bytes()
        (folder / "training.conllu").write_bytes(parses(resumed(path)))
        path.write_bytes(kept)  # as it was before it was gone on from


if __name__ == "__main__":
    main(Path(sys.argv[1]))
