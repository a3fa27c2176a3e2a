"""What a model file says of a parser, and the parser that it makes of that."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from typing import Any

from treewright.classifiers import CLASSIFIERS
from treewright.constraints.tree_facts import TreeFacts
from treewright.errors import ModelError
from treewright.features import FeatureModel
from treewright.features.embeddings import Embeddings
from treewright.settings import Resolved, resolve
from treewright.training import STRATEGIES
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank.lifted_labels import LiftedLabels


def parts_of(parser: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """A header and arrays."""
    from treewright import __version__

    header: dict[str, Any] = {
        "kind": "dependency parser",
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
    settings = Resolved((part, dict(values)) for part, values in header["settings"].items())
    for part, name, registry in (
        ("system", "name", TRANSITION_SYSTEMS), ("training", "strategy", STRATEGIES), ("classifier", "name", CLASSIFIERS),
    ):  # fmt: skip
        value = settings[part][name]
        if value not in registry and part not in given:
            if part == "system":
                how = f"load it with {part}=YourClass, or parse --{part} {value}"
                raise ModelError(f"the model uses your own {part} {value!r}; {how}")
            settings[part][name] = {"training": "early-update", "classifier": "averaged-perceptron"}[part]
    if settings["oracle"]["name"] not in ("dynamic", "static"):
        settings["oracle"]["name"] = "dynamic"
    settings["training"].setdefault("pseudo_projective", "none")  # newer than version 2
    own_functions = settings["features"].pop("functions", "")
    templates, paired = settings["features"]["templates"], settings["features"].get("second_order", False)
    settings["features"].update(templates="neighbours", functions="", second_order=False)  # quickly made, not used
    vectors = settings["features"].pop("embeddings", "")
    beam = given.pop("beam", None)
    parser = cls(settings, **given)
    parser.settings["features"].update(
        templates=templates, functions=own_functions, embeddings=vectors, second_order=paired
    )
    parser._open = {}  # what training data decide was decided
    parser.features = FeatureModel.from_text(header["templates"], **parser.settings["features"])
    parser.features.user_functions.update(functions or {})
    parser._check_functions(parser.features)
    if "embedding_words" in arrays:
        parser.embeddings = Embeddings.from_arrays(arrays)
    if beam is not None:
        parser.settings["search"]["beam"] = resolve({"search.beam": beam})["search"]["beam"]
    parser.labels = [str(label) for label in header["labels"]]
    parser.tags = [str(tag) for tag in header["tags"]] if parser.settings["system"]["tags"] != "none" else []
    parser.system.root_label = int(header.get("root_label", 0))  # newer than version 2
    if not 0 <= parser.system.root_label < max(1, len(parser.labels)):
        raise ValueError(f"root_label {parser.system.root_label} is not the number of a label")
    if "facts" in header:
        parser.facts = TreeFacts.from_header(header["facts"], len(parser.labels))
    elif header.get("one_root_label", False):  # models of before know of roots only
        parser.facts = TreeFacts.of_root(len(parser.labels), parser.system.root_label)
    encoding = str(parser.settings["training"]["pseudo_projective"])
    if encoding != "none":
        parser.lifted = LiftedLabels(encoding, len(parser.labels), header["lifted_labels"])
        parser.lifted.makes = parser._makes()
    parser.table = parser._classifier_class().packed(parser._classes().count, arrays)
    parser.scores, parser.training_data = header["scores"], header["training_data"]
    parser.tag_trigrams = {str(tags): int(n) for tags, n in header.get("tag_trigrams", {}).items()}  # newer than version 2
    parser.examples = header["examples"]
    parser.known_labels = {str(form): str(label) for form, label in header.get("known_labels", {}).items()}
    if not set(parser.known_labels.values()) <= set(parser.labels):
        raise ValueError("known_labels has a label that is not among the labels")
    return parser
