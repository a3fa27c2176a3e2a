"""Easy-first search does what a plain loop does that scores every place again after every arc."""

import random

import pytest

import treewright as tw
from treewright.features import extraction_of
from treewright.features.extraction import keys_of
from treewright.search import SiteSearch, TransitionClasses
from treewright.treebank.dependency_tree import is_tree
from treewright.treebank.projectivity import is_projective

FORMS = ["saw", "the", "oak", "old", "quickly"]
TAGS = ["NOUN", "VERB", "DET", "ADJ"]
TEMPLATES = {  # windows of different width, to the left and to the right
    "zn11": None,
    "left": "S0.w S0.p\nS0.p S0.sr\nS0l.p S0.p\n",
    "right": "N0.w\nN1.p N1r.l\nN0.p N0l2.p\nN0.sl\n",
    "far": "S3.w N3.w\nS2.p S2.sl\nN3.p N3r.p\nS3r2.p\nN2l.l\nd S0.p\n",
    "words": "N0.w\nS0.w\nS0+1.p N0-1.p\nd\n",
}


def sentence(rng, size):
    return tw.Sentence.from_words([{"form": rng.choice(FORMS), "upos": rng.choice(TAGS)} for _ in range(size)])


def trained(tmp_path, name, **settings):
    """A parser that has seen random trees, so that its weights mean little."""
    rng = random.Random(4)
    gold = []
    for _ in range(25):
        own = sentence(rng, rng.randint(2, 9))
        heads = [rng.randint(0, d - 1) if d > 1 else 0 for d in range(1, len(own) + 1)]
        gold.append(own.with_tree(heads, [rng.choice("xyz") for _ in heads]))
    if TEMPLATES[name] is not None:
        (tmp_path / "own.features").write_text(TEMPLATES[name])
        settings = {"features": str(tmp_path / "own.features"), **settings}
    parser = tw.Parser({"features.options": ""}, system="easy-first", epochs=3, **settings)
    parser.train(gold)
    return parser


def by_hand(parser, own):
    """The tree and its score, found with the transition system: all places are scored before each arc."""
    system, extraction = parser.system, extraction_of(parser.features)
    labels = parser.settings["classifier"]["labels"]
    classes = TransitionClasses(system, len(parser.labels), labels)
    extraction.encode(own)
    c, total = system.initial(len(own)), 0
    while not system.final(c):
        here, best = c.snapshot(), None
        forward = system.kinds.index("forward")
        while True:
            scores = [0] * classes.count
            for key in keys_of(extraction, c):
                for number, weight in parser.model.stored_row(key):
                    scores[number] += weight
            for kind in system.valid(c):
                if kind == forward:
                    continue
                for number in range(classes.first[kind], classes.first[kind] + classes.width[kind]):
                    if best is None or scores[number] > best[0]:
                        label = number - classes.first[kind]
                        if labels == "second":
                            first = classes.label_first[kind]
                            label = max(range(len(parser.labels)), key=lambda i: scores[first + i])
                        best = scores[number], c.snapshot(), kind, label
            if forward not in system.valid(c):
                break
            system.step(c, forward)
        assert best is not None
        c.restore(best[1])
        system.step(c, best[2], best[3])
        total += best[0]
        assert here < c.snapshot()
    return *system.tree(c), total * parser.model.scale


@pytest.mark.parametrize("root", ["first", "last"])
@pytest.mark.parametrize(("name", "labels"), [*((name, "joint") for name in TEMPLATES), ("left", "second"), ("far", "none")])
def test_the_same_as_scoring_everything_again(tmp_path, name, root, labels):
    for single_root in (True, False):
        parser = trained(tmp_path, name, root=root, labels=labels, single_root=single_root)
        search = parser.new_search()
        assert isinstance(search, SiteSearch)
        rng = random.Random(8)
        for size in (1, 2, 3, 4, 5, 9, 14):
            own = sentence(rng, size)
            heads, numbers, score = search.parse(own)
            found, expected_labels, expected = by_hand(parser, own)
            assert heads == found and score == pytest.approx(expected)
            assert labels == "none" or numbers == expected_labels
            assert (is_tree(heads) or not single_root) and is_projective(heads)


def test_windows(tmp_path):
    for name, seen in (("left", (1, 0)), ("right", (0, 2)), ("far", (4, 4)), ("words", (1, 1))):
        search = trained(tmp_path, name).new_search()
        assert (search.sites.seen_left, search.sites.seen_right) == seen


def test_another_system_is_refused():
    parser = tw.Parser(system="arc-eager", epochs=1, strategy="local")
    parser.train([tw.Sentence.from_words(["a", "b"]).with_tree([0, 1], ["x", "x"])])
    classes = TransitionClasses(parser.system, 1)
    with pytest.raises(tw.SettingsError, match=r"search: this search needs a system with several sites, found ArcEager"):
        SiteSearch(parser.system, parser.model.scorer(extraction_of(parser.features)), classes)
