"""What a model file says of a parser, and the parser that it makes of that."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from typing import Any

from treewright.classifiers import CLASSIFIERS
from treewright.classifiers.learnt_arrays import checked_arrays
from treewright.constraints.tree_facts import TreeFacts
from treewright.errors import ModelError, SettingsError
from treewright.families.lifting import Lifting
from treewright.features import FeatureModel
from treewright.features.embeddings import Embeddings
from treewright.parser.build import check_functions
from treewright.settings import Resolved, checked
from treewright.training import STRATEGIES
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank.fields import checked_fields

PARSER = "dependency parser"
OWN = "classifier."  # the names of the arrays of a classifier of the user's own begin so
MOST_BEAM = 1024  # in a model file
MOST_LABELS = 8192  # of which a model file may have facts: each is a table of labels by labels
REPLACED = ("templates", "functions", "embeddings", "second_order")  # settings of features; the file has what they made

def parts_of(parser: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """A header and arrays."""
    from treewright import __version__

    header: dict[str, Any] = {
        "kind": PARSER,
        "treewright": __version__,
        "python": platform.python_version(),
        "settings": parser.settings,
        "labels": parser.labels,
        "root_label": parser.system.root_label,
        "kinds": list(parser.system.kinds),
        "templates": parser.features.text,
        "scores": parser.scores,
        "training_data": parser.training_data,
        "tag_trigrams": parser.tag_trigrams,
        "examples": parser.examples,
    }
    if parser.tags:
        header["tags"] = parser.tags
    if parser.facts is not None:
        header["facts"] = parser.facts.header()
    if parser.known_labels:
        header["known_labels"] = parser.known_labels
    if parser.lifted is not None:
        header["lifted_labels"] = parser.lifted.rows()
    arrays = parser.table.arrays()
    if parser.classifier_class().needs_class:
        header["own_classifier"] = parser.settings["classifier"]["name"]
        arrays = {OWN + name: array for name, array in checked_arrays(parser.table).items()}
    if parser.embeddings is not None and parser.features.real:  # else no template reads them
        arrays.update(parser.embeddings.arrays())
    return header, arrays


def parser_of(
    cls: Any,
    header: dict[str, Any],
    arrays: dict[str, Any],
    functions: Mapping[str, Callable[..., Any]] | None,
    given: dict[str, Any],
) -> Any:
    """The parser of a header and arrays; parts of the user's own are given as classes."""
    if header.get("kind") == "checkpoint":
        how = "the same train command with --resume goes on with it"
        raise ModelError(f"this is a checkpoint of a training, expected a model; {how}")
    settings = Resolved((part, dict(values)) for part, values in header["settings"].items())
    for part, name, registry in (
        ("system", "name", TRANSITION_SYSTEMS), ("training", "strategy", STRATEGIES), ("classifier", "name", CLASSIFIERS),
    ):  # fmt: skip
        value = settings[part][name]
        if value in registry and part == "classifier" and part in given:
            raise SettingsError(f"classifier: the model has {value}, which is not one of your own; load it without")
        if value not in registry and part not in given:
            if part == "system" or (part == "classifier" and "own_classifier" in header):
                how = f"load it with {part}=YourClass, or parse --{part} {value}"
                raise ModelError(f"the model uses your own {part} {value!r}; {how}")
            settings[part][name] = {"training": "early-update", "classifier": "averaged-perceptron"}[part]
    if settings["oracle"]["name"] not in ("dynamic", "static"):
        settings["oracle"]["name"] = "dynamic"
    settings["training"].setdefault("pseudo_projective", "none")  # newer than version 2
    settings["classifier"].setdefault("tied", False)  # newer than version 2
    own = settings["features"]
    own.setdefault("second_order", False)
    kept = {name: checked(f"features.{name}", own.get(name, "")) for name in REPLACED}
    own.update(templates="neighbours", functions="", embeddings="", second_order=False)  # quickly made, not used
    beam = given.pop("beam", None)
    if beam is None:
        _check_beam(settings["search"]["beam"])
    else:
        settings["search"]["beam"] = 1
    parser = cls(settings, **given)
    parser.settings["features"].update(kept)
    if header.get("kinds", kinds := list(parser.system.kinds)) != kinds:
        raise ValueError(f"kinds: seen {str(header['kinds'])[:60]}, expected those of {type(parser.system).__name__}: {kinds}")
    parser.open_settings = {}  # what training data decide was decided
    parser.features = FeatureModel.from_text(header["templates"], **parser.settings["features"])
    parser.features.user_functions.update(functions or {})
    check_functions(parser.features)
    if "embedding_words" in arrays:
        parser.embeddings = Embeddings.from_arrays(arrays)
    _take_labels(parser, header)
    classifier = parser.classifier_class()
    if classifier.needs_class:
        arrays = {name.removeprefix(OWN): array for name, array in arrays.items() if name.startswith(OWN)}
    parser.table = classifier.model_from(parser.transition_classes().count, arrays)
    parser.scores, parser.training_data = (expected(header, name, dict) for name in ("scores", "training_data"))
    for name in ("sentences", "words"):
        expected({name: 0, **parser.training_data}, name, int)
    parser.tag_trigrams = {str(tags): int(n) for tags, n in header.get("tag_trigrams", {}).items()}  # newer than version 2
    parser.examples = [expected({"examples": text}, "examples", str) for text in expected(header, "examples", list)]
    parser.known_labels = {str(form): str(label) for form, label in header.get("known_labels", {}).items()}
    if not set(parser.known_labels.values()) <= set(parser.labels):
        raise ValueError("known_labels has a label that is not among the labels")
    if beam is None:
        with parser.decoding():  # what cannot parse is refused now
            pass
    else:
        parser.new_decoder()
        # only now, for the rules of training need not hold for it, and what it leads to is not the file's fault
        parser.settings["search"]["beam"] = checked("search.beam", beam)
    return parser


