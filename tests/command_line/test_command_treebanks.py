"""The verbs that need no model: convert, check, evaluate, parts."""

import gzip
import itertools
import json
import os
import random
import subprocess
import sys

import pytest
from small_treebank import CROSSING, SENTENCES, conllu, environment

from treewright.analysis.treebanks.reach import reachable_arcs
from treewright.command_line.parts import first_line
from treewright.treebank.dependency_tree import problem_of
from treewright.treebank.projectivity import is_projective

BROKEN = "# sent_id = bad\n1\ta\ta\tX\t_\t_\t2\tdep\t_\t_\n2\tb\tb\tX\t_\t_\t1\tdep\t_\t_\n\n"  # a cycle


def test_converting_there_and_back(run, treebank, tmp_path):
    there = run("convert", treebank, "--to", "conllx", "-o", "x.conll")
    assert there.code == 0 and there.out == ""
    assert "converted 4 sentences" in there.err and "4 comments left out" in there.err
    assert "14 MISC fields left out" in there.err
    text = (tmp_path / "x.conll").read_text()
    assert "#" not in text and "kept=yes" not in text and text.count("\n\n") == 4
    back = run("convert", "--to", "conllu", "--format", "conllx", stdin=text.encode())
    rows = [line for line in treebank.read_text().split("\n") if not line.startswith("#")]
    assert back.out == "\n".join(rows).replace("kept=yes", "_")


def test_converting_counts_what_conllx_cannot_hold(run):
    text = "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n1\tde  le\tde\tX\t_\t_\t0\troot\t0:root\t_\n"
    text += "2\tle\tle\tX\t_\t_\t1\tdep\t_\t_\n2.1\tx\tx\tX\t_\t_\t_\t_\t_\t_\n\n"
    done = run("convert", "--to", "conllx", stdin=text.encode())
    assert done.code == 0, done.err
    assert done.out == "1\tde__le\tde\tX\t_\t_\t0\troot\t_\t_\n2\tle\tle\tX\t_\t_\t1\tdep\t_\t_\n\n"
    for part in ("1 ranges left out", "1 empty nodes left out", "1 DEPS fields left out", "1 words with spaces"):
        assert part in done.err


def test_converting_many_files_by_a_template(run, treebank, tmp_path):
    (tmp_path / "other.conllu.gz").write_bytes(gzip.compress(conllu(SENTENCES[:1]).encode()))
    (tmp_path / "new").mkdir()
    done = run("convert", treebank, "other.conllu.gz", "--to", "conllu", "-o", "new/{}.conllu", "-q")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert (tmp_path / "new/good.conllu").read_bytes() == treebank.read_bytes()
    assert (tmp_path / "new/other.conllu").read_text() == conllu(SENTENCES[:1])


def test_nothing_is_left_of_a_failed_conversion(run, tmp_path):
    (tmp_path / "bad.conllu").write_text(conllu(SENTENCES) + "1\tonly three\tcolumns\n\n")
    done = run("convert", "bad.conllu", "--to", "conllx", "-o", "out.conll", "-q")
    assert done.refused("bad.conllu:23")
    assert [path.name for path in tmp_path.iterdir()] == ["bad.conllu"]
    skipped = run("convert", "bad.conllu", "--to", "conllx", "--on-error", "skip")
    assert skipped.code == 0 and skipped.out.count("\n\n") == 4 and "skipped" in skipped.err


def test_missing_files_are_one_sentence(run):
    assert run("convert", "absent.conllu", "--to", "conllu").refused("absent.conllu", "no such file")
    checked = run("check", "absent.conllu")
    assert checked.code == 2 and "error: absent.conllu: no such file" in checked.out
    assert run("evaluate", "absent.conllu", "other.conllu").refused("absent.conllu", "no such file")


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_a_closed_pipe_is_quiet(tmp_path):
    (tmp_path / "big.conllu").write_text(conllu(SENTENCES * 20000))
    command = f"'{sys.executable}' -m treewright convert big.conllu --to conllx | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, cwd=tmp_path, env=environment(), timeout=120
    )
    assert done.stdout.split("\n")[1] == "141"
    assert done.stderr == ""


