"""Nearest neighbours: what the tree of instances finds is what comparing all of them finds; forged arrays are refused."""

import math
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy
import pytest

import treewright as tw
from treewright.classifiers.fitted_classifier import FittedClassifier
from treewright.classifiers.linear_classifier import LinearClassifier
from treewright.classifiers.nearest_neighbours import NearestNeighbours, importance
from treewright.classifiers.neighbour_arrays import MOST_WEIGHT
from treewright.classifiers.neighbour_table import NeighbourTable
from treewright.classifiers.scorer import scores_of
from treewright.conformance.own_sentences import own_sentences
from treewright.errors import ModelError
from treewright.features import FeatureModel, extraction_of
from treewright.features.extraction import atoms_of
from treewright.search import Greedy, TransitionClasses
from treewright.storage import model_file
from treewright.transitions import TRANSITION_SYSTEMS

sys.path.insert(0, str(Path(__file__).parents[1] / "features"))
from pure_copy import pure_copy


def bits(values):
    return -sum(n / len(values) * math.log2(n / len(values)) for n in Counter(values).values())


def test_information_gain_and_gain_ratio_by_their_definitions():
    rng = numpy.random.default_rng(1)
    values, classes = rng.integers(0, 5, 300), rng.integers(0, 4, 300)
    classes[values == 2] = 1
    rest = sum((values == v).mean() * bits(classes[values == v].tolist()) for v in range(5))
    gain = bits(classes.tolist()) - rest
    assert importance(values, classes, False) == pytest.approx(gain)
    assert importance(values, classes, True) == pytest.approx(gain / bits(values.tolist()))
    assert importance(numpy.zeros(300, int), classes, True) == importance(numpy.zeros(300, int), classes, False) == 0


def learnt(k, weighting="gain-ratio", system="arc-eager"):
    """A parser and its instances as they were given to the learner."""
    seen = []

    class Watched(NearestNeighbours):
        def fit_to(self, keys, values, counts, numbers):
            seen.append((keys.reshape(len(counts), -1), numbers))
            return super().fit_to(keys, values, counts, numbers)

    settings = {"classifier.name": Watched, "features": "desr", "strategy": "local", "oracle": "static"}
    parser = tw.Parser({**settings, "classifier.neighbours": k, "classifier.weighting": weighting, "system.name": system})
    parser.train(own_sentences(12))
    return parser, *seen[0]


def by_comparison(atoms, numbers, query, k, weighting, classes):
    """The votes of the k nearest distances, from the definitions."""
    weights = [importance(numpy.unique(a, return_inverse=True)[1], numbers, weighting == "gain-ratio") for a in atoms.T]
    whole = numpy.rint(numpy.array(weights) / max(weights) * MOST_WEIGHT).astype(int)
    distances = ((atoms != query) * whole).sum(axis=1)
    near = sorted(set(distances.tolist()))[:k]
    return numpy.bincount(numbers[distances <= near[-1]], minlength=classes) + numpy.bincount(
        numbers, minlength=classes
    ) / (2 * len(numbers))


@pytest.mark.parametrize("weighting", ["gain-ratio", "information-gain"])
@pytest.mark.parametrize("k", [1, 2, 5, 1000])
def test_the_same_as_comparing_with_all_instances(k, weighting):
    parser, atoms, numbers = learnt(k, weighting)
    system = TRANSITION_SYSTEMS["arc-eager"]()
    extraction = extraction_of(FeatureModel.from_text(parser.features.text, lexicalised=True, labels=True))
    search = Greedy(system, parser.model.scorer(extraction), TransitionClasses(system, len(parser.labels)))
    checked = 0
    for sentence in own_sentences(15)[9:]:  # some of them were not in the training data
        search.encode(sentence)
        c = system.initial(len(sentence))
        while not system.final(c):
            query, votes = numpy.array(atoms_of(extraction, c), "u8"), scores_of(search.scorer, c)
            expected = by_comparison(atoms, numbers, query, k, weighting, parser.model.classes)
            assert votes[: parser.model.classes] == pytest.approx(expected, abs=1e-3)
            checked += 1
            system.step(c, system.valid(c)[-1])
    assert checked > 60


