"""What is learnt of trees, and that it holds in parses."""

import random
from pathlib import Path

import numpy
import pytest
from systems import DEPENDENCY_SYSTEMS

import treewright as tw
from treewright.arrays import int_array
from treewright.constraints.tree_facts import TABLES, TreeFacts
from treewright.treebank.dependency_tree import is_tree
from treewright.trees.projective_tree import ProjectiveTree

TINY = Path(tw.__file__).parent / "data" / "tiny"
NEVER = 1 << 20
LABELS = ("root", "subject", "object", "point", "rare")
ROOT, SUBJECT, OBJECT, POINT, RARE = range(5)


def invented(count, two_subjects=0, on_points=0):
    """Trees of four words: a verb with a subject before it, an object and a point after it; some with exceptions."""
    for i in range(count):
        labels = [SUBJECT, ROOT, SUBJECT if i < two_subjects else OBJECT, POINT]
        heads = [2, 0, 4 if i < on_points else 2, 2]
        yield heads, labels, ["N", "V", "N", "P"], heads


def test_what_is_never_seen_is_ruled_out():
    facts = TreeFacts.learnt(invented(200), len(LABELS), 0.99)
    noun, verb, point = (facts.tags.index(tag) for tag in "NVP")
    assert facts.tables["dependent"][verb].tolist() == [False, True, True, True, False]  # the last is too rare to tell
    assert facts.tables["head"][point].all()
    assert not facts.tables["head"][verb][[SUBJECT, OBJECT, POINT]].any()
    assert facts.tables["side"][:, SUBJECT].tolist() == [False, True]
    assert facts.tables["once"][0, [SUBJECT, OBJECT, POINT]].all() and not facts.tables["once"][0, RARE]
    assert facts.tables["under"][POINT].all() and not facts.tables["dependent"][noun, SUBJECT]


def test_few_examples_say_nothing_but_of_roots():
    facts = TreeFacts.learnt(invented(4), len(LABELS), 0.99)
    assert facts.tables["root"].tolist() == [[True, False, False, False, False], [False, True, True, True, True]]
    assert not any(facts.tables[name].any() for name in TABLES[1:])


def test_a_share_of_exceptions_is_allowed():
    strict = TreeFacts.learnt(invented(1000, on_points=2), len(LABELS), 1.0)
    lenient = TreeFacts.learnt(invented(1000, on_points=2), len(LABELS), 0.99)
    point = strict.tags.index("P")
    assert not strict.tables["head"][point, OBJECT] and lenient.tables["head"][point, OBJECT]
    two = [TreeFacts.learnt(invented(1000, two_subjects=5), len(LABELS), share) for share in (1.0, 0.99)]
    assert [bool(facts.tables["once"][0, SUBJECT]) for facts in two] == [False, True]


def test_a_label_that_one_head_has_twice_is_not_given_once():
    with_one = [([2, 0, 2], [RARE, ROOT, OBJECT], ["N", "V", "N"], [2, 0, 2])] * 40
    with_two = [([2, 0, 2, 2], [RARE, ROOT, RARE, OBJECT], ["N", "V", "N", "N"], [2, 0, 2, 2])]
    once, twice = (TreeFacts.learnt(trees, len(LABELS), 0.99) for trees in (with_one, with_one + with_two))
    assert once.tables["once"][0, RARE] and not twice.tables["once"][0, RARE]


def test_siblings_are_those_of_the_tree_that_is_shown():
    """In trees made projective, a lifted subject is beside that of another verb."""
    trees = [([2, 0, 2, 2], [SUBJECT, ROOT, SUBJECT, OBJECT], ["N", "V", "N", "V"], [2, 0, 4, 2])] * 40
    assert TreeFacts.learnt(trees, len(LABELS), 0.99).tables["once"][0, SUBJECT]


def test_two_labels_that_no_head_has_together():
    """Half of the verbs have a subject, half a rare label, all an object."""
    trees = [([2, 0, 2], [label, ROOT, OBJECT], ["N", "V", "N"], [2, 0, 2]) for label in (SUBJECT, RARE) for _ in range(60)]
    beside = TreeFacts.learnt(trees, len(LABELS), 0.99).tables["beside"]
    assert numpy.argwhere(beside).tolist() == [[SUBJECT, RARE], [RARE, SUBJECT]]
    trees += [([2, 0, 2], [SUBJECT, ROOT, RARE], ["N", "V", "N"], [2, 0, 2])]
    assert not TreeFacts.learnt(trees, len(LABELS), 0.99).tables["beside"].any()


def test_off_means_roots_only():
    facts = TreeFacts.learnt(invented(200), len(LABELS), 0.0)
    assert len(facts) == facts.tables["root"].sum() == 5


