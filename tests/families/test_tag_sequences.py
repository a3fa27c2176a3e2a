"""Tag sequences: which words count, what is right, and which fields are written."""

import numpy
import pytest

from treewright.errors import InputError
from treewright.families import ConstituencyTrees, DependencyTrees, Family, Prediction, TagSequences
from treewright.tagging.target import Target
from treewright.treebank import Sentence

TAGS = [["DET", "NOUN", "VERB"], ["NOUN", "_"]]  # _ is not known


@pytest.fixture
def treebank():
    return [Sentence.from_words([{"form": "w", "upos": tag, "lemma": "w"} for tag in tags]) for tags in TAGS]


def predicted(alphabets, *tags):
    labels = numpy.array([alphabets.labels.index(tag) for tag in tags], numpy.int32)
    return Prediction(numpy.zeros(len(labels), numpy.int32), labels)


@pytest.mark.parametrize(
    ("tags", "right"),
    [
        (("DET", "NOUN", "VERB", "NOUN", "DET"), 4),  # nobody knows the last one
        (("DET", "NOUN", "NOUN", "NOUN", "VERB"), 3),
        (("NOUN", "VERB", "DET", "DET", "NOUN"), 0),
    ],
)
def test_the_score_is_the_share_of_known_tags_that_are_right(treebank, tags, right):
    family = TagSequences(Target("upos"))
    alphabets = family.alphabets(treebank)
    found = family.score(treebank, predicted(alphabets, *tags), alphabets)
    assert found.quality == 25 * right and found.figures == {"dev_upos": 25.0 * right}
    score = found.scores.metrics["upos"]
    assert (score.correct, score.gold_total, score.system_total) == (right, 4, 4)
    assert (found.scores.words, found.scores.sentences) == (5, 2)


def test_gold_has_numbers_and_scores_full_marks(treebank):
    family = TagSequences(Target("upos"))
    alphabets = family.alphabets(treebank)
    gold = family.gold(treebank, alphabets)
    assert alphabets.labels == ["DET", "NOUN", "VERB"] and gold.labels.tolist() == [0, 1, 2, 1, -1]
    assert family.score(treebank, gold, alphabets).quality == 100


def test_a_word_without_a_prediction_is_wrong(treebank):
    """-1 is not the last tag of the alphabet."""
    family = TagSequences(Target("upos"))
    alphabets = family.alphabets(treebank)
    nothing = Prediction(numpy.zeros(5, numpy.int32), numpy.full(5, -1, numpy.int32))
    assert family.score(treebank, nothing, alphabets).quality == 0


def test_classes_of_several_columns_are_right_or_wrong_as_one():
    words = [{"form": "w", "upos": "NOUN", "feats": feats} for feats in ("Number=Sing", "Number=Plur")]
    treebank = [Sentence.from_words(words)]
    family = TagSequences(Target("upos+feats"))
    alphabets = family.alphabets(treebank)
    assert alphabets.labels == ["NOUN\tNumber=Plur", "NOUN\tNumber=Sing"]
    found = family.score(treebank, predicted(alphabets, alphabets.labels[1], alphabets.labels[1]), alphabets)
    assert found.figures == {"dev_upos+feats": 50.0}


def test_known_forms_are_learnt_as_they_are_known_and_scored_as_they_are(treebank):
    family = TagSequences(Target("upos"))
    family.known = {"w": "X"}
    alphabets = family.alphabets(treebank)
    gold = family.gold(treebank, alphabets)
    assert alphabets.labels == ["X"] and gold.labels.tolist() == [0] * 5
    assert family.score(treebank, gold, alphabets).quality == 0


def test_only_the_columns_of_the_target_are_written(treebank):
    family = TagSequences(Target("upos"))
    alphabets = family.alphabets(treebank)
    written = family.write(treebank, predicted(alphabets, "VERB", "VERB", "DET", "DET", "NOUN"), alphabets)
    blocks = [block + b"\n" for block in written.split(b"\n\n") if block]
    again = [Sentence(block) for block in blocks]
    assert [tag for sentence in again for tag in sentence.tags] == ["VERB", "VERB", "DET", "DET", "NOUN"]
    for one, other in zip(treebank, again, strict=True):
        assert [one.column(i, 2) for i in range(one.size)] == [other.column(i, 2) for i in range(other.size)]


def test_data_without_a_tag_is_refused():
    with pytest.raises(InputError, match="training data: seen no upos"):
        TagSequences(Target("upos")).alphabets([Sentence.from_words(["a", "b"])])


def test_a_word_without_a_class_is_written_without_a_field(treebank):
    for name, column in (("upos", 3), ("xpos+feats", 4), ("lemma", 2)):
        data = [Sentence.from_words([{"form": "w", "upos": "X", "xpos": "x", "feats": "A=b", "lemma": "v"}] * 3)]
        family = TagSequences(Target(name))
        alphabets = family.alphabets(data)
        block = family.write(data, Prediction(None, numpy.array([0, -1, 0], numpy.int32)), alphabets)
        fields = [row.split("\t") for row in block.decode().split("\n") if row]
        assert [row[column] for row in fields] == [data[0].column(0, column), "_", data[0].column(0, column)], name
        if name == "xpos+feats":
            assert [row[5] for row in fields] == ["A=b", "_", "A=b"]


def test_scores_of_sentences_are_those_of_predictions(treebank):
    family = TagSequences(Target("upos"))
    alphabets = family.alphabets(treebank)
    guess = predicted(alphabets, "DET", "NOUN", "NOUN", "NOUN", "VERB")
    of_sentences = family.scores(treebank, family.parsed(treebank, guess, alphabets))
    of_numbers = family.score(treebank, guess, alphabets).scores
    assert of_sentences.metrics == of_numbers.metrics and of_sentences.words == of_numbers.words == 5
    with pytest.raises(TypeError, match="bogus"):
        family.scores(treebank, treebank, bogus=3)


def test_families_have_names_of_their_own():
    names = {family.name for family in (TagSequences(Target("upos")), DependencyTrees(), ConstituencyTrees())}
    assert names == {"tags", "dependencies", "constituents"} and Family.name == ""
