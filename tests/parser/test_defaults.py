"""What a parser is when nothing is set: the best settings, templates that suit the system, and what training data decides."""

from pathlib import Path

import pytest
from systems import DEPENDENCY_SYSTEMS

import treewright as tw
from treewright.command_line.main import main
from treewright.oracles.arc_eager import ArcEagerOracle
from treewright.parser.adaptation import (
    LIFTED_FROM,
    SEEDS_OF_SMALL,
    SMALL,
    TINY,
    epochs_for,
    nonprojective_share,
    too_few_epochs,
)
from treewright.settings import PRESETS, SETTINGS, SUITED, flatten, read_toml, resolve
from treewright.settings.declared import NON_PROJECTIVE, PARTIAL, SYSTEMS
from treewright.storage import model_file
from treewright.tagging import Tagger
from treewright.training import STRATEGIES
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank.projectivity import nonprojective_arcs

TINY_TREEBANK = Path(tw.__file__).parent / "data" / "tiny"
STACK = ("arc-standard", "swap")


def treebank(crossing):
    """Sentences of the tiny treebank, with many non-projective arcs or with none."""
    sentences = list(tw.read(TINY_TREEBANK / "train.conllu"))
    found = [s for s in sentences if bool(nonprojective_arcs(s.heads)) == crossing]
    return found[:20] * 10 if crossing else found[:200]  # enough not to be small


# Defaults and presets ---------------------------------------------------------------------------------------------------


def test_the_default_is_the_preset_accurate():
    table = resolve()
    assert table == resolve(preset="accurate")
    assert (table["features"]["templates"], table["features"]["history"]) == ("rich", False)
    assert table["search"]["beam"] == 8
    training = table["training"]
    assert (training["strategy"], training["restart"], training["exploration"]) == ("laso", "positive", "after-first")
    assert (training["margin"], training["epochs"]) == (1.0, 15)
    assert (training["pseudo_projective"], training["seeds"], table["features"]["by_size"]) == ("auto", 0, True)


def test_the_paper_has_a_preset():
    table = flatten(resolve(preset="panparser"))
    expected = {
        "system.name": "arc-eager", "features.templates": "zn11", "features.history": True, "search.beam": 8,
        "training.strategy": "early-update", "training.restart": "none", "training.exploration": "never",
        "training.margin": 0.0, "training.epochs": 15, "training.pseudo_projective": "none", "training.seeds": 1,
    }  # fmt: skip
    assert table.items() >= expected.items()
    for system in DEPENDENCY_SYSTEMS:
        assert resolve({"system": system}, "panparser")["features"]["templates"] == "zn11"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"strategy": "local"}, {"search.beam": 1, "training.margin": 0.0, "training.exploration": "never"}),
        ({"beam": 1}, {"training.strategy": "local", "training.restart": "none"}),
        ({"strategy": "laso"}, {"training.restart": "positive", "training.exploration": "after-first", "search.beam": 8}),
    ],
)
def test_what_a_given_setting_implies_goes_before_the_preset(given, expected):
    assert flatten(resolve(given, "panparser")).items() >= expected.items()


@pytest.mark.parametrize("strategy", ["local", "early-update", "max-violation", "full-update"])
def test_other_strategies_do_not_restart_unless_told(strategy):
    assert resolve({"strategy": strategy})["training"]["restart"] == "none"


def test_a_class_of_ours_is_its_name():
    for name, cls in STRATEGIES.items():
        assert resolve({"strategy": cls}) == resolve({"strategy": name})
    for name, cls in TRANSITION_SYSTEMS.items():
        assert resolve({"system": cls}) == resolve({"system": name})


def test_an_oracle_of_ours_can_be_given_as_a_class():
    assert resolve({"oracle": ArcEagerOracle})["oracle"]["name"] == "treewright.oracles.arc_eager:ArcEagerOracle"
    tw.Parser(oracle=ArcEagerOracle)


def test_a_static_oracle_needs_no_second_setting():
    assert resolve({"oracle": "static"})["training"]["exploration"] == "never"
    assert resolve({"oracle": "static"}, "fast")["training"]["exploration"] == "never"


