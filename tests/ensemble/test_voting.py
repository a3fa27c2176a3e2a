"""Voting on transitions: against the rule written down anew, and where the answer is known."""

import math
import os
import subprocess
import sys
import warnings
from functools import cache
from pathlib import Path

import pytest

import treewright as tw
from treewright.classifiers.scorer import scores_of as network_scores
from treewright.ensemble import ENSEMBLES, Combination, Reparsing, Voting
from treewright.features import extraction_of
from treewright.features.extraction import keys_of
from treewright.treebank.dependency_tree import is_tree
from treewright.treebank.projectivity import nonprojective_arcs

sys.path.insert(0, str(Path(__file__).parents[1] / "features"))
sys.path.insert(0, str(Path(__file__).parents[1] / "own_parts"))
from arc_hybrid_in_python import PlainArcHybrid, PlainArcHybridOracle
from pure_copy import pure_copy

GREEDY = {"beam": 1}
BEAM = {"beam": 4, "strategy": "early-update"}
BOTH = pytest.mark.parametrize("search", [GREEDY, BEAM], ids=["greedy", "beam"])


def bytes_of(parser, sentences, **how):
    return b"".join(parser.parse_bytes(sentences, **how))


@BOTH
@pytest.mark.parametrize("root", ["last", "none"])
def test_one_parser_several_times_is_that_parser(parser, test_part, search, root):
    one = parser(root=root, **search)
    alone = bytes_of(one, test_part)
    assert bytes_of(Voting([one]), test_part) == alone
    assert bytes_of(Voting([one, one, one]), test_part) == alone
    assert bytes_of(Voting([one, one, one], [0.1, 0.7, 0.3]), test_part) == alone
    assert [s.source for s in Voting([one, one]).pipe(iter(test_part))] == [one(s).source for s in test_part]
    assert Voting([one, one])(test_part[3]).source == one(test_part[3]).source


@pytest.mark.parametrize("system", ["arc-swift", "covington"])
def test_a_vote_waits_at_every_word_where_its_parsers_do(parser, test_part, system):
    one = parser(system=system, **BEAM)
    assert bytes_of(Voting([one, one]), test_part) == bytes_of(one, test_part)


def test_two_agree_against_one_and_ties_go_to_the_first(parser, test_part):
    one, other = parser(seed=1, **GREEDY), parser(seed=2, **GREEDY)
    first, second = bytes_of(one, test_part), bytes_of(other, test_part)
    assert first != second
    assert bytes_of(Voting([one, other, other]), test_part) == second
    assert bytes_of(Voting([one, other, other], [2, 1, 1]), test_part) == first  # a tie
    assert bytes_of(Voting([one, other, other], [1.9, 1, 1]), test_part) == second
    assert bytes_of(Voting([one, other]), test_part) == first
    assert bytes_of(Voting([one, other], [1, 1.1]), test_part) == second
    assert bytes_of(Voting([one, one, other], [0.1, 0.2, 0.3]), test_part) == first  # a tie, whatever floats make of it


@BOTH
@pytest.mark.parametrize("weights", [[1, 1, 1], [1.1, 1, 1], [1, 2, 1.5]], ids=str)
def test_the_rule(parser, test_part, search, weights):
    search = {**search, "facts": 0}  # but those of roots, which the reference below knows
    parsers = [
        parser(seed=1, **search), parser(seed=2, features="fast", **search), parser(seed=3, features="rich", **search),
    ]  # fmt: skip
    voting = Voting(parsers, weights)
    found = [(list(s.heads), s.labels) for s in voting.pipe(test_part)]
    assert found == [reference(parsers, weights, sentence, search["beam"]) for sentence in test_part]
    assert len({bytes_of(p, test_part) for p in (*parsers, voting)}) == 4  # nobody decided alone


@pytest.fixture(scope="module")
def mixed():
    """A linear parser trained for a beam, and networks trained on single decisions."""
    pytest.importorskip("torch")
    train = list(tw.read(Path(tw.__file__).parent / "data" / "tiny" / "train.conllu"))[:60]
    made = [tw.Parser(preset="panparser", epochs=2, beam=4, strategy="early-update", facts=0)]
    small = {"network.width": 32, "network.layers": 1, "network.hidden": 32, "network.rate": 0.01}
    made += [tw.Parser({"classifier": name, "facts": 0, "epochs": 3, **small}) for name in ("bilstm", "feed-forward")]
    for one in made:
        one.train(train, progress=False)
    return made


