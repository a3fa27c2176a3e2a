"""`treewright parse --keep`: what is annotated stays, what clashes is named."""

import pytest
from small_treebank import SENTENCES, conllu

HALF = """\
# sent_id = one
1-2\tthecat\t_\t_\t_\t_\t_\t_\t_\t_
1\tthe\tthe\tDET\t_\t_\t3\tfor:now\t_\t_
2\tcat\tcat\tNOUN\t_\t_\t_\t_\t_\t_
3\tsleeps\tsleep\tVERB\t_\t_\t4\t_\t_\t_
4\t.\t.\tPUNCT\t_\t_\t_\tpunct\t_\tkept=yes

"""
CLASH = """\
# sent_id = good
1\tcat\tcat\tNOUN\t_\t_\t_\t_\t_\t_

# sent_id = bad
1\ta\ta\tX\t_\t_\t3\t_\t_\t_
2\tb\tb\tX\t_\t_\t4\t_\t_\t_
3\tc\tc\tX\t_\t_\t_\t_\t_\t_
4\td\td\tX\t_\t_\t_\t_\t_\t_

"""


@pytest.fixture
def model(run, treebank):
    assert run("train", treebank, "-o", "m.tw", "-q", "--preset", "fast", "--epochs", "3").code == 0
    return "m.tw"


def columns(text):
    rows = [line.split("\t") for line in text.splitlines() if line and line[0].isdigit() and "-" not in line.split("\t")[0]]
    return [row[6] for row in rows], [row[7] for row in rows]


@pytest.mark.parametrize("more", [(), ("--threads", "2"), ("--beam", "4")])
def test_heads_labels_or_all_are_kept(run, model, tmp_path, more):
    (tmp_path / "half.conllu").write_text(HALF)
    heads, labels = columns(run("parse", model, "half.conllu", "--keep", "all", "-q", *more).out)
    assert heads[0] == "3" and heads[2] == "4" and "_" not in heads + labels
    assert labels[0] == "for:now" and labels[3] == "punct"
    heads, labels = columns(run("parse", model, "half.conllu", "--keep", "heads", "-q", *more).out)
    assert heads[0] == "3" and heads[2] == "4" and labels[0] != "for:now"
    heads, labels = columns(run("parse", model, "half.conllu", "--keep", "labels", "-q", *more).out)
    assert labels[0] == "for:now" and labels[3] == "punct"
    done = run("parse", model, "--keep", "all", "-q", stdin=HALF.encode())
    changed = [(a, b) for a, b in zip(done.out.splitlines(), HALF.splitlines(), strict=True) if a != b]
    assert all(a.split("\t")[:6] == b.split("\t")[:6] and a.split("\t")[8:] == b.split("\t")[8:] for a, b in changed)


def test_a_whole_treebank_comes_out_as_it_went_in(run, model, treebank):
    assert run("parse", model, treebank, "--keep", "all", "-q").out == conllu(SENTENCES)


def test_nbest_trees_keep_what_is_given(run, treebank, tmp_path):
    assert run("train", treebank, "-o", "b.tw", "-q", "--beam", "4", "--epochs", "2").code == 0
    (tmp_path / "half.conllu").write_text(HALF)
    done = run("parse", "b.tw", "half.conllu", "--keep", "all", "--nbest", "3", "-q")
    heads, labels = columns(done.out)
    assert done.out.count("# nbest") > 1 and set(heads[::4]) == {"3"} and set(labels[::4]) == {"for:now"}


def test_a_clash_is_one_sentence_and_nothing_is_written(run, model, tmp_path):
    (tmp_path / "clash.conllu").write_text(CLASH)
    for flags in ((), ("--threads", "2"), ("--nbest", "2")):
        done = run("parse", model, "clash.conllu", "--keep", "heads", "-o", "out.conllu", "-q", *flags)
        assert done.refused("clash.conllu:5", "sent_id bad", "word 1 'a' is 3 (line 5)", "word 2 'b' is 4 (line 6)", "relax")
        assert not (tmp_path / "out.conllu").exists()


def test_a_clash_can_be_skipped_or_relaxed(run, model, tmp_path):
    (tmp_path / "clash.conllu").write_text(CLASH)
    skipped = run("parse", model, "clash.conllu", "--keep", "heads", "--on-conflict", "skip")
    assert skipped.code == 0 and "sent_id = bad" not in skipped.out and "sent_id = good" in skipped.out
    assert "sentence skipped" in skipped.err and "parsed 1 sentence of 1 word " in skipped.err
    relaxed = run("parse", model, "clash.conllu", "--keep", "heads", "--on-conflict", "relax")
    heads, _ = columns(relaxed.out)
    assert relaxed.code == 0 and (heads[1] == "3") != (heads[2] == "4") and "dropped that the head of word" in relaxed.err


def test_a_head_that_is_no_word_is_named(run, model):
    done = run("parse", model, "--keep", "heads", stdin=b"1\ta\ta\tX\t_\t_\t9\t_\t_\t_\n\n")
    assert done.refused("1", "word 1 'a' is 9")
    done = run("parse", model, "--keep", "heads", stdin=b"1\ta\ta\tX\t_\t_\tx\t_\t_\t_\n\n")
    assert done.refused("1", "word 1 'a' is x")


def test_unknown_choices_are_refused(run, model):
    assert run("parse", model, "--keep", "arcs").refused("--keep", "heads")
    assert run("parse", model, "--keep", "heads", "--on-conflict", "no").refused("--on-conflict", "relax")
