"""The public names: all there, all documented, none by accident."""

import subprocess
import sys
from pathlib import Path

import pytest

import treewright as tw


@pytest.mark.parametrize("name", tw.__all__)
def test_a_public_name(name):
    found = getattr(tw, name)
    assert found.__doc__ and found.__name__ == name


def test_star_import_and_dir():
    names = {}
    exec("from treewright import *", names)
    assert set(tw.__all__) <= set(names) and set(tw.__all__) <= set(dir(tw))
    assert len(set(tw.__all__)) == len(tw.__all__)


def test_what_the_issue_promises():
    assert {"read", "write", "load", "Parser", "evaluate", "Sentence", "TransitionSystem", "Oracle"} <= set(tw.__all__)
    for name in ("train", "pipe", "save", "load", "nbest", "evaluate"):
        assert callable(getattr(tw.Parser, name))
    from treewright import conformance

    for part in ("transition_system", "oracle", "feature_model", "classifier", "search", "strategy"):
        assert callable(getattr(conformance, f"check_{part}"))


def test_the_names_of_analysis():
    from treewright import analysis

    assert set(analysis._HOMES) == set(analysis.__all__) <= set(dir(analysis))
    for name in analysis.__all__:
        assert getattr(getattr(analysis, name), "__name__", name) == name
    with pytest.raises(AttributeError, match=r"module 'treewright\.analysis' has no attribute 'report'"):
        analysis.report  # noqa: B018


def test_an_unknown_name():
    with pytest.raises(AttributeError, match="has no attribute 'parse'"):
        tw.parse  # noqa: B018


def test_errors_are_one_tree():
    for name in ("InputError", "SettingsError", "ModelError"):
        assert issubclass(getattr(tw, name), tw.TreewrightError)


@pytest.mark.parametrize(
    ("module", "left_out"),
    [
        ("treewright", ("numpy", "treewright.parser")),
        ("treewright.analysis.scores.expression", ("treewright.parser", "treewright.analysis.page")),  # find
        ("treewright.analysis.treebanks.treebank_survey", ("treewright.parser", "treewright.analysis.scores")),  # check
    ],
)
def test_importing_is_cheap(module, left_out):
    """Names are imported when first used, so that the command line answers at once."""
    code = f"import sys, {module}; print([m for m in {left_out} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=Path(tw.__file__).parents[1], check=True
    )
    assert done.stdout.strip() == "[]"


def test_every_public_module_says_what_it_is():
    for path in Path(tw.__file__).parent.rglob("*.py"):
        first = path.read_text(encoding="utf-8").lstrip()
        assert first.startswith('"""') or not first, path
