"""Training of constituency parsers: what must come out the same does, and what cannot work is refused with a sentence."""

import pickle
import random
from pathlib import Path

import pytest
from own_trees import brackets, random_tree, ten_trees

import treewright as tw
from treewright.ensemble import Cascade, Reparsing, Voting
from treewright.storage import checkpoint
from treewright.training.local import Local

TINY = Path(tw.__file__).parent / "data" / "tiny"
WAYS = {
    "local": {"beam": 1, "strategy": "local", "explore": "after-first"},
    "sampled": {"beam": 1, "strategy": "local", "explore": "sampled"},
    "early-update": {"beam": 4, "strategy": "early-update"},
    "laso": {"beam": 4, "strategy": "laso"},
}


def gold(count=40):
    rng = random.Random(1)
    return [*ten_trees(), *(random_tree(rng, rng.randint(1, 12)) for _ in range(count))]


def trained(**settings):
    parser = tw.Parser(system="set-based", **{"epochs": 3, "seeds": 1, "seed": 3, **settings})
    return parser, [row["updates"] for row in parser.train(gold())]


def weights(parser):
    return {name: array.tobytes() for name, array in parser.model.arrays().items()}


@pytest.mark.parametrize("candidates", [0, 2])
@pytest.mark.parametrize("averaging", ["sentence", "transition"])
@pytest.mark.parametrize("more", [{"oracle": "static"}, {"explore": "never"}, {"explore": "always"}, {"margin": 0.5}])
def test_laso_with_a_beam_of_one_is_local_training(more, averaging, candidates):
    """Each error ends the beam, the last transition is corrected, and both go on in the same configuration."""
    same = {"beam": 1, "averaging": averaging, "candidates": candidates, "explore": "never", **more}
    local, updates = trained(strategy="local", **same)
    laso, others = trained(strategy="laso", **same)
    assert updates == others and weights(local) == weights(laso)


@pytest.mark.parametrize("way", WAYS)
def test_the_same_seed_gives_the_same_bytes(way, tmp_path):
    paths = [tmp_path / name for name in ("one.tw", "other.tw", "third.tw")]
    for path, seed in zip(paths, (3, 3, 4), strict=True):
        parser, _ = trained(**WAYS[way], seed=seed)
        parser.save(path)
    files = [path.read_bytes() for path in paths]
    assert files[0] == files[1] != files[2]


@pytest.mark.parametrize("way", WAYS)
def test_a_model_parses_the_same_when_it_is_loaded(way, tmp_path):
    parser, _ = trained(**WAYS[way])
    parser.save(tmp_path / "m.tw")
    rng = random.Random(8)
    others = [random_tree(rng, size) for size in range(1, 30)]
    expected = b"".join(parser.parse_bytes(others))
    for again in (tw.load(tmp_path / "m.tw"), pickle.loads(pickle.dumps(parser))):
        assert b"".join(again.parse_bytes(others)) == expected
        assert b"".join(again.parse_bytes(others, threads=2)) == expected
        assert [brackets(tree) for tree in again.pipe(others)] == [brackets(parser(tree)) for tree in others]
        assert again.family.name == "constituents" and again.labels == parser.labels
    if WAYS[way]["beam"] > 1:
        assert [score for score, _ in again.nbest(others[9], 3)] == [score for score, _ in parser.nbest(others[9], 3)]


@pytest.mark.parametrize("way", WAYS)
def test_threads_learn_together(way):
    """Two threads learn other weights than one, and as well; twice they learn the same."""
    parser, _ = trained(**WAYS[way], threads=2, epochs=6)
    again, _ = trained(**WAYS[way], threads=2, epochs=6)
    alone, _ = trained(**WAYS[way], epochs=6)
    assert weights(parser) == weights(again) != weights(alone)
    assert parser.evaluate(gold()).f1 > alone.evaluate(gold()).f1 - 25


def test_the_best_epoch_and_seeds():
    parser = tw.Parser(system="set-based", epochs=4, seeds=2)
    rows = parser.train(gold(), ten_trees())
    assert len(rows) == 8 and {"dev_f1", "dev_disc_f1"} <= rows[0].keys()
    best = [row["dev_f1"] for row in rows[:4] if row["best"]][-1]
    assert best == max(row["dev_f1"] for row in rows[:4])