def test_two_labels_of_roots_are_no_fact_of_one():
    trees = [*invented(200), *(([2, 0], [SUBJECT, OBJECT], ["N", "N"], [2, 0]) for _ in range(5))]
    facts = TreeFacts.learnt(trees, len(LABELS), 0.0)
    assert len(facts) == 0


def test_facts_travel_in_the_header():
    facts = TreeFacts.learnt(invented(200), len(LABELS), 0.99)
    again = TreeFacts.from_header(facts.header(), len(LABELS))
    assert again.tags == facts.tags
    assert all(numpy.array_equal(again.tables[name], facts.tables[name]) for name in TABLES)
    for wrong in ({"side": [[]]}, {"side": [[5], []]}, {"side": [["1"], []]}, {"beside": [[]]}, {"beside": [[5]] * 5}):
        with pytest.raises(ValueError, match="facts"):
            TreeFacts.from_header({**facts.header(), **wrong}, len(LABELS))


def train(**settings):
    parser = tw.Parser(epochs=3, seed=3, **settings)
    parser.train(tw.read(TINY / "train.conllu"))
    return parser


@pytest.fixture(scope="module")
def nonsense(tmp_path_factory):
    """Sentences of the test treebank with their words in another order: no parser knows such trees."""
    shuffled, rows = random.Random(1), []
    for sentence in tw.read(TINY / "test.conllu"):
        words = [line.split("\t") for line in sentence.to_conllu().splitlines() if line.split("\t")[0].isdigit()]
        shuffled.shuffle(words)
        rows += ["\t".join([str(i), *word[1:6], "_", "_", "_", "_"]) for i, word in enumerate(words, 1)] + [""]
    path = tmp_path_factory.mktemp("nonsense") / "nonsense.conllu"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return list(tw.read(path))


def faults(facts, labels, parses):
    """How many arcs break a fact of two words, by sentence, and how many of all one of siblings."""
    tables, number = facts.tables, {label: at for at, label in enumerate(labels)}
    tag = {name: at for at, name in enumerate(facts.tags)}
    alone, beside = [], 0
    for sentence in parses:
        alone.append(0)
        below = {}
        for i, (head, label) in enumerate(zip(sentence.heads, sentence.labels, strict=True)):
            own = number[label]
            broken = tables["root"][int(head == 0), own] or tables["dependent"][tag[sentence.tags[i]], own]
            if head > 0:
                broken |= tables["head"][tag[sentence.tags[head - 1]], own] | tables["side"][int(head < i + 1), own]
                beside += tables["once"][0, own] and own in below.get(head, [])
                beside += any(tables["beside"][other, own] for other in below.get(head, []))
                below.setdefault(head, []).append(own)
            alone[-1] += bool(broken)
    return alone, beside


def least_faults(facts, sentence):
    """How many arcs of the best projective tree can have no label that fits the two words."""
    tables, tag, size = facts.tables, [facts.tags.index(name) for name in sentence.tags], len(sentence)
    cost = int_array((size + 1) * (size + 1), NEVER)
    for word in range(1, size + 1):
        for head in range(size + 1):
            broken = tables["root"][int(head == 0)] | tables["dependent"][tag[word - 1]]
            if head:
                broken = broken | tables["head"][tag[head - 1]] | tables["side"][int(head < word)]
            if head != word:
                cost[head * (size + 1) + word] = int(broken.all())
    return ProjectiveTree().best(cost, size, [], True)[0]


def test_very_long_sentences_are_mended_in_time():
    """Every word was looked at beside all others, which takes minutes here."""
    parser = train(preset="fast", system="arc-hybrid")
    rows = [f"{i}\t{'a='[i % 2]}\t_\t{('DET', 'SYM')[i % 2]}\t_\t_\t_\t_\t_\t_\n" for i in range(1, 64_001)]
    sentence = next(iter(tw.read("".join([*rows, "\n"]).encode())))
    parsed = next(iter(parser.pipe([sentence])))
    assert is_tree(parsed.heads) and parsed.heads.count(0) == 1


@pytest.mark.parametrize("settings", [
    dict(preset="fast"), dict(preset="accurate"), dict(preset="fast", labels="second"),
    dict(preset="fast", system="arc-standard"), dict(preset="fast", system="arc-hybrid", root="first"),
    dict(preset="fast", system="non-monotonic-arc-eager"),
], ids=str)  # fmt: skip
def test_facts_hold_in_parses_even_of_nonsense(settings, nonsense):
    parser, without = train(**settings), train(**settings, facts=0)
    assert len(parser.facts) > 200 > len(without.facts)
    alone, beside = faults(parser.facts, parser.labels, parser.pipe(nonsense))
    alone_without, beside_without = faults(parser.facts, parser.labels, without.pipe(nonsense))
    assert alone == [least_faults(parser.facts, sentence) for sentence in nonsense]
    assert 5 * sum(alone) < sum(alone_without)
    assert beside <= beside_without
    for sentence in parser.pipe(nonsense):
        assert sentence.heads.count(0) == 1 and is_tree(sentence.heads)


