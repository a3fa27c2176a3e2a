"""Tags chosen by shift: what templates see of them, what is learnt, what is written, and what is refused."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import treewright as tw
from treewright.decoding import SearchDecoder
from treewright.ensemble import Voting
from treewright.errors import InputError, SettingsError
from treewright.features import FeatureModel, extraction_of
from treewright.features.chosen_tags import ChosenTags
from treewright.features.extraction import keys_of
from treewright.oracles import ORACLES
from treewright.oracles.tag_choosing import TagChoosingOracle
from treewright.search import Beam, TransitionClasses
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank.projectivity import is_projective
from treewright.treebank.splicer import splice_columns

TINY = Path(tw.__file__).parent / "data" / "tiny"
TAGS = ["ADJ", "NOUN", "VERB"]
CHOOSING = [name for name, system in TRANSITION_SYSTEMS.items() if system.tagging]
TEMPLATES = "rich,joint,neighbours,second"  # with a composite of p


def sentences(count):
    return list(tw.read(TINY / "train.conllu"))[:count]


def with_tags(sentence, tags):
    """The sentence with these tags, `_` for None."""
    return tw.Sentence(splice_columns([sentence], [3], [[(tag or "_").encode() for tag in tags]]).rstrip(b"\n") + b"\n")


def correct(parser, given):
    """How many tags and heads are right, of how many words."""
    found = [parser(with_tags(sentence, [None] * len(sentence))) for sentence in given]
    pairs = list(zip(given, found, strict=True))
    return (
        sum(a == b for one, other in pairs for a, b in zip(one.tags, other.tags, strict=True)),
        sum(a == b for one, other in pairs for a, b in zip(one.heads, other.heads, strict=True)),
        sum(map(len, given)),
    )


def small(**more):
    wanted = {"system": "arc-standard", "features": "fast,second", "epochs": 3, **more}
    return tw.Parser(joint_tags="upos", **wanted)


def test_the_systems_in_which_only_shift_leads_to_the_stack():
    assert set(CHOOSING) == {"arc-hybrid", "arc-standard", "arc-hybrid-partial", "arc-hybrid-span", "swap", "arc-hybrid-swap"}


def test_shift_has_as_many_classes_as_there_are_tags():
    system = TRANSITION_SYSTEMS["swap"]()
    classes = TransitionClasses(system, 5, "joint", 3)
    assert (list(classes.width), list(classes.first), classes.count) == ([3, 5, 5, 1], [0, 3, 8, 13], 14)
    assert list(TransitionClasses(system, 5, "none", 3).width) == [3, 1, 1, 1]
    assert list(TransitionClasses(system, 5).width) == [1, 5, 5, 1]


@pytest.mark.parametrize("root", ["first", "last"])
@pytest.mark.parametrize("name", CHOOSING)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_features_are_those_of_a_sentence_with_the_chosen_tags(name, root, seed):
    """Jumps from one configuration to any other, as in a beam; a sentence that has these tags is the reference."""
    chance = random.Random(seed)
    system = TRANSITION_SYSTEMS[name](root=root, single_root=chance.random() < 0.5)
    kind = system.kinds.index("shift")
    sentence = chance.choice([s for s in sentences(20) if 3 <= len(s) <= 9])
    model = FeatureModel(templates=TEMPLATES)
    extraction, plain = extraction_of(model), extraction_of(model)
    extraction.chosen = ChosenTags(model, TAGS, kind)
    extraction.encode(sentence)
    c = system.initial(len(sentence))
    keys_of(extraction, c)  # as a search does, from the beginning
    known = {c.snapshot(): {}}
    for _ in range(60):
        c.restore(chance.choice([*known][-8:]))
        tags = dict(known[c.snapshot()])
        if system.final(c):
            assert [*tags] == sorted(tags) and len(tags) == len(sentence)  # every word has one
        else:
            chosen = chance.choice(system.valid(c))
            tag = tags.get(c.next(), chance.randrange(3)) if chosen == kind and c.is_word(c.next()) else 0
            if chosen == kind and c.is_word(c.next()):
                tags[c.next()] = tag
            system.step(c, chosen, tag)
            known[c.snapshot()] = tags
        plain.encode(with_tags(sentence, [TAGS[tags[i + 1]] if i + 1 in tags else None for i in range(len(sentence))]))
        assert keys_of(extraction, c) == keys_of(plain, c)
    c.restore(0)
    plain.encode(with_tags(sentence, [None] * len(sentence)))
    assert keys_of(extraction, c) == keys_of(plain, c)


@pytest.mark.parametrize("name", ["arc-standard", "arc-hybrid"])
def test_costs_are_those_of_the_oracle_below(name):
    system, chance = TRANSITION_SYSTEMS[name](), random.Random(1)
    below, oracle = ORACLES[name](system), TagChoosingOracle(ORACLES[name](system), 0)
    for sentence in sentences(10):
        below.prepare(list(sentence.heads), [0] * len(sentence))
        oracle.prepare(list(sentence.heads), [0] * len(sentence), None, [i % 3 for i in range(len(sentence))])
        assert oracle.derivable == below.derivable
        c = system.initial(len(sentence))
        while not system.final(c):
            assert oracle.kind_costs(c) == below.kind_costs(c)
            system.step(c, chance.choice(system.valid(c)))
    with pytest.raises(ValueError, match=r"tags: seen 1, expected one for each of the 2 words"):
        oracle.prepare([0, 1], [0, 0], None, [1])


WAYS = {
    "greedy": dict(system="arc-standard", beam=1, strategy="local", explore="always", margin=1.0),
    "static": dict(system="arc-hybrid", beam=1, strategy="local", oracle="static"),
    "root first": dict(system="arc-hybrid", beam=4, strategy="early-update", root="first"),
    "no root": dict(system="arc-standard", beam=4, strategy="max-violation", root="none"),
    "swap": dict(system="swap", beam=4, strategy="early-update"),
    "swap, explore": dict(system="arc-hybrid-swap", beam=4, strategy="laso"),
    "threads": dict(system="arc-standard", beam=4, strategy="laso", threads=2),
}


@pytest.mark.parametrize("way", WAYS)
def test_overfitting(way):
    data = [s for s in sentences(16) if way.startswith("swap") or is_projective(s.heads)]
    parser = tw.Parser(joint_tags="upos", features="zn11,second", epochs=30, **WAYS[way])
    rows = parser.train(data, data)
    tags, heads, words = correct(parser, data)
    assert min(tags, heads) >= 0.98 * words
    assert parser.scores["dev_upos"] == round(100 * tags / words, 2) == [row["dev_upos"] for row in rows if row["best"]][-1]


def test_tags_of_the_input_are_not_read_and_nothing_else_changes(tmp_path):
    data = sentences(20)
    parser = small(beam=2)
    parser.train(data)
    parser.save(tmp_path / "a.tw")
    loaded = tw.load(tmp_path / "a.tw")
    loaded.save(tmp_path / "b.tw")
    assert (tmp_path / "a.tw").read_bytes() == (tmp_path / "b.tw").read_bytes()
    assert loaded.tags == parser.tags == sorted({tag for sentence in data for tag in sentence.tags})
    new = list(tw.read(TINY / "test.conllu"))[:40]
    parses = b"".join(parser.parse_bytes(new))
    assert b"".join(loaded.parse_bytes(new, threads=2)) == parses
    assert b"".join(loaded.parse_bytes([with_tags(s, ["X"] * len(s)) for s in new])) == parses
    for before, after in zip(new, parser.pipe(new), strict=True):
        assert sum(head == 0 for head in after.heads) == 1
        assert set(after.tags) <= set(parser.tags)
        for column in (0, 1, 2, 4, 5, 8, 9):
            assert all(before.column(i, column) == after.column(i, column) for i in range(len(before)))


def test_a_beam_of_one_is_greedy_search():
    parser = small(beam=1, strategy="local")
    parser.train(sentences(20))
    greedy = parser.new_search()
    extraction = extraction_of(parser.features)
    extraction.chosen = ChosenTags(parser.features, parser.tags, 0)
    beam = Beam(parser.system, parser.make_scorer(parser.model, extraction), parser.transition_classes(), 1)
    beam.facts, beam.mending_filter_maker = parser.make_fact_filter(), parser.mending_filter_maker()
    for sentence in list(tw.read(TINY / "test.conllu"))[:40]:
        one, other = (SearchDecoder(search).decode([sentence]) for search in (greedy, beam))
        for name in ("heads", "labels", "tags"):
            assert list(getattr(one, name)) == list(getattr(other, name))
        assert min(one.tags) >= 0


def test_unknown_tags_and_heads_are_learnt_around():
    data = sentences(20)
    some = [with_tags(s, [tag if i % 2 else None for i, tag in enumerate(s.tags)]) for s in data]
    some[0] = some[0].with_tree([-1] * len(some[0]), [None] * len(some[0]))
    parser = small(beam=1, strategy="local", epochs=10)
    parser.train(some)
    tags, _, words = correct(parser, data)
    assert tags > 0.6 * words
    with pytest.raises(InputError, match="seen no tags, expected UPOS"):
        small().train([with_tags(s, [None] * len(s)) for s in data])


def test_with_constraints_with_lifted_labels_and_without_labels():
    data = list(tw.read(TINY / "train.conllu"))[:40]
    for more in ({"training.given_heads": 0.3}, {"training.pseudo_projective": "head"}, {"classifier.labels": "none"}):
        parser = tw.Parser({"beam": 2, "epochs": 2, **more}, system="arc-hybrid", joint_tags="upos")
        parser.train(data)
        for sentence in data[:5]:
            assert None not in parser(sentence).tags
        kept = next(iter(parser.pipe([data[0]], keep="heads", on_conflict="relax")))
        assert list(kept.heads) == list(data[0].heads) and None not in kept.tags


@pytest.mark.parametrize(
    "more, message",
    [
        (dict(system="arc-eager"), "system.tags = upos cannot work with system.name = arc-eager: .* use .*arc-standard"),
        (dict(system="easy-first"), "cannot work with system.name = easy-first"),
        (dict(system="arc-hybrid", labels="second"), "cannot work with classifier.labels = second"),
        ({"system": "arc-hybrid", "classifier.name": "linear-svm"}, "cannot work with classifier.name = linear-svm"),
    ],
)
def test_what_cannot_work_is_refused(more, message):
    with pytest.raises(SettingsError, match=message):
        tw.Parser({"system.tags": "upos", **more})


def test_lists_of_trees_votes_and_pipelines_are_refused():
    parser = small(beam=2)
    parser.train(sentences(5))
    with pytest.raises(SettingsError, match="nbest: a parser that chooses tags"):
        parser.nbest(sentences(1)[0], 2)
    with pytest.raises(SettingsError, match=r"voting: parser 1 has a choice of tags \(system\.tags\)"):
        Voting([parser, parser])
    with pytest.raises(SettingsError, match="in a pipeline the tagger chooses tags"):
        tw.Pipeline({"system.name": "arc-hybrid", "system.tags": "upos"})
