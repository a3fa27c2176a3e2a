"""What a model file says of a parser, and the parser that it makes of that."""

from __future__ import annotations

import platform
import warnings
from collections.abc import Callable, Mapping
from typing import Any

from treewright.constraints.tree_facts import TreeFacts
from treewright.decoding.confidence import Confidence
from treewright.errors import ModelError, SettingsError, SettingsWarning, TreewrightError
from treewright.families import Family
from treewright.families.lifting import Lifting
from treewright.features import FeatureModel
from treewright.features.embeddings import Embeddings
from treewright.networks.transformer.transformer_arrays import described
from treewright.parser.build import check_functions, classes_in, family_of
from treewright.parser.classifiers import CLASSIFIERS
from treewright.parser.decoders import DECODERS
from treewright.parser.learnt import Learnt
from treewright.settings import SHORT, Resolved, Table, checked, resolve, unlimited
from treewright.storage.header_text import expected
from treewright.storage.named_arrays import checked_arrays
from treewright.storage.sections import Contents, joined
from treewright.training import STRATEGIES
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank.fields import checked_fields
from treewright.treebank.head_ranks import HeadRanks

MOST_BEAM = 1024  # in a model file
MOST_LABELS = 8192  # of which a model file may have facts: each is a table of labels by labels


def contents_of(parser: Any) -> Contents:
    """A header and arrays."""
    from treewright import __version__

    header: dict[str, Any] = {
        "kind": "parser",
        "treewright": __version__,
        "python": platform.python_version(),
        "settings": parser.settings,
        "labels": parser.labels,
        **parser.way.header(parser),
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
    if parser.confidence is not None:
        header["confidence"] = parser.confidence.header()
    if parser.lifted is not None:
        header["lifted_labels"] = parser.lifted.rows()
    arrays = parser.model.arrays()
    if (transformer := described(arrays)) is not None:
        header["transformer"] = transformer
    if (own := parser.way.own_part(parser)) is not None:
        part, cls = own
        header[f"own_{part}"] = f"{cls.__module__}:{cls.__qualname__}"
        arrays = joined({part: checked_arrays(parser.model)})
    if parser.embeddings is not None and parser.way.makes_transitions and parser.features.real:  # else no template reads them
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
        ("system", "name", TRANSITION_SYSTEMS), ("training", "strategy", STRATEGIES),
        ("classifier", "name", CLASSIFIERS), ("search", "decoder", DECODERS),
    ):  # fmt: skip
        value = settings[part][name]
        if part == "system" and settings["search"]["decoder"] != "transitions":
            continue  # there is none
        own_name = "decoder" if part == "search" else part
        if value in registry and own_name in ("classifier", "decoder") and own_name in given:
            raise SettingsError(f"{own_name}: the model has {value}, which is not one of your own; load it without")
        if value not in registry and own_name not in given:
            if own_name in ("system", "decoder") or (own_name == "classifier" and "own_classifier" in header):
                how = f"load it with {own_name}=YourClass, or parse --{own_name} {value}"
                if str(value).startswith("__main__:"):  # it was in a script, which cannot be imported
                    how = f"{how.replace('__main__', 'MODULE')}, with the class in the file MODULE.py"
                raise ModelError(f"the model uses your own {own_name} {value!r}; {how}")
            settings[part][name] = {"training": "early-update", "classifier": "averaged-perceptron"}[part]
    if settings["oracle"]["name"] not in ("dynamic", "static"):
        settings["oracle"]["name"] = "dynamic"
    beam = given.pop("beam", None)
    if beam is None:
        _check_beam(settings["search"]["beam"])
    else:
        settings["search"]["beam"] = 1
    own = {SHORT.get(name, name): value for name, value in given.items() if name not in ("family", "embeddings")}
    whole = resolve({**settings, **own})
    family = given.get("family") or family_of(whole, classes_in(given))
    parser = _made(cls, settings, _learnt(header, arrays, whole, family, functions), header, given)
    if beam is None:
        with parser.decoding():  # what cannot parse is refused now
            pass
    else:
        parser.new_decoder()
        # only now, for the rules of training need not hold for it, and what it leads to is not the file's fault
        parser.settings["search"]["beam"] = checked("search.beam", beam)
        if beam == 0:
            warnings.warn(unlimited("search.beam"), SettingsWarning, stacklevel=5)
    return parser