# Templates that suit the system -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["accurate", "fast"])
@pytest.mark.parametrize("system", DEPENDENCY_SYSTEMS)
def test_every_system_has_templates_that_show_where_its_arcs_are_made(system, preset):
    parser = tw.Parser(system=system, preset=preset)
    templates = parser.features.text
    shifted = system in STACK or "hybrid" in system or system == "non-monotonic-arc-eager"
    assert any({"S0.p", "S1.p"} <= set(line.split()) for line in templates) or not shifted
    assert ("S0.p N0.p" in templates) == (system not in STACK)
    assert ("S1.r N0.r" in templates) == (system in ("two-planar", "attardi"))
    if system in ("arc-eager", "arc-swift"):
        assert parser.settings["features"]["templates"] == {"accurate": "rich", "fast": "fast"}[preset]


def test_given_templates_are_taken_as_they_are():
    assert resolve({"system": "arc-standard", "features": "rich"})["features"]["templates"] == "rich"
    given = resolve({"system": "swap", "features.options": "affixes"})["features"]
    assert (given["templates"], given["options"]) == ("rich-stack", "affixes")
    assert resolve({"system": "swap", "features": "zn11"})["features"]["options"] == "second"


def test_templates_that_suit_are_named_by_settings_and_model(tmp_path, capsys):
    assert main(["train", "--system", "arc-standard", "--print-settings"]) == 0
    assert 'templates = "rich-stack"' in capsys.readouterr().out
    parser = tw.Parser(system="arc-standard", preset="fast", epochs=1)
    parser.train(treebank(crossing=False))
    parser.save(tmp_path / "m.tw")
    assert model_file.read_header(tmp_path / "m.tw")["settings"]["features"]["templates"] == "fast-stack"


def test_suited_sets_are_for_our_systems_and_resolve_to_themselves():
    for (base, system), templates in SUITED.items():
        network = {"slots": {"classifier": "feed-forward"}, "few-slots": {"classifier": "bilstm"}}
        assert base in ("rich", "fast", *network) and system in SYSTEMS
        table = resolve({"system": system, **network.get(base, {})}, "fast" if base == "fast" else None)
        assert table["features"]["templates"] == templates
        assert resolve(table) == table


# What training data decides -----------------------------------------------------------------------------------------------


def test_the_table_knows_which_systems_lift_nothing():
    assert {name for name, system in TRANSITION_SYSTEMS.items() if system.reaches != "projective"} == {*NON_PROJECTIVE}
    assert {name for name, system in TRANSITION_SYSTEMS.items() if system.partial} == {*PARTIAL}
    for system in SYSTEMS:
        expected = "none" if system in (*NON_PROJECTIVE, *PARTIAL) else "auto"
        assert resolve({"system": system})["training"]["pseudo_projective"] == expected
    assert resolve({"labels": "none"})["training"]["pseudo_projective"] == "none"
    assert PRESETS["fast"]["training"]["pseudo_projective"] == "none"


def test_crossing_arcs_are_lifted_where_there_are_many(tmp_path):
    many, none = treebank(crossing=True), treebank(crossing=False)
    assert nonprojective_share(many) > LIFTED_FROM > nonprojective_share(none) == 0
    parser = tw.Parser(epochs=1, beam=2)
    assert parser.settings["training"]["pseudo_projective"] == "auto"
    parser.train(many)
    assert parser.settings["training"]["pseudo_projective"] == "head" and parser.lifted is not None
    parser.save(tmp_path / "m.tw")
    assert tw.load(tmp_path / "m.tw").settings["training"]["pseudo_projective"] == "head"
    parser.train(none)  # other data, another answer
    assert parser.settings["training"]["pseudo_projective"] == "none" and parser.lifted is None


@pytest.mark.parametrize(
    "given",
    [{"pseudo_projective": "none"}, {"system": "swap"}, {"system": "arc-eager-span"}, {"labels": "none"}, {"preset": "fast"}],
)
def test_nothing_is_lifted_where_it_is_not_wanted_or_not_possible(given):
    parser = tw.Parser(**given)
    assert parser.adapt(treebank(crossing=True)) == []
    assert parser.settings["training"]["pseudo_projective"] == "none"


def test_an_encoding_that_is_set_is_taken():
    parser = tw.Parser(pseudo_projective="path")
    assert parser.adapt(treebank(crossing=False)) == []
    assert parser.settings["training"]["pseudo_projective"] == "path"


