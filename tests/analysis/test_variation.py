from tests.analysis.small_trees import sentence_of
from treewright.analysis.doctor.variation import Variation

START = [("we", "PRON", 2, "nsubj"), ("saw", "VERB", 0, "root")]


def sentences(*endings):
    """we saw the new york times ENDING, with other heads of new."""
    found = []
    for number, (ending, head, label) in enumerate(endings):
        rows = [*START, ("the", "DET", 6, "det"), ("new", "ADJ", head, label), ("york", "PROPN", 6, "compound")]
        rows += [("times", "PROPN", 2, "obj"), (ending, "ADV", 2, "advmod")]
        found.append(sentence_of(rows, "a.conllu", 1 + 10 * number))
    return found


def test_the_same_words_with_the_same_arcs():
    assert Variation(sentences(("today", 5, "amod"), ("yesterday", 5, "amod"))).findings() == []


def test_another_label_in_the_same_context():
    found = Variation(sentences(("today", 5, "amod"), ("now", 5, "amod"), ("then", 5, "compound"))).findings()
    assert [(f.kind, f.line, f.word) for f in found] == [("nucleus", 24, 4)]
    assert "“the new york times”, new and york are linked by compound (head on the right)" in found[0].text
    assert "elsewhere linked by amod (head on the right), as in a.conllu:1 and 1 more" in found[0].text
    assert round(found[0].share, 2) == 0.67


def test_linked_in_one_place_only():
    found = Variation(sentences(("today", 5, "amod"), ("now", 5, "amod"), ("then", 2, "amod"))).findings()
    assert [(f.line, f.word) for f in found] == [(24, 4)]  # one finding for a word, however many nuclei it is in
    assert "saw and new are linked by amod (head on the left), elsewhere not linked" in found[0].text


def test_another_context_is_no_variation():
    one = sentence_of([*START, ("new", "ADJ", 4, "amod"), ("york", "PROPN", 2, "obj"), ("again", "ADV", 2, "advmod")])
    two = sentence_of([*START, ("new", "ADJ", 4, "compound"), ("york", "PROPN", 2, "obj"), ("today", "ADV", 2, "advmod")])
    assert Variation([one, two]).findings() == []


def test_punctuation_depends_on_more_than_its_neighbours():
    one = sentence_of([*START, ("it", "PRON", 2, "obj"), (".", "PUNCT", 2, "punct")])
    rows = [("go", "VERB", 0, "root"), ("we", "PRON", 3, "nsubj"), ("saw", "VERB", 1, "ccomp"), ("it", "PRON", 3, "obj")]
    two = sentence_of([*rows, (".", "PUNCT", 1, "punct")])
    assert Variation([one, two]).findings() == []
