"""Groups of templates: what they look at, and that remembering their sums changes no score."""

import random

import pytest

import treewright as tw
from treewright.classifiers.scorer import scores_of
from treewright.features import FEATURES, FeatureModel, extraction_of
from treewright.features.extraction import keys_of
from treewright.features.groups import BEAM, GREEDY, REST, group_of, looks_at
from treewright.transitions import TRANSITION_SYSTEMS

DEFINED = {"r": ("p", "m[Case]"), "q": ("r", "z")}


@pytest.mark.parametrize(
    "template, greedy, beam",
    [
        ("S0.w S0.p", REST, 0),
        ("S0.p", 1, 0),
        ("N0.w N2.p", 0, 2),
        ("N0.p N1.p N2.p", 0, 2),
        ("S0.p N0.p d", 1, 4),
        ("S0.w N0.p d", REST, 4),
        ("S0.r N0.r", 1, 4),
        ("S0.q N0.p", REST, 4),
        ("S0.p S0l.p S0l2.p", 2, 1),
        ("S0.p S0.sl", 2, 1),
        ("S0.l S0h2.p", 3, 1),
        ("S0.p S0.vr", 3, 1),
        ("S0l.p S0r.p", REST, 1),
        ("S0l.w", REST, 1),
        ("N0.p N0l.p", 4, 3),
        ("N0.vl N0.w", REST, 3),
        ("S0+1.p S0.p", 1, 0),
        ("S0.p N0l.p", REST, REST),
        ("S1.p S0.p", REST, REST),
        ("t1 S0.p", REST, REST),
        ("N1l.p", REST, REST),
        ("1", REST, REST),
    ],
)
def test_the_group_of_a_template(template, greedy, beam):
    looks = looks_at(template.split(), DEFINED)
    assert (group_of(looks, GREEDY), group_of(looks, BEAM)) == (greedy, beam)


def sentences(count, seed):
    rng = random.Random(seed)
    for _ in range(count):
        rows = [
            f"{i}\t{rng.choice('abcdefg')}\t_\t{rng.choice('NVP')}\tX\tCase={rng.choice(['Nom', 'Acc'])}\t{i - 1}\t"
            f"{rng.choice(['root', 'x', 'y']) if i > 1 else 'root'}\t_\t_"
            for i in range(1, rng.randint(3, 9))
        ]
        yield from tw.read(("\n".join(rows) + "\n\n").encode())


@pytest.mark.parametrize("templates", ["zn11", "rich", "fast"])
def test_what_is_remembered_changes_no_score(templates):
    assert templates in FEATURES
    parser = tw.Parser({"features.templates": templates})
    parser.train(list(sentences(20, 1)), epochs=2)
    system = TRANSITION_SYSTEMS["arc-eager"](root="last")
    rng = random.Random(2)
    ways = [parser.model.scorer(extraction_of(parser.features, None, grouping)) for grouping in (GREEDY, BEAM)]
    forgets = extraction_of(FeatureModel.from_text(parser.features.text, lexicalised=True, labels=True), None, ())
    steps = 0
    for sentence in sentences(15, 3):
        for extraction in (forgets, *(scorer.extraction for scorer in ways)):
            extraction.encode(sentence)
        c = system.initial(len(sentence))
        while system.valid(c):
            expected = scores_of(parser.model.scorer(forgets), c)
            for scorer in ways:
                assert scores_of(scorer, c) == expected
                assert sorted(keys_of(scorer.extraction, c)) == sorted(keys_of(forgets, c))
            system.step(c, rng.choice(system.valid(c)), rng.randrange(3))
            steps += 1
    assert steps > 100
