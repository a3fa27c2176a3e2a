"""An ensemble as one model: its members, its training, its trees."""

import pickle
import sys

import pytest
from tiny_ensemble import MEMBERS, parsed, run, sentences

import treewright as tw
from treewright.ensemble import Reparsing, Voting
from treewright.ensemble.weight_search import TreeWeights
from treewright.settings import members_of, resolve


def test_members_have_their_settings_and_seeds():
    table = resolve({"ensemble.members": "accurate seeds=3;bilstm;  bilstm  system=arc-hybrid seed=7", "epochs": 2})
    one, two, three = members_of(table)
    assert [one.name, two.name, three.name] == ["accurate seeds=3", "bilstm", "bilstm system=arc-hybrid seed=7"]
    assert [member.settings["training"]["seed"] for member in (one, two, three)] == [1, 101, 7]
    assert all(member.settings["training"]["epochs"] == 2 for member in (one, two, three))
    assert one.settings["training"]["seeds"] == 3 and two.settings["training"]["seeds"] == 1
    assert three.settings["system"]["name"] == "arc-hybrid" and three.is_network and not one.is_network
    assert resolve(table) == table == {"ensemble": table["ensemble"], "training": {"epochs": 2}}
    assert resolve({"ensemble.members": ["fast", "fast seed=2"]})["ensemble"]["members"] == "fast; fast seed=2"
    assert all(isinstance(parser, tw.Parser) for parser in tw.Ensemble(preset="best").parsers)


@pytest.mark.parametrize(
    ("members", "more", "told"),
    [
        ("fast; fsat", {}, "member 2: seen 'fsat', expected one of .*did you mean 'fast'"),
        ("fast;", {}, "member 2: seen nothing"),
        ("", {}, "^ensemble.members: seen nothing, expected one member at least"),
        ([], {}, "^ensemble.members: seen nothing, expected one member at least"),
        ("fast beam", {}, "member 1: seen 'beam', expected settings such as"),
        ("fast bam=2", {}, "bam .*no such setting; did you mean 'beam'"),
        ("fast margin=-1", {}, r"training.margin \(ensemble.members, member 1\): seen -1"),
        ("fast; panparser system=set-based", {}, "member 2 .*"),
        ("fast joint_tags=upos", {}, "member 1 .*system.tags = upos.* a parser that finds heads"),
        ("best", {}, "seen 'best', expected one of"),
        ("fast ensemble.members=fast", {}, "an ensemble has no ensembles in it"),
        ("fast classifier=own:Mine", {}, "expected a part of the package"),
        ("fast; panparser", {"classifier.name": "linear-svm"}, "classifier.name: seen 'linear-svm' for a whole ensemble"),
        ("accurate; linear-svm", {"beam": 4}, r"member 2 \(linear-svm\): .*cannot work with"),
        ("fast", {"tagger.epochs": 2}, "tagger.epochs: a setting of a pipeline"),
    ],
)
def test_wrong_members_are_refused(members, more, told):
    with pytest.raises(tw.SettingsError, match=told):
        tw.Ensemble({"ensemble.members": members, **more})


def test_one_parser_is_no_ensemble():
    with pytest.raises(tw.SettingsError, match=r"ensemble.members: seen several parsers.*tw.Ensemble"):
        tw.Parser(preset="best")


def test_training_tells_of_each_member_and_scores_what_it_parses(trained):
    ensemble, notes, rows = trained
    assert notes[:3] == [f"member {number} of 3: {name}" for number, name in enumerate(MEMBERS.split("; "), 1)]
    assert sum(", weight " in note and "dev LAS" in note for note in notes) == 3
    assert [row["member"] for row in rows] == [1, 1, 2, 2, 3, 3]
    assert ensemble.scores["dev_las"] == round(ensemble.evaluate(sentences("dev")).las, 2)
    assert ensemble.evaluate(sentences("dev")).las >= max(p.evaluate(sentences("dev")).las for p in ensemble.parsers)


def test_without_dev_all_members_weigh_the_same():
    ensemble = tw.Ensemble({"ensemble.members": "fast; fast"}, epochs=1)
    notes = []
    assert ensemble.train(sentences("train")[:20], note=notes.append) == {} and ensemble.weights == [1.0, 1.0]
    assert notes[-1] == "all members weigh the same, because there are no dev data"
    assert ensemble.parsers[0].settings["training"]["seed"] != ensemble.parsers[1].settings["training"]["seed"]


def test_a_member_that_does_not_help_is_left_out(trained):
    class Search(TreeWeights):
        def best(self):
            return [1.0, 0.0, 0.5]

    ensemble = tw.Ensemble({"ensemble.members": MEMBERS}, epochs=1)
    notes = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules["treewright.ensemble.ensemble"], "TreeWeights", Search)
        ensemble.train(sentences("train")[:20], sentences("dev"), note=notes.append)
    assert ensemble.weights == [1.0, 0.5] and ensemble.names == [MEMBERS.split("; ")[0], MEMBERS.split("; ")[2]]
    assert any("weight 0, so it is left out" in note for note in notes)
    assert ensemble.scores["dev_las"] == round(ensemble.evaluate(sentences("dev")).las, 2)


