"""What most tests train with: a few sentences, and settings that learn them by heart in a few epochs."""

import hypothesis
import pytest

from treewright.parser import adaptation, parser
from treewright.settings import resolve

# tests of what is chosen by the training data, or that train in a process of their own
CHOOSING = (
    "test_defaults", "test_digests", "test_docs", "test_pipeline_checkpoint", "test_settings_in_pairs", "test_uncompiled",
)  # fmt: skip
PAPER = ("training", "search", "test_joint_tags.py")  # tests that have the paper's settings

hypothesis.settings.register_profile("without-time", deadline=None)  # no test asserts seconds: machines may be busy
hypothesis.settings.load_profile("without-time")


@pytest.fixture(autouse=True)
def settings_of_tests(request, monkeypatch):
    """Nothing is chosen by the size of the training data, and parsers of some tests have the paper's settings."""
    if request.module.__name__.rpartition(".")[2] not in CHOOSING:
        for name, value in (("TINY", 0), ("SMALL", 0), ("LIFTED_FROM", 2.0)):
            monkeypatch.setattr(adaptation, name, value)
    if request.path.parent.name in PAPER or request.path.name in PAPER:
        monkeypatch.setattr(parser, "resolve", lambda given, preset=None: resolve(given, preset or "panparser"))
