"""Models of every version of the format load, and parse as they did when they were written."""

import shutil

import pytest
from old_models import HERE, parses, resumed

import treewright as tw
from treewright.storage.versions import version_3

MODELS = sorted(HERE.glob("version_*/*.tw"))


@pytest.mark.parametrize("path", MODELS, ids=[f"{path.parent.name} {path.stem}" for path in MODELS])
def test_an_old_model_parses_as_it_did(path):
    assert parses(tw.load(path)) == path.with_suffix(".conllu").read_bytes()


@pytest.mark.parametrize("path", sorted(HERE.glob("version_*/*.checkpoint")), ids=lambda path: path.parent.name)
def test_training_goes_on_from_an_old_checkpoint(path, tmp_path):
    shutil.copy(path, tmp_path / "c")
    assert parses(resumed(tmp_path / "c")) == path.with_suffix(".conllu").read_bytes()


def test_settings_that_came_later_are_told_as_what_was_done_before():
    training = {"strategy": "early-update", "local_share": 0.5}
    settings = {"training": training, "classifier": {"name": "bilstm"}, "features": {"lexicalised": False}}
    header = {"kind": "ensemble", "members": [{"kind": "parser", "templates": "", "settings": settings}]}
    table = version_3(header)["members"][0]["settings"]
    assert table["training"]["local_share"] == 0.5 and table["training"]["normalise"] == 0
    assert table["training"]["local_beside"] is False and table["features"]["lexicalised"] is True


def test_every_version_has_its_models():
    kept = {path.name for path in (HERE / "version_2").iterdir()}
    for folder in HERE.glob("version_*"):
        assert {path.name for path in folder.iterdir()} == kept
