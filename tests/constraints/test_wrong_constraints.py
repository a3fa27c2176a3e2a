"""Constraints that a parser does not read, what is no constraint, and what is given for another family: one sentence."""

import pytest
from own_trees import ten_trees

import treewright as tw
from treewright.arrays import int_array
from treewright.conformance.own_sentences import own_sentences
from treewright.constraints.given import Given
from treewright.constraints.given_brackets import GivenBrackets

C = tw.Constraints
CLASH = C().head(1, 2).head(1, 3)


@pytest.fixture(scope="module")
def arcs():
    parser = tw.Parser(preset="fast", epochs=1)
    parser.train(own_sentences(6))
    return parser


@pytest.fixture(scope="module")
def constituents():
    parser = tw.Parser(system="set-based", epochs=1)
    parser.train(ten_trees())
    return parser


def test_brackets_are_constraints_as_others_are():
    one, other = C().bracket("NP", 1, 2), C().bracket(None, 3, 4)
    assert (one + other).brackets == [("NP", (1, 2)), (None, (3, 4))] and (C() + one) == (one + C()) == one
    assert one != C() and one != other and one == C().bracket("NP", 1, 2)
    assert repr(one + other) == "Constraints(words 1, 2 are NP; words 3, 4 are a constituent)"


def test_a_parser_of_arcs_refuses_brackets(arcs):
    for keep in ("", "heads"):
        with pytest.raises(tw.SettingsError, match=r"seen Constraints\(words 1, 2 are NP\), expected heads or labels"):
            arcs(own_sentences(1)[0], keep=keep, constraints=C().head(1, 2).bracket("NP", 1, 2))


@pytest.mark.parametrize(
    "given, seen",
    [(C().head(1, 2), "the head of word 1 is 2"), (C().label(1, "NP"), "label of word 1"), (C().subtree(1, 2), "subtree")],
)
def test_a_parser_of_constituents_refuses_arcs(constituents, given, seen):
    with pytest.raises(tw.SettingsError, match=rf"seen Constraints\(.*{seen}.*\), expected \.bracket"):
        constituents(ten_trees()[0], constraints=given)


@pytest.mark.parametrize("found", [[1, 2], "head", 3, (C(),)])
def test_a_function_gives_constraints_or_none(arcs, constituents, found):
    for parser, sentence in ((arcs, own_sentences(1)[0]), (constituents, ten_trees()[0])):
        with pytest.raises(tw.SettingsError, match=r"from the function, expected tw\.Constraints\(\) or None"):
            list(parser.pipe([sentence], constraints=lambda _: found))
        assert len(list(parser.pipe([sentence], constraints=lambda _: None))) == 1
    with pytest.raises(tw.SettingsError, match=r"from the function, expected tw\.Constraints\(\) or None"):
        list(arcs.pipe(own_sentences(1), keep="heads", constraints=lambda _: found))


def test_what_is_given_for_the_other_family(arcs, constituents):
    sentence, tree = own_sentences(1)[0], ten_trees()[0]
    heads = Given(int_array(len(tree), 2), int_array(len(tree), -1), False)
    brackets = GivenBrackets(len(sentence), {frozenset([0, 1]): 0})
    with pytest.raises(tw.SettingsError, match=rf"givens: seen .*, expected a Given of {len(sentence)} words, or None"):
        arcs.predict([sentence], [brackets])
    with pytest.raises(tw.SettingsError, match=rf"givens: seen .*, expected a GivenBrackets of {len(tree)} words, or None"):
        constituents.predict([tree], [heads])


def test_a_tuple_of_what_is_given(arcs):
    sentence = own_sentences(1)[0]
    heads = int_array(len(sentence), -1)
    heads[0] = len(sentence)
    given = Given(heads, int_array(len(sentence), -1), False)
    assert arcs.predict([sentence], (given,)).heads[0] == len(sentence)
    assert list(arcs.predict([sentence], (None,)).heads) == list(arcs.predict([sentence]).heads)
    for wrong in ("x", (given, given), {0: given}, given):
        with pytest.raises(tw.SettingsError, match="expected a list with one Given or None for each sentence"):
            arcs.predict([sentence], wrong)


def test_one_sentence_cannot_be_skipped(arcs):
    sentence = own_sentences(1)[0]
    with pytest.raises(tw.SettingsError, match="on_conflict: seen 'skip' for one sentence, expected stop or relax"):
        arcs(sentence, constraints=CLASH, on_conflict="skip")
    assert arcs.nbest(sentence, 1, constraints=CLASH, on_conflict="skip") == []
    assert arcs(sentence, constraints=CLASH, on_conflict="relax").heads[0] in (2, 3)


def test_a_way_out_of_conflicts_that_is_not_known(arcs, constituents):
    for parser, sentence in ((arcs, own_sentences(1)[0]), (constituents, ten_trees()[0])):
        message = "on_conflict: seen 'bogus', expected one of stop, skip, relax"
        with pytest.raises(tw.SettingsError, match=message):
            parser(sentence, on_conflict="bogus")
        with pytest.raises(tw.SettingsError, match=message):
            parser.nbest(sentence, 1, on_conflict="bogus")
        with pytest.raises(tw.SettingsError, match=message):
            list(parser.pipe([sentence], on_conflict="bogus"))
