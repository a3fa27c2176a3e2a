"""Tags and lemmas for words that have none; what a sentence has is kept."""

from __future__ import annotations

from collections.abc import Sequence

from treewright.tagging.tagger import Tagger
from treewright.treebank.columns import FEATS, FORM, LEMMA, UPOS, XPOS
from treewright.treebank.sentence import Sentence
from treewright.treebank.splicer import splice_columns


def completed(taggers: Sequence[Tagger], sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences, each field that is missing as the taggers make it; later taggers read what is kept of earlier columns."""
    whole = list(sentences)
    columns = [column for tagger in taggers for column in tagger.target.columns]
    places = [place for place, sentence in enumerate(whole) if lacks_any(sentence, columns)]
    given = [whole[place] for place in places]
    found = given
    for tagger in taggers if given else ():
        tagged = tagger.tag_batch(found)
        own = sorted(tagger.target.columns)
        values = [
            [
                (new if is_missing(old, i, column) else old).column(i, column).encode()
                for old, new in zip(given, tagged, strict=True)
                for i in range(old.size)
            ]
            for column in own
        ]
        found = tagger.family.reread(splice_columns(tagged, own, values), tagged)
    for place, sentence in zip(places, found, strict=True):
        whole[place] = sentence
    return whole


def lacks_any(sentence: Sentence, columns: Sequence[int]) -> bool:
    """Whether a word of a sentence has a field to be made in one of these columns."""
    return any(is_missing(sentence, i, column) for column in columns for i in range(sentence.size))


def is_missing(sentence: Sentence, i: int, column: int) -> bool:
    """Whether `_` says that nobody knows: as FEATS it says that there are none, if the word has a tag."""
    if sentence.column(i, column) != "_":
        return False
    if column == FEATS:
        return sentence.column(i, UPOS) == "_" == sentence.column(i, XPOS)
    return column != LEMMA or sentence.column(i, FORM) != "_"