def _made(cls: Any, settings: Resolved, learnt: Learnt, header: dict[str, Any], given: dict[str, Any]) -> Any:
    """The parser; a class of the user's own that cannot take the arrays of another one is named."""
    try:
        return cls(settings, learnt=learnt, **given)
    except TreewrightError:
        raise
    except Exception as error:
        for part in ("classifier", "decoder"):
            named, seen = header.get(f"own_{part}"), given.get(part)
            if named and isinstance(seen, type) and named != f"{seen.__module__}:{seen.__qualname__}":
                why = f"{seen.__name__} cannot restore what that learnt ({type(error).__name__}: {error})"
                raise ModelError(f"the model was trained with your own {part} {named}, and {why}") from None
        raise


def _check_beam(beam: Any) -> None:
    """Refuses a beam that would take a model's user by surprise; one that the user asks for may be anything."""
    if type(beam) is int and 1 <= beam <= MOST_BEAM:
        return
    how = "another one is given by tw.load(path, beam=8), or by parse --beam 8"
    raise ModelError(f"search.beam: seen {beam!r:.40}, expected 1 to {MOST_BEAM} in a model file; {how}")


def _learnt(
    header: dict[str, Any],
    arrays: dict[str, Any],
    settings: Table,
    family: Family,
    functions: Mapping[str, Callable[..., Any]] | None,
) -> Learnt:
    """What a header and arrays say that was learnt; refuses what does not fit together."""
    by_transitions = settings["search"]["decoder"] == "transitions"
    features = None
    if by_transitions or getattr(DECODERS.get(str(settings["search"]["decoder"])), "views", None):
        features = FeatureModel.from_text(header["templates"], **settings["features"])
        features.user_functions.update(functions or {})
        check_functions(features)
    labels, tags = _symbols(header, settings, family)
    if features is not None and "heads" in header:
        features.heads = HeadRanks.from_header(header["heads"], len(labels))
    root_label = expected(header, "root_label", int) if by_transitions else 0
    if not 0 <= root_label < max(1, len(labels)):
        raise ValueError(f"root_label {root_label} is not the number of a label")
    known = {str(form): str(label) for form, label in header.get("known_labels", {}).items()}
    if not set(known.values()) <= set(labels):
        raise ValueError("known_labels has a label that is not among the labels")
    scores, training_data = (expected(header, name, dict) for name in ("scores", "training_data"))
    for name in ("sentences", "words"):
        expected({name: 0, **training_data}, name, int)
    return Learnt(
        features=features,
        embeddings=Embeddings.from_arrays(arrays) if "embedding_words" in arrays else None,
        arrays=arrays,
        labels=labels,
        tags=tags,
        root_label=root_label,
        kinds=header.get("kinds"),
        facts=_facts(header, len(labels), family.makes_arcs),
        lifted=_lifted(header, len(labels), str(settings["training"]["pseudo_projective"])),
        confidence=_confidence(header, max(len(labels), len(tags))),
        known_labels=known,
        scores=scores,
        training_data=training_data,
        tag_trigrams={str(tags): int(count) for tags, count in header["tag_trigrams"].items()},
        examples=[expected({"examples": text}, "examples", str) for text in expected(header, "examples", list)],
    )


def _symbols(header: dict[str, Any], settings: Table, family: Family) -> tuple[list[str], list[str]]:
    """Labels and tags; all of them end in columns."""
    how, tagged = settings["classifier"]["labels"], family.tagged
    labels = family.checked_labels(header["labels"])
    if bool(labels) == (how == "none"):
        raise ValueError(f"labels: seen {len(labels)}, expected {'none' if labels else 'some'} ({how})")
    tags = checked_fields(header["tags"], "tags") if tagged else []
    if tagged and not tags:
        raise ValueError("tags: seen none, expected some to choose from")
    return labels, tags


def _facts(header: dict[str, Any], labels: int, makes_arcs: bool) -> TreeFacts | None:
    if "facts" not in header:
        return None
    if not makes_arcs or not labels:
        raise ValueError("facts: seen facts of trees, expected none without labels of arcs")
    if labels > MOST_LABELS:
        raise ValueError(f"facts of {labels:,} labels, expected {MOST_LABELS:,} at the most")
    return TreeFacts.from_header(header["facts"], labels)


def _lifted(header: dict[str, Any], labels: int, encoding: str) -> Lifting | None:
    if encoding == "none":
        return None
    if len(header["lifted_labels"]) > MOST_LABELS:
        raise ValueError(f"lifted_labels: seen {len(header['lifted_labels']):,}, expected {MOST_LABELS:,} at the most")
    return Lifting(encoding, labels, header["lifted_labels"])


def _confidence(header: dict[str, Any], numbers: int) -> Confidence | None:
    return Confidence.from_header(header["confidence"], numbers) if "confidence" in header else None
