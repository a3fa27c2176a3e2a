"""Easy-first: what it learns, what works with it, and what is refused with a sentence."""

import random
from pathlib import Path

import pytest

import treewright as tw
from treewright.command_line.main import main
from treewright.conformance.own_sentences import own_sentences, reproduced
from treewright.ensemble import Reparsing, Voting
from treewright.treebank.dependency_tree import is_tree
from treewright.treebank.projectivity import is_projective

TINY = Path(tw.__file__).parent / "data" / "tiny"


@pytest.mark.parametrize("labels", ["joint", "second", "none"])
@pytest.mark.parametrize("root", ["first", "last"])
@pytest.mark.parametrize("explore", ["never", "always", "after-first", "sampled"])
def test_ten_sentences_by_heart(explore, root, labels):
    own = own_sentences(10)
    best = 0.0
    for seed in (1, 2, 3, 4):
        parser = tw.Parser(system="easy-first", root=root, labels=labels, explore=explore, epochs=50, seed=seed)
        rows = parser.train(own)
        assert rows[-1]["updates"] == 0
        best = max(best, reproduced(parser, own, labelled=labels != "none"))
        if best >= 99:
            break
    assert best >= 99


@pytest.mark.parametrize("labels", ["joint", "second"])
def test_partial_trees(labels):
    """What is unknown teaches nothing, what is known is learnt."""
    rng = random.Random(3)
    own = own_sentences(10)
    some = []
    for sentence in own[:6]:
        known = [(rng.random() < 0.6, rng.random() < 0.6) for _ in range(len(sentence))]
        heads = [h if k else -1 for (k, _), h in zip(known, sentence.heads, strict=True)]
        labels_known = [name if k else None for (_, k), name in zip(known, sentence.labels, strict=True)]
        some.append(sentence.with_tree(heads, labels_known))
    blank = [s.with_tree([-1] * len(s), [None] * len(s)) for s in own[6:]]
    updates = {}

    class Count(tw.Callbacks):
        def on_sentence_end(self, loop, number, changed):
            updates[number] = updates.get(number, 0) + changed

    parser = tw.Parser(system="easy-first", labels=labels, epochs=40)
    parser.train([*some, *blank], callbacks=Count())
    assert sum(updates[number] for number in range(6, 10)) == 0 < updates[0]
    assert parser.evaluate(some).uas > 95 and parser.evaluate(some).label_accuracy > 90
    assert all(is_tree(list(tree.heads)) for tree in parser.pipe(own))


def test_easy_arcs_come_first():
    """Gold paths are not given: with as many sentences, it learns to parse others."""
    train, test = list(tw.read(TINY / "train.conllu")), list(tw.read(TINY / "test.conllu"))
    scores = {}
    for system in ("easy-first", "arc-eager"):
        parser = tw.Parser(system=system, preset="fast", epochs=6)
        parser.train(train)
        scores[system] = parser.evaluate(test).las
    assert scores["easy-first"] > scores["arc-eager"] - 5 and scores["easy-first"] > 80


def test_threads_streams_files_and_ensembles(tmp_path):
    train, test = list(tw.read(TINY / "train.conllu")), list(tw.read(TINY / "test.conllu"))
    parser = tw.Parser(system="easy-first", preset="fast", epochs=3)
    parser.train(train)
    expected = b"".join(parser.parse_bytes(test))
    assert b"".join(parser.parse_bytes(test, threads=2)) == expected
    assert b"".join(tree.source + b"\n" for tree in parser.pipe(test)) == expected
    parser.save(tmp_path / "easy.tw")
    assert b"".join(tw.load(tmp_path / "easy.tw").parse_bytes(test)) == expected
    again = tw.Parser(system="easy-first", preset="fast", epochs=3)
    again.train(train)
    assert again.model.arrays()["slots"].tobytes() == parser.model.arrays()["slots"].tobytes()
    together = tw.Parser(system="easy-first", preset="fast", epochs=3, threads=2)
    together.train(train)
    other = tw.Parser(system="arc-eager", preset="fast", epochs=3)
    other.train(train)
    combined = Reparsing([parser, together, other])
    assert all(is_tree(list(combined(sentence).heads)) for sentence in test[:10])
    with pytest.raises(tw.SettingsError, match=r"voting: easy-first parsers .* reparsing combines such parsers"):
        Voting([parser, together])