@pytest.mark.parametrize("beam", [1, 4])
def test_linear_parsers_and_networks_vote_in_one_search(mixed, test_part, beam, tmp_path):
    parsers = []
    for number, one in enumerate(mixed):
        one.save(tmp_path / f"{number}.tw")
        parsers.append(tw.load(tmp_path / f"{number}.tw", beam=beam))
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # probabilities of paths can be compared, so there is nothing to warn of
        voting = Voting(parsers, [1, 1.1, 1])
    found = [(list(s.heads), s.labels) for s in voting.pipe(test_part[:30])]
    assert found == [reference(parsers, [1, 1.1, 1], sentence, beam) for sentence in test_part[:30]]
    assert len({bytes_of(p, test_part) for p in (*parsers, voting)}) == 4  # nobody decided alone
    assert bytes_of(voting, test_part * 2, threads=2) == bytes_of(voting, test_part) * 2
    assert bytes_of(Voting(parsers[1:] + parsers[:1]), test_part[:9]) == b"".join(
        bytes_of(Voting(parsers[1:] + parsers[:1]), [sentence]) for sentence in test_part[:9]
    )


def keeps_root_label(system, c, kind, label):
    """Whether an arc from ROOT, and no other, gets the label of roots."""
    state, before = c.snapshot(), c.heads
    system.step(c, kind)
    made = [head for head, old in zip(c.heads, before, strict=True) if head != old]
    c.restore(state)
    return not made or (made[0] == 0) == (label == "root")


def reference(parsers, weights, sentence, beam):
    """The tree by the rule of VotingBeam: dictionaries, sorting, and weights looked up one by one."""
    system, labels = parsers[0].system, parsers[0].labels
    score = [scoring(p, sentence) for p in parsers]
    c = system.initial(len(sentence))
    items = [(c.snapshot(), [0.0] * len(parsers))]
    while True:
        successors = {}  # (item, kind, label): totals of all parsers
        for i, (state, totals) in enumerate(items):
            c.restore(state)
            if system.final(c):
                successors[i, -1, -1] = totals
                continue
            scores = [scores_in(c) for scores_in in score]
            classes = parsers[0].transition_classes()
            for kind in system.valid(c):
                for label in range(classes.width[kind]):
                    if not keeps_root_label(system, c, kind, labels[label] if classes.width[kind] > 1 else None):
                        continue
                    number = classes.first[kind] + label
                    successors[i, kind, label] = [t + s[number] for t, s in zip(totals, scores, strict=True)]
        if all(kind < 0 for _, kind, _ in successors):
            c.restore(items[0][0])
            heads, numbers = system.tree(c)
            return heads, [labels[n] for n in numbers]
        points = {}
        for p, weight in enumerate(weights):
            ranking = sorted(successors, key=lambda s, p=p: -successors[s][p])[:beam]
            for place, successor in enumerate(ranking):
                points[successor] = points.get(successor, 0.0) + weight * (beam - place)
        kept = sorted(points, key=lambda s: (-round(points[s], 6), -successors[s][0]))[:beam]
        following = []
        for i, kind, label in kept:
            c.restore(items[i][0])
            if kind >= 0:
                system.step(c, kind, label)
            following.append((c.snapshot(), successors[i, kind, label]))
        items = following


def scoring(parser, sentence):
    """What gives the scores of all classes in a configuration of the sentence; of networks, logarithms of probabilities."""
    extraction = extraction_of(parser.features)
    if not parser.is_network:
        extraction.encode(sentence)
        return lambda c: scores_of(parser, tuple(keys_of(extraction, c)))
    scorer = parser.make_scorer(parser.model, extraction)
    scorer.begin(sentence)

    def probabilities(c):
        classes, raw = parser.transition_classes(), network_scores(scorer, c)
        valid = [classes.first[kind] + label for kind in parser.system.valid(c) for label in range(classes.width[kind])]
        whole = math.log(sum(math.exp(raw[number]) for number in valid))
        return [score - whole for score in raw]

    return probabilities


