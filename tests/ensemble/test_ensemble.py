"""An ensemble as one model: its members, its weights, its file, its command."""

import pickle
import random
import sys
from functools import cache
from pathlib import Path

import pytest

import treewright as tw
from treewright.__main__ import main
from treewright.ensemble import Reparsing, Voting
from treewright.ensemble.weight_search import TreeWeights, VoteWeights, WeightSearch
from treewright.settings import members_of, resolve
from treewright.storage import model_file

TINY = Path(tw.__file__).parent / "data" / "tiny"
MEMBERS = "fast; panparser beam=2; fast system=arc-hybrid root=first"


@cache
def sentences(part):
    return tuple(tw.read(TINY / f"{part}.conllu"))


def made():
    ensemble = tw.Ensemble({"ensemble.members": MEMBERS}, epochs=2, seeds=1)
    notes, rows = [], []
    ensemble.train(sentences("train")[:60], sentences("dev"), note=notes.append, log=rows.append)
    return ensemble, notes, rows


@pytest.fixture(scope="module")
def trained():
    return made()


@pytest.fixture(scope="module")
def model(trained, tmp_path_factory):
    path = tmp_path_factory.mktemp("ensemble") / "best.tw"
    trained[0].save(path)
    return path


def parsed(parser, **how):
    return b"".join(parser.parse_bytes(sentences("test"), **how))


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


def test_weights_are_never_worse_than_the_same_for_all(trained):
    rng = random.Random(3)
    dev = list(sentences("dev"))
    parsers = trained[0].parsers
    search = TreeWeights(parsers, dev)
    own = list(search.trees)
    for _ in range(6):
        # parsers of any quality: some trees of one are those of another
        search.trees = [[rng.choice(own)[at] for at in range(len(dev))] for _ in range(4)]
        search.parsers, search.disputed, search.known = parsers[:1] * 4, [True] * len(dev), {}
        best = search.best()
        assert search.score(best) >= search.score([1.0] * 4)
        assert search.score(best) >= max(search.score([*best[:place], 1.0, *best[place + 1 :]]) for place in range(4))


@pytest.mark.parametrize(("poor", "best"), [(1.5, [1.0, 0.0, 1.0]), (39, [1.0, 0.0, 1.0]), (41, [1.0, 1.0, 1.0])])
def test_a_poor_member_that_makes_no_difference_is_left_out(poor, best):
    class Search(WeightSearch):
        def __init__(self):
            self.parsers = [None] * 3

        def score(self, weights):
            alone = {(1, 0, 0): 80, (0, 1, 0): poor, (0, 0, 1): 78}
            return alone.get(tuple(weights), 81 if weights[0] and weights[2] else 80)

    assert Search().best() == best


def test_a_poor_member_that_helps_keeps_its_weight():
    class Search(WeightSearch):
        def __init__(self):
            self.parsers = [None] * 2

        def score(self, weights):
            return {(1, 0): 80, (0, 1): 2}.get(tuple(weights), 80.5)

    assert Search().best() == [1.0, 1.0]


def test_the_search_parses_as_reparsing_does(trained):
    dev = list(sentences("dev"))
    parsers = trained[0].parsers
    search = TreeWeights(parsers, dev)
    for weights in ([1.0] * len(parsers), [0.5, *[2.0] * (len(parsers) - 1)]):
        assert search.score(weights) == pytest.approx(Reparsing(parsers, weights).evaluate(dev).las)
    alone = [1.0, *[0.0] * (len(parsers) - 1)]
    assert search.score(alone) == pytest.approx(parsers[0].evaluate(dev).las)


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


def run(*arguments):
    return main([str(argument) for argument in arguments])


def test_train_parse_and_info_on_the_command_line(tmp_path, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = [TINY / "train.conllu", "--dev", TINY / "dev.conllu", "--ensemble.members", "fast; fast", "--epochs", "1"]
    assert run("train", *data, "-o", "two.tw") == 0
    told = capfd.readouterr().err
    assert "member 2 of 2: fast" in told and "two.tw: written" in told and "dev UAS" in told
    assert not (tmp_path / "two.tw.checkpoint").exists()
    assert run("parse", "two.tw", TINY / "test.conllu", "-o", "out.conllu", "--threads", "2") == 0
    assert (tmp_path / "out.conllu").read_bytes() == parsed(tw.load("two.tw"))
    assert run("info", "two.tw", "--verify") == 0
    shown = capfd.readouterr().out
    assert "member 2: fast, weight" in shown and 'members = "fast; fast"' in shown and "verified: 12" in shown
    assert run("info", "two.tw", "--settings") == 0
    (tmp_path / "again.toml").write_text(capfd.readouterr().out)
    assert run("train", *data[:3], "--settings", "again.toml", "-o", "again.tw") == 0
    assert (tmp_path / "again.tw").read_bytes() == (tmp_path / "two.tw").read_bytes()


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--cross-validate", "2"], "--cross-validate: seen an ensemble"),
        (["--tagger.epochs", "2", "-o", "x.tw"], "tagger.epochs (--tagger.epochs): a setting of a pipeline"),
        (["--ensemble.combine", "vote", "-o", "x.tw"], "parser 3 has the transition system arc-hybrid-swap, expected"),
        (["--classifier", "linear-svm", "-o", "x.tw"], "for a whole ensemble"),
    ],
)
def test_what_goes_with_no_ensemble_is_refused_by_train(tmp_path, capfd, monkeypatch, more, told):
    monkeypatch.chdir(tmp_path)
    assert run("train", TINY / "train.conllu", "--preset", "best", *more) == 2
    assert told in capfd.readouterr().err


@pytest.mark.parametrize(
    ("verb", "more", "said"),
    [
        ("parse", ["--beam", "2"], "an ensemble has no beam of its own: its parsers keep theirs; leave it out"),
        ("parse", ["--system", "own:Mine"], "whose members have no parts of your own"),
        ("parse", ["--nbest", "2"], "nbest: seen 2, expected 1: an ensemble gives one tree; use one of its parsers"),
        ("parse", ["--confidence"], "confidence: an ensemble has none; use one of its parsers: in Python, tw.load(MODEL)"),
        ("trace", [], "trace: an ensemble has no derivation of its own; use one of its parsers: in Python, tw.load(MODEL)"),
        ("trace", ["--beam", "2"], "an ensemble has no beam of its own: its parsers keep theirs; leave it out"),
        ("blame", [], "blame: an ensemble has no derivation of its own, so no transition is to blame; use one of its parsers"),
        ("calibrate", ["-o", "x.tw"], "this is an ensemble, expected a parser or a pipeline"),
    ],
)
def test_what_goes_with_no_ensemble_is_refused(model, capfd, verb, more, said):
    assert run(verb, model, TINY / "test.conllu", *more) == 2
    err = capfd.readouterr().err
    assert said in err and err.count("\n") == 1  # and no warning before it


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


def test_the_weights_of_votes_are_those_of_what_parses(trained):
    parsers = [tw.Parser(preset="fast", seed=seed, epochs=1) for seed in (1, 2, 3)]
    for parser in parsers:
        parser.train(sentences("train")[:40])
    dev = list(sentences("dev")[:20])
    search = VoteWeights(parsers, dev)
    best = search.best()
    heard = [(parser, weight) for parser, weight in zip(parsers, best, strict=True) if weight]
    voting = Voting([parser for parser, _ in heard], [weight for _, weight in heard])
    assert search.score(best) == pytest.approx(voting.evaluate(dev).las) and search.score(best) >= search.score([1, 1, 1])


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
