"""Pseudo-projective parsers: non-projective trees with plain labels come out everywhere, and what is given is kept."""

from __future__ import annotations

import json
import random
import sys
from functools import cache
from pathlib import Path

import pytest

import treewright as tw
from treewright.command_line.main import main
from treewright.constraints import Constraints
from treewright.decoding import SearchDecoder
from treewright.ensemble import Cascade, Reparsing, Voting
from treewright.families.lifting import Lifting
from treewright.storage import model_file
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank.dependency_tree import is_tree, roots
from treewright.treebank.projectivity import nonprojective_arcs
from treewright.treebank.pseudo_projective import ENCODINGS, projectivise

sys.path.insert(0, str(Path(__file__).parents[1] / "constraints"))
from random_trees import random_constraints, random_tree

TINY = Path(tw.__file__).parent / "data" / "tiny"
GREEDY = {"strategy": "local", "beam": 1, "features": "fast"}
BEAM = {"strategy": "early-update", "beam": 4, "features": "fast"}
WAYS = {"greedy": GREEDY, "beam": BEAM, "second": {**GREEDY, "labels": "second"}, "beam, second": {**BEAM, "labels": "second"}}
COMPLETE = [name for name, system in TRANSITION_SYSTEMS.items() if not system.partial and system.reaches == "projective"]
PARTIAL = [name for name, system in TRANSITION_SYSTEMS.items() if system.partial]


@cache
def treebank() -> tuple[tw.Sentence, ...]:
    """All sentences of the tiny treebank that are not projective, and some others."""
    sentences = list(tw.read(TINY / "train.conllu"))
    crossing = [s for s in sentences if nonprojective_arcs(s.heads)]
    assert len(crossing) > 20
    return (*crossing, *[s for s in sentences if s not in crossing][:30])


@cache
def trained(encoding: str, way: str = "greedy", **more) -> tw.Parser:
    """A parser that knows the sentences above by heart, or nearly so."""
    parser = tw.Parser(**{"pseudo_projective": encoding, "epochs": 12, **WAYS[way], **more})
    parser.train(treebank())
    return parser


def blank(sentence: tw.Sentence) -> tw.Sentence:
    return sentence.with_tree([None] * len(sentence), [None] * len(sentence))


def crossing_arcs(sentences) -> int:
    return sum(len(nonprojective_arcs(s.heads)) for s in sentences)


def plain_labels() -> set[str | None]:
    return {label for s in treebank() for label in s.labels}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_non_projective_trees_are_learnt(encoding, way):
    """What a projective parser can never reach is found; the same sentences come out of every way to parse."""
    parser, without = trained(encoding, way), trained("none", way)
    gold = list(treebank())
    parsed = list(parser.pipe(map(blank, gold)))
    assert crossing_arcs(without.pipe(gold)) == 0
    pairs = zip(gold, parsed, strict=True)
    right = sum(own.heads[word - 1] == head for s, own in pairs for head, word in nonprojective_arcs(s.heads))
    assert right > 0.8 * crossing_arcs(gold)
    assert parser.evaluate(gold).las > without.evaluate(gold).las
    assert {label for s in parsed for label in s.labels} <= plain_labels()
    assert all(is_tree(s.heads) for s in parsed)
    text = b"".join(parser.parse_bytes(gold))
    assert text == b"".join(s.source + b"\n" for s in parsed) == b"".join(parser.parse_bytes(gold, threads=2))
    assert [parser(s).source for s in gold[:10]] == [s.source for s in parsed[:10]]
    assert [parser.nbest(s, 1)[0][1].source for s in gold[:10]] == [s.source for s in parsed[:10]]


@pytest.mark.parametrize("root", ["first", "last"])
@pytest.mark.parametrize("system", COMPLETE)
def test_every_projective_system(system, root):
    parser = trained("head", system=system, root=root)
    parsed = list(parser.pipe(map(blank, treebank())))
    assert crossing_arcs(parsed) > 10 and all(is_tree(s.heads) for s in parsed)
    rng = random.Random(1)
    for _ in range(50):  # words it has never seen
        assert is_tree(parser([f"w{rng.randint(0, 9)}" for _ in range(rng.randint(1, 15))]).heads)