@cache
def scores_of(parser, keys):
    scores = [0.0] * parser.transition_classes().count
    for key in keys:
        for number, weight in row_of(parser, key):
            scores[number] += weight
    return scores


@cache
def row_of(parser, key):
    return parser.model.stored_row(key)


def renamed(sentences):
    """Labels that sort in another order, and one less: objects are subjects."""
    rename = {"obj": "nsubj", "punct": "a-punct", "det": "z-det"}
    return [s.with_tree(list(s.heads), [rename.get(label, label) for label in s.labels]) for s in sentences]


@BOTH
def test_different_labels(parser, test_part, train_part, search):
    one = parser(**search)
    other = tw.Parser(epochs=2, features="zn11", seed=4, **search)
    other.train(renamed(train_part[:60]))
    assert "obj" in one.labels and not {"a-punct", "z-det"} & {*one.labels} and "a-punct" in other.labels
    # who has no weight has no say, though the labels are numbered by the first
    assert bytes_of(Voting([one, other], [0, 1]), test_part) == bytes_of(other, test_part)
    assert bytes_of(Voting([other, one], [0, 1]), test_part) == bytes_of(one, test_part)
    assert bytes_of(Voting([one, other], [1, 0]), test_part) == bytes_of(one, test_part)
    both = Voting([one, other, other])
    assert {*both.labels} == {*one.labels, *other.labels}
    seen = {label for s in both.pipe(test_part) for label in s.labels}
    assert "a-punct" in seen and all(is_tree(list(s.heads)) for s in both.pipe(test_part))


def test_an_unlabelled_vote(parser, test_part):
    parsers = [parser(labels="none", seed=seed, **GREEDY) for seed in (1, 2, 2)]
    assert bytes_of(Voting(parsers), test_part) == bytes_of(parsers[1], test_part)


@BOTH
def test_threads_give_the_same(parser, test_part, search):
    voting = Voting([parser(seed=1, **search), parser(seed=2, features="fast", **search)])
    assert bytes_of(voting, test_part * 4, threads=3) == bytes_of(voting, test_part) * 4


def test_a_system_in_plain_python(parser, test_part, train_part):
    parsers = []
    for seed in (1, 2):
        parsers.append(tw.Parser(system=PlainArcHybrid, oracle=PlainArcHybridOracle, seed=seed, epochs=1, **GREEDY))
        parsers[-1].train(train_part[:30])
    one, other = parsers
    voting = Voting([one, other, other])
    assert bytes_of(voting, test_part[:20]) == bytes_of(other, test_part[:20]) != bytes_of(one, test_part[:20])
    assert bytes_of(voting, test_part[:20], threads=2) == bytes_of(voting, test_part[:20])


def test_feature_functions_in_python(parser, test_part, tmp_path):
    (tmp_path / "own.features").write_text("S0.f[ending] N0.f[ending]\nS0.p N0.p\n")
    functions = {"ending": lambda w: w.form[-2:]}
    own = tw.Parser(features=str(tmp_path / "own.features"), functions=functions, beam=1, epochs=1, facts=0)
    own.train(test_part)
    first = parser(**GREEDY, facts=0)
    voting = Voting([first, own], [1, 2])
    assert voting.in_python and not first.in_python
    assert bytes_of(voting, test_part) == bytes_of(own, test_part) == bytes_of(voting, test_part, threads=2)


def test_what_cannot_vote_is_refused(parser, tmp_path):
    first = parser(**GREEDY)
    for settings, said in (
        ({"system": "arc-hybrid"}, "parser 2 has the transition system arc-hybrid, expected arc-eager"),
        ({"root": "first"}, "root position first, expected last"),
        ({"single_root": False}, "single_root False, expected True"),
        ({"labels": "none"}, "classifier.labels none, expected joint"),
    ):
        with pytest.raises(tw.SettingsError, match=said):
            Voting([first, parser(**GREEDY, **settings)])
    second = parser(labels="second", **GREEDY)
    with pytest.raises(tw.SettingsError, match=r"seen classifier\.labels = second"):
        Voting([second, second])
    with pytest.raises(tw.ModelError, match="parser 2 has no weights"):
        Voting([first, tw.Parser(**GREEDY)])
    with pytest.raises(tw.SettingsError, match="weights: seen 1, expected 2"):
        Voting([first, first], [1])
    with pytest.raises(tw.SettingsError, match="no parsers"):
        Voting([])
    first.save(tmp_path / "m.tw")
    with pytest.raises(tw.SettingsError, match="unlimited beam"):
        Voting([tw.load(tmp_path / "m.tw", beam=0)])


