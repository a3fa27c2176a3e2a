import re
from xml.etree import ElementTree

import pytest

import treewright as tw
from tests.analysis.small_trees import sentence_of, treebank, with_arc
from treewright.analysis.doctor.doctor import Doctor
from treewright.analysis.doctor.doctor_page import DoctorPage
from treewright.analysis.doctor.finding import Finding
from treewright.analysis.doctor.official_validator import OfficialValidator, told


@pytest.fixture(scope="module")
def doctor():
    sentences = treebank(100)
    sentences[7] = with_arc(sentences[7], 1, label="amod")
    copy = sentence_of([(w.form, w.upos, w.head, w.deprel) for w in sentences[3]], "made.conllu", 900)
    return Doctor([*sentences, with_arc(copy, 1, label="nusbj")], threads=1)


def test_each_kind_is_found(doctor):
    counts = doctor.counts()
    assert counts["tree"] == 1 and counts["arc"] >= 2 and not counts["leak"]
    arcs = [finding for finding in doctor.findings if finding.kind == "arc"]
    assert {(arc.line, arc.word) for arc in arcs[:2]} == {(doctor.sentences[7].line + 1, 1), (900, 1)}
    text = next(arc.text for arc in arcs if arc.line != 900)
    assert re.fullmatch(r"amod of \d \(\w+\); rather det of \d \(\w+\) \(0\.\d\d\)", text)


def test_lines(doctor):
    lines = doctor.lines(most=1)
    assert lines[0].startswith("sentences with the words of another one and a different analysis: 1")
    assert lines[-1] == "  and 1 more (--most 0 shows all)" and doctor.lines(most=0)[-1].startswith("  made.conllu:")


def test_findings_as_data(doctor):
    row = doctor.findings[-1].as_dict()
    columns = {"kind", "path", "line", "sent_id", "word", "form", "text", "share", "confidence", "head", "label", "others"}
    assert set(row) == columns and row["share"] is None and 0.5 <= row["confidence"] <= 1


def test_few_sentences_are_examined_without_parsers():
    doctor = Doctor(treebank(5))
    assert doctor.findings == [] and doctor.lines() == ["nothing found"]
    assert doctor.notes == ["5 sentences have trees: parsers need at least 20 to doubt their arcs"]


def test_constituency_trees_are_refused(tmp_path):
    path = tmp_path / "a.discbracket"
    path.write_text("(ROOT (S (NP 0=It) (VP 1=works)))\n")
    with pytest.raises(tw.InputError, match=r"a\.discbracket:1: seen a constituency tree, expected dependency trees"):
        Doctor(tw.read(path))


def test_the_page(doctor):
    page = "".join(DoctorPage(doctor).pieces())
    assert page.count("<section") == page.count("</section>") == len(doctor.findings)
    assert "http" not in page.replace('xmlns="http://www.w3.org/2000/svg"', "") and "<script" not in page
    for picture in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(picture)
    drawn = page.count('<g class="wrong" data-word') + page.count('<g class="mislabelled"')
    assert drawn == sum(f.kind == "arc" for f in doctor.findings)
    assert "<mark>" in page and '<details id="arc" open>' in page


def test_the_page_escapes_what_it_shows():
    rows = [("<b>", "X", 0, "root"), ("&", "X", 1, "dep")]
    one = sentence_of(rows, "<i>.conllu", 1)
    two = sentence_of([rows[0], ("&", "X", 1, "<u>")], "<i>.conllu", 9)
    page = "".join(DoctorPage(Doctor([one, two])).pieces())
    assert "<b>" not in page and "<u>" not in page and "<i>" not in page and "&lt;u&gt;" in page


def test_a_long_sentence_and_one_from_right_to_left():
    long = sentence_of([(f"w{i}", "X", max(0, i - 1), "dep") for i in range(1, 601)], "long.conllu", 1)
    turned = sentence_of([("הילד", "X", 2, "dep"), ("אכל", "X", 0, "root")], "turned.conllu", 1)
    doctor = Doctor([long, turned])
    doctor.findings = [Finding.at("arc", s, 2, "odd", head=1, label="obj") for s in (long, turned)]
    page = "".join(DoctorPage(doctor).pieces())
    assert "w1 <mark>w2</mark> w3" in page and "w62 …</p>" in page
    assert '<div class="tree" dir="rtl"' in page and "<bdi>אכל</bdi>: odd" in page


def test_messages_of_the_validator():
    text = (
        "[Line 12 Sent a-1]: [L3 Syntax rel-upos-det] 'det' should be 'DET' or 'PRON'\n"
        "[File b.conllu Line 3 Sent s 2]: [L2 FORMAT unknown-x] Odd\n\n*** FAILED *** with 2 errors\n"
    )
    found = told("b.conllu", text)
    assert [(f.line, f.sent_id, f.text) for f in found] == [
        (3, "s 2", "unknown-x: Odd"), (12, "a-1", "rel-upos-det: 'det' should be 'DET' or 'PRON'"),
    ]  # fmt: skip


def test_the_validator_itself(tmp_path):
    pytest.importorskip("udtools", reason="the official validator is not installed")
    path = tmp_path / "a.conllu"
    rows = "1\tA\ta\tNOUN\t_\t_\t2\tdet\t_\t_\n2\tdog\tdog\tNOUN\t_\t_\t0\troot\t_\t_\n"
    path.write_text(f"# sent_id = one\n# text = A dog\n{rows}\n", encoding="utf-8")
    validator = OfficialValidator([str(path), "-", "b.conllu.gz"])
    found = validator.findings()
    validator.close()
    assert any("rel-upos-det" in finding.text and finding.line == 3 for finding in found)
