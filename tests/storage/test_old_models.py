"""Models of every version of the format load, and parse as they did when they were written."""

import shutil

import pytest
from old_models import HERE, parses, resumed

import treewright as tw

MODELS = sorted(HERE.glob("version_*/*.tw"))


@pytest.mark.parametrize("path", MODELS, ids=[f"{path.parent.name} {path.stem}" for path in MODELS])
def test_an_old_model_parses_as_it_did(path):
    assert parses(tw.load(path)) == path.with_suffix(".conllu").read_bytes()


@pytest.mark.parametrize("path", sorted(HERE.glob("version_*/*.checkpoint")), ids=lambda path: path.parent.name)
def test_training_goes_on_from_an_old_checkpoint(path, tmp_path):
    shutil.copy(path, tmp_path / "c")
    assert parses(resumed(tmp_path / "c")) == path.with_suffix(".conllu").read_bytes()


def test_every_version_has_its_models():
    kept = {path.name for path in (HERE / "version_2").iterdir()}
    for folder in HERE.glob("version_*"):
        assert {path.name for path in folder.iterdir()} == kept