def test_several_roots():
    parser = trained("head+path", single_root=False)
    parsed = list(parser.pipe(map(blank, treebank())))
    assert crossing_arcs(parsed) > 10 and all(roots(s.heads) for s in parsed)


@pytest.mark.parametrize("system", PARTIAL)
def test_partial_systems_make_no_longer_arcs_than_they_may(system):
    parser = trained("head", system=system)
    parsed = list(parser.pipe(map(blank, treebank())))
    if "span" in system:
        assert all(abs(head - word) <= 3 for s in parsed for word, head in enumerate(s.heads, 1) if head > 0)
        assert trained("head", system=system, max_length=40).evaluate(treebank()).las > 60
    else:
        assert crossing_arcs(parsed) > 10


def test_the_best_trees_differ_and_have_plain_labels():
    parser = trained("head+path", "beam")
    several = 0
    for sentence in treebank()[:25]:
        found = parser.nbest(sentence, 4)
        assert 1 <= len(found) <= 4 and [score for score, _ in found] == sorted((s for s, _ in found), reverse=True)
        assert len({tree.source for _, tree in found}) == len(found)
        assert {label for _, tree in found for label in tree.labels} <= plain_labels()
        assert len(parser.nbest(sentence, 1)) == 1
        several += len(found) > 1
    assert several > 10


def test_scores_in_training_are_those_of_the_trees_that_come_out():
    gold = list(treebank())
    parser = tw.Parser(pseudo_projective="head", epochs=6, **GREEDY)
    rows = parser.train(gold, gold)
    scores = parser.evaluate(gold)
    assert parser.scores["dev_las"] == round(scores.las, 2) and parser.scores["dev_uas"] == round(scores.uas, 2)
    assert max(row["dev_las"] for row in rows) == parser.scores["dev_las"]
    lost = sum(projectivise(s.heads).heads != list(s.heads) for s in gold)
    assert lost > 20 and scores.uas > 100 * (1 - lost / sum(map(len, gold)))  # more than projectivised trees could reach


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("way", ["greedy", "beam"])
def test_given_heads_and_labels_are_kept(encoding, way):
    """A given arc is never moved, whatever its label says."""
    parser, rng = trained(encoding, way), random.Random(3)
    moved = 0
    for gold in treebank():
        projective = projectivise(gold.heads).heads  # the heads that the parser itself wants to lift from
        given = [head if rng.random() < 0.5 else -1 for head in projective]
        kept = list(parser(gold.with_tree(given, gold.labels), keep="heads").heads)
        assert is_tree(kept) and all(g in (-1, h) for g, h in zip(given, kept, strict=True))
        moved += len(nonprojective_arcs(kept))
        own = [label if rng.random() < 0.5 else None for label in gold.labels]
        parsed = parser(gold.with_tree(given, own), keep="all")
        assert all(g in (-1, h) for g, h in zip(given, parsed.heads, strict=True))
        assert all(g in (None, label) for g, label in zip(own, parsed.labels, strict=True))
        whole = gold.with_tree(projective, gold.labels)
        assert parser(whole, keep="all") == whole
        for _, tree in parser.nbest(gold.with_tree(given, own), 3, keep="all"):
            assert all(g in (-1, h) for g, h in zip(given, tree.heads, strict=True))
            assert all(g in (None, label) for g, label in zip(own, tree.labels, strict=True))
    assert moved > 5  # arcs that are not given are still decoded


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_all_other_constraints_are_honoured_too(encoding):
    parser, rng = trained(encoding), random.Random(4)
    decoded = 0
    for sentence in treebank() * 3:
        if len(sentence) > 14:
            continue
        constraints = random_constraints(random_tree(len(sentence), rng), rng)
        heads = list(parser(blank(sentence), constraints=constraints).heads)
        assert is_tree(heads) and [str(c) for c in constraints if not c.holds(heads)] == []
        lifted = [word for _, word in nonprojective_arcs(parser(blank(sentence)).heads)]
        decoded += len(nonprojective_arcs(heads))
        for word in lifted[:1]:  # forbid just the arc that decoding would make
            head = parser(blank(sentence)).heads[word - 1]
            forbidden = Constraints().no_head(word, head)
            assert parser(blank(sentence), constraints=forbidden).heads[word - 1] != head
    assert decoded > 0


