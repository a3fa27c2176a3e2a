"""Models with valid checksums that say other things than what was trained."""

import copy
from pathlib import Path

from own_trees import ten_trees

import treewright as tw
from treewright.storage import model_file

TINY = Path(tw.__file__).parent / "data" / "tiny"
FAST = {"system.name": "arc-hybrid", "training.epochs": 1, "training.seeds": 1}


def trained(folder):
    """A parser, one that chooses tags, a pipeline and a parser of constituents, as files by their names."""
    sentences = list(tw.read(TINY / "train.conllu"))[:60]
    parser, joint = tw.Parser(FAST, preset="fast"), tw.Parser({**FAST, "system.tags": "upos"}, preset="fast")
    stages = {"tagger.epochs": 1, "tokenizer.epochs": 1, "lemmatizer.epochs": 1, "tagger.folds": 0}
    pipeline = tw.Pipeline({**FAST, **stages, "tagger.targets": "upos,feats"}, preset="fast")
    made = {"parser": parser, "joint": joint, "pipeline": pipeline}
    for model in made.values():
        model.train(sentences, progress=False)
    made["constituents"] = tw.Parser(system="set-based", epochs=1)
    made["constituents"].train(ten_trees(), progress=False)
    for name, model in made.items():
        model.save(folder / f"{name}.tw")
    return {name: folder / f"{name}.tw" for name in made}


def forged(source, target, change):
    """Another model with what `change` makes of the header and arrays."""
    header, arrays = copy.deepcopy(model_file.read(source)[0]), dict(model_file.read(source)[1])
    for name in model_file.OURS:
        del header[name]
    change(header, arrays)
    model_file.write(target, header, arrays)
    return target


def stage(header, target):
    """The stage of a pipeline with this target, or the model itself."""
    return next((one for one in header.get("stages", ()) if one.get("target") == target), header)


def relabelled(target, label):
    """All labels of a tagger, or of a parser, become this one."""

    def change(header, arrays):
        one = stage(header, target)
        one["labels"] = [label] * len(one["labels"])
        if "known_labels" in one:
            one["known_labels"] = dict.fromkeys(one["known_labels"], label)

    return change