@pytest.mark.parametrize("system", DEPENDENCY_SYSTEMS)
def test_every_system_keeps_the_label_of_roots(system, nonsense):
    for sentence in train(preset="fast", system=system).pipe(nonsense):
        for head, label in zip(sentence.heads, sentence.labels, strict=True):
            assert head < 0 or (head == 0) == (label == "root")


def test_facts_are_kept_in_the_model_file(tmp_path, nonsense):
    parser = train(preset="fast")
    parser.save(tmp_path / "m.tw")
    loaded = tw.load(tmp_path / "m.tw")
    assert loaded.facts.header() == parser.facts.header()
    assert list(loaded.parse_bytes(nonsense)) == list(parser.parse_bytes(nonsense))


def test_what_is_given_goes_over_facts(nonsense):
    parser = train(preset="fast")
    sentence = next(s for s in nonsense if "PUNCT" in s.tags and len(s) > 3)
    point = sentence.tags.index("PUNCT") + 1
    word = 1 if point != 1 else 2
    given = tw.Constraints().head(word, point).label(word, "nsubj")
    parsed = parser(sentence, constraints=given)
    assert parsed.heads[word - 1] == point and parsed.labels[word - 1] == "nsubj"


@pytest.mark.parametrize("root", ["first", "last"])
@pytest.mark.parametrize("name", DEPENDENCY_SYSTEMS)
def test_a_system_says_where_its_arcs_are(name, root):
    """The places in `arcs` are those of the arcs that transitions make."""
    system, rng = DEPENDENCY_SYSTEMS[name](root=root), random.Random(5)
    places = {kind: where for kind, *where in system.arcs}
    seen = set()
    for _ in range(200):
        c = system.initial(rng.randint(2, 8))
        while not system.final(c):
            kind = rng.choice(system.valid(c))
            stack, buffer, before = c.stack, c.buffer, c.heads
            system.step(c, kind)
            arcs = [(h, i + 1) for i, (h, old) in enumerate(zip(c.heads, before, strict=True)) if h != old]
            where = places.get(system.kinds[kind])
            if where is None:
                assert not arcs
                continue
            free = [token for token in stack if token not in (0, len(before) + 1) and before[token - 1] < 0]
            token = {"N0": buffer[:1], "free": free[-1:], **{f"S{k}": stack[-1 - k :] for k in range(len(stack))}}
            head, dependent = (token[place][0] for place in where)
            assert arcs == [(head if 0 < head <= len(before) else 0, dependent)]
            seen.add(system.kinds[kind])
    assert seen >= {kind for kind in places if kind in system.kinds[:6]}


def test_labels_that_share_a_bit_do_not_rule_each_other_out():
    """Sets of labels have 64 bits; with more labels, one that is given once says nothing of the one 64 places on."""
    words = [[{"form": f"w{n}", "upos": "V"}, {"form": f"a{n}", "upos": "N"}, {"form": "b", "upos": "N"}] for n in range(66)]
    trees = [
        tw.Sentence.from_words(row).with_tree([0, 1, 1], ["root", f"l{n:02}", f"l{(n + 64) % 66:02}"])
        for n, row in enumerate(words)
        for _ in range(25)
    ]
    parser = tw.Parser(preset="fast", epochs=3)
    parser.train(trees, progress=False)
    assert parser.facts.tables["once"].sum() > 60
    assert parser.evaluate(trees).las > 99


def test_other_trees_of_a_mended_sentence_keep_facts_too(nonsense):
    parser = train(preset="accurate")
    for sentence in nonsense:
        alone, _ = faults(parser.facts, parser.labels, [tree for _, tree in parser.nbest(sentence, 4)])
        assert max(alone) <= least_faults(parser.facts, sentence)


def test_long_sentences_keep_their_arcs_and_parsers_are_freed(nonsense):
    import gc
    import weakref

    parser = train(preset="fast")
    words = [{"form": word.form, "upos": word.upos} for s in nonsense for word in s] * 3
    assert len(words) > 1000 and is_tree(parser(tw.Sentence.from_words(words)).heads)
    gc.collect()
    gc.disable()
    try:
        gone = weakref.ref(parser)
        del parser
        assert gone() is None
    finally:
        gc.enable()