def test_instances_are_sorted_merged_and_whole():
    parser, atoms, numbers = learnt(3)
    arrays = parser.model.arrays()
    rows = arrays["rows"].reshape(-1, len(arrays["atoms"]))
    assert len(rows) == len(numpy.unique(atoms[:, arrays["atoms"]], axis=0)) == parser.model.feature_count
    assert arrays["counts"].sum() == len(numbers)
    assert [tuple(r) for r in rows.tolist()] == sorted(tuple(r) for r in rows.tolist())
    assert (numpy.diff(arrays["importance"]) <= 0).all() and parser.model.bytes_in_memory() > 1000
    for at in range(1, len(rows)):
        assert (rows[at][: arrays["shared"][at]] == rows[at - 1][: arrays["shared"][at]]).all()
        assert rows[at][arrays["shared"][at]] != rows[at - 1][arrays["shared"][at]]


def test_forged_arrays_are_refused():
    parser, _, _ = learnt(3)
    arrays, classes = parser.model.arrays(), parser.model.classes
    NeighbourTable(classes, arrays)

    def forge(name, index, value):
        array = arrays[name].copy()
        array[index] = value
        return {**arrays, name: array}

    forged = [
        forge("parameters", 0, 2), forge("parameters", 1, 0), forge("parameters", 1, 2**20), forge("importance", 0, -1),
        forge("importance", 0, 2**30), forge("shared", 0, 1), forge("shared", 3, 255), forge("following", 2, 2),
        forge("following", 2, -1), forge("following", 2, 2**30), forge("starts", 1, 2**31), forge("starts", 0, 1),
        forge("value_starts", 2, 2**31), forge("classes", 0, classes), forge("counts", 0, 0),
        {**arrays, "rows": arrays["rows"][1:]}, {**arrays, "counts": arrays["counts"][1:]},
        {**arrays, "rows": arrays["rows"].astype("i8")}, {**arrays, "values": arrays["values"][:0]},
        {**arrays, "shared": arrays["shared"][:0]}, {**arrays, "importance": arrays["importance"][1:]},
    ]  # fmt: skip
    for own in forged:
        with pytest.raises(ModelError, match="the remembered instances are not sound"):
            NeighbourTable(classes, own)


def test_atoms_that_the_templates_do_not_have_are_refused():
    parser, _, _ = learnt(3)
    arrays = parser.model.arrays()
    arrays["atoms"] = arrays["atoms"].copy()
    arrays["atoms"][0] = 5000
    parser.model = NeighbourTable(parser.model.classes, arrays)
    parser.decoders = type(parser.decoders)()  # those of the old table
    with pytest.raises(ModelError, match="atom 5000"):
        parser(own_sentences(1)[0])


SCRIPT = """
import sys
import treewright as tw
import treewright.classifiers.neighbour_table as module
from treewright.conformance.own_sentences import own_sentences, reproduced
mode = "plain" if module.__file__.endswith(".py") else "compiled"
own = own_sentences(6)
ways = {
    "neighbours": {"classifier.name": "nearest-neighbours", "classifier.neighbours": 2},
    "uniform": {"classifier.update": "uniform", "strategy": "local", "features": "desr", "second_order": True, "epochs": 8},
}
try:
    import sklearn
    ways["svm"] = {"classifier.name": "linear-svm"}
except ImportError:
    pass
for name, settings in ways.items():
    parser = tw.Parser(settings)
    parser.train(own[:4])
    if name == "neighbours":
        parser.save(f"{sys.argv[1]}/{mode}.tw")
    print(name, [list(parser(s).heads) for s in own] if name == "neighbours" else reproduced(parser, own[:4]) >= 99)
print(mode, file=sys.stderr)
"""


@pytest.mark.skipif(bool(os.environ.get("TREEWRIGHT_PURE")), reason="TREEWRIGHT_PURE: nothing is meant to be compiled")
def test_plain_python_gives_the_same(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    outputs = {}
    for mode, folder in (("compiled", Path(tw.__file__).parents[1]), ("plain", pure_copy(tmp_path))):
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        done = subprocess.run(
            [sys.executable, script, tmp_path], cwd=folder, env=environment, capture_output=True, text=True
        )  # fmt: skip
        assert done.returncode == 0 and done.stderr.split()[-1] == mode, done.stderr
        outputs[mode] = done.stdout
    assert outputs["compiled"] == outputs["plain"] and "False" not in outputs["plain"]
    one, other = (model_file.read(tmp_path / f"{mode}.tw")[1] for mode in outputs)
    assert all(numpy.array_equal(array, other[name]) for name, array in one.items())


def test_it_is_fitted_but_not_linear():
    """It overrides nothing of weights, because it never had them."""
    assert issubclass(NearestNeighbours, FittedClassifier) and not issubclass(NearestNeighbours, LinearClassifier)
    assert not NearestNeighbours.has_weights and not NearestNeighbours.reads_vectors and not NearestNeighbours.wants_constant
