import pytest

import treewright as tw
from treewright.analysis.doctor.bugs import with_bugs
from treewright.analysis.doctor.finding import Finding

TEXT = (
    "# sent_id = one\n1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n1\tdo\tdo\tAUX\t_\t_\t3\taux\t_\t_\n"
    "2\tn't\tnot\tPART\t_\t_\t3\tadvmod\t_\tSpaceAfter=No|Bug=old\n3\tgo\tgo\tVERB\t_\t_\t0\troot\t_\tA=1|B=2\n"
    "3.1\tx\t_\t_\t_\t_\t_\t_\t3:dep\tBug=kept\n\n"
)


def sentence(tmp_path):
    path = tmp_path / "a.conllu"
    path.write_text(TEXT, encoding="utf-8")
    return next(iter(tw.read(path)))


def test_without_findings_nothing_but_old_bugs_changes(tmp_path):
    assert with_bugs([sentence(tmp_path)], []).decode() == TEXT.replace("|Bug=old", "")


def test_bugs_go_after_what_is_there(tmp_path):
    one = sentence(tmp_path)
    found = [
        Finding.at("arc", one, 3, "", head=1, label="conj"), Finding.at("nucleus", one, 3, ""),
        Finding.at("nucleus", one, 3, "again"), Finding.at("duplicate", one, 0, ""),
    ]  # fmt: skip
    text = with_bugs([one], found).decode()
    assert "\tA=1|B=2|Bug=arc:1:conj+nucleus\n" in text
    assert "1\tdo\tdo\tAUX\t_\t_\t3\taux\t_\tBug=duplicate\n" in text
    without = text.replace("|Bug=arc:1:conj+nucleus", "").replace("aux\t_\tBug=duplicate", "aux\t_\t_")
    assert without == TEXT.replace("|Bug=old", "")


def test_what_the_validator_says_of_lines_without_a_word_goes_to_the_next(tmp_path):
    one = sentence(tmp_path)
    found = [Finding("validator", one.path, line, None, 0, "", "") for line in (2, 6)]
    rows = with_bugs([one], found).decode().split("\n")
    assert rows[2].endswith("\tBug=validator") and rows[4].endswith("B=2|Bug=validator") and rows[1] == TEXT.split("\n")[1]


def test_sentences_that_come_from_no_file():
    rows = "1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n2\tb\tb\tX\t_\t_\t1\tdep\t_\t_\n"
    one, two = tw.Sentence(rows.encode()), tw.Sentence(rows.replace("b", "c").encode())
    assert with_bugs([one, two], [Finding.at("nucleus", two, 2, "")]).count(b"Bug=") == 1


def test_bugs_of_another_file_stay_there(tmp_path):
    one = sentence(tmp_path)
    other = Finding("arc", "other.conllu", 5, None, 3, "go", "", head=1, label="conj")
    assert b"Bug=arc" not in with_bugs([one], [other])


def test_conllx_has_no_misc(tmp_path):
    path = tmp_path / "a.conll"
    path.write_text("1\tgo\tgo\tV\tV\t_\t0\troot\t_\t_\n\n")
    with pytest.raises(tw.InputError, match=r"a\.conll:1: seen conllx, which has no MISC for Bug="):
        with_bugs(list(tw.read(path, format="conllx")), [])