def _check_beam(beam: Any) -> None:
    """Refuses a beam that would take a model's user by surprise; one that the user asks for may be anything."""
    if type(beam) is int and 1 <= beam <= MOST_BEAM:
        return
    how = "another one is given by tw.load(path, beam=8), or by parse --beam 8"
    raise ModelError(f"search.beam: seen {beam!r:.40}, expected 1 to {MOST_BEAM} in a model file; {how}")


def _take_labels(parser: Any, header: dict[str, Any]) -> None:
    """Labels, tags and what is said in their numbers; all of them end in columns."""
    parser.labels = parser.family.checked_labels(header["labels"])
    if bool(parser.labels) == (parser.settings["classifier"]["labels"] == "none"):
        how = parser.settings["classifier"]["labels"]
        raise ValueError(f"labels: seen {len(parser.labels)}, expected {'none' if parser.labels else 'some'} ({how})")
    parser.tags = []
    if parser.settings["system"]["tags"] != "none":
        parser.tags = checked_fields(header["tags"], "tags")
        if not parser.tags:
            raise ValueError("tags: seen none, expected some to choose from")
    root_label = expected({"root_label": 0, **header}, "root_label", int)  # newer than version 2
    if not 0 <= root_label < max(1, len(parser.labels)):
        raise ValueError(f"root_label {root_label} is not the number of a label")
    parser.system.root_label = root_label
    if "facts" in header and (not parser.family.makes_arcs or not parser.labels):
        raise ValueError("facts: seen facts of trees, expected none without labels of arcs")
    if len(parser.labels) > MOST_LABELS and ("facts" in header or "one_root_label" in header):
        raise ValueError(f"facts of {len(parser.labels):,} labels, expected {MOST_LABELS:,} at the most")
    if "facts" in header:
        parser.facts = TreeFacts.from_header(header["facts"], len(parser.labels))
    elif header.get("one_root_label", False):  # models of before know of roots only
        parser.facts = TreeFacts.of_root(len(parser.labels), root_label)
    encoding = str(parser.settings["training"]["pseudo_projective"])
    if encoding != "none":
        if len(header["lifted_labels"]) > MOST_LABELS:
            raise ValueError(f"lifted_labels: seen {len(header['lifted_labels']):,}, expected {MOST_LABELS:,} at the most")
        parser.lifted = Lifting(encoding, len(parser.labels), header["lifted_labels"])
        parser.lifted.makes = parser.arc_test()


def expected(header: Mapping[str, Any], name: str, kind: type) -> Any:
    """What a header has under a name, if it is of this type; raises ValueError for another one."""
    if type(header[name]) is not kind:
        raise ValueError(f"{name}: seen {str(header[name])[:40]!r}, expected {kind.__name__}")
    return header[name]