def test_model_files_and_checkpoints(tmp_path):
    """The same bytes twice, the same trees after loading; encoded labels are in none of the texts."""
    for run in ("one", "two"):
        parser = tw.Parser(pseudo_projective="head+path", epochs=3, **BEAM)
        parser.train(treebank(), checkpoint=tmp_path / f"{run}.checkpoint")
        parser.save(tmp_path / f"{run}.tw")
    assert (tmp_path / "one.tw").read_bytes() == (tmp_path / "two.tw").read_bytes()
    one, two = (model_file.read(tmp_path / f"{run}.checkpoint")[0] for run in ("one", "two"))
    for header in (one, two):
        for row in header["states"][0]["history"]:
            del row["elapsed"], row["tokens_per_second"]
    assert one == two
    loaded = tw.load(tmp_path / "one.tw")
    assert set(loaded.labels) == plain_labels() and loaded.settings["training"]["pseudo_projective"] == "head+path"
    assert b"".join(loaded.parse_bytes(treebank())) == b"".join(parser.parse_bytes(treebank()))
    header = model_file.read_header(tmp_path / "one.tw")
    assert set(header["labels"]) == plain_labels() and len(header["lifted_labels"]) == 8
    broken = {**header, "lifted_labels": [[99, 1, 0, 0]]}
    model_file.write(tmp_path / "broken.tw", broken, parser.model.arrays())
    with pytest.raises(tw.ModelError, match="expected marks on labels"):
        tw.load(tmp_path / "broken.tw")


def test_resuming_gives_the_same_model(tmp_path):
    class Stop(Exception):
        pass

    def stop(row):
        if row["epoch"] == 2:
            raise Stop

    settings = {"pseudo_projective": "path", "epochs": 4, **GREEDY}
    whole = tw.Parser(**settings)
    whole.train(treebank())
    with pytest.raises(Stop):
        tw.Parser(**settings).train(treebank(), log=stop, checkpoint=tmp_path / "checkpoint")
    resumed = tw.Parser(**settings)
    resumed.train(treebank(), checkpoint=tmp_path / "checkpoint", resume=True)
    whole.save(tmp_path / "whole.tw")
    resumed.save(tmp_path / "resumed.tw")
    assert (tmp_path / "whole.tw").read_bytes() == (tmp_path / "resumed.tw").read_bytes()
    with pytest.raises(tw.SettingsError, match="settings changed"):
        tw.Parser(**{**settings, "pseudo_projective": "head"}).train(
            treebank(), checkpoint=tmp_path / "checkpoint", resume=True
        )


