"""Transitions in steps: with tied classes the arcs of arc-swift are scored as the reduces and the arc of arc-eager."""

import pytest

import treewright as tw
from treewright.classifiers.linear_learner import LinearLearner
from treewright.classifiers.scorer import scores_of
from treewright.conformance.own_sentences import own_sentences
from treewright.errors import SettingsError
from treewright.features import extraction_of
from treewright.search import Greedy, TransitionClasses
from treewright.search.steps import StepScorer
from treewright.settings import resolve
from treewright.transitions import TRANSITION_SYSTEMS


def trained(**settings):
    strategy = {} if "preset" in settings else {"strategy": "laso"}
    parser = tw.Parser(**{"system": "arc-swift", "epochs": 3, "seed": 7, **strategy, **settings})
    parser.train(own_sentences(20))
    return parser


def bytes_of(parser):
    return b"".join(parser.parse_bytes(own_sentences(30)))


def steps_of(c, kind):
    """What arc-eager does where arc-swift makes a transition."""
    if kind < 2:
        headed = next((i for i, word in enumerate(reversed(c.stack)) if c.heads[word - 1] < 0), 0) if kind else 0
        return [3] * headed + [kind]
    return [3] * (kind - 2) + [2]


def test_a_path_of_arc_swift_has_the_score_of_the_same_path_of_arc_eager():
    eager = trained(system="arc-eager", history=False)  # what was done last differs
    swift = TRANSITION_SYSTEMS["arc-swift"]()
    classes, own = TransitionClasses(swift, len(eager.labels), tied=True), eager.transition_classes()
    assert classes.count == own.count  # of shift, left-arc, right-arc and reduce
    steps = StepScorer(swift, classes, eager.model.scorer(extraction_of(eager.features), classes.room))
    search = Greedy(swift, steps, classes)
    scorer = eager.model.scorer(extraction_of(eager.features))
    deepest = 0
    for sentence in own_sentences(20):
        *_, score = search.parse(sentence)
        path = search.c.path()
        scorer.begin(sentence)
        c, d = eager.system.initial(len(sentence)), swift.initial(len(sentence))
        total = 0.0
        for kind, label in path:
            for step in steps_of(d, kind):
                labelled = step in (1, 2)
                total += scores_of(scorer, c)[own.first[step] + (label if labelled else 0)] * scorer.scale
                eager.system.step(c, step, label if labelled else 0)
            deepest = max(deepest, kind)
            swift.step(d, kind, label)
        assert c.heads == d.heads
        assert score == pytest.approx(total, abs=1e-3)
    assert deepest > 2


def test_tied_classes_do_not_grow_with_the_depth():
    classes = TransitionClasses(TRANSITION_SYSTEMS["arc-swift"](depth=3), 5, tied=True)
    assert classes.count == 12 and classes.reduce == 11
    assert list(classes.first) == [0, 1, 6, 12, 17] and list(classes.like) == [0, 1, 2, 2, 2] and classes.room == 32
    apart = TransitionClasses(TRANSITION_SYSTEMS["arc-swift"](depth=3), 5)
    assert apart.count == 21 and apart.reduce == -1 and apart.room == 0
    assert TransitionClasses(TRANSITION_SYSTEMS["arc-eager"](), 5, tied=True).reduce == -1


@pytest.mark.parametrize(
    "settings", [{}, {"preset": "fast"}, {"strategy": "max-violation"}, {"labels": "none"}, {"root": "first"}, {"depth": 1},
                 {"preset": "fast", "update": "uniform"}, {"threads": 2}], ids=str
)  # fmt: skip
def test_steps_are_learnt(settings, tmp_path):
    parser = trained(**{"epochs": 15, **settings})
    assert parser.settings["classifier"]["tied"]
    scores = tw.evaluate(own_sentences(20), list(parser.pipe(own_sentences(20))))
    assert scores.uas > (75 if "depth" in settings else 95)
    parser.save(tmp_path / "model.tw")
    assert bytes_of(tw.load(tmp_path / "model.tw")) == bytes_of(parser) == bytes_of(trained(**{"epochs": 15, **settings}))


class Own(LinearLearner):
    """Looks at whole transitions, as all that are fitted do."""


def test_a_fitted_classifier_has_no_tied_classes():
    parser = tw.Parser({"system": "arc-swift", "classifier.name": Own})
    parser.labels = ["a", "b"]
    assert parser.transition_classes().reduce == -1


def test_a_model_that_knows_nothing_of_tied_classes_is_read_as_it_was():
    from treewright.storage.versions import version_2

    parser = trained(tied=False)
    header, arrays = parser.contents()
    del header["settings"]["classifier"]["tied"]
    assert bytes_of(tw.Parser.from_contents(version_2({**header, "parts": {}}), arrays)) == bytes_of(parser)


def test_arcs_of_arc_swift_are_tied_where_they_can_be():
    assert resolve({"system": "arc-swift"})["classifier"]["tied"]
    assert resolve({"system": "arc-swift"}, "fast")["classifier"]["tied"]
    assert not resolve({})["classifier"]["tied"]
    for other in ({"labels": "second"}, {"classifier.name": "linear-svm"}, {"tied": False}):
        assert not resolve({"system": "arc-swift", **other})["classifier"]["tied"]
    for other in ({"labels": "second"}, {"classifier.name": "linear-svm"}):
        with pytest.raises(SettingsError, match=r"classifier\.tied = true cannot work with"):
            resolve({"system": "arc-swift", "tied": True, **other})
