"""Given constituents are in every parse, with their labels, and those that clash are named."""

import random

import pytest

import treewright as tw
from tests.own_trees import random_tree, ten_trees
from treewright.constraints.given_brackets import GivenBrackets
from treewright.treebank.report import Report


@pytest.fixture(scope="module", params=[1, 4])
def parser(request):
    strategy = "local" if request.param == 1 else "laso"
    parser = tw.Parser({"system": "set-based", "beam": request.param, "strategy": strategy, "epochs": 2})
    parser.train(ten_trees(), progress=False)
    return parser


def some_of(sentence, rng, share=0.5, rename=0.0):
    kept = [bracket for bracket in sentence.tree.brackets() if rng.random() < share]
    return sentence.with_brackets([("NEW" if rng.random() < rename else label, tokens) for label, tokens in kept])


@pytest.mark.parametrize("rename", [0.0, 0.2])
def test_given_constituents_are_kept(parser, rename):
    """Also those over many tokens with gaps, and with labels that the parser does not know."""
    rng = random.Random(1)
    given = [some_of(random_tree(rng, size), rng, rename=rename) for size in range(1, 25) for _ in range(4)]
    for one, parsed in zip(given, parser.pipe(given, keep="brackets"), strict=True):
        found = parsed.tree.brackets()
        for tokens in {tokens for _, tokens in one.tree.brackets()}:
            wanted = [label for label, own in one.tree.brackets() if own == tokens]
            assert [label for label, own in found if own == tokens] == wanted


def test_whole_trees_are_kept_whole(parser):
    trees = ten_trees()
    for gold, parsed in zip(trees, parser.pipe(trees, keep="brackets"), strict=True):
        assert set(gold.tree.brackets()) <= set(parsed.tree.brackets())


def test_a_function_gives_constituents(parser):
    sentence = random_tree(random.Random(3), 9)
    label = parser.labels[0]
    given = tw.Constraints().bracket(label, 1, 4, 5).bracket(None, 4, 5)
    found = parser(sentence, constraints=given).tree.brackets()
    assert any(tokens == (3, 4) for _, tokens in found)
    assert any(tokens == (0, 3, 4) for _, tokens in found)


@pytest.mark.parametrize(
    ("brackets", "said"),
    [
        ([("A", (1, 2)), ("A", (2, 3))], "do not cross: another one is over words 1, 2"),
        ([("A", (2, 40))], "words from 1 to 6"),
        ([("unheard-of", (1, 2))], "labels that the parser knows"),
        ([("A", (1, 2)), ("B", (1, 2))], "one label for a constituent"),
    ],
)
def test_what_clashes_is_named(parser, brackets, said):
    sentence = random_tree(random.Random(5), 6)
    names = {"A": parser.labels[0], "B": parser.labels[1]}
    given = tw.Constraints()
    for label, words in brackets:
        given.bracket(names.get(label, label), *words)
    with pytest.raises(tw.InputError, match=said):
        parser(sentence, constraints=given)
    report = Report()
    assert len(list(parser.pipe([sentence], constraints=lambda s: given, on_conflict="relax", report=report))) == 1
    assert report.error_count == 1
    assert not list(parser.pipe([sentence], constraints=lambda s: given, on_conflict="skip"))


def test_what_is_no_constraint_of_constituents(parser):
    with pytest.raises(tw.SettingsError, match="expected brackets"):
        list(parser.pipe(ten_trees(), keep="heads"))
    with pytest.raises(tw.InputError, match="numbers from 1 on"):
        tw.Constraints().bracket("NP")


def test_nothing_is_left_of_the_constraints_of_the_sentence_before(parser):
    sentence = random_tree(random.Random(7), 12)
    free = parser(sentence).tree.brackets()
    parser(sentence, keep="brackets")
    assert parser(sentence).tree.brackets() == free


def test_labels_that_are_not_known_are_kept_in_all_of_the_best_trees(parser):
    if parser.settings["search"]["beam"] == 1:
        pytest.skip("greedy search has one tree")
    sentence = random_tree(random.Random(9), 8).with_brackets([("NEW", (1, 2)), ("NEWER", (0, 3))])
    found = parser.nbest(sentence, 3, keep="brackets")
    assert len(found) > 1
    for _, tree in found:
        assert {("NEW", (1, 2)), ("NEWER", (0, 3))} <= set(tree.tree.brackets())


def test_numbers_that_no_sentence_has_are_refused(parser):
    sentence = random_tree(random.Random(3), 3)

    def given(parents=(-1, 3, 3, -1, -1), labels=(-1, -1, -1, 0, -1)):
        made = GivenBrackets(3, {})
        made.parents, made.labels, made.empty = list(parents), list(labels), False
        return made

    assert any(tokens == (1, 2) for _, tokens in parser.parsed_batch([sentence], [given()])[0].tree.brackets())
    count = len(parser.labels)
    for wrong, said in (
        (given(labels=(-1, -1, -1, count, -1)), f"labels with {count}, expected -3 to {count - 1}"),
        (given(labels=(-1, -1, -1)), "labels with 3 numbers, expected 5"),
        (given(parents=(-1, 3, 5, -1, -1)), "parents with 5, expected -1 to 4"),
        (given(parents=(-1, 3, 0, -1, -1)), "the parent 0 of entry 2, expected a constituent before it"),
        (given(parents=(-1, 3, 3, 4, 3)), "the parent 4 of entry 3, expected a constituent before it"),
    ):
        with pytest.raises(tw.SettingsError, match=f"^givens: .*:1: seen {said}$"):
            parser.predict([sentence], [wrong])
