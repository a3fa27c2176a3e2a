"""The file of an ensemble: the same ensemble again, by itself, and refused where it is forged."""

import pickle
from pathlib import Path

import pytest
from tiny_ensemble import made, parsed, sentences

import treewright as tw
from treewright.storage import model_file


def test_the_file_gives_the_same_ensemble(trained, model, tmp_path):
    ensemble, again = trained[0], tw.load(model)
    assert isinstance(again, tw.Ensemble) and again.weights == ensemble.weights and again.names == ensemble.names
    assert parsed(again) == parsed(ensemble) == parsed(again, threads=2)
    again.save(tmp_path / "again.tw")
    assert (tmp_path / "again.tw").read_bytes() == model.read_bytes()
    assert parsed(pickle.loads(pickle.dumps(again))) == parsed(ensemble)
    other = made()[0]
    other.save(tmp_path / "other.tw")
    assert (tmp_path / "other.tw").read_bytes() == model.read_bytes()


def test_the_file_needs_no_other_files(tmp_path, monkeypatch):
    """Members have all that their settings name."""
    monkeypatch.chdir(tmp_path)
    Path("own.features").write_text("S0.w\nN0.w\nS0.p N0.p\n")
    Path("own.vec").write_text("".join(f"{word} {number} 1\n" for number, word in enumerate(("the", "a", "of"))))
    members = "fast features=own.features; fast features=own.features embeddings=own.vec system=arc-hybrid"
    ensemble = tw.Ensemble({"ensemble.members": members}, epochs=1)
    ensemble.train(sentences("train")[:20])
    ensemble.save("m.tw")
    pickled = pickle.dumps(ensemble)
    Path("own.features").unlink()
    Path("own.vec").unlink()
    assert parsed(tw.load("m.tw")) == parsed(pickle.loads(pickled)) == parsed(ensemble)


def change(header, path, value):
    *way, last = path
    for key in way:
        header = header[key]
    if value is None:
        del header[last]
    else:
        header[last] = value


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["weights"], [1.0]),
        (["weights"], [1.0, -1.0, 1.0]),
        (["weights"], [1.0, 0, 1.0]),
        (["weights"], [1.0, True, 1.0]),
        (["weights"], [1.0, "1", 1.0]),
        (["weights"], None),
        (["names"], ["a"]),
        (["names"], [1, 2, 3]),
        (["members"], []),
        (["members"], {}),
        (["members", 0], 5),
        (["members", 0, "kind"], "pipeline"),
        (["members", 1, "labels"], ["x"]),
        (["members", 2, "settings", "system", "name"], "no-such-system"),
        (["settings"], {}),
        (["settings", "ensemble", "members"], "nobody"),
        (["settings", "ensemble", "members"], 7),
        (["training_data"], {}),
        (["tag_trigrams"], {"x": "y"}),
        (["examples"], [1]),
    ],
)
def test_forged_headers_are_refused(model, tmp_path, path, value):
    header, arrays = model_file.read(model)
    assert len(header["members"]) == 3, "the members of this test all have a weight"
    change(header, path, value)
    model_file.write(tmp_path / "forged.tw", header, arrays)
    with pytest.raises(tw.ModelError, match=r"forged\.tw: "):
        tw.load(tmp_path / "forged.tw")
