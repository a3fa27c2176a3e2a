"""JSON lines: nothing is lost on the way there and back, and what is no sentence is refused with a reason."""

import gzip
import io
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_round_trip import sentences
from treebank_rows import GOOD, row, take

import treewright
from treewright.errors import InputError
from treewright.treebank import Report, Sentence, read, write
from treewright.treebank.formats import encoded

TINY = Path(treewright.__file__).parent / "data" / "tiny"


def as_json(text):
    return b"".join(encoded(read(text.encode(), format="conllu"), "json"))


@settings(max_examples=50)
@given(st.lists(sentences(), max_size=4))
def test_any_treebank_comes_back_byte_for_byte(texts):
    text = "".join(texts)
    lines = as_json(text)
    assert lines.decode().splitlines() == lines.decode().split("\n")[:-1] and lines.count(b"\n") == len(texts)
    for format in ("json", "auto"):
        back, report = take(lines, format=format)
        assert b"".join(source + b"\n" for source in back) == text.encode()
        assert not report


@settings(max_examples=50)
@given(sentences())
def test_the_data_of_a_sentence_makes_the_same_sentence(text):
    (sentence,) = read(text.encode(), format="conllu")
    data = sentence.to_dict()
    assert Sentence.from_dict(data) == Sentence.from_dict(json.loads(json.dumps(data))) == sentence


def test_what_is_in_it():
    rows = "# sent_id = 1\n# text = du x\n1-2\tdu\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
    rows += "1\tde\t_\tADP\t_\tA=b|C\t0\troot\t0:root\t_\n# in between\n"
    rows += "2\t_\t_\tX\t_\tA=1|A=2\tx\t_\t_\t_\n2.1\te" + "\t_" * 8 + "\n"
    data = Sentence(rows.encode()).to_dict()
    assert (data["sent_id"], data["text"], data["comment_rows"]) == ("1", "du x", [0, 0, 2])
    assert data["comments"] == ["# sent_id = 1", "# text = du x", "# in between"]
    assert [word["id"] for word in data["words"]] == ["1-2", 1, 2, "2.1"]
    first, second = data["words"][1:3]
    names = ("form", "lemma", "upos", "feats", "head", "deprel", "deps", "misc")
    assert [first[name] for name in names] == ["de", None, "ADP", {"A": "b", "C": None}, 0, "root", "0:root", None]
    assert (second["form"], second["lemma"], second["feats"], second["head"]) == ("_", "_", "A=1|A=2", "x")
    assert Sentence.from_dict(data).source == rows.encode()
    assert "comment_rows" not in Sentence(GOOD[:-1].encode()).to_dict()


def test_little_is_needed():
    words = b'["Birds", {"form": "sing", "feats": {"Tense": "Pres"}, "head": 0}]'
    (source,) = take(b'{"words": ' + words + b', "sent_id": "s", "comments": ["x"]}\n')[0]
    assert source == b"# sent_id = s\n# x\n1\tBirds" + b"\t_" * 8 + b"\n2\tsing\t_\t_\t_\tTense=Pres\t0\t_\t_\t_\n"
    found = take(b'\xef\xbb\xbf {"words": ["a"]}\r\n\r\n{"words": ["b"]}')[0]
    assert found == [b"1\ta" + b"\t_" * 8 + b"\n", b"1\tb" + b"\t_" * 8 + b"\n"]


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ('{"words": [}', "expected a JSON object"),
        ("[" * 100_000, "expected a JSON object"),
        ('{"words": [{"form": "a", "head": ' + "9" * 5000 + "}]}", "expected a JSON object"),
        ("[]", "seen [], expected a JSON object"),
        ("1\ta" + "\t_" * 8, "expected a JSON object"),
        ('{"word": []}', "seen the key 'word'"),
        ('{"words": 3}', "seen 3 as words, expected a list"),
        ('{"words": [[]]}', "seen [] as row 1, expected an object or a form"),
        ('{"words": [{"lemma": "a"}]}', "seen no form in row 1"),
        ('{"words": ["a", {"form": "b", "tag": "X"}]}', "seen the key 'tag' in row 2"),
        ('{"words": [{"form": 1}]}', "seen 1 as form in row 1, expected a string"),
        ('{"words": [{"form": "a", "head": -1}]}', "seen -1 as head in row 1, expected a number or null"),
        ('{"words": [{"form": "a", "head": true}]}', "seen True as head"),
        ('{"words": [{"form": "a", "feats": {"A": 1}}]}', "as feats in row 1, expected strings as values"),
        ('{"words": [{"form": "a\\tb"}]}', "seen a tab in form of row 1, expected none"),
        ('{"words": ["a\\nb"]}', "seen a line break in"),
        ('{"words": ["\\ud800"]}', "seen half a character"),
        ('{"words": [{"form": "a", "id": "#1"}]}', "seen '#1' as id of row 1"),
        ('{"words": [{"form": "a", "id": 2}]}', "seen ID 2"),
        ('{"words": ["a"], "comments": [1]}', "seen 1 as a comment"),
        ('{"words": ["a"], "comments": ["x"], "comment_rows": [2]}', "seen [2] as comment_rows"),
        ('{"words": ["a"], "sent_id": 3}', "seen 3 as sent_id, expected a string"),
        ('{"words": ["a"], "sent_id": "a", "comments": ["# sent_id = b"]}', "expected the same in both"),
        ("{}", "seen a sentence without words and comments"),
    ],
)
def test_faults_are_told_with_their_line(line, seen):
    text = '{"words": ["good"]}\n\n' + line + "\n" + '{"words": ["good"]}\n'
    with pytest.raises(InputError) as caught:
        list(read(text.encode(), format="json"))
    assert str(caught.value).startswith("(memory):3: seen") or "(memory):3 (sent_id" in str(caught.value)
    assert seen in str(caught.value) and len(str(caught.value)) < 250
    sources, report = take(text, format="json", on_error="skip")
    assert len(sources) == 2 and report.skipped == 1 and report.errors[0].startswith("(memory):3")