def test_pseudo_projective():
    train = list(tw.read(TINY / "train.conllu"))
    parser = tw.Parser(system="easy-first", preset="fast", epochs=8, pseudo_projective="head")
    parser.train(train)
    crossing = [tree for tree in parser.pipe(train) if not is_projective(list(tree.heads))]
    assert len(crossing) > 5 and {label for tree in crossing for label in tree.labels} <= set(parser.labels)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"search.beam": 8}, "search.beam = 8 cannot work with system.name = easy-first: .* use search.beam = 1"),
        ({"training.strategy": "laso"}, "training.strategy = laso cannot work .* use training.strategy = local"),
        ({"oracle.name": "static"}, "oracle.name = static cannot work with system.name = easy-first"),
        ({"training.references": "single"}, "training.references = single cannot work with system.name = easy-first"),
        ({"features.history": True}, "features.history = true cannot work with system.name = easy-first"),
        ({"training.given_heads": 0.5}, "training.given_heads = 0.5 cannot work with system.name = easy-first"),
    ],
)
def test_what_cannot_work_is_refused(settings, message):
    with pytest.raises(tw.SettingsError, match=message):
        tw.Parser({"system.name": "easy-first", **settings})


def test_what_cannot_work_with_a_trained_parser(tmp_path):
    own = own_sentences(3)
    parser = tw.Parser(system="easy-first", epochs=1)
    parser.train(own)
    for more in ({"keep": "heads"}, {"constraints": tw.Constraints().head(1, 2)}):
        with pytest.raises(tw.SettingsError, match="easy-first search keeps no constraints"):
            parser(own[0], **more)
    assert len(parser.nbest(own[0], 1)) == 1
    with pytest.raises(tw.SettingsError, match="nbest: seen 3, expected 1: easy-first search gives one tree"):
        parser.nbest(own[0], 3)
    parser.save(tmp_path / "easy.tw")
    with pytest.raises(tw.SettingsError, match=r"search.beam = 8: easy-first search has no beam"):
        tw.load(tmp_path / "easy.tw", beam=8)(own[0])


def test_a_strategy_of_ones_own_is_refused():
    from treewright.training.local import Local

    class Mine(Local):
        pass

    with pytest.raises(tw.SettingsError, match=r"cannot work with easy-first search, which has a training of its own"):
        tw.Parser(system="easy-first", strategy=Mine, epochs=1).train(own_sentences(2))


@pytest.mark.parametrize("preset", ["fast", "accurate"])
def test_presets(preset):
    settings = tw.Parser(system="easy-first", preset=preset).settings
    assert settings["search"]["beam"] == 1 and settings["training"]["strategy"] == "local"
    assert settings["training"]["exploration"] == "after-first" and not settings["features"]["history"]


def test_command_line(tmp_path, capsys):
    model, out = str(tmp_path / "easy.tw"), tmp_path / "out.conllu"
    options = ["--system", "easy-first", "--preset", "fast", "--epochs", "2", "-q"]
    assert main(["train", str(TINY / "train.conllu"), "-o", model, *options]) == 0
    assert main(["parse", model, str(TINY / "test.conllu"), "-o", str(out), "-q"]) == 0
    assert all(is_tree(list(tree.heads)) for tree in tw.read(out))
    assert main(["parts"]) == 0
    assert capsys.readouterr().out.count("easy-first") >= 3
    assert main(["parse", model, str(TINY / "test.conllu"), "-o", str(out), "--keep", "heads", "-q"]) != 0
    assert "keeps no constraints" in capsys.readouterr().err
