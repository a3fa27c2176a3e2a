from tests.analysis.small_trees import sentence_of, treebank, with_arc
from treewright.analysis.doctor.duplicates import Duplicates


def test_a_clean_treebank():
    assert Duplicates(treebank(40)).findings() == []


def test_a_sentence_that_repeats_an_earlier_one():
    sentences = treebank(5)
    again = sentence_of([(w.form, w.upos, w.head, w.deprel) for w in sentences[1]], "made.conllu", 100)
    (found,) = Duplicates([*sentences, again]).findings()
    assert (found.kind, found.place, found.word) == ("duplicate", "made.conllu:100", 0)
    assert found.others == (f"made.conllu:{sentences[1].line}",)
    assert str(found) == f"made.conllu:100: the same sentence is in line {sentences[1].line}"


def test_a_test_sentence_in_training_data():
    train, test = treebank(5), treebank(8, path="test.conllu")
    found = Duplicates([*train, *test]).findings()
    assert [f.kind for f in found] == ["leak"] * 5 and {f.path for f in found} == {"test.conllu"}
    assert "made.conllu has the same sentence in line 1" in found[0].text


def test_the_rarer_of_two_analyses_is_reported():
    sentences = treebank(3)
    copies = [sentence_of([(w.form, w.upos, w.head, w.deprel) for w in sentences[0]], "made.conllu", 200 + n) for n in (0, 20)]
    other = with_arc(copies[0], 1, label="amod")
    found = [f for f in Duplicates([other, sentences[0], copies[1]]).findings() if f.kind == "tree"]
    (one,) = found
    assert (one.line, one.word) == (200, 1)
    assert one.text.startswith("amod of ") and ", elsewhere det of " in one.text
    assert one.text.endswith(f"as in made.conllu:{sentences[0].line} and 1 more")


def test_another_tag_is_another_analysis():
    one = sentence_of([("yes", "INTJ", 0, "root"), ("!", "PUNCT", 1, "punct")], "a", 1)
    two = sentence_of([("yes", "NOUN", 0, "root"), ("!", "PUNCT", 1, "punct")], "a", 4)
    (found,) = Duplicates([one, two]).findings()
    assert (found.kind, found.line, found.text) == ("tree", 4, "tag NOUN, elsewhere INTJ, as in a:1")


def test_short_sentences_may_recur():
    rows = [("oh", "INTJ", 0, "root"), ("no", "INTJ", 1, "discourse")]
    assert Duplicates([sentence_of(rows, "a", 1), sentence_of(rows, "a", 4)]).findings() == []
