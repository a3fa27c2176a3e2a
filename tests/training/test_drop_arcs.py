"""Leaving arcs out by rules: which, how many, the same for a seed and an epoch, and never the sentences themselves."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy
import pytest

import treewright as tw
from treewright.conformance.own_sentences import TINY, own_sentences
from treewright.training.drop_arcs import DropArcs

ROOT = Path(tw.__file__).parents[1]
LOCAL = {"strategy": "local", "explore": "after-first"}


class Gold(tw.Callbacks):
    """What each sentence was learnt from in each epoch."""

    def __init__(self):
        self.trees = {}

    def on_epoch_start(self, loop, epoch):
        self.epoch, self.names = epoch, list(loop.labels)

    def on_gold(self, loop, number, heads, labels):
        self.trees[self.epoch, number] = heads, [self.names[n] if n >= 0 else None for n in labels]


class Dropping(tw.Callbacks):
    """Leaves out arcs as the setting does."""

    keeps_trees = True

    def __init__(self, rules, sentences):
        self.rules = DropArcs(rules)
        self.rules.prepare(sentences)

    def on_epoch_start(self, loop, epoch):
        self.drawn = self.rules.draw(loop.seed, epoch)

    def on_gold(self, loop, number, heads, labels):
        start = int(self.rules.starts[number])
        return tuple([-1 if self.drawn[start + i] else n for i, n in enumerate(own)] for own in (heads, labels))


def learnt_from(rules, sentences=None, **settings):
    """The trees that training saw, and the rows of its epochs."""
    gold = Gold()
    sentences = own_sentences(30) if sentences is None else sentences
    parser = tw.Parser(**{**LOCAL, "epochs": 3, "drop_arcs": rules, **settings})
    rows = parser.train(sentences, callbacks=gold)
    return gold.trees, rows, parser


def left_out(trees, sentences, epoch):
    """The words of an epoch that lost their arc, as (sentence, word, head, label, tag)."""
    found = set()
    for number, sentence in enumerate(sentences):
        heads, labels = trees[epoch, number]
        for i, (head, label) in enumerate(zip(heads, labels, strict=True)):
            word = sentence[i]
            if (head, label) != (word.head, word.deprel):
                assert (head, label) == (-1, None)
                found.add((number, i + 1, word.head, word.deprel, word.upos))
    return found


def test_half_of_all_arcs_and_others_in_each_epoch():
    own = list(tw.read(TINY))
    trees, rows, _ = learnt_from("0.5", own, epochs=2)
    words = sum(map(len, own))
    first, second = (left_out(trees, own, epoch) for epoch in (1, 2))
    assert [row["dropped_arcs"] for row in rows] == [len(first), len(second)]
    for drawn in (len(first), len(second)):
        assert abs(drawn / words - 0.5) < 0.03
    assert abs(len(first & second) / words - 0.25) < 0.03  # drawn anew, and independently


@pytest.mark.parametrize(
    ("rule", "meant"),
    [
        ("1 label=det", lambda word, head, label, tag: label == "det"),
        ("1 label=det,punct", lambda word, head, label, tag: label in ("det", "punct")),
        ("1 label=nsubj", lambda word, head, label, tag: label == "nsubj"),
        ("1 label=nsubj:*", lambda word, head, label, tag: label == "nsubj:pass"),
        ("1 label=nsubj,nsubj:*", lambda word, head, label, tag: label in ("nsubj", "nsubj:pass")),
        ("1 upos=ADP,NOUN", lambda word, head, label, tag: tag in ("ADP", "NOUN")),
        ("1 length>3", lambda word, head, label, tag: head and abs(word - head) > 3),
        ("1 length>=3", lambda word, head, label, tag: head and abs(word - head) >= 3),
        ("1 length<2", lambda word, head, label, tag: head and abs(word - head) < 2),
        ("1 length<=2", lambda word, head, label, tag: head and abs(word - head) <= 2),
        ("1 length=2", lambda word, head, label, tag: head and abs(word - head) == 2),
        ("1 upos=NOUN length>2", lambda word, head, label, tag: tag == "NOUN" and head and abs(word - head) > 2),
        ("1 label=det ; 1 length>4", lambda word, head, label, tag: label == "det" or (head and abs(word - head) > 4)),
        ("1", lambda *arc: True),
        ("0", lambda *arc: False),
    ],
)
def test_rules_mean_what_they_say(rule, meant):
    own = own_sentences(30)
    one = own[0]
    own = [one.with_tree(one.heads, ["nsubj:pass", "nsubj", *one.labels[2:]]), *own[1:]]
    trees, _, _ = learnt_from(rule, own, epochs=1)
    expected = {
        (n, i, word.head, word.deprel, word.upos)
        for n, s in enumerate(own)
        for i, word in enumerate(s, 1)
        if meant(i, word.head, word.deprel, word.upos)
    }
    assert left_out(trees, own, 1) == expected
    assert expected or rule == "0"


def test_each_rule_draws_once():
    own = list(tw.read(TINY))
    trees, _, _ = learnt_from("0.5; 0.5 upos=NOUN", own, epochs=1)
    drawn = left_out(trees, own, 1)
    tags = [word.upos for s in own for word in s]
    nouns = sum(tag == "NOUN" for *_, tag in drawn) / tags.count("NOUN")
    others = sum(tag != "NOUN" for *_, tag in drawn) / (len(tags) - tags.count("NOUN"))
    assert abs(nouns - 0.75) < 0.05 and abs(others - 0.5) < 0.05


def test_unknown_heads_are_no_arcs():
    own = [s.with_tree([-1 if i % 2 else h for i, h in enumerate(s.heads)], s.labels) for s in own_sentences(10)]
    trees, rows, _ = learnt_from("1", own, epochs=1)
    assert rows[0]["dropped_arcs"] == sum(head >= 0 for s in own for head in s.heads)
    for number, sentence in enumerate(own):
        heads, labels = trees[1, number]
        assert heads == [-1] * len(sentence)
        assert labels == [label if i % 2 else None for i, label in enumerate(sentence.labels)]


def test_threads_and_shuffling_do_not_change_what_is_left_out():
    expected = learnt_from("0.4; 0.9 label=punct")[0]
    laso = {"beam": 2, "strategy": "laso"}
    for settings in ({"threads": 2}, {"threads": 3}, {"shuffle": False}, laso, {"labels": "second"}):
        assert learnt_from("0.4; 0.9 label=punct", **settings)[0] == expected
    assert learnt_from("0.4; 0.9 label=punct", seed=2)[0] != expected


@pytest.mark.parametrize("threads", [1, 2])
def test_a_callback_that_leaves_out_the_same_arcs_learns_the_same(threads):
    own = own_sentences(70)
    models = []
    for rules, callbacks in (("0.5; 1 label=punct", None), ("", Dropping("0.5; 1 label=punct", own))):
        parser = tw.Parser(**LOCAL, epochs=3, threads=threads, drop_arcs=rules)
        parser.train(own, callbacks=callbacks)
        models.append(parser.model.arrays())
    for name, array in models[0].items():
        assert numpy.array_equal(array, models[1][name]), name


def test_sentences_stay_as_they_are_and_parsers_differ():
    own = own_sentences(30)
    before = [s.to_conllu() for s in own]
    with_rules, without = learnt_from("0.5", own)[2], learnt_from("", own)[2]
    assert [s.to_conllu() for s in own] == before
    assert any(
        not numpy.array_equal(array, without.model.arrays()[name]) for name, array in with_rules.model.arrays().items()
    )
    assert "dropped_arcs" not in learnt_from("", own)[1][0]


def test_all_arcs_left_out_teach_nothing():
    _, rows, _ = learnt_from("1")
    assert [row["updates"] for row in rows] == [0, 0, 0]


def test_a_parser_that_never_saw_a_label_does_not_use_it():
    own = list(tw.read(TINY))
    parser = tw.Parser(**LOCAL, epochs=4, drop_arcs="1 label=det", facts=0)  # of facts it would know that determiners have it
    parser.train(own)
    plain = tw.Parser(**LOCAL, epochs=4)
    plain.train(own)
    made, usual = ([label for s in p.pipe(own) for label in s.labels].count("det") for p in (parser, plain))
    assert made < usual / 4


def test_several_seeds_draw_their_own():
    _, rows, _ = learnt_from("0.5", seeds=2)
    assert len({row["dropped_arcs"] for row in rows}) > 2 and [row["seed"] for row in rows] == [1, 1, 1, 2, 2, 2]


@pytest.mark.parametrize("threads", [1, 2])
def test_resuming_gives_the_same_bytes_and_the_model_keeps_the_setting(tmp_path, threads):
    class Stop(Exception):
        pass

    def stop(row):
        if row["epoch"] == 2:
            raise Stop

    way = {**LOCAL, "epochs": 4, "threads": threads, "drop_arcs": "0.3; 0.9 upos=PUNCT"}
    own = own_sentences(40)
    whole = tw.Parser(**way)
    whole.train(own)
    whole.save(tmp_path / "whole.tw")
    with pytest.raises(Stop):
        tw.Parser(**way).train(own, checkpoint=tmp_path / "c", log=stop)
    resumed = tw.Parser(**way)
    resumed.train(own, checkpoint=tmp_path / "c", resume=True)
    resumed.save(tmp_path / "resumed.tw")
    assert (tmp_path / "resumed.tw").read_bytes() == (tmp_path / "whole.tw").read_bytes()
    assert tw.load(tmp_path / "whole.tw").settings["training"]["drop_arcs"] == "0.3; 0.9 upos=PUNCT"


def test_kill_and_resume(tmp_path):
    """A real kill -9, as for all training; the arcs of the epochs that are left are drawn as without it."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "treewright", "train", str(TINY), "--strategy", "laso", "--beam", "8", "--epochs", "6"]
    command += ["--drop-arcs", "0.5; 1 label=punct"]
    subprocess.run([*command, "-o", "whole.tw"], cwd=tmp_path, env=environment, check=True, capture_output=True)
    quiet = {"stderr": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    process = subprocess.Popen([*command, "-o", "killed.tw"], cwd=tmp_path, env=environment, **quiet)
    checkpoint = tmp_path / "killed.tw.checkpoint"
    limit = time.monotonic() + 60
    while not checkpoint.exists() and time.monotonic() < limit and process.poll() is None:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL and checkpoint.exists()
    subprocess.run([*command, "-o", "killed.tw", "--resume"], cwd=tmp_path, env=environment, check=True, capture_output=True)
    assert (tmp_path / "killed.tw").read_bytes() == (tmp_path / "whole.tw").read_bytes()


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("half", "seen 'half', expected a share from 0 to 1"),
        ("1.5", "seen '1.5', expected a share"),
        ("-0.1", "seen '-0.1', expected a share"),
        ("nan", "seen 'nan', expected a share"),
        ("0.5;", "seen an empty rule, expected a share"),
        (" ", "seen an empty rule, expected a share"),
        ("label=punct", "seen 'label=punct', expected a share"),
        ("0.5 punct", "seen 'punct', expected label=NAME"),
        ("0.5 label = punct", "seen 'label', expected label=NAME"),
        ("0.5 label=punct,,det", "seen 'label=punct,,det', expected label=NAME"),
        ("0.5 label>3", "seen 'label>3', expected label=NAME"),
        ("0.5 length>many", "seen 'length>many', expected label=NAME"),
        ("0.5 length>-1", "seen 'length>-1', expected label=NAME"),
        ("0.5 length>²", "seen 'length>²', expected label=NAME"),
        ("0.5 xpos=NN", "seen 'xpos=NN', expected label=NAME"),
    ],
)
def test_bad_rules_get_one_sentence(text, seen):
    with pytest.raises(tw.SettingsError) as raised:
        tw.Parser(drop_arcs=text)
    assert str(raised.value).startswith(f"training.drop_arcs: {seen}") and "\n" not in str(raised.value)
    with pytest.raises(tw.SettingsError):
        DropArcs(text)


def test_rules_must_be_text():
    with pytest.raises(tw.SettingsError, match=r"training.drop_arcs: seen 0.5, expected rules as in \"0.5\""):
        tw.Parser(drop_arcs=0.5)
