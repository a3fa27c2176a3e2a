"""Traces: the lecture's example step by step, and for every system what the steps say against what is built."""

import json
import random

import pytest
from own_trees import random_tree, ten_trees
from random_models import randomised
from systems import CONSTITUENCY_SYSTEMS, DEPENDENCY_SYSTEMS

import treewright as tw
from treewright.analysis.trace.trace_text import to_text
from treewright.transitions import TRANSITION_SYSTEMS

WORDS = [("The", 3, "det"), ("tabby", 3, "amod"), ("cat", 4, "subj"), ("scratched", 0, "root"), ("the", 6, "det")]
WORDS.append(("couch", 4, "obj"))
MADE = "amod(cat, tabby) det(cat, The) subj(scratched, cat)"
LECTURE = f"""\
0 | ROOT | The tabby cat scratched the couch | | shift
1 | ROOT The | tabby cat scratched the couch | | shift
2 | ROOT The tabby | cat scratched the couch | | shift
3 | ROOT The tabby cat | scratched the couch | | left-arc amod
4 | ROOT The cat | scratched the couch | amod(cat, tabby) | left-arc det
5 | ROOT cat | scratched the couch | amod(cat, tabby) det(cat, The) | shift
6 | ROOT cat scratched | the couch | amod(cat, tabby) det(cat, The) | left-arc subj
7 | ROOT scratched | the couch | {MADE} | shift
8 | ROOT scratched the | couch | {MADE} | shift
9 | ROOT scratched the couch | | {MADE} | left-arc det
10 | ROOT scratched couch | | {MADE} det(couch, the) | right-arc obj
11 | ROOT scratched | | {MADE} det(couch, the) obj(scratched, couch) | right-arc root
12 | ROOT | | {MADE} det(couch, the) obj(scratched, couch) root(ROOT, scratched) |
"""
QUICK = {"epochs": 1, "seeds": 1, "seed": 1}


def tabby():
    return tw.Sentence.from_words([{"form": form, "head": head, "deprel": label} for form, head, label in WORDS])


def projective(rng, size):
    """A projective tree with random labels."""
    heads = [0] * size

    def attach(first, last, head):
        if first <= last:
            word = rng.randint(first, last)
            heads[word - 1] = head
            attach(first, word - 1, word)
            attach(word + 1, last, word)

    attach(1, size, 0)
    labels = ["root" if head == 0 else rng.choice(("det", "obj", "nsubj")) for head in heads]
    rows = zip(heads, labels, strict=True)
    return tw.Sentence.from_words(
        [{"form": rng.choice("abcd"), "upos": rng.choice("XYZ"), "head": head, "deprel": label} for head, label in rows]
    )


def test_the_system_that_is_given_stays_as_it_is():
    system = TRANSITION_SYSTEMS["arc-standard"](root="none")
    found = tw.trace(system, tabby())
    assert [one.label for one in found.added() if one.head == 0] == ["root"]  # the fourth of five labels
    assert system.root_label == 0


def test_the_lectures_example():
    found = tw.trace("arc-standard", tabby())
    lines = [line.strip("| ").split(" | ") for line in found.to_markdown().splitlines()[2:]]
    expected = [line.split("|") for line in LECTURE.splitlines()]
    cells = [[" ".join(cell.split()) for cell in line] for line in expected]
    assert [[" ".join(cell.split()) for cell in f"{' | '.join(line)} | |".split("|")][:5] for line in lines] == cells
    assert all(step.made.cost == 0 for step in found.steps[:-1])
    assert [str(option) for option in found[3].options] == ["shift", "left-arc amod", "right-arc"]
    assert [option.cost for option in found[3].options] == [2, 0, 3]


@pytest.mark.parametrize("name", DEPENDENCY_SYSTEMS)
@pytest.mark.parametrize("root", ["first", "last", "none"])
def test_gold_trees_of_every_system(name, root):
    rng = random.Random(7)
    cls = TRANSITION_SYSTEMS[name]
    if root not in cls.roots:
        pytest.skip(f"{name} has no such root")
    for size in (1, 2, 5, 9):
        sentence = projective(rng, size)
        found = tw.trace(cls(root=root), sentence)
        if "max_length" not in cls.more_settings:
            assert list(found.result.heads) == list(sentence.heads)
            assert found.result.labels == sentence.labels
            assert found.notes == []
        assert all(step.made.cost == 0 for step in found.steps[:-1])
        assert found.steps[-1].made is None
        for step in found.steps[:-1]:
            assert step.made in step.options
            assert min(option.cost for option in step.options) == 0


@pytest.mark.parametrize("name", CONSTITUENCY_SYSTEMS)
def test_gold_constituents(name):
    rng = random.Random(3)
    for sentence in [*ten_trees(), *(random_tree(rng, size) for size in (1, 4, 8))]:
        found = tw.trace(name, sentence)
        assert sorted(found.result.tree.brackets()) == sorted(sentence.tree.brackets())
        assert "focus" in found.columns
        assert all(step.made.cost == 0 for step in found.steps[:-1])
        assert len(found.to_html()) > 1000