def test_check_counts(run, tmp_path):
    (tmp_path / "a.conllu").write_text(conllu([*SENTENCES, CROSSING, SENTENCES[0]]))
    done = run("check", "a.conllu")
    assert done.code == 0, done.out + done.err
    assert "a.conllu: no errors" in done.out
    assert "sentences: 6 (longest 5 words; 1 repeat an earlier one)" in done.out
    assert "non-projective: 1 (16.67 %) of the trees" in done.out
    found = json.loads(run("check", "a.conllu", "--json").out)[0]
    assert (found["words"], found["nonprojective_trees"], found["labels"]["det"]) == (23, 1, 4)
    assert found["nonprojective_arcs"] >= 1
    reached = {row["pseudo_projective"]: row for row in found["systems"] if "arc-eager" in row["systems"]}
    assert [(row["trees"], row["arcs"], row["more_labels"]) for row in reached.values()] == [
        (5, 21, 0), (5, 21, 2), (6, 23, 3), (5, 22, 3),
    ]  # fmt: skip
    assert (reached["none"]["trees_percent"], reached["none"]["arcs_percent"]) == (83.333, 91.304)
    assert found["recommended"]["settings"] == {"system.name": "arc-eager", "training.pseudo_projective": "path"}
    assert ": 5 (83.33 %) of the trees, 21 (91.30 %) of the arcs\n" in done.out
    assert "--pseudo-projective path: 6 (100.00 %) of the trees, 23 (100.00 %) of the arcs, 3 more labels to learn" in done.out
    assert f"recommended: {found['recommended']['why']}\n" in done.out
    (tmp_path / "b.conllu").write_text(conllu(SENTENCES))
    assert "recommended: --system arc-eager reaches every tree, as all projective systems do\n" in run("check", "b.conllu").out


def test_arcs_that_projective_systems_reach():
    rng = random.Random(1)
    for size in range(1, 6):
        every = [list(heads) for heads in itertools.product(range(size + 1), repeat=size) if problem_of(heads) is None]
        projective = [heads for heads in every if is_projective(heads)]
        for heads in rng.sample(every, min(30, len(every))):
            best = max(sum(map(int.__eq__, heads, other)) for other in projective)
            assert reachable_arcs(heads) == best
    assert reachable_arcs([2, 3, -1]) == 2


def test_check_reports_every_error_and_exits_with_2(run, tmp_path):
    (tmp_path / "bad.conllu").write_text(conllu(SENTENCES) + BROKEN + BROKEN.replace("bad", "worse"))
    done = run("check", "bad.conllu")
    assert done.code == 2
    assert "cycle" in done.out and "Traceback" not in done.err
    assert "bad.conllu:24 (sent_id bad)" in done.out and "(sent_id worse)" in done.out
    found = json.loads(run("check", "bad.conllu", "--json").out)[0]
    assert found["error_count"] == len(found["errors"]) == done.out.count("error: bad.conllu:")
    assert found["sentences"] == 4
    assert f"and {found['error_count'] - 1} more (--most 0" in run("check", "bad.conllu", "--most", "1").out
    (tmp_path / "empty.conllu").write_text("")
    assert run("check", "empty.conllu").code == 2


def test_evaluate(run, treebank, tmp_path):
    wrong = treebank.read_text().replace("4\tloudly\tloudly\tADV\t_\t_\t3", "4\tloudly\tloudly\tADV\t_\t_\t2")
    done = run("evaluate", treebank, stdin=wrong.encode())
    assert done.code == 0, done.err
    assert "UAS 92.86" in done.out and "CoNLL 2018" in done.out and "punctuation counted" in done.out
    (tmp_path / "wrong.conllu").write_text(wrong)
    scores = json.loads(run("evaluate", treebank, "wrong.conllu", "--json", "--no-punctuation", "--subtypes").out)
    assert scores["uas"] == pytest.approx(100 * 11 / 12)
    assert scores["settings"] == {"definitions": "CoNLL 2018", "punctuation": False, "subtypes": True}
    (tmp_path / "short.conllu").write_text(conllu(SENTENCES[:2]))
    assert run("evaluate", treebank, "short.conllu").refused("good.conllu:13", "expected the same text in both")
    assert run("evaluate", "-", "-").refused("stdin")