def test_what_a_vote_is_not(parser, test_part, tmp_path):
    one = parser(**GREEDY)
    before = bytes_of(one, test_part)
    voting = Voting([one, parser(seed=2, **GREEDY)], [1, 5])
    with pytest.raises(tw.ModelError, match="cannot be trained"):
        voting.train(test_part)
    with pytest.raises(tw.ModelError, match="is no model"):
        voting.save(tmp_path / "m.tw")
    with pytest.raises(tw.SettingsError, match="one tree"):
        voting.nbest(test_part[0], 2)
    assert bytes_of(voting, test_part) != before and bytes_of(one, test_part) == before  # the parser is left as it was


SCRIPT = """
import sys
import treewright as tw
from treewright.ensemble import ENSEMBLES, Combination, Reparsing, Voting
folder, treebank, *names = sys.argv[1:]
import treewright.search.voter as module
print("compiled" if not module.__file__.endswith(".py") else "plain", file=sys.stderr)
parsers = [tw.load(f"{folder}/{name}.tw") for name in names]
for s in list(tw.read(treebank))[:6]:
    print(list(Voting(parsers, [1, 1.5, 1])(s).heads), Voting(parsers, [1, 1.5, 1])(s).labels)
"""


@pytest.mark.skipif(bool(os.environ.get("TREEWRIGHT_PURE")), reason="nothing is compiled")
def test_plain_python_gives_the_same(parser, train_part, tmp_path):
    other = tw.Parser(epochs=2, features="fast", seed=4, **BEAM)
    other.train(renamed(train_part[:60]))
    for name, one in (("a", parser(**BEAM)), ("b", other), ("c", parser(seed=3, **BEAM))):
        one.save(tmp_path / f"{name}.tw")
    (tmp_path / "script.py").write_text(SCRIPT)
    treebank = Path(tw.__file__).parent / "data" / "tiny" / "test.conllu"
    outputs = []
    for mode, folder in (("compiled", Path(tw.__file__).parents[1]), ("plain", pure_copy(tmp_path))):
        done = subprocess.run(
            [sys.executable, tmp_path / "script.py", tmp_path, treebank, "a", "b", "c"], capture_output=True, text=True,
            cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)},
        )  # fmt: skip
        assert done.returncode == 0 and done.stderr.split() == [mode], done.stderr
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1] and outputs[0].count("\n") == 6


def test_every_ensemble_is_one(parser):
    one = parser(**GREEDY)
    for cls in ENSEMBLES.values():
        ensemble = cls([one])
        assert isinstance(ensemble, Combination) and ensemble.labels == one.labels and ensemble.single_root
        for refused in (ensemble.train, lambda: ensemble.save("none.tw")):  # noqa: B023
            with pytest.raises(tw.ModelError, match="one by one"):
                refused()
        with pytest.raises(tw.SettingsError, match="seen no parsers, expected at least one"):
            cls([])


def test_local_training_and_a_beam_are_told_of(parser, recwarn):
    local, beam = parser(**GREEDY), parser(**BEAM)
    Voting([local, beam])  # greedy: the beam is that of the first
    Voting([beam, beam])
    Voting([beam, local], [1, 0])  # which is not heard
    assert not recwarn
    with pytest.warns(tw.SettingsWarning, match="voting: parser 2: it was trained on single decisions.* a beam of 4"):
        Voting([beam, local])


def test_votes_in_one_search_need_a_system_that_keeps_what_is_given(parser, test_part):
    swapping = parser(system="arc-hybrid-swap", root="first", strategy="local", explore="never", beam=1)
    voting = Voting([swapping, swapping])
    said = r"voting: .* cannot parse under constraints; reparsing keeps given heads and labels whatever its parsers can do"
    with pytest.raises(tw.SettingsError, match=said):
        voting(test_part[0], keep="heads")
    given = next(sentence for sentence in test_part if not nonprojective_arcs(sentence.heads))
    assert not voting.keeps_heads and list(Reparsing([voting])(given, keep="heads").heads) == list(given.heads)
