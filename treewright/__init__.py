"""Treewright: train, run, compare and understand transition-based parsers."""

from __future__ import annotations

from typing import Any

__version__ = "0.1.0"

# names are imported when they are first used, so that `treewright --help` answers at once
_HOMES = {
    "Callbacks": "treewright.training.callbacks",
    "Classifier": "treewright.classifiers",
    "LearningDecoder": "treewright.decoding",
    "Prediction": "treewright.families.prediction",
    "Configuration": "treewright.transitions",
    "ConstituencyTree": "treewright.treebank",
    "Constraints": "treewright.constraints",
    "Ensemble": "treewright.ensemble",
    "FeatureModel": "treewright.features",
    "InputError": "treewright.errors",
    "ModelError": "treewright.errors",
    "Oracle": "treewright.oracles",
    "Parser": "treewright.parser",
    "Pipeline": "treewright.pipeline",
    "Sentence": "treewright.treebank",
    "SettingsError": "treewright.errors",
    "SettingsWarning": "treewright.errors",
    "Tagger": "treewright.tagging",
    "TrainingStrategy": "treewright.training",
    "TransitionSystem": "treewright.transitions",
    "TreeSentence": "treewright.treebank",
    "TreewrightError": "treewright.errors",
    "Word": "treewright.treebank",
    "blame": "treewright.analysis.blame.blame",
    "cross_validate": "treewright.parser.cross_validation",
    "draw": "treewright.treebank",
    "evaluate": "treewright.evaluation",
    "read": "treewright.treebank",
    "to_svg": "treewright.treebank",
    "trace": "treewright.analysis.trace.trace",
    "write": "treewright.treebank",
}
__all__ = ["load", *sorted(_HOMES)]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'treewright' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


def load(path: Any = None, **given: Any) -> Any:
    """The model of a file, see Parser.load; "english", or no path, is the pipeline in the box."""
    from treewright.parser.parser import check_given
    from treewright.storage import box, kinds

    check_given(given)
    return kinds.load(box.opened(path), **given)