def test_rows_of_json_are_repaired_as_other_rows_are():
    sources, report = take('{"words": [{"form": "a", "id": 2, "head": 0}], "sent_id": "s"}\n', on_error="repair")
    assert sources == [b"# sent_id = s\n1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n"] and report.repaired == 1
    assert "(memory):1 (sent_id s)" in report.errors[0]
    assert take(b'{"words": [{"form": "\xff"}]}\n', on_error="skip")[1].skipped == 1


def test_trees_are_checked_where_they_must_be():
    cycle = as_json(GOOD) + as_json("# c\n" + row(1, head=2) + row(2, head=1) + "\n")
    with pytest.raises(InputError, match=r"\(memory\):2: .*cycle"):
        list(read(cycle, trees="required"))


def test_files_by_their_names(tmp_path):
    original = (TINY / "dev.conllu").read_bytes()
    for name in ("a.jsonl", "a.json.gz"):
        assert write(read(TINY / "dev.conllu"), tmp_path / name) == write([original], tmp_path / name) == 60
        write(read(tmp_path / name), tmp_path / "back.conllu")
        assert (tmp_path / "back.conllu").read_bytes() == original
    assert gzip.decompress((tmp_path / "a.json.gz").read_bytes()) == (tmp_path / "a.jsonl").read_bytes()
    assert write(read(TINY / "dev.conllu"), tmp_path / "a.svg") == 60
    assert (tmp_path / "a.svg").read_text().startswith("<svg ")
    assert write(read(TINY / "dev.conllu"), tmp_path / "a.conllx") == 60
    assert (tmp_path / "a.conllx").read_bytes() == original  # rows as they are; `convert` makes CoNLL-X of them
    target = io.BytesIO()
    write(read(TINY / "dev.conllu"), target, format="tree")
    assert target.getvalue().decode().count("\n\n") == 60
    with pytest.raises(treewright.SettingsError, match="expected one of conllu, conllx, json, tree, svg"):
        write([], io.BytesIO(), format="xml")


def test_a_stream_is_read_line_by_line(monkeypatch):
    text = b"".join(encoded(read(TINY / "dev.conllu"), "json"))
    whole = take(text)[0]
    for chunk in (5, 64, 1000):
        monkeypatch.setattr("treewright.treebank.byte_source.CHUNK", chunk)
        report = Report()
        found = list(read(io.BytesIO(text), report=report))
        assert [sentence.source for sentence in found] == whole and not report
        assert [sentence.line for sentence in found] == list(range(1, 61))


def test_conllx_goes_by_way_of_conllu():
    (line,) = encoded([Sentence(b"1\ta\t_\tX\tX\t_\t0\troot\t0\troot\n", format="conllx")], "json")
    assert json.loads(line)["words"][0]["misc"] == "PHead=0|PDeprel=root"