def test_evaluate_more_than_trees(run, treebank, tmp_path):
    assert run("evaluate", treebank, treebank).out.startswith("UAS 100.00  LAS 100.00")
    table = run("evaluate", treebank, treebank, "--all").out
    assert table.split("\n")[1].split() == ["Tokens", "100.00", "100.00", "100.00"]
    (tmp_path / "tags.conllu").write_text(treebank.read_text().replace("\tADV\t", "\tADJ\t"))
    tagged = run("evaluate", treebank, "tags.conllu").out
    assert "\nUPOS  " in tagged and "\nMLAS  " in tagged and "CoNLL 2018" in tagged
    rows = [line for line in treebank.read_text().split("\n") if not line.startswith("#")]
    joined = [f"1\t{''.join(row.split(chr(9))[1] for row in rows if row)}" + "\t_" * 4 + "\t0\troot\t_\t_", "", ""]
    (tmp_path / "joined.conllu").write_text("\n".join(joined))
    scores = json.loads(run("evaluate", treebank, "joined.conllu", "--json").out)
    assert scores["metrics"]["Tokens"]["system_total"] == 1 and scores["metrics"]["Words"]["f1"] == 0
    assert scores["words"] == 14 and scores["metrics"]["UPOS"]["aligned_accuracy"] == 0
    (tmp_path / "other.conllu").write_text(treebank.read_text().replace("\tloudly\t", "\tlovely\t", 1))
    done = run("evaluate", treebank, "other.conllu")
    assert done.refused("word 4 is 'lovely', but 'loudly' in the gold treebank", "expected the same characters in both")


def test_parts(run):
    done = run("parts")
    assert done.code == 0, done.err
    assert "transition systems (--system)" in done.out
    found = json.loads(run("parts", "--json").out)
    assert {"arc-eager", "arc-hybrid", "arc-standard"} <= set(found["transition systems"])
    for title, parts in found.items():
        assert parts, title
        for name, line in parts.items():
            assert line and "\n" not in line, (title, name)


def test_the_line_of_a_part():
    class Documented:
        """What it is.

        More.
        """

    class Signed:
        pass

    Signed.__doc__ = "Signed(root='last')\nWhat it is."
    assert first_line(Documented) == first_line(Signed) == first_line("What it is.\nMore.") == "What it is."


def test_check_and_train_tell_what_is_unknown(run, tmp_path):
    whole = conllu(SENTENCES)
    rows = whole.split("\n")
    at = [i for i, row in enumerate(rows) if row[:1].isdigit()]
    for i in at[:3]:  # head and label
        rows[i] = "\t".join([*rows[i].split("\t")[:6], "_", "_", *rows[i].split("\t")[8:]])
    fields = rows[at[3]].split("\t")
    rows[at[3]] = "\t".join([*fields[:7], "_", *fields[8:]])  # the label only
    (tmp_path / "partial.conllu").write_text("\n".join(rows))
    (tmp_path / "whole.conllu").write_text(whole)
    done = run("check", "partial.conllu")
    words = len(at)
    assert done.code == 0 and "no errors" in done.out
    assert f"unknown (_): 3 ({300 / words:.2f} %) of the heads, 4 ({400 / words:.2f} %) of the labels; 1 (" in done.out
    found = json.loads(run("check", "partial.conllu", "--json").out)[0]
    assert (found["unknown_heads"], found["unknown_labels"], found["partial_trees"]) == (3, 4, 1)
    assert "_" not in found["labels"] and sum(found["labels"].values()) == words - 4
    assert "unknown" not in run("check", "whole.conllu").out
    flags = ("-o", "model.tw", "--preset", "fast", "--epochs", "2")
    done = run("train", "partial.conllu", "--dev", "whole.conllu", *flags)
    assert done.code == 0, done.err
    assert f"of {words} words (3 heads and 4 labels unknown), dev 4 sentences of {words} words\n" in done.err


def test_rules_for_leaving_arcs_out(run, tmp_path):
    (tmp_path / "a.conllu").write_text(conllu(SENTENCES))
    flags = ("-o", "model.tw", "--preset", "fast", "--epochs", "2", "--seeds", "1", "--log", "log.jsonl")
    assert run("train", "a.conllu", *flags, "--drop-arcs", "some").refused("training.drop_arcs (--drop-arcs): seen 'some'")
    done = run("train", "a.conllu", *flags, "--drop-arcs", "0.5 label=det; 1 label=pucnt")
    assert done.code == 0, done.err
    assert "warning: training.drop_arcs: no arc of the training data meets the rule '1 label=pucnt'" in done.err
    assert "'0.5 label=det'" not in done.err
    rows = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert all(0 <= row["dropped_arcs"] <= 4 for row in rows) and len(rows) == 2
    assert run("train", "a.conllu", *flags, "--training.drop_arcs", "1").code == 0
    assert json.loads((tmp_path / "log.jsonl").read_text().splitlines()[-1])["dropped_arcs"] == 14
