"""Every array of a network's model in turn is damaged, and refused in one sentence."""

import itertools

import numpy
import pytest
from own_trees import ten_trees

import treewright as tw
from treewright.command_line.main import main
from treewright.conformance.own_sentences import own_sentences
from treewright.storage import kinds, model_file
from treewright.tagging import Tagger

torch = pytest.importorskip("torch")
TINY = {"network.word": 4, "network.lemma": 3, "network.affixes": 4, "network.upos": 2, "network.feats": 3,
        "network.rate": 0.01, "training.epochs": 1}  # fmt: skip
LAYERS = {"network.hidden": 8, "network.label": 3}
BILSTM = {"network.width": 5, "network.layers": 2}
MODELS = {
    "feed-forward": {**TINY, **LAYERS, "classifier": "feed-forward", "network.characters": 2, "network.character_vectors": 3},
    "bilstm": {**TINY, **LAYERS, **BILSTM, "classifier": "bilstm"},
    "stack-lstm": {**TINY, **LAYERS, "network.width": 5, "classifier": "stack-lstm"},
    "biaffine": {**TINY, **BILSTM, "network.arc": 4, "network.relation": 3, "decoder": "biaffine"},
    "set-based": {**TINY, **LAYERS, **BILSTM, "network.upos": 0, "system": "set-based", "classifier": "bilstm",
                  "network.tagger": True},
    "tagger": {**TINY, **LAYERS, **BILSTM, "classifier": "bilstm"},
}
BY_TRANSITIONS = ("feed-forward", "bilstm", "stack-lstm")
CUT = (" shorter", " longer", " narrower")


def not_a_number(array):
    if array.dtype.kind != "f" or not array.size:
        return None
    found = array.copy()
    found.reshape(-1)[-1] = numpy.nan
    return found


DAMAGES = {
    "missing": None,
    "shorter": lambda array: array[:-1].copy(),
    "longer": lambda array: numpy.concatenate([array, array[-1:]]),
    "narrower": lambda array: array[..., :-1].copy(),
    "empty": lambda array: array[:0].copy(),
    "deeper": lambda array: array[None].copy(),
    "flat": lambda array: array.reshape(-1)[: len(array)].copy(),
    "of another type": lambda array: array.astype(numpy.float64 if array.dtype == numpy.float32 else numpy.float32),
    "of integers": lambda array: array.astype(numpy.int64),
    "not a number": not_a_number,
}


@pytest.fixture(scope="module", params=MODELS)
def model(request):
    """A model by its name, and sentences."""
    name = request.param
    gold = ten_trees()[:6] if name == "set-based" else own_sentences(4)
    made = Tagger("upos", MODELS[name]) if name == "tagger" else tw.Parser(MODELS[name])
    made.train(gold, progress=False)
    return name, made, gold[:2]


def parsed(made, sentences):
    if isinstance(made, Tagger):
        return [[word.upos for word in made(sentence)] for sentence in sentences]
    return [made(sentence).source for sentence in sentences]


def damaged(arrays):
    """All arrays with one of them damaged, and how."""
    for name, array in arrays.items():
        for how, change in DAMAGES.items():
            others = {own: one for own, one in arrays.items() if own != name}
            new = None if change is None else change(array)
            other = new is not None and (new.shape != array.shape or new.dtype != array.dtype or how == "not a number")
            if change is None or other:
                yield f"{name} {how}", others if new is None else {**others, name: new}


def test_damaged_arrays(model):
    _, made, sentences = model
    header, arrays = made.contents()
    expected, accepted = parsed(made, sentences), []
    for how, some in damaged(arrays):
        try:
            again = type(made).from_contents(header, some)
        except tw.ModelError as error:
            assert "\n" not in str(error) and len(str(error)) < 300, how
            continue
        except Exception as error:
            accepted.append((how, repr(error)))
            continue
        same = parsed(again, sentences) == expected
        if not ("lexicon." in how and how.endswith(CUT)):  # text that lacks a letter is still text, and trees may differ
            accepted.append((how, same))
    assert len(arrays) > 15 and not accepted, accepted


def test_the_header_says_other_sizes(model):
    name, made, _ = model
    header, arrays = made.contents()
    seen = {own.partition(".")[2] for own in MODELS[name] if own.startswith("network.")} - {"rate", "label", "tagger"}
    seen -= {"tagger": {"lemma", "upos", "feats"}, "set-based": {"upos"}}.get(name, set())  # what it must not see
    for own in seen:
        table = {**header["settings"]["network"], own: header["settings"]["network"][own] + 1}
        with pytest.raises(tw.ModelError, match=rf"^network\.{own}: seen arrays of \d+ .*, expected \d+, as the settings say"):
            type(made).from_contents({**header, "settings": {**header["settings"], "network": table}}, arrays)
    if name in BY_TRANSITIONS:
        table = {**header["settings"]["network"], "activation": "tanh"}
        with pytest.raises(tw.ModelError, match=r"network\.activation: seen relu in the arrays, expected tanh"):
            type(made).from_contents({**header, "settings": {**header["settings"], "network": table}}, arrays)


@pytest.mark.parametrize(("model", "other"), [*itertools.permutations(BY_TRANSITIONS, 2)], indirect=["model"])
def test_the_header_says_another_network(model, other, tmp_path, capsys):
    _, made, _ = model
    header, arrays = made.contents()
    table = {**header["settings"], "classifier": {**header["settings"]["classifier"], "name": other}}
    model_file.write(tmp_path / "forged.tw", {**header, "settings": table}, arrays)
    with pytest.raises(tw.ModelError, match=r"forged\.tw: "):
        kinds.load(tmp_path / "forged.tw")
    assert main(["info", str(tmp_path / "forged.tw"), "--verify"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("treewright: error: ") and said.count("\n") == 1