def test_training_goes_on_from_a_checkpoint(tmp_path, monkeypatch):
    class Stop(tw.Callbacks):
        def on_epoch_start(self, loop, epoch):
            if epoch == 3:
                raise KeyboardInterrupt

    monkeypatch.setattr(checkpoint, "PAUSE", 0)
    whole, _ = trained(**WAYS["laso"], epochs=4)
    settings = {"system": "set-based", "epochs": 4, "seeds": 1, "seed": 3, **WAYS["laso"]}
    with pytest.raises(KeyboardInterrupt):
        tw.Parser(**settings).train(gold(), checkpoint=tmp_path / "c", callbacks=Stop())
    resumed = tw.Parser(**settings)
    resumed.train(gold(), checkpoint=tmp_path / "c", resume=True)
    assert weights(resumed) == weights(whole)


def test_pruned_weights_and_delexicalised_templates():
    whole, _ = trained()
    pruned, _ = trained(prune=0.5)
    assert len(pruned.model.arrays()["slots"]) < len(whole.model.arrays()["slots"])
    bare, _ = trained(**{"features.lexicalised": False})
    text = [line for line in bare.features.text if not line.startswith("define")]
    assert not any(".w" in line or ".x2" in line for line in text) and "a C.c F.c" in text
    unlabelled, _ = trained(**{"features.labels": False})
    assert not any(atom in ("F.c", "C.c", "F.K") for line in unlabelled.features.text for atom in line.split())
    assert "a Cr.w Fl.w" in unlabelled.features.text


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"features": "zn11"}, "= zn11 cannot work .* seen .* a stack .*, expected .* constituents; use .*templates = set"),
        ({"system": "merge-gap", "features": "set"}, "none of them looks from the view structure; .* = merge-gap or another"),
        ({"features": "set,rich"}, "rich.features:.*'S0.w' is not an atom; expected position.attribute such as Fl.w"),
        ({"labels": "none"}, "classifier.labels = none cannot work .* giving a label is a transition of its own"),
        ({"labels": "second"}, "classifier.labels = second cannot work with system.name = set-based"),
        ({"classifier": "linear-svm"}, "classifier.name = linear-svm cannot work with system.name = set-based"),
        ({"classifier": "nearest-neighbours"}, "classifier.name = nearest-neighbours cannot work with system.name"),
        ({"drop_arcs": "0.3"}, "training.drop_arcs = 0.3 cannot work .* constituency trees have no arcs"),
        ({"embeddings": {"a": [1.0]}}, "features.embeddings = given cannot work with system.name = set-based"),
        ({"joint_tags": "upos"}, "system.tags = upos cannot work with system.name = set-based"),
        ({"pseudo_projective": "head"}, "training.pseudo_projective = head cannot work with system.name = set-based"),
        ({"training.given_heads": 0.5}, "training.given_heads = 0.5 cannot work with system.name = set-based"),
        ({"features.second_order": True}, "features.second_order = true cannot work with system.name = set-based"),
        ({"candidates": -1}, "system.candidates"),
        ({"system": "arc-eager", "features": "set"}, "= set cannot work .*, expected .* a stack and a buffer; .* = rich"),
    ],
)
def test_what_cannot_work_is_refused(settings, message):
    with pytest.raises(tw.SettingsError, match=message):
        tw.Parser(**{"system": "set-based", **settings})


@pytest.mark.parametrize("setting", ["system.root", "system.single_root", "training.facts", "features.history"])
def test_what_has_no_effect_is_warned_of(setting):
    value = {"system.root": "first", "system.single_root": False, "training.facts": 0.5, "features.history": True}[setting]
    with pytest.warns(tw.SettingsWarning, match=f"{setting} has no effect with system.name = set-based"):
        tw.Parser({"system.name": "set-based", setting: value})


def test_a_strategy_of_ones_own():
    class Mine(Local):
        pass

    class Global(tw.TrainingStrategy):
        restart = "positive"

    with pytest.raises(tw.SettingsError, match="Mine cannot work with set-based search, which has a training of its own"):
        tw.Parser(system="set-based", strategy=Mine).train(ten_trees())
    assert tw.Parser(system="set-based", strategy=Global, beam=2, epochs=2).train(ten_trees())[-1]["updates"] > 0


def test_data_of_the_other_family_is_refused():
    heads = list(tw.read(TINY / "dev.conllu"))[:3]
    with pytest.raises(tw.InputError, match=r"dev.conllu:\d+: seen a sentence without a constituency tree, expected one"):
        tw.Parser(system="set-based").train(heads)
    with pytest.raises(tw.InputError, match="discbracket:1: seen a constituency tree, expected heads"):
        tw.Parser(system="arc-eager").train(ten_trees())


def test_ensembles_refuse_it():
    parsers = [trained(**way, epochs=1)[0] for way in (WAYS["local"], WAYS["laso"])]
    message = "seen parser 1, which finds constituents, expected parsers that find heads"
    for ensemble in (Voting, Reparsing, Cascade):
        with pytest.raises(tw.SettingsError, match=message):
            ensemble(parsers)
