"""Names such as "module:Class": what is found, and what is said where Python finds another module of that name."""

import sys

import pytest

import treewright as tw
from treewright.parser.own_objects import imported

CODE = "import treewright as tw\n\n\nclass Mine(tw.Classifier):\n    pass\n\n\ndecoder = 1\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, where modules are found after those that are installed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    return tmp_path


def test_a_class_of_a_module_in_the_folder(folder, monkeypatch):
    (folder / "some_module_of_mine.py").write_text(CODE)
    assert imported("some_module_of_mine:Mine", "classifier.name", tw.Classifier).__name__ == "Mine"
    monkeypatch.delitem(sys.modules, "some_module_of_mine")


@pytest.mark.parametrize("module", ["json", "sys"])  # a file, and one that has none
def test_a_module_named_like_a_standard_one(folder, module):
    (folder / f"{module}.py").write_text(CODE)
    said = rf"cannot import '{module}:Mine': .*; Python finds another module '{module}' before {module}.py of this folder"
    with pytest.raises(tw.SettingsError, match=said):
        imported(f"{module}:Mine", "classifier.name", tw.Classifier)


def test_a_name_that_both_modules_have(folder):
    (folder / "json.py").write_text(CODE)
    with pytest.raises(tw.SettingsError, match="'json:decoder' is not a subclass of LearningDecoder; Python finds"):
        imported("json:decoder", "search.decoder", tw.LearningDecoder)


def test_other_mistakes_say_nothing_of_it(folder):
    for name in ("json:Mine", "no_such_module:Mine"):
        with pytest.raises(tw.SettingsError) as raised:
            imported(name, "classifier.name", tw.Classifier)
        assert "another module" not in str(raised.value)
