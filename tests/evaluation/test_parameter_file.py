"""Parameter files of EVALB and disco-dop: what they say, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from treewright.errors import InputError
from treewright.evaluation import BracketParameters, bracket_parameters
from treewright.evaluation.bracket_parameters import ALL, PROPER, groups


def read(folder: Path, text: str) -> BracketParameters:
    file = folder / "p.prm"
    file.write_text(text, "utf-8")
    return bracket_parameters(file)


def test_all_keys(tmp_path: Path) -> None:
    text = """
    ## a comment
    DEBUG -1
    MAX_ERROR 10
    CUTOFF_LEN 25
    LABELED 0
    DISC_ONLY 1
    LA 0
    DELETE_ROOT_PRETERMS 1
    DELETE_LABEL TOP
    DELETE_LABEL #
    DELETE_WORD «
    DELETE_LABEL_FOR_LENGTH -NONE-
    EQ_LABEL A B
    EQ_LABEL C B
    EQ_WORD x y
    """
    path = str(tmp_path / "p.prm")
    assert read(tmp_path, text) == BracketParameters(
        name=path,
        labelled=False,
        discontinuous_only=True,
        cutoff=25,
        deleted_labels=frozenset(["TOP", "#"]),
        deleted_words=frozenset("«"),
        deleted_under_root=True,
        uncounted_tags=frozenset(["-NONE-"]),
        same_labels={"A": "A", "B": "A", "C": "A"},
        same_words={"x": "x", "y": "x"},
    )
    assert read(tmp_path, text).settings() == f"parameters {path}, labels not compared, discontinuous constituents only"


def test_names(tmp_path: Path) -> None:
    assert bracket_parameters("proper") is PROPER and bracket_parameters("all") is ALL and bracket_parameters(ALL) is ALL
    empty = read(tmp_path, "\n# nothing\n")
    assert BracketParameters(empty.name) == empty


def test_groups() -> None:
    assert groups([("A", "B"), ("C", "D"), ("D", "B")]) == {"A": "A", "B": "A", "C": "A", "D": "A"}
    assert groups([("A", "A")]) == {"A": "A"}


@pytest.mark.parametrize(
    "text, message",
    [
        ("DELETE_LABLE X", r"p.prm:1: seen DELETE_LABLE, expected one of LABELED, .*EQ_WORD"),
        ("\nCUTOFF_LEN", r"p.prm:2: seen 'CUTOFF_LEN', expected a whole number from 0 on after CUTOFF_LEN"),
        ("CUTOFF_LEN -1", "seen 'CUTOFF_LEN -1', expected a whole number from 0 on"),
        ("CUTOFF_LEN 4 5", "seen 'CUTOFF_LEN 4 5', expected a whole number"),
        ("LABELED 2", "seen 'LABELED 2', expected 0 or 1"),
        ("LABELED yes", "seen 'LABELED yes', expected 0 or 1"),
        ("LABELED 1\nLABELED 1", "p.prm:2: seen LABELED a second time, expected it once"),
        ("TED 1", "seen 'TED 1', expected 0 after TED, because this metric is not computed here"),
        ("DELETE_LABEL NP # all of them", "seen 'DELETE_LABEL NP # all of them', expected one name after DELETE_LABEL"),
        ("DELETE_WORD", "seen 'DELETE_WORD', expected one name after DELETE_WORD"),
        ("EQ_LABEL A", "seen 'EQ_LABEL A', expected two names after EQ_LABEL"),
        ("EQ_LABEL A B\nDELETE_LABEL B", "seen the label B both among the deleted ones and as the same as another one"),
    ],
)
def test_errors(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(tmp_path, text)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"propper: no such file; expected a parameter file or one of proper, all"):
        bracket_parameters("propper")
    with pytest.raises(InputError, match="seen a folder, expected a file"):
        bracket_parameters(tmp_path)
    (tmp_path / "latin").write_bytes(b"DELETE_WORD \xab\n")
    with pytest.raises(InputError, match="latin: cannot be read"):
        bracket_parameters(tmp_path / "latin")
    with pytest.raises(InputError, match="parameters: seen 3, expected proper, all, a file or BracketParameters"):
        bracket_parameters(3)  # type: ignore[arg-type]