def trained(name, beam):
    rng = random.Random(5)
    if name in CONSTITUENCY_SYSTEMS:
        sentences = ten_trees()
    else:
        sentences = [projective(rng, size) for size in (3, 5, 7, 4, 6, 8)]
    settings = {"system": name, "beam": beam, **QUICK}
    if beam == 1:
        settings["strategy"] = "local"
    parser = tw.Parser(**settings)
    parser.train(sentences, progress=False)
    return randomised(parser, rng), sentences


@pytest.mark.parametrize("beam", [1, 4])
@pytest.mark.parametrize("name", TRANSITION_SYSTEMS)
def test_what_parsers_do(name, beam):
    """The path of a trace leads to what the search finds, and its scores add up to the score of the search."""
    if beam > 1 and TRANSITION_SYSTEMS[name].search:
        pytest.skip(f"{name} has no beam")
    parser, sentences = trained(name, beam)
    for sentence in sentences:
        found = tw.trace(parser, sentence)
        _, _, score = parser.new_search().parse(sentence)
        if not found.notes:
            assert found.result == parser(sentence)
        assert found.steps[-1].total == pytest.approx(score, rel=1e-4, abs=1e-2)
        if beam == 1:  # greedy: the best of all is made
            assert all(step.made.score == step.options[0].score for step in found.steps[:-1])
        assert found.costs is not None


def test_a_wrong_tree_costs_what_it_misses():
    """With exact costs and no facts, the costs of all transitions are the labelled arcs that are missing in the end."""
    parser, sentences = trained("arc-hybrid", 1)
    parser.facts = None
    for sentence in sentences:
        found = tw.trace(parser, sentence)
        pairs = [list(zip(one.heads, one.labels, strict=True)) for one in (found.result, sentence)]
        wrong = sum(one != other for one, other in zip(*pairs, strict=True))
        assert sum(step.made.cost for step in found.steps[:-1]) == wrong


def test_taggers_and_pipelines():
    sentences = [projective(random.Random(seed), 5) for seed in range(4)]
    tagger = tw.Tagger("upos")
    tagger.train(sentences, progress=False)
    found = tw.trace(tagger, sentences[0])
    assert [step.made.label for step in found.steps[:-1]] == [word.upos for word in tagger(sentences[0])]
    assert found.family == "tags"
    english = tw.load()
    found = tw.trace(english, ["A", "dog", "barks"])
    assert found.result.labels == english(["A", "dog", "barks"]).labels
    assert found.costs is None


def test_texts():
    found = tw.trace("arc-hybrid", tabby())
    text = to_text(found, width=60)
    assert "left-arc amod" in text and max(map(len, text.splitlines())) <= 80
    assert str(found).splitlines()[0].split() == ["step", "stack", "buffer", "dependencies", "next", "cost"]
    latex = found.to_latex(options=2)
    assert latex.startswith("\\begin{tabular}") and latex.count(r"\\") == len(found) + 1
    assert json.loads(json.dumps(found.to_dict()))["steps"][3]["made"]["kind"] == found[3].made.kind
    odd = tw.Sentence.from_words([{"form": "a|b", "head": 2, "deprel": "x_y"}, {"form": "50%&", "head": 0, "deprel": "root"}])
    assert "a\\|b" in tw.trace("arc-eager", odd).to_markdown()
    assert r"50\%\&" in tw.trace("arc-eager", odd).to_latex() and r"x\_y" in tw.trace("arc-eager", odd).to_latex()


def test_long_cells_are_cut():
    found = tw.trace("arc-standard", projective(random.Random(2), 60))
    assert "… +50" in str(found)
    assert "… +" not in to_text(found, room=None)


def test_refusals():
    with pytest.raises(tw.SettingsError, match="expected a parser or one of arc-eager"):
        tw.trace("arc-nothing", tabby())
    with pytest.raises(tw.SettingsError, match="seen int"):
        tw.trace(7, tabby())
    with pytest.raises(tw.InputError, match="seen a word without a head"):
        tw.trace("arc-eager", tabby().with_tree([None] * 6, [None] * 6))
    with pytest.raises(tw.InputError, match="seen heads, expected a constituency tree"):
        tw.trace("set-based", tabby())
    with pytest.raises(tw.InputError, match="seen a constituency tree, expected heads"):
        tw.trace("swap", ten_trees()[0])
    with pytest.raises(tw.ModelError, match="no weights"):
        tw.trace(tw.Parser(), tabby())
    words = [{"form": "a", "head": head, "deprel": "x"} for head in (3, 4, 0, 3, 2)]
    crossing = tw.Sentence.from_words(words)
    assert tw.trace("arc-eager", crossing).notes[0].startswith("arc-eager does not reach")
