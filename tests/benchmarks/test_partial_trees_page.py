"""Shares of arcs and sentences are what they say, given arcs are counted rightly, and the page shows both parts."""

from pathlib import Path

import pytest

import treewright as tw
from benchmarks.accuracy import partial_trees, partial_trees_page

TINY = Path(tw.__file__).parent / "data" / "tiny"


def forgetful(pipe):
    """Parses, and then the first word of each sentence is attached wrongly."""

    def changed(self, sentences, **how):
        for parsed in pipe(self, sentences, **how):
            heads = list(parsed.heads)
            heads[0] = 0 if heads[0] else len(heads)
            yield parsed.with_tree(heads, parsed.labels)

    return changed


@pytest.fixture(scope="module")
def sentences():
    return list(tw.read(TINY / "train.conllu"))


def known(sentences):
    return [(n, i) for n, s in enumerate(sentences) for i, head in enumerate(s.heads) if head >= 0]


def test_shares_of_arcs(sentences):
    words = sum(map(len, sentences))
    before: set = set()
    for percent in (0, 10, 25, 50, 75, 90, 100):
        drawn = partial_trees.share_of_arcs(sentences, percent, 1)
        arcs = known(drawn)
        assert abs(len(arcs) - words * percent / 100) <= 1 and before <= set(arcs)
        before = set(arcs)
        for part, whole in zip(drawn, sentences, strict=True):
            for head, label, gold_head, gold_label in zip(part.heads, part.labels, whole.heads, whole.labels, strict=True):
                assert (head, label) in ((gold_head, gold_label), (-1, None))
    assert drawn == sentences
    assert known(partial_trees.share_of_arcs(sentences, 50, 2)) != known(partial_trees.share_of_arcs(sentences, 50, 1))


def test_shares_of_sentences(sentences):
    words = sum(map(len, sentences))
    for percent in (10, 50, 100):
        drawn = partial_trees.share_of_sentences(sentences, percent, 1)
        assert 0 <= sum(map(len, drawn)) - words * percent / 100 < max(map(len, sentences))
        assert set(drawn) <= set(sentences)


def test_given_heads(monkeypatch, tmp_path):
    monkeypatch.setattr(partial_trees, "GIVEN_SHARES", (0, 50))
    none, half = partial_trees.given_heads(TINY, "fast", 1)
    test = list(tw.read(TINY / "test.conllu"))
    words = sum(map(len, test))
    assert (none["given"], none["kept"], none["rest"]) == (0, 0, words)
    assert none["las"] == none["free_las"] > 50
    assert none["crossing"] > 0 and words / 2 - none["crossing"] <= half["given"] / partial_trees.DRAWS <= words / 2 + 1
    assert abs(half["rest"] - words / 2) <= 1
    assert half["kept"] == half["given"]
    assert half["las"] > half["free_las"] and half["constrained"] > 0 and half["free"] > 0

    monkeypatch.setattr(partial_trees.tw.Parser, "pipe", forgetful(tw.Parser.pipe))
    _, half = partial_trees.given_heads(TINY, "fast", 1)
    least = half["given"] - len(test) * partial_trees.DRAWS
    assert least <= half["kept"] < half["given"]  # the count would see it if arcs were lost

    training = [
        {"preset": "fast", "percent": p, "what": w, "seed": 1, "arcs": 10 * p, "uas": 80.0, "las": 70.0 + p / 10}
        for p, w in ((10, "arcs"), (10, "sentences"), (100, "arcs"))
    ]
    made = {"treebank": "Tiny", "command": "python x", "date": "2026-11-16", "commit": "a", "machine": "m"}
    found = {"training": {"fast": {"rows": training, **made}}, "given": {"fast": {"rows": [none, half], **made}}}
    partial_trees_page.write_page(found, tmp_path)
    page = (tmp_path / "partial_trees.md").read_text()
    assert "| 10 % | 100 | 71.00 | 80.00 | 71.00 | 80.00 |" in page
    assert "| 100 % | 1,000 | 80.00 | 80.00 | 80.00 | 80.00 |" in page
    missing = half["given"] - half["kept"]
    assert f"{100 * half['kept'] / half['given']:.2f} % ({missing} not)" in page