def test_training_says_what_the_data_decided(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tw.write(treebank(crossing=True), "many.conllu")
    tw.write(treebank(crossing=False), "none.conllu")
    said = "% of the arcs are non-projective, so training.pseudo_projective = head\n"
    assert main(["train", "many.conllu", "-o", "m.tw", "--epochs", "1", "--beam", "2"]) == 0
    assert capsys.readouterr().err.count(said) == 1
    assert main(["info", "m.tw"]) == 0
    assert 'pseudo_projective = "head"' in capsys.readouterr().out
    assert main(["train", "none.conllu", "-o", "n.tw", "--epochs", "1", "--beam", "2"]) == 0
    assert said not in capsys.readouterr().err
    for treebanks, expected in ((["many.conllu"], "head"), (["none.conllu"], "none"), ([], "auto")):
        assert main(["train", *treebanks, "--print-settings"]) == 0
        Path("s.toml").write_text(capsys.readouterr().out, "utf-8")
        assert read_toml("s.toml")["training"]["pseudo_projective"] == expected
    assert main(["train", "many.conllu", "--print-settings", "--pipeline"]) == 0
    assert 'pseudo_projective = "head"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("count", "given", "templates", "seeds", "told"),
    [
        (TINY - 1, {}, "fast", SEEDS_OF_SMALL, "features.templates = fast and training.seeds = 3"),
        (TINY, {}, "rich", SEEDS_OF_SMALL, "training.seeds = 3"),
        (SMALL - 1, {}, "rich", SEEDS_OF_SMALL, "training.seeds = 3"),
        (SMALL, {}, "rich", 1, ""),
        (TINY - 1, {"seeds": 1}, "fast", 1, "features.templates = fast"),
        (TINY - 1, {"features": "rich"}, "rich", SEEDS_OF_SMALL, "training.seeds = 3"),
        (TINY - 1, {"by_size": False, "seeds": 2}, "rich", 2, ""),
        (TINY - 1, {"system": "swap"}, "fast-stack", SEEDS_OF_SMALL, "features.templates = fast-stack and training.seeds = 3"),
        (TINY - 1, {"system": "arc-hybrid", "seeds": 1}, "fast,second", 1, "features.templates = fast,second"),
        (TINY - 1, {"preset": "fast"}, "fast", SEEDS_OF_SMALL, "training.seeds = 3"),
        (TINY - 1, {"preset": "panparser"}, "zn11", 1, ""),
        (TINY - 1, {"classifier.name": "linear-svm", "seeds": 1}, "fast", 1, "features.templates = fast"),
    ],
)
def test_small_treebanks_get_what_is_best_for_them(count, given, templates, seeds, told):
    parser = tw.Parser(dict(given))
    sentences = list(tw.read(TINY_TREEBANK / "train.conllu"))[:count]
    assert parser.adapt(sentences) == ([f"only {count} sentences, so {told}"] if told else [])
    assert (parser.settings["features"]["templates"], parser.settings["training"]["seeds"]) == (templates, seeds)
    assert parser.features.text == tw.Parser(parser.settings).features.text
    assert parser.adapt(sentences * 7) == []  # more data: as if there had been no other
    assert parser.settings["features"]["templates"] == tw.Parser(dict(given)).settings["features"]["templates"]


@pytest.mark.parametrize(("words", "epochs"), [(0, 120), (3_000, 120), (7_000, 100), (20_000, 35), (35_000, 20), (10**6, 8)])
def test_networks_train_longer_on_small_treebanks(words, epochs):
    assert epochs_for(words) == epochs


def test_a_network_with_far_too_few_epochs_is_told_of():
    said = "training.epochs = 2: too few for a network to learn from 20,000 words; "
    assert too_few_epochs(2, 20_000) == said + "training.epochs = 0, the default, would give it 35"
    for epochs, words in ((0, 20_000), (4, 20_000), (1, 200_000), (12, 3_000)):
        assert too_few_epochs(epochs, words) == ""


@pytest.mark.parametrize(("more", "warned"), [
    (["--classifier", "bilstm", "--epochs", "2"], 1), (["--classifier", "bilstm", "--epochs", "12"], 0),
    (["--epochs", "1"], 0), (["--preset", "best", "--epochs", "1"], 1),
])  # fmt: skip
def test_the_command_warns_of_far_too_few_epochs_once(more, warned, capfd, monkeypatch):
    monkeypatch.setattr("treewright.command_line.train._train", lambda *_: 0)
    if more[0] != "--epochs":
        pytest.importorskip("torch")
    assert main(["train", str(TINY_TREEBANK / "train.conllu"), "-o", "no.tw", *more]) == 0
    assert capfd.readouterr().err.count("too few for a network") == warned


