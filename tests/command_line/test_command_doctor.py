"""`treewright check --deep`: what it prints and writes, and what it refuses."""

import csv
import io
import json
import os

import pytest

from tests.analysis.small_trees import treebank as made
from tests.analysis.small_trees import with_arc


@pytest.fixture
def faulty(tmp_path):
    """Sixty sentences; one of them has an odd label, and the first two are in another file, too."""
    sentences = made(60)
    sentences[4] = with_arc(sentences[4], 1, label="amod")
    (tmp_path / "train.conllu").write_text("".join(s.to_conllu() for s in sentences), "utf-8")
    (tmp_path / "test.conllu").write_text("".join(s.to_conllu() for s in sentences[:2]), "utf-8")
    return sentences


def test_findings_are_printed(run, faulty):
    done = run("check", "train.conllu", "test.conllu", "--deep")
    assert done.code == 0
    assert "that an earlier file has, too: 2\n  test.conllu:1: train.conllu has the same sentence in line 1\n" in done.out
    arcs = done.out[done.out.index("arcs that") :].splitlines()
    assert arcs[1].startswith(f"  train.conllu:{faulty[4].line + 1}: word 1 (")
    assert "amod of" in arcs[1] and "rather det of" in arcs[1]


def test_quiet_prints_findings_without_counts(run, faulty):
    quiet = run("check", "train.conllu", "--deep", "-q", "--threads", "1").out
    lines = quiet.splitlines()
    assert lines[0] == "train.conllu: no errors" and lines[1].startswith(("errors by the official", "arcs that"))
    assert "\narcs that" in quiet and "recommended" not in quiet
    assert "recommended" in run("check", "train.conllu", "-q").out


def test_json_and_csv_have_the_same_findings(run, faulty):
    found = json.loads(run("check", "train.conllu", "test.conllu", "--deep", "--json", "--threads", "1").out)
    rows = list(csv.DictReader(io.StringIO(run("check", "train.conllu", "test.conllu", "--deep", "--to", "csv").out)))
    listed = [finding for result in found for finding in result["findings"]]
    assert sorted((row["kind"], row["path"], int(row["line"]), row["text"]) for row in rows) == sorted(
        (finding["kind"], finding["path"], finding["line"], finding["text"]) for finding in listed
    )
    assert {finding["path"] for finding in found[1]["findings"]} == {"test.conllu"}


def test_bugs_and_the_page(run, faulty, tmp_path):
    done = run("check", "train.conllu", "test.conllu", "--deep", "--mark", "bugs-{}.conllu", "--html", "page.html")
    assert done.code == 0 and "wrote bugs-train.conllu" in done.err and "wrote page.html" in done.err
    marked, before = ((tmp_path / name).read_text("utf-8").split("\n") for name in ("bugs-train.conllu", "train.conllu"))
    assert len(marked) == len(before)
    different = [(old, new) for old, new in zip(before, marked, strict=True) if old != new]
    assert all(new.startswith(old.removesuffix("_")) and "\tBug=" in new for old, new in different)
    assert any("\tamod\t_\tBug=" in new and "arc:2:det" in new for _, new in different)
    assert "leak\n" in (tmp_path / "bugs-test.conllu").read_text("utf-8")
    assert '<details id="arc" open>' in (tmp_path / "page.html").read_text("utf-8")


def test_json_in_which_a_sentence_is_one_line(run, faulty, tmp_path):
    run("convert", "train.conllu", "-o", "train.json")
    done = run("check", "train.json", "--deep", "--mark", "bugs.conllu", "--html", "page.html", "--threads", "1")
    run("check", "train.conllu", "--deep", "--mark", "same.conllu", "--threads", "1")
    assert done.code == 0 and "  train.json:5: word 1 (" in done.out and "invalid-line" not in done.out
    texts = ((tmp_path / name).read_text("utf-8") for name in ("bugs.conllu", "same.conllu"))
    marked, same = ([row for row in text.replace("validator+", "").split("\n") if "arc:" in row] for text in texts)
    assert marked == same and marked


def test_a_file_whose_name_is_no_text(run, faulty, tmp_path):
    name = os.fsdecode(b"tr\xff.conllu")
    try:
        (tmp_path / "train.conllu").rename(tmp_path / name)
    except OSError:
        pytest.skip("this file system has no such names")
    done = run("check", name, "--deep", "--html", "page.html", "--threads", "1")
    assert done.code == 0 and "wrote page.html" in done.err


def test_findings_of_stdin(run, faulty, tmp_path):
    text = (tmp_path / "train.conllu").read_bytes()
    (found,) = json.loads(run("check", "-", "--deep", "--json", "--threads", "1", stdin=text).out)
    assert found["path"] == "-" and any(row["kind"] == "arc" for row in found["findings"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--mark", "x.conllu"], "--mark: seen without --deep, expected with it"),
        (["--html", "x.html"], "--html: seen without --deep"),
        (["--threads", "2"], "--threads: seen without --deep"),
        (["--deep", "--threads", "0"], "--threads: seen 0, expected a whole number of at least 1"),
        (["--deep", "--html", "nowhere/x.html"], "--html nowhere/x.html: the folder"),
        (["--deep", "--mark", "-"], "--mark and --html: seen -, expected the name of a file"),
        (["--deep", "--mark", "train.conllu"], "--mark train.conllu: seen the input itself"),
    ],
)
def test_what_is_refused(run, faulty, arguments, message):
    done = run("check", "train.conllu", *arguments)
    assert done.code == 2 and message in done.err and "Traceback" not in done.err and done.err.count("\n") == 1


def test_constituency_trees_are_refused(run, tmp_path):
    (tmp_path / "a.discbracket").write_text("(ROOT (S (NP 0=It) (VP 1=works)))\n")
    done = run("check", "a.discbracket", "--deep")
    assert done.code == 2 and "a.discbracket:1: seen a constituency tree, expected dependency trees" in done.err


def test_faulty_files_get_no_bugs(run, faulty, tmp_path):
    with open(tmp_path / "train.conllu", "a", encoding="utf-8") as file:
        file.write("1\tx\t_\tX\t_\t_\t1\tdep\t_\t_\n\n")
    done = run("check", "train.conllu", "--deep", "--mark", "m.conllu")
    assert done.code == 2 and "--mark: train.conllu has 2 errors, expected none" in done.err
    assert not (tmp_path / "m.conllu").exists()
    assert run("check", "train.conllu", "--deep").code == 2  # it is examined all the same


def test_format_errors_as_csv(run, tmp_path):
    (tmp_path / "bad.conllu").write_text("1\tx\t_\tX\t_\t_\t1\tdep\t_\t_\n\n")
    done = run("check", "bad.conllu", "--to", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert done.code == 2 and {row["kind"] for row in rows} == {"format"} and "bad.conllu:1" in rows[0]["text"]