def test_the_command_line_shows_plain_labels(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    tw.write(treebank(), "train.conllu")
    train = ["train", "train.conllu", "--dev", "train.conllu", "-o", "m.tw", "--pseudo-projective", "head", "--preset", "fast"]
    assert main([*train, "--epochs", "8", "-q"]) == 0
    capsys.readouterr()
    assert main(["parse", "m.tw", "train.conllu", "-o", "out.conllu", "-q"]) == 0
    parsed = list(tw.read("out.conllu"))
    assert crossing_arcs(parsed) > 10 and {label for s in parsed for label in s.labels} <= plain_labels()
    assert main(["info", "m.tw", "--verify"]) == 0
    shown = capsys.readouterr().out
    assert 'pseudo_projective = "head"' in shown and "more labels within the parser, for head" in shown
    assert "verified" in shown and f"labels: {len(plain_labels())} (" in shown
    assert main(["info", "m.tw", "--json"]) == 0
    header = json.loads(capsys.readouterr().out)
    assert set(header["labels"]) == plain_labels()
    assert all(isinstance(value, int) for row in header["lifted_labels"] for value in row)


def test_partial_training_data_and_arcs_left_out():
    rng = random.Random(5)
    partial = [
        s.with_tree([h if rng.random() < 0.8 else -1 for h in s.heads], [n if rng.random() < 0.8 else None for n in s.labels])
        for s in treebank()
    ]
    parser = tw.Parser(pseudo_projective="head+path", epochs=8, drop_arcs="0.1; 0.5 label=punct", **GREEDY)
    parser.train(partial)
    parsed = list(parser.pipe(treebank()))
    assert crossing_arcs(parsed) > 0 and all(is_tree(s.heads) for s in parsed)
    assert {label for s in parsed for label in s.labels} <= plain_labels()


def test_training_with_given_heads_gives_arcs_that_were_not_lifted():
    from treewright.constraints.arc_check import ArcCheck
    from treewright.training.given_heads import GivenHeads

    trees = {n: (projectivise(s.heads).heads, []) for n, s in enumerate(treebank()) if nonprojective_arcs(s.heads)}
    giving = GivenHeads(1.0, treebank(), True, trees)
    giving.begin_epoch(1, 1)
    for number, sentence in enumerate(treebank()):
        given = list(giving.given(number).heads)
        same = zip(sentence.heads, projectivise(sentence.heads).heads, strict=True)
        assert given == [head if head == own else -1 for head, own in same]
        assert ArcCheck().fits(giving.given(number).heads, len(given), True)
    parser = tw.Parser({"training.given_heads": 0.3}, pseudo_projective="head", epochs=8, **GREEDY)
    parser.train(treebank())
    assert crossing_arcs(parser.pipe(treebank())) > 10


def test_ensembles(tmp_path):
    one, two = trained("head", seed=1), trained("head", seed=2)
    other, plain = trained("path"), trained("none")
    gold = list(treebank())
    text = b"".join(one.parse_bytes(gold))
    assert crossing_arcs(one.pipe(gold)) > 10
    assert b"".join(Voting([one, one]).parse_bytes(gold)) == text
    parsed = list(Voting([one, two, two]).pipe(gold))
    assert b"".join(s.source + b"\n" for s in parsed) == b"".join(two.parse_bytes(gold))
    half = tw.Parser(pseudo_projective="head", epochs=12, **GREEDY)  # knows fewer labels, in another order
    half.train(gold[:15])
    assert len(half.lifted) < len(one.lifted) and half.labels != one.labels
    assert b"".join(Voting([half, one, one]).parse_bytes(gold)) == text
    assert b"".join(Voting([one, half], [2, 1]).parse_bytes(gold)) == text
    for first, second in ((one, other), (one, plain), (plain, one)):
        with pytest.raises(tw.SettingsError, match=r"training\.pseudo_projective .* reparsing combines"):
            Voting([first, second])
    parsed = list(Reparsing([one, other, plain]).pipe(gold))
    assert crossing_arcs(parsed) > 10 and all(is_tree(s.heads) for s in parsed)
    assert {label for s in parsed for label in s.labels} <= plain_labels()


def test_a_cascade_may_end_with_one():
    partial, last = trained("none", system="arc-eager-partial"), trained("head")
    gold = list(treebank())
    first = list(partial.pipe(map(blank, gold)))
    parsed = list(Cascade([partial, last]).pipe(gold))
    assert all(h in (-1, g) for a, b in zip(first, parsed, strict=True) for h, g in zip(a.heads, b.heads, strict=True))
    with pytest.raises(tw.SettingsError, match="parser 1 has"):
        Cascade([last, partial])


def test_what_cannot_work_is_refused():
    with pytest.raises(tw.SettingsError, match="the way back to a non-projective tree is kept in the labels"):
        tw.Parser(pseudo_projective="head", labels="none")
    with pytest.raises(tw.SettingsError, match="expected one of auto, none, head, path, head\\+path"):
        tw.Parser(pseudo_projective="baseline")

    class Everything(tw.TransitionSystem):
        kinds = ("anything",)
        reaches = "all"

        def is_valid(self, c, kind):
            return True

        def apply(self, c, kind, label):
            return 0

        def is_final(self, c):
            return True

    with pytest.raises(tw.SettingsError, match="it makes non-projective arcs itself"):
        tw.Parser(system=Everything, pseudo_projective="head")


def test_trees_without_marks_are_not_decoded():
    """They take the way of every other parser: nothing is called for them."""
    parser = trained("head")
    calls = []

    class Watched(Lifting):
        def undo(self, heads, numbers, may_move=None):
            calls.append(numbers)
            return super().undo(heads, numbers, may_move)

    decoder = SearchDecoder(parser.new_search(), Watched("head", parser.lifted.plain, parser.lifted.rows()))
    found = decoder.decode(list(treebank()))
    assert parser.family.write(list(treebank()), found, parser.alphabets) == b"".join(parser.parse_bytes(treebank()))
    assert 10 < len(calls) < len(treebank()) and all(max(numbers) >= parser.lifted.plain for numbers in calls)
