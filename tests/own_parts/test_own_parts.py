"""Parts in plain Python: what compiled ones do, they do; and the example of the documentation runs."""

import importlib.util
from pathlib import Path

import numpy
import pytest
from arc_hybrid_in_python import PlainArcHybrid, PlainArcHybridOracle

import treewright as tw
from treewright.conformance import check_oracle, check_transition_system
from treewright.conformance.own_sentences import own_sentences
from treewright.oracles.arc_hybrid_partial import ArcHybridPartialOracle
from treewright.training import TrainingStrategy
from treewright.transitions import TRANSITION_SYSTEMS

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
WAYS = {
    "static": {"strategy": "local", "oracle": "static"},
    "exploring": {"strategy": "local", "explore": "always"},
    "sampling": {"strategy": "local", "explore": "sampled"},
    "early": {"beam": 3, "strategy": "early-update"},
    "violation": {"beam": 3, "strategy": "max-violation", "labels": "second"},
    "restart": {"beam": 3, "strategy": "laso", "explore": "always", "margin": 0.1, "training.positive": "all"},
    "unlabelled": {"beam": 0, "strategy": "early-update", "labels": "none", "epochs": 1},
}


class ShortArcs(PlainArcHybrid):
    """Short-spanned arc-hybrid with a limit of its own, which only `makes` tells of."""

    kinds = ("shift", "left-arc", "right-arc", "reduce")
    partial = True
    oracle = ArcHybridPartialOracle
    reach = 2

    def is_valid(self, c, kind):
        if kind == 0:
            return c.words_in_buffer() > 0
        if kind == 3 or not c.is_word(c.top()):
            return c.is_word(c.top())
        head = c.next() if kind == 1 else c.second()
        return c.is_word(head) and self.makes(c.top(), head)

    def apply(self, c, kind, label):
        if kind == 3:
            c.pop()
        else:
            super().apply(c, kind, label)

    def makes(self, word, head):
        return head > 0 and abs(head - word) <= self.reach


def trained(system, **settings):
    sentences = own_sentences(4 if settings.get("beam") == 0 else 10)
    if settings.get("beam") == 0:
        sentences = [s for s in tw.read(Path(tw.__file__).parent / "data/tiny/train.conllu") if len(s) < 6][:4]
    parser = tw.Parser(system=system, preset="panparser", **{"epochs": 3, **settings})
    rows = parser.train(sentences)
    return parser, [row["updates"] for row in rows], [parser(s).source for s in sentences]


def test_plain_parts_keep_the_rules():
    check_transition_system(PlainArcHybrid)
    check_oracle(PlainArcHybridOracle, PlainArcHybrid)


@pytest.mark.parametrize("root", ["first", "last"])
@pytest.mark.parametrize("way", WAYS)
def test_plain_system_gives_the_same_as_the_compiled_one(way, root):
    plain, plain_updates, plain_trees = trained(PlainArcHybrid, root=root, **WAYS[way])
    ours, our_updates, our_trees = trained("arc-hybrid", root=root, **WAYS[way])
    assert plain_updates == our_updates and sum(our_updates) > 0
    assert plain_trees == our_trees
    for name, array in ours.model.arrays().items():
        assert numpy.array_equal(array, plain.model.arrays()[name]), name


@pytest.mark.parametrize("root", ["first", "last"])
def test_a_model_of_a_plain_system_is_loaded_with_its_class(tmp_path, root):
    parser, _, trees = trained(PlainArcHybrid, root=root, beam=3, strategy="early-update", single_root=False)
    parser.save(tmp_path / "own.tw")
    with pytest.raises(tw.ModelError, match=r"load it with system=YourClass"):
        tw.load(tmp_path / "own.tw")
    again = tw.load(tmp_path / "own.tw", system=PlainArcHybrid)
    assert again.settings["system"] == parser.settings["system"]
    assert [again(s).source for s in own_sentences(10)] == trees


def test_a_plain_system_in_threads():
    parser, _, trees = trained(PlainArcHybrid, beam=3, strategy="early-update")
    assert [s.source for s in parser.pipe(own_sentences(10), threads=2)] == trees


def test_a_compiled_system_cannot_be_overridden():
    class Mine(TRANSITION_SYSTEMS["arc-eager"]):
        def is_valid(self, c, kind):
            return True

    with pytest.raises(tw.SettingsError, match=r"Mine overrides is_valid of the compiled ArcEager.*derive it from Tr"):
        tw.Parser(system=Mine)


def test_a_plain_system_must_be_whole():
    class Half(tw.TransitionSystem):
        kinds = ("shift",)

        def is_valid(self, c, kind):
            return True

    with pytest.raises(tw.SettingsError, match=r"Half must define is_valid, apply and is_final; found only is_valid"):
        tw.Parser(system=Half)


def test_an_error_in_a_plain_system_reaches_the_user():
    class Wrong(PlainArcHybrid):
        def apply(self, c, kind, label):
            raise ZeroDivisionError("in apply")

    for settings in ({"strategy": "local"}, {"beam": 3, "strategy": "early-update"}):
        with pytest.raises(ZeroDivisionError, match="in apply"):
            trained(Wrong, **settings)


def test_a_system_without_oracle_cannot_be_trained():
    class Silent(PlainArcHybrid):
        oracle = None

    with pytest.raises(tw.SettingsError, match="has no oracle"):
        trained(Silent)


def test_a_strategy_of_ones_own():
    class Often(TrainingStrategy):
        """Early update, then on from where it went wrong in every second epoch."""

        restart = "positive"

        def exploration_rate(self, epoch, epochs):
            return float(epoch % 2)

    parser, updates, _ = trained("arc-eager", beam=3, strategy=Often, restart="positive")
    assert updates[0] > 10 and parser.evaluate(own_sentences()).las > 60


def test_a_strategy_that_decides_where_to_go_on():
    asked = []

    class Chooser(TrainingStrategy):
        restart = "positive"

        def choose_start(self, reason):
            asked.append(reason)
            return None if len(asked) % 3 == 0 else "negative" if len(asked) % 3 == 1 else "positive"

    trained("arc-eager", beam=3, strategy=Chooser)
    assert len(asked) > 10 and set(asked) == {"positive"}


def test_the_example_of_the_documentation_runs(capsys):
    path = EXAMPLES / "own_transition_system.py"
    spec = importlib.util.spec_from_file_location("own_transition_system", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.main(Path(tw.__file__).parent / "data" / "tiny" / "train.conllu", sentences=20)
    shown = capsys.readouterr().out
    assert "no rule broken" in shown and "beam, max-violation:" in shown


def test_a_system_tells_which_arcs_it_makes():
    """Gold trees, facts and lifts know the limit of a system of one's own as they know that of ours."""
    check_transition_system(ShortArcs, small=3, sentences=10)
    sentences = list(tw.read(Path(tw.__file__).parent / "data/tiny/train.conllu"))[:80]
    found = []
    for system, more in ((ShortArcs, {}), ("arc-hybrid-span", {"max_length": 2})):
        parser = tw.Parser(system=system, features="rich", beam=1, epochs=2, seeds=1, pseudo_projective="head", **more)
        parser.train(sentences, progress=False)
        assert len(parser.facts) > 20 and parser.arc_test()(1, 3) and not parser.arc_test()(1, 4)
        kept = [parser(sentence, keep="heads", on_conflict="relax").source for sentence in sentences[:30]]
        found.append([parser(sentence).source for sentence in sentences] + kept)
    assert found[0] == found[1]
    assert tw.Parser(system=PlainArcHybrid).arc_test() is None
