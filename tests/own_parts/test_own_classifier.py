"""A classifier in plain Python (the numpy network of the documentation) with every search and strategy, saved and loaded."""

import pickle
import subprocess
import sys

import numpy
import pytest
from examples import EXAMPLES, example

import treewright as tw
from treewright.conformance import check_classifier
from treewright.conformance.own_sentences import own_sentences
from treewright.ensemble import Voting
from treewright.training.callbacks import Callbacks

Network = example("own_classifier").Network
WAYS = {
    "local": {"strategy": "local"},
    "sampling": {"strategy": "local", "explore": "sampled"},
    "early": {"beam": 2, "strategy": "early-update"},
    "violation": {"beam": 2, "strategy": "max-violation"},
    "full": {"beam": 2, "strategy": "full-update"},
    "laso": {"beam": 2, "strategy": "laso"},
    "easy-first": {"system": "easy-first"},
    "tied": {"system": "arc-swift", "strategy": "local"},
    "swap": {"system": "swap", "strategy": "local", "explore": "never"},
    "second": {"strategy": "local", "labels": "second"},
    "keys": {"strategy": "local", "classifier": type("Keys", (Network,), {"looks_at": "keys", "__module__": __name__})},
}


def trained(count=5, **settings):
    gold = own_sentences(count)
    parser = tw.Parser(**{"classifier": Network, "preset": "fast", "epochs": 6, "pseudo_projective": "none", **settings})
    return parser, parser.train(gold), gold


def sources(parser, sentences):
    return [parser(sentence).source for sentence in sentences]


def test_it_keeps_the_rules():
    assert check_classifier(Network).total > 20


@pytest.mark.parametrize("way", WAYS)
def test_every_search_and_strategy(way, tmp_path):
    parser, rows, gold = trained(**WAYS[way])
    assert rows[0]["updates"] > rows[-1]["updates"] or way in ("full", "early")  # they update once a sentence
    assert parser.evaluate(gold).uas > (20 if way in ("full", "early") else 50)
    parser.save(tmp_path / "own.tw")
    again = tw.load(tmp_path / "own.tw", classifier=WAYS[way].get("classifier", Network))
    assert sources(again, gold) == sources(parser, gold)


def test_a_model_needs_its_class(tmp_path):
    parser, _, gold = trained(2, epochs=1)
    parser.save(tmp_path / "own.tw")
    with pytest.raises(tw.ModelError, match=r"uses your own classifier 'own_classifier:Network'; load it with"):
        tw.load(tmp_path / "own.tw")
    script = tw.Parser(classifier=type("Mine", (Network,), {"__module__": "__main__"}), epochs=1)
    script.train(gold[:3], progress=False)
    script.save(tmp_path / "script.tw")
    with pytest.raises(tw.ModelError, match=r"parse --classifier MODULE:Mine, with the class in the file MODULE\.py$"):
        tw.load(tmp_path / "script.tw")
    again = pickle.loads(pickle.dumps(parser))
    assert sources(again, gold) == sources(parser, gold)
    assert [s.source for s in parser.pipe(gold, threads=2)] == sources(parser, gold)
    ours = tw.Parser(preset="fast", epochs=1)
    ours.train(gold)
    ours.save(tmp_path / "ours.tw")
    with pytest.raises(tw.ModelError, match="averaged-perceptron, which is not one of your own; load it without"):
        tw.load(tmp_path / "ours.tw", classifier=Network)


def test_votes_mix_it_with_a_linear_model():
    parser, _, gold = trained()
    linear = tw.Parser(preset="fast", epochs=6, pseudo_projective="none")
    linear.train(gold)
    assert sources(Voting([parser, linear], [1.0, 0.0]), gold) == sources(parser, gold)
    assert Voting([parser, linear]).evaluate(gold).uas > 50


class Killed(Callbacks):
    """Ends a training after its second epoch, as a kill would."""

    def on_epoch_end(self, loop, epoch, row):
        if epoch == 3:
            raise KeyboardInterrupt


def test_training_goes_on_where_it_was_killed(tmp_path):
    parser, _, gold = trained(3)
    killed = tw.Parser(classifier=Network, preset="fast", epochs=6, pseudo_projective="none")
    with pytest.raises(KeyboardInterrupt):
        killed.train(gold, callbacks=Killed(), checkpoint=tmp_path / "own.checkpoint")
    resumed = tw.Parser(classifier=Network, preset="fast", epochs=6, pseudo_projective="none")
    resumed.train(gold, checkpoint=tmp_path / "own.checkpoint", resume=True)
    for name, array in parser.model.arrays().items():
        assert numpy.array_equal(array, resumed.model.arrays()[name]), name


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"seeds": 3}, "training.seeds = 3 cannot work with the classifier Network: only weights can be averaged"),
        ({"threads": 2}, "training.threads = 2 cannot work with the classifier Network: it cannot exchange what it learns"),
        ({"prune": 0.5}, "classifier.prune = 0.5 cannot work with the classifier Network: it has no weights to prune"),
    ],
)
def test_what_needs_weights_is_refused(settings, reason):
    with pytest.raises(tw.SettingsError, match=reason):
        tw.Parser(classifier=Network, **settings)


def broken(**methods):
    return type("Broken", (Network,), methods)


