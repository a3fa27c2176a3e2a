"""The first files of version 2 said less; they are made here of later ones, by leaving out what came later."""

import copy
import json

import pytest
from archives import archive, members_of
from old_models import HERE, parses

import treewright as tw
from treewright.storage.zip_archive import HEADER

V2 = HERE / "version_2"
LATER = {"training": "pseudo_projective", "classifier": "tied", "features": "second_order"}


def rewritten(name, path, change):
    """A file of version 2 with another header."""
    members = dict(members_of(V2 / f"{name}.tw"))
    header = json.loads(members[HEADER])
    assert header["version"] == 2 and "parts" in header
    change(header)
    return archive(path, {**members, HEADER: json.dumps(header).encode()}.items())


@pytest.mark.parametrize("name", ["parser", "fitted", "vectors"])
def test_settings_and_fields_that_came_later(tmp_path, name):
    def change(header):
        for part, setting in LATER.items():
            del header["settings"][part][setting]
        for field in ("tag_trigrams", "kinds"):
            del header[field]

    model = tw.load(rewritten(name, tmp_path / "m.tw", change))
    assert parses(model) == (V2 / f"{name}.conllu").read_bytes()
    assert model.tag_trigrams == {} and model.settings["training"]["pseudo_projective"] == "none"


def test_facts_of_roots_only(tmp_path):
    def change(header):
        del header["facts"]
        header["one_root_label"] = True

    model = tw.load(rewritten("parser", tmp_path / "m.tw", change))
    root = model.system.root_label
    assert model.facts.tables["root"][1].tolist() == [number != root for number in range(len(model.labels))]
    assert len(model.facts) == len(model.labels) - 1


def test_facts_without_pairs(tmp_path):
    model = tw.load(rewritten("parser", tmp_path / "m.tw", lambda header: header["facts"].pop("beside")))
    assert not model.facts.tables["beside"].any() and model.facts.tables["root"].any()


def as_label(name):
    """A class as a label of a tree: the first files had no other names."""
    for character, code in (("%", "%25"), (":", "%3A"), ("_", "%5F"), ("\t", "%/")):
        name = name.replace(character, code)
    return name


def test_classes_of_taggers_that_are_escaped(tmp_path):
    seen = {}

    def change(header):
        tagger = next(stage for stage in header["stages"] if stage.get("target") == "lemma")
        seen["labels"] = copy.copy(tagger["labels"])
        tagger["labels"] = list(map(as_label, tagger["labels"]))
        tagger["known_labels"] = {form: as_label(label) for form, label in tagger.get("known_labels", {}).items()}
        assert not any("\t" in label for label in tagger["labels"]) and any("%/" in label for label in tagger["labels"])
        del tagger["escaped"]

    model = tw.load(rewritten("pipeline", tmp_path / "m.tw", change))
    assert model.taggers[-1].parser.labels == seen["labels"]
    assert parses(model) == (V2 / "pipeline.conllu").read_bytes()