def projective(sentence):
    arcs = [sorted((word, int(head))) for word, head in enumerate(sentence.heads, 1)]
    return not any(a < c < b < d for a, b in arcs for c, d in arcs)


def test_given_heads_are_kept(model):
    gold = [sentence for sentence in sentences("test") if projective(sentence)]
    assert len(gold) > 20
    for found, wanted in zip(tw.load(model).pipe(gold, keep="all"), gold, strict=True):
        assert list(found.heads) == list(wanted.heads) and found.labels == wanted.labels


def test_what_an_ensemble_cannot_do_is_refused(model):
    ensemble = tw.load(model)
    with pytest.raises(tw.SettingsError, match="confidence"):
        ensemble(sentences("test")[0], confidence=True)
    with pytest.raises(tw.SettingsError, match="nbest"):
        ensemble.nbest(sentences("test")[0], 2)
    with pytest.raises(tw.ModelError, match="an ensemble has no beam of its own"):
        tw.load(model, beam=4)
    with pytest.raises(tw.ModelError, match="this is an ensemble, expected a parser"):
        tw.Parser.load(model)
    with pytest.raises(tw.ModelError, match="no weights yet"):
        tw.Ensemble({"ensemble.members": "fast"}).save("nothing.tw")


def test_a_killed_training_goes_on_with_the_member_it_was_at(tmp_path):
    settings = {"ensemble.members": "fast; panparser beam=2", "epochs": 2}
    whole = tw.Ensemble(settings)
    whole.train(sentences("train")[:30], sentences("dev"))

    class Killed(Exception):
        pass

    def killed(row):
        if row["member"] == 2:
            raise Killed

    with pytest.raises(Killed):
        tw.Ensemble(settings).train(sentences("train")[:30], sentences("dev"), log=killed, checkpoint=tmp_path / "c")
    rows = []
    again = tw.Ensemble(settings)
    again.train(sentences("train")[:30], sentences("dev"), log=rows.append, checkpoint=tmp_path / "c", resume=True)
    assert {row["member"] for row in rows} == {2}
    for ensemble, name in ((whole, "whole.tw"), (again, "again.tw")):
        ensemble.save(tmp_path / name)
    assert (tmp_path / "whole.tw").read_bytes() == (tmp_path / "again.tw").read_bytes()
    with pytest.raises(tw.SettingsError, match="cannot resume, because the settings changed"):
        tw.Ensemble(settings, seed=2).train(sentences("train")[:30], checkpoint=tmp_path / "c", resume=True)


def test_without_torch_it_is_said_before_anything_is_trained(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    notes = []
    with pytest.raises(tw.SettingsError, match=r"pip install 'treewright\[networks\]'"):
        tw.Ensemble(preset="best").train(sentences("train")[:5], note=notes.append)
    assert notes == []


VOTES = {"ensemble.members": "panparser; panparser features=fast; panparser features=rich", "ensemble.combine": "vote"}


def test_an_ensemble_that_votes_in_one_search(tmp_path):
    ensemble = tw.Ensemble(VOTES, epochs=2, beam=2)
    ensemble.train(sentences("train")[:60], sentences("dev")[:30])
    assert isinstance(ensemble.model, Voting) and ensemble.settings["ensemble"]["combine"] == "vote"
    assert parsed(ensemble) == parsed(Voting(ensemble.parsers, ensemble.weights)) != parsed(Reparsing(ensemble.parsers))
    assert ensemble.scores["dev_las"] == round(ensemble.evaluate(sentences("dev")[:30]).las, 2)
    ensemble.save(tmp_path / "votes.tw")
    again = tw.load(tmp_path / "votes.tw")
    assert parsed(again) == parsed(ensemble) == parsed(pickle.loads(pickle.dumps(again)))
    assert run("info", tmp_path / "votes.tw", "--verify") == 0
    kept = [sentence for sentence in sentences("test") if projective(sentence)][:9]
    assert [list(s.heads) for s in again.pipe(kept, keep="heads")] == [list(s.heads) for s in kept]


@pytest.mark.parametrize(
    ("members", "told"),
    [
        ("fast; fast system=arc-hybrid", "parser 2 has the transition system arc-hybrid, expected arc-eager"),
        ("fast; graph", "parser 2 makes no transitions to vote on"),
        ("fast; accurate", "parser 2 has the training.pseudo_projective auto, expected none"),
    ],
)
def test_members_that_cannot_vote_are_refused_before_training(members, told):
    with pytest.raises(tw.SettingsError, match=told):
        tw.Ensemble({"ensemble.members": members, "ensemble.combine": "vote"})


def test_one_parser_has_nothing_to_combine():
    with pytest.raises(tw.SettingsError, match=r"ensemble.combine: seen vote, expected ensemble.members beside it"):
        tw.Parser({"ensemble.combine": "vote"})