@pytest.mark.parametrize(
    ("methods", "seen"),
    [
        ({"scores": lambda self, features: None}, r"Broken.scores: seen NoneType, expected a numpy array of \d+ finite"),
        ({"scores": lambda self, features: numpy.zeros(2)}, r"Broken.scores: seen an array of shape \(2,\), expected a numpy"),
        ({"scores": lambda self, features: numpy.zeros(self.classes, int)}, "Broken.scores: seen an array of int64"),
        ({"scores": lambda self, features: numpy.full(self.classes, numpy.nan)}, "seen nan as the score of class 0"),
        ({"arrays": lambda self: [1]}, "Broken.arrays: seen list, expected a dict of numpy arrays"),
        ({"arrays": lambda self: {"a": 1}}, "Broken.arrays: seen int as 'a', expected a numpy array under a name"),
        ({"arrays": lambda self: {"a": numpy.array(["x"])}}, "Broken.arrays: seen an array of <U1 as 'a', expected one"),
        ({"arrays": lambda self: {"a": numpy.array([numpy.inf])}}, "Broken.arrays: seen 'a' with NaN or infinity"),
        ({"__init__": lambda self, classes, seed=1: Network.__init__(self, 3)}, "Broken.__init__: seen 3 classes, expected"),
        ({"looks_at": "words"}, "Broken.looks_at: seen 'words', expected 'atoms' or 'keys'"),
    ],
)
@pytest.mark.parametrize("way", [{"strategy": "local"}, {"beam": 2, "strategy": "early-update"}])
def test_a_broken_contract_is_one_sentence(methods, seen, way):
    with pytest.raises(tw.TreewrightError, match=seen) as caught:
        trained(2, classifier=broken(**methods), epochs=1, **way)
    assert "\n" not in str(caught.value)


def test_methods_that_are_not_there_are_named():
    class Empty(tw.Classifier):
        pass

    with pytest.raises(tw.TreewrightError, match="Empty: seen no scores, learn, arrays, restore, expected methods"):
        trained(2, classifier=Empty, epochs=1)


def test_an_error_inside_reaches_the_user():
    def fails(self, features):
        raise ZeroDivisionError("in scores")

    for way in ({"strategy": "local"}, {"beam": 2, "strategy": "laso"}):
        with pytest.raises(ZeroDivisionError, match="in scores"):
            trained(2, classifier=broken(scores=fails), epochs=1, **way)


def test_the_example_runs():
    subprocess.run([sys.executable, EXAMPLES / "own_classifier.py"], check=True, capture_output=True)


def test_on_the_command_line(tmp_path):
    gold = tmp_path / "gold.conllu"
    tw.write(own_sentences(4), gold)
    (tmp_path / "own_classifier.py").write_text((EXAMPLES / "own_classifier.py").read_text())
    command = [sys.executable, "-m", "treewright"]

    def run(*arguments):
        return subprocess.run([*command, *arguments], cwd=tmp_path, capture_output=True, text=True)

    flags = ["--preset", "fast", "--epochs", "2", "-q", "-o", "own.tw"]
    assert run("train", "gold.conllu", "--classifier", "own_classifier:Network", *flags).returncode == 0
    refused = run("parse", "own.tw", "gold.conllu")
    assert refused.returncode == 2 and "parse --classifier own_classifier:Network" in refused.stderr
    parsed = run("parse", "own.tw", "gold.conllu", "--classifier", "own_classifier:Network")
    assert parsed.returncode == 0 and parsed.stdout.count("\n\n") == 4
    refused = run("parse", "own.tw", "gold.conllu", "--classifier", "other:Other")
    assert refused.returncode == 2 and "cannot import" in refused.stderr


def test_errors_of_ones_own_code_name_its_file_and_function(tmp_path):
    tw.write(own_sentences(2), tmp_path / "gold.conllu")
    text = (EXAMPLES / "own_classifier.py").read_text()
    (tmp_path / "faulty.py").write_text(text.replace('"""One score for each class."""', "raise OverflowError('two\\nlines')"))
    command = [sys.executable, "-m", "treewright", "train", "gold.conllu", "-o", "m.tw", "--classifier", "faulty:Network"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    last = done.stderr.strip().split("\n")[-1]
    assert done.returncode == 2 and "faulty.py, line" in last and "in scores: OverflowError: two lines; -v shows" in last


class Tuned(Network):
    """Takes a setting, and does not work without it."""

    more_settings = ("cost",)

    def __init__(self, classes, cost=0.5, seed=1):
        super().__init__(classes, seed)
        self.cost = cost

    def scores(self, features):
        assert self.cost == 3.0
        return super().scores(features)


def test_its_settings_reach_the_model(tmp_path):
    gold = own_sentences(2)
    parser = tw.Parser({"classifier.cost": 3.0}, classifier=Tuned, preset="fast", epochs=1)
    parser.train(gold, gold)
    parser.save(tmp_path / "own.tw")
    assert tw.load(tmp_path / "own.tw", classifier=Tuned).model.cost == 3.0


def test_another_class_than_that_of_the_model_is_named(tmp_path):
    parser, _, _ = trained(2, epochs=1)
    parser.save(tmp_path / "own.tw")
    other = broken(restore=lambda self, state: state["absent"])
    with pytest.raises(tw.ModelError, match="was trained with your own classifier own_classifier:Network, and Broken cannot"):
        tw.load(tmp_path / "own.tw", classifier=other)


def test_a_subclass_of_ours_that_is_fitted_trains_once():
    pytest.importorskip("sklearn")
    from treewright.classifiers.linear_svm import LinearSVM

    svm = type("MySVM", (LinearSVM,), {"__module__": __name__})
    way = {"beam": 1, "strategy": "local", "explore": "never", "margin": 0.0, "oracle": "static"}
    parser = tw.Parser(classifier=svm, **way)
    assert len(parser.train(own_sentences(4))) == 1
    with pytest.raises(tw.SettingsError, match=r"training.threads = 2 cannot work with classifier.name = \w+:MySVM"):
        tw.Parser(classifier=svm, threads=2, **way)
