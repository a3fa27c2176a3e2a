"""CoNLL-X: recognised, forced, converted and converted back."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from treebank_rows import GOOD, row, take

from treewright.treebank import Report, read
from treewright.treebank.conllx import to_conllu, to_conllx

X = "1\tde\tde\tPrep\tPrep\tsg|nom\t2\tdet\t2\tdet\n2\thond\thond\tN\tN\t_\t0\tROOT\t0\tROOT\n\n"


def test_conllx_in_disguise_is_recognised_and_said_so() -> None:
    report = Report()
    (sentence,) = read(X.encode(), report=report)
    assert sentence.format == "conllx" and list(sentence.heads) == [2, 0]
    assert sentence[0].feats == {"sg": None, "nom": None} and sentence[0].deps == "2"
    assert any("read as CoNLL-X" in note for note in report.notes)
    assert sentence.to_conllu() == X
    assert sentence.with_tree([0, 1], ["a", "b"]).format == "conllx"


def test_conllu_is_not_taken_for_conllx() -> None:
    for text in (
        GOOD,
        row(1, deps="0:root"),
        row(1, deps="0:root") + row(2, deps="1"),
        row("1-1") + row(1, deps="0"),
        "",
    ):
        report = Report()
        assert all(sentence.format == "conllu" for sentence in read(text.encode(), report=report))
        assert not any("CoNLL-X" in note for note in report.notes)


def test_the_format_can_be_forced_or_named_by_the_file(tmp_path: Path) -> None:
    assert next(read(X.encode(), format="conllu")).format == "conllu"
    assert next(read(GOOD.encode(), format="conllx")).format == "conllx"
    assert take(X, format="conllu")[1].notes == []
    path = tmp_path / "a.conllx"
    path.write_text(GOOD)
    assert next(read(path)).format == "conllx"


def test_conversion_keeps_the_projective_head_in_misc() -> None:
    (sentence,) = read(X.encode())
    converted = to_conllu(sentence, losses := Counter())
    assert converted.format == "conllu" and converted[0].misc == "PHead=2|PDeprel=det" and converted[0].deps is None
    assert losses == {"words whose FEATS are not Key=Value pairs, kept as they are": 1}
    assert to_conllx(converted) == sentence
    assert to_conllx(sentence) is sentence and to_conllu(converted) is converted


def test_what_conllx_has_no_place_for_is_counted() -> None:
    text = "# c\n" + row("1-1") + row(1, "a b", deps="0:root", misc="X=y|PHead=0") + row("1.1") + "\n# only\n\n"
    sentence, comments = read(text.encode())
    losses: Counter[str] = Counter()
    assert to_conllx(sentence, losses).source.decode() == row(1, "a_b", deps="0")
    assert sorted(losses.values()) == [1, 1, 1, 1, 1, 1]
    assert to_conllx(comments).source == b""


word = st.text(st.characters(exclude_characters="\t\n\r ", exclude_categories=["Cs"]), min_size=1, max_size=6)


@given(st.lists(st.tuples(word, word, word, st.integers(0, 9) | st.just("_"), word), min_size=1, max_size=5))
def test_conversion_and_back_is_lossless(words: list[tuple[str, str, str, object, str]]) -> None:
    text = "".join(
        row(i + 1, form, feats=feats, deprel=label, deps=str(phead), misc=pdeprel)
        for i, (form, feats, label, phead, pdeprel) in enumerate(words)
    )
    (sentence,) = read(text.encode(), format="conllx")
    assert to_conllx(to_conllu(sentence)) == sentence
