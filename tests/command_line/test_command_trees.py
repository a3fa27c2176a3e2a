"""Constituency trees on the command line: convert, check, and what refuses them."""

import gzip
import json

import pytest

from tools.tree_seeds import DISCBRACKET, EXPORT, PENN, TIGER


@pytest.fixture
def trees(tmp_path):
    path = tmp_path / "own.export"
    path.write_text(EXPORT)
    return path


def test_there_and_back(run, trees, tmp_path):
    done = run("convert", trees, "-o", "x.discbracket")
    assert done.code == 0 and "treewright: 5 lemmas left out: discbracket has none" in done.err
    assert [line.split("\t")[0] for line in (tmp_path / "x.discbracket").read_text().splitlines()] == [
        line.split("\t")[0] for line in DISCBRACKET.splitlines()
    ]
    assert run("convert", trees, "-o", "{}-2.export.gz", "-q").code == 0
    assert gzip.decompress((tmp_path / "own-2.export.gz").read_bytes()).decode() == EXPORT
    assert run("convert", "own-2.export.gz", "--to", "export").out == EXPORT
    assert run("convert", "-", "--to", "export", stdin=EXPORT.encode()).out == EXPORT
    assert run("convert", trees, "-o", "x.jsonl", "-q").code == 0
    assert run("convert", "x.jsonl", "--to", "export").out == EXPORT
    for text, format in ((PENN, "bracket"), (TIGER, "tiger")):
        assert run("convert", "-", "--to", "discbracket", "--input", format, stdin=text.encode()).out.startswith("(")


def test_changes(run, trees, treebank):
    refused = run("convert", trees, "--to", "bracket")
    assert refused.refused("own.export:6 (sent_id 7): seen a gap in VP between tokens 1 and 4, expected none")
    split = run("convert", trees, "--to", "bracket", "--discontinuity", "split").out
    assert split.splitlines()[0].startswith("(ROOT (SQ (VP*1 (WHNP")
    merged = run("convert", "-", "--to", "discbracket", "--discontinuity", "merge", stdin=split.encode()).out
    assert merged.splitlines()[1] == DISCBRACKET.splitlines()[1] and "(VP (WHNP (WP 0=What)) (VB 3=see))" in merged
    raised = run("convert", trees, "--to", "bracket", "--discontinuity", "raise", "--punctuation", "remove")
    assert raised.out.splitlines()[0] == "(ROOT (SQ (WHNP (WP What)) (VBD did) (PRP you) (VP (VB see))))"
    assert "1 children attached to a higher constituent" in raised.err and "3 tokens of punctuation removed" in raised.err
    functions = run("convert", "-", "--to", "export", "--functions", "split", stdin=PENN.encode()).out
    assert "\tNP\t--\tSBJ-1\t" in functions
    assert "(NP-SBJ-1 (DT The)" in run("convert", "-", "--to", "bracket", "--functions", "join", stdin=functions.encode()).out
    refused = run("convert", treebank, "--to", "conllu", "--discontinuity", "raise")
    assert refused.refused("--discontinuity raise: seen", "without a constituency tree, expected one")


def test_check(run, trees, tmp_path):
    done = run("check", trees)
    assert done.code == 0 and "own.export: no errors" in done.out
    for line in (
        "sentences: 2 (longest 5 words; 0 repeat an earlier one)",
        "constituents: 4 (depth up to 3)",
        "discontinuous: 1 (50.00 %) of the trees, 1 (25.00 %) of the constituents",
        "trees by gap degree: 0: 1 (50.00 %), 1: 1 (50.00 %)",
        "constituents by fan-out: 1: 3 (75.00 %), 2: 1 (25.00 %)",
        "unary chains: 0",
        "roots that branch: 2 (100.00 %)",
    ):
        assert f"  {line}\n" in done.out
    (found,) = json.loads(run("check", trees, "--json").out)
    assert found["discontinuous_labels"] == {"VP": 1} and found["fan_outs"] == {"1": 3, "2": 1}
    trees.write_text(EXPORT.replace("\t502\n", "\t509\n", 1))
    done = run("check", trees)
    assert done.code == 2 and "own.export:9 (sent_id 7): seen '509' as the parent of 'did', expected" in done.out


def test_faults(run, trees, tmp_path):
    trees.write_text(EXPORT.replace("\t502\n", "\t509\n", 1))
    assert run("convert", trees, "--to", "export").refused("own.export:9 (sent_id 7): seen '509' as the parent of 'did'")
    repaired = run("convert", trees, "--to", "export", "--on-error", "repair")
    assert repaired.code == 0 and "repaired: attached to the root" in repaired.err and "\tHD\t0\n" in repaired.out
    skipped = run("convert", trees, "--to", "export", "--on-error", "skip")
    assert skipped.out.count("#BOS") == 1 and "1 sentence skipped" in skipped.err
