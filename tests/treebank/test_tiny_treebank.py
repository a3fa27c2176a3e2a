"""The treebank the project ships: reproducible, valid, and with the constructions it is meant to have."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import treewright
from treewright.treebank import read

FOLDER = Path(treewright.__file__).parent / "data" / "tiny"
PROJECT = Path(__file__).parents[2]
PARTS = ("train", "dev", "test")


def crosses(heads):
    arcs = [(min(h, i), max(h, i)) for i, h in enumerate(heads, 1) if h]
    return any(a < c < b < d for a, b in arcs for c, d in arcs)


def test_the_script_makes_the_same_bytes(tmp_path):
    for name in ("lexicon.txt", "by_hand.txt"):
        shutil.copy(FOLDER / name, tmp_path)
    command = [sys.executable, "-m", "tools.make_tiny_treebank", str(tmp_path)]
    subprocess.run(command, cwd=PROJECT, check=True, timeout=60)
    for part in PARTS:
        assert (tmp_path / f"{part}.conllu").read_bytes() == (FOLDER / f"{part}.conllu").read_bytes(), part


@pytest.mark.parametrize("part", PARTS)
def test_the_official_validator_accepts_it(part):
    pytest.importorskip("udtools", reason="the official validator is not installed")
    command = [sys.executable, "-c", "from udtools.cli import main; main()", "--lang", "en", "--level", "2"]
    tool = Path(sys.executable).with_name("udvalidate")
    if tool.exists():
        command[:3] = [str(tool)]
    done = subprocess.run([*command, str(FOLDER / f"{part}.conllu")], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("part", "size"), [("train", 300), ("dev", 60), ("test", 60)])
def test_sizes_and_constructions(part, size):
    sentences = list(read(FOLDER / f"{part}.conllu"))
    assert len(sentences) == size
    labels = {label for s in sentences for label in s.labels}
    assert {"acl:relcl", "advcl", "aux:pass", "ccomp", "compound:prt", "conj", "cop", "nummod", "nmod", "obl"} <= labels
    assert any(crosses([w.head for w in s.words]) for s in sentences)
    assert sum("hand" in (s.sent_id or "") for s in sentences) >= 20


def test_the_parts_share_no_sentence():
    texts = [s.text for part in PARTS for s in read(FOLDER / f"{part}.conllu")]
    assert len(texts) == len(set(texts))
