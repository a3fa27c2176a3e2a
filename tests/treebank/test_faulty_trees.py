"""Faulty trees: one sentence with the line, what was seen and what was expected; skipped or repaired if asked for."""

import json
import random

import pytest

import treewright as tw
from tools.tree_seeds import EXPORT, TREES
from treewright.treebank.tree_sentence import TreeSentence

ROWS = (
    "#FORMAT 4\n#BOS 1 0 0 0\na\t--\tX\t--\t--\t500\nb\t--\tX\t--\t--\t501\n"
    "#500\t--\tNP\t--\t--\t501\n#501\t--\tS\t--\t--\t0\n#EOS 1\n"
)
XML = (
    '<corpus><s id="s"><graph root="5"><terminals><t id="1" word="a"/><t id="2" word="b"/></terminals>'
    "<nonterminals>{}</nonterminals></graph></s></corpus>"
)
EDGES = '<nt id="5" cat="S"><edge idref="1"/><edge idref="2"/></nt>'
BOTH = [("NP", (0,)), ("S", (0, 1))]
FAULTS = {  # text, line, seen, expected, brackets after repair (None: not repaired)
    "missing parent": (
        ROWS.replace("\t501\n#5", "\t507\n#5", 1),
        4,
        "'507' as the parent of 'b'",
        "the root or",
        [("NP", (0,)), ("S", (0,))],
    ),
    "missing parent of a constituent": (
        ROWS.replace("NP\t--\t--\t501", "NP\t--\t--\tx"),
        5,
        "'x' as the parent of a NP",
        "the root or",
        None,
    ),
    "doubled number": (
        ROWS.replace("#EOS", "#501\t--\tA\t--\t--\t0\n#EOS"),
        7,
        "#501 again (first in line 6)",
        "each number once",
        BOTH,
    ),
    "cycle": (ROWS.replace("S\t--\t--\t0", "S\t--\t--\t500"), 5, "a cycle of constituents (NP in S in NP)", "a way up", None),
    "cycle of one": (ROWS.replace("S\t--\t--\t0", "S\t--\t--\t501"), 6, "a cycle of constituents (S in S)", "a way up", None),
    "empty label": (ROWS.replace("NP", "--"), 5, "a constituent without label", "a label", [("S", (0, 1))]),
    "no tokens below": (
        ROWS.replace("X\t--\t--\t500", "X\t--\t--\t0"),
        5,
        "a NP without tokens",
        "at least one",
        [("S", (1,))],
    ),
    "fields": (ROWS.replace("b\t--\tX", "b\tX"), 4, "5 fields", "6 fields (form, lemma", None),
    "no tokens": ("#FORMAT 4\n#BOS 1 0 0 0\n#EOS 1\n", 2, "a sentence without tokens", "at least one", None),
    "no end": (
        ROWS.replace("#EOS 1\n", "") + ROWS[10:],
        2,
        "a sentence without end before '#BOS 1 0 0 0' in line 7",
        "#EOS 1",
        BOTH,
    ),
    "another end": (ROWS.replace("#EOS 1", "#EOS 2"), 7, "#EOS 2", "#EOS 1", BOTH),
    "token after constituents": (
        ROWS.replace("#EOS 1", "c\t--\tX\t--\t--\t501\n#EOS 1"),
        7,
        "the token 'c' after",
        "all tokens",
        [("NP", (0,)), ("S", (0, 1, 2))],
    ),
    "secondary parent": (
        ROWS.replace("--\t500\n", "--\t500\tA\t9\n"),
        3,
        "'9' as a secondary parent",
        "a constituent",
        BOTH,
    ),
    "version": (ROWS.replace("#FORMAT 4", "#FORMAT 5"), 1, "#FORMAT 5", "3 or 4", BOTH),
    "outside of sentences": (ROWS + "stray\n", 8, "'stray'", "#BOS, a table or a comment", BOTH),
    "fields of #BOS": (
        ROWS.replace("1 0 0 0", "1 0"),
        2,
        "'#BOS 1 0'",
        "number, editor, date and origin",
        BOTH,
    ),
    "Latin-1": (
        ROWS.replace("a\t", "\udce9\t"),
        3,
        "text that is not UTF-8 at line 3, byte 0xE9",
        "UTF-8",
        BOTH,
    ),
    "index twice": ("(ROOT (S (X 0=a) (X 0=b)))", 1, "token 0 twice", "each index once", None),
    "index missing": ("(ROOT (S (X 0=a) (X 2=b)))", 1, "2 tokens without 1", "the indices 0 to 1", [("S", (0, 1))]),
    "word without index": ("(ROOT (S (X 0=a) (X b)))", 1, "'b'", "leaves such as (NN 3=dog)", None),
    "open": ("(ROOT (S (X 0=a) (X 1=b))", 1, "1 ( without )", "as many ( as )", None),
    "closed": ("(ROOT (S (X 0=a) (X 1=b))))", 1, "a ) without (", "as many ( as )", None),
    "two trees": ("(ROOT (X 0=a)) (S (X 1=b))", 1, "a second tree ('(S')", "one tree in a line", None),
    "no label": ("(ROOT (S ( (X 0=a)) (X 1=b)))", 1, "a constituent without label", "a label", [("S", (0, 1))]),
    "empty": ("(ROOT (S (X 0=a) (NP)))", 1, "a NP without tokens", "at least one", [("S", (0,))]),
    "nothing": ("(ROOT (X 0=a))\n(ROOT )", 2, "a sentence without tokens", "at least one", None),
    "open in Penn": ("( (S (X a))\n( (S (X a)))", 1, "1 ( without ) before the next tree in line 2", "as many ( as )", None),
    "open at the end": ("( (S (X a)))\n( (S\n (X a)\n", 2, "2 ( without ) at the end of the file", "as many ( as )", None),
    "closed in Penn": ("( (S (X a))))", 1, "')'", "( at the beginning of a tree", [("S", (0,))]),
    "words": ("( (S (X a b)))", 1, "the word 'b'", "one word in each leaf", None),
    "word and constituent": ("( (S b (X a)))", 1, "the word 'b'", "one word in each leaf", None),
    "two parents": (
        XML.format(EDGES + '<nt id="6" cat="A"><edge idref="5"/><edge idref="1"/></nt>'),
        1,
        "two parents of '1' ('5' and '6')",
        "one",
        None,
    ),
    "no parent": (XML.format('<nt id="5" cat="S"><edge idref="1"/></nt>'), 1, "'2' without a parent", "one", [("S", (0,))]),
    "id twice": (XML.format(EDGES + '<nt id="5" cat="S"/>'), 1, "the id '5' again", "an id of its own", None),
    "no word": (XML.format(EDGES).replace(' word="a"', ""), 1, "a token without word", "a word", None),
    "tab": (XML.format(EDGES).replace('"a"', '"a&#9;b"'), 1, "a tab or line break in <t>", "none", [("S", (0, 1))]),
    "edge to nowhere": (
        XML.format(EDGES.replace('"1"/>', '"1"/><edge idref="x"/>')),
        1,
        "an edge from '5' to 'x'",
        "a token or",
        [("S", (0, 1))],
    ),
    "broken XML": (XML.format("<nt>"), 1, "broken XML (mismatched tag)", "TIGER-XML", None),
    "another XML": ("<html></html>", 1, "<html>", "<corpus>, as TIGER-XML begins", None),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault(name):
    text, line, seen, expected, repaired = FAULTS[name]
    data = text.encode("utf-8", "surrogateescape")
    with pytest.raises(tw.InputError) as error:
        list(tw.read(data))
    message = str(error.value)
    assert f":{line}" in message.split(" ")[0] and f"seen {seen}" in message and f"expected {expected}" in message
    assert "\n" not in message
    skipping = tw.read(data, on_error="skip")
    kept = list(skipping)
    assert seen in str(skipping.report) and " skipped" in str(skipping.report)
    assert all(isinstance(one, TreeSentence) for one in kept)
    repairing = tw.read(data, on_error="repair")
    mended = [one.tree.brackets() for one in repairing]
    if repaired is not None:
        assert repaired in mended and (repairing.report.error_count > 0)
    assert seen in str(repairing.report)


def test_one_word_is_a_sentence():
    for text in ("(ROOT (X 0=a))", "(X 0=a)", "( (X a))", "#BOS 1\na\tX\t--\t--\t0\n#EOS 1\n"):
        (sentence,) = tw.read(text.encode())
        assert sentence.forms == ["a"] and sentence.tree.brackets() == []


def test_entities_are_refused():
    bomb = '<?xml version="1.0"?><!DOCTYPE corpus [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'
    bomb += XML.format(EDGES).replace('"a"', '"&b;"')
    with pytest.raises(tw.InputError, match=r"\(memory\):1: seen the entity 'a' declared, expected no entities"):
        list(tw.read(bomb.encode()))


def test_nothing_is_read_where_trees_are_required():
    with pytest.raises(tw.InputError, match="seen no sentence, expected at least one"):
        list(tw.read(b"#FORMAT 4\n", trees="required"))


def test_further_errors_are_counted():
    text = FAULTS["no tokens below"][0] + FAULTS["cycle"][0].split("\n", 1)[1]
    with pytest.raises(tw.InputError, match=r":5 \(sent_id 1\): .*; and 1 more error$"):
        list(tw.read(text.encode()))
    reader = tw.read(text.encode(), on_error="skip")
    assert list(reader) == [] and reader.report.skipped == 2


@pytest.mark.parametrize(
    "text, first, more",
    [
        (ROWS.replace("\tNP\t", "\t\t"), ":5 (sent_id 1): seen 5 fields", 1),  # so #500 is not there
        (ROWS.replace("FORMAT 4", "FORMAT 3"), ":3: seen 6 fields, expected 5 fields", 4),  # and no tokens
        (ROWS[: ROWS.index("#501")], ":2 (sent_id 1): seen a sentence without end at the end of the file, expected #EOS 1", 2),
        (ROWS.replace("X\t--\t--\t50", "X\t--\t--\t60"), ":3 (sent_id 1): seen '600' as the parent of 'a'", 3),
    ],
)
def test_the_cause_is_told_and_what_follows_is_counted(text, first, more):
    for on_error in ("stop", "skip", "repair"):
        reader = tw.read(text.encode(), on_error=on_error)
        if on_error == "stop":
            with pytest.raises(tw.InputError) as error:
                list(reader)
            assert first in str(error.value) and str(error.value).endswith(f"; and {more} more in this sentence")
        else:
            mended = bool(list(reader))
            (told,) = reader.report.errors
            answer = "repaired: " if mended else "sentence skipped"
            assert first in told and f"; and {more} more in this sentence; {answer}" in told
            assert (reader.report.repaired, reader.report.skipped) == (mended, not mended)


def test_json_trees_are_told_of_in_the_same_way():
    (good,) = tw.read(ROWS.encode())
    data = good.to_dict()
    data["tree"]["tokens"] = [{"parent": 8}, {"parent": 9}]
    reader = tw.read(json.dumps(data).encode(), on_error="skip")
    assert list(reader) == [] and reader.report.errors[0].endswith("; and 3 more in this sentence; sentence skipped")
    assert reader.report.error_count == 1


def test_lines_outside_of_sentences_are_told_of_once():
    text = ROWS.replace("#BOS 1 0 0 0\n", "") + ROWS[10:]
    reader = tw.read(text.encode(), on_error="skip")
    assert [one.tree.brackets() for one in reader] == [BOTH] and reader.report.skipped == 0
    (told,) = reader.report.errors
    assert ":2: seen 'a\\t--\\tX\\t--\\t--\\t500' and 4 more lines, expected #BOS" in told and told.endswith("; lines skipped")


@pytest.mark.parametrize("text", ["#BOS 1 0 0 0\n#EOS 1\n", "(ROOT )\n", "( (S))\n", '{"words": []}\n'])
def test_a_sentence_without_tokens_is_skipped_not_repaired(text):
    reader = tw.read(text.encode(), on_error="repair")
    assert list(reader) == [] and (reader.report.skipped, reader.report.repaired) == (1, 0)


def test_deep_trees():
    depth = 20_000
    text = "(ROOT " + "(A " * depth + "(X 0=a)" + ")" * depth + ")\n"
    (sentence,) = tw.read(text.encode())
    assert len(sentence.tree.constituents) == depth + 1
    (again,) = tw.read(b"".join(tw.treebank.formats.encoded([sentence], "discbracket")))
    assert again.tree == sentence.tree


@pytest.mark.parametrize("name", TREES)
def test_random_changes_raise_nothing_else(name):
    """A little of what tools/fuzz.py does at length."""
    chance = random.Random(name)
    for _ in range(150):
        data = bytearray(TREES[name].encode())
        for _ in range(chance.choice((1, 2, 8))):
            at = chance.randrange(len(data))
            odd = chance.choice((b"", b"(", b")", b"\t", b"\n", b"#", b"0", b"\xff", b"%% "))
            data[at : at + chance.choice((0, 1, 9))] = odd
        for on_error in ("stop", "skip", "repair"):
            try:
                for sentence in tw.read(bytes(data), on_error=on_error):
                    if isinstance(sentence, TreeSentence):
                        assert all(label and covered for label, covered in sentence.tree.brackets())
            except tw.InputError as error:
                assert "expected" in str(error)


def test_lines_after_the_last_sentence_are_noted():
    reader = tw.read((EXPORT + "%% the end\n").encode())
    assert len(list(reader)) == 2 and reader.report.notes == ["(memory): lines after the last sentence, left out"]