def test_epochs_by_size_are_those_of_the_training_data():
    parser = tw.Parser(classifier="feed-forward")
    sentences = treebank(crossing=False)
    assert parser.settings["training"]["epochs"] == 0
    for times in (1, 30):
        words = times * sum(map(len, sentences))
        assert f"{words:,} words, so training.epochs = {epochs_for(words)}" in parser.adapt(sentences * times)
        assert parser.settings["training"]["epochs"] == epochs_for(words)
    parser = tw.Parser(classifier="feed-forward", epochs=5)
    assert not any("epochs" in told for told in parser.adapt(sentences))
    assert parser.settings["training"]["epochs"] == 5


@pytest.mark.parametrize(
    ("given", "affixes", "lemma"),
    [
        ({"classifier": "feed-forward"}, 0, 0),
        ({"classifier": "feed-forward", "network.affixes": 7}, 7, 0),
        ({"classifier": "feed-forward", "decoder": "biaffine"}, 50, 50),
        ({"classifier": "feed-forward", "joint_tags": "upos"}, 50, 0),
        ({"classifier": "feed-forward", "system": "set-based"}, 50, 50),
        ({"classifier": "bilstm"}, 50, 50),
        ({"classifier": "stack-lstm"}, 50, 50),
        ({"decoder": "biaffine"}, 50, 50),
    ],
)
def test_feed_forward_parsers_see_no_affixes_and_lemmas_where_there_are_tags(given, affixes, lemma):
    network = resolve(given)["network"]
    assert (network["affixes"], network["lemma"]) == (affixes, lemma)


def test_feed_forward_taggers_see_affixes():
    assert Tagger("upos", {"classifier": "feed-forward"}).parser.settings["network"]["affixes"] == 50
    assert Tagger("upos", {"classifier": "feed-forward", "network.affixes": 7}).parser.settings["network"]["affixes"] == 7
    for stage in ("tagger", "lemmatizer"):
        given = {"classifier": "feed-forward", f"{stage}.classifier": "feed-forward"}
        assert resolve(given, pipeline=True)["network"]["affixes"] == 50


def test_a_graph_based_network_says_how_long_it_learns():
    words = sum(map(len, treebank(crossing=False)))
    said = f"{words:,} words, so training.epochs = {epochs_for(words)}"
    assert tw.Parser(decoder="biaffine").adapt(treebank(crossing=False)) == [said]
    assert tw.Parser(decoder="biaffine", epochs=3).adapt(treebank(crossing=False)) == []


def test_a_small_model_is_the_sum_of_its_seeds_and_keeps_what_it_was_made_of(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tw.write(treebank(crossing=False)[:12], "few.conllu")
    assert main(["train", "few.conllu", "-o", "m.tw", "--epochs", "2", "--beam", "2"]) == 0
    said = "only 12 sentences, so features.templates = fast and training.seeds = 3\n"
    told = capsys.readouterr().err
    assert said in told
    assert [line for line in told.splitlines() if "seed " in line] == ["  seed 1", "  seed 2", "  seed 3"]
    settings = model_file.read_header("m.tw")["settings"]
    assert (settings["features"]["templates"], settings["training"]["seeds"]) == ("fast", 3)
    parser = tw.Parser(seeds=3, features="fast", beam=2, epochs=2)
    parser.train(tw.read("few.conllu"))
    parsed = tw.load("m.tw")
    for sentence in tw.read(TINY_TREEBANK / "test.conllu"):
        assert parsed(sentence).to_conllu() == parser(sentence).to_conllu()
    rows = parsed.train(list(tw.read(TINY_TREEBANK / "dev.conllu"))[:5], epochs=1)  # a model that was read has decided
    assert len(rows) == 3 and parsed.settings["features"]["templates"] == "fast"


def test_a_pipeline_decides_for_its_parser():
    pipeline = tw.Pipeline({"tokenizer.epochs": 0})
    assert len(pipeline.adapt(treebank(crossing=True))) == 1
    assert pipeline.settings["training"]["seeds"] == 1
    assert pipeline.settings["training"]["pseudo_projective"] == "head"
    assert list(flatten(pipeline.settings)) == [name for name in SETTINGS if not name.startswith("ensemble.")]
