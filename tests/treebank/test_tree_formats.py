"""Constituency trees in every format: what is read, and written again without loss; what a format cannot hold is counted."""

import io
import pickle
from collections import Counter

import pytest

import treewright as tw
from tools.tree_seeds import DISCBRACKET, EXPORT, EXPORT3, PENN, TIGER, TREES
from treewright.command_line import outputs, treebanks
from treewright.treebank import formats, tree_formats
from treewright.treebank.constituency_tree import ConstituencyTree, Token
from treewright.treebank.reader import CHOICES


def read(text, **given):
    return list(tw.read(text.encode(), **given))


def written(sentences, format, losses=None):
    return b"".join(formats.encoded(sentences, format, losses=losses)).decode()


def test_export_there_and_back():
    assert written(read(EXPORT), "export") == EXPORT
    assert written(read(EXPORT3), "export3") == EXPORT3
    first, second = read(EXPORT)
    tree = first.tree
    assert tree.name == "7" and tree.comments[:3] == ["editor = 2", "date = 1098266454", "origin = 1"]
    assert tree.comments[3:] == ["seen twice", "a second comment"] and tree.before[1] == "#BOT ORIGIN"
    assert tree.brackets() == [("WHNP", (0,)), ("VP", (0, 3)), ("SQ", (0, 1, 2, 3))] and tree.discontinuous
    assert tree.tokens[2] == Token("you", "PRP", "you", "2.Pl", "SB", 3, [("SB", 2)])
    assert tree.tokens[3].comment == "the verb" and tree.constituents[3].secondary == [("X", 2)]
    assert [token.form for token in second.tree.tokens] == ["Stop", "(", "#1"]  # #1 is no constituent, which begin at 500


def test_columns_of_export_may_be_padded_and_need_no_version():
    padded = EXPORT.replace("\t", "\t\t\t").replace("#FORMAT 4\n", "")
    assert [one.tree.brackets() for one in read(padded)] == [one.tree.brackets() for one in read(EXPORT)]
    spaced = EXPORT3.replace("#FORMAT 3\n", "").replace("\t", "  ")
    assert read(spaced)[0].tree == read(EXPORT3)[0].tree


def test_versions_of_export():
    losses = Counter()
    assert "you\tPRP\t2.Pl\tSB\t502\tSB\t501\n" in written(read(EXPORT), "export3", losses)
    assert losses == {"lemmas left out: export version 3 has none": 5}


def test_discbracket_there_and_back():
    assert written(read(DISCBRACKET), "discbracket") == DISCBRACKET
    losses = Counter()
    text = written(read(EXPORT), "discbracket", losses)
    assert text.splitlines()[0].split("\t")[0] == DISCBRACKET.splitlines()[0].split("\t")[0]
    assert losses["edges (functions) left out: discbracket has none"] == 5
    for one, other in zip(read(EXPORT), read(text), strict=True):
        assert one.tree.brackets() == other.tree.brackets() and one.tree.name == other.tree.name
        assert [(token.form, token.tag) for token in one.tree.tokens] == [
            (token.form, token.tag) for token in other.tree.tokens
        ]


def test_penn_brackets():
    first, second, third = sentences = read(PENN)
    assert first.forms == ["The", "dog", "seems", "to", "bark", "(", "."] and first.tree.constituents[0].label == ""
    assert second.tree.constituents[0].label == "ROOT" and third.tree.brackets() == [("NP", (0,))]
    text = written(sentences, "bracket")
    assert text.splitlines()[0].startswith("( (S (NP-SBJ-1 (DT The) (NN dog)) (VP ") and text.count("\n") == 3
    assert "(-LRB- -LRB-)" in text and [one.tree for one in read(text)] == [one.tree for one in sentences]
    reader = tw.read(PENN.encode())
    assert len(list(reader)) == 3 and reader.report.notes == ["(memory): trees without ROOT, which was added"]


def test_a_leaf_of_penn_brackets_may_be_on_two_lines():
    assert read("(ROOT (NN\n dog)\n (\nVP (VB barks)))\n")[0].tree.brackets() == [("VP", (1,))]


def test_penn_brackets_cannot_hold_gaps():
    message = r"\(memory\):6 \(sent_id 7\): seen a gap in VP between tokens 1 and 4, expected none: Penn brackets cannot"
    with pytest.raises(tw.InputError, match=message):
        written(read(EXPORT), "bracket")


def test_tiger():
    first, second = read(TIGER)
    tree = first.tree
    assert (first.sent_id, tree.constituents[0].label) == ("s1", "VROOT")
    assert tree.brackets() == [("VP", (0, 3)), ("SQ", (0, 1, 2, 3))]
    assert tree.tokens[2].secondary == [("SB", 1)] and tree.tokens[2].morphology == "case=Nom"
    assert [token.edge for token in tree.tokens] == ["OA", "HD", "SB", "HD", ""] and tree.tokens[4].form == "<"
    assert second.tree.brackets() == [] and second.forms == ["Yes"]
    assert "%% sent_id = s1" in written([first], "export")
    assert read(written([first], "export"))[0].tree.name == "s1"


def test_json_holds_everything():
    for text in TREES.values():
        sentences = read(text)
        again = read(written(sentences, "json"))
        assert [one.tree for one in again] == [one.tree for one in sentences]
        assert again == sentences and tw.TreeSentence.from_dict(sentences[0].to_dict()) == sentences[0]
    assert written(read(written(read(EXPORT), "json")), "export") == EXPORT


def test_a_sentence_has_rows():
    sentence = read(EXPORT)[0]
    assert sentence.to_conllu().splitlines()[:6] == [
        "# sent_id = 7", "# editor = 2", "# date = 1098266454", "# origin = 1", "# seen twice", "# a second comment",
    ]  # fmt: skip
    assert sentence.rows[8] == "3\tyou\tyou\t_\tPRP\t2.Pl\t_\t_\t_\t_" and list(sentence.heads) == [-1] * 5
    again = pickle.loads(pickle.dumps(sentence))
    assert again == sentence and again.tree == sentence.tree and hash(again) == hash(sentence)
    losses = Counter()
    written([sentence], "conllu", losses)
    assert losses == {"constituency trees left out: CoNLL-U has none": 1}


def test_other_brackets_over_the_same_tokens():
    sentence = read(EXPORT)[0]
    other = sentence.with_brackets([("A", (0, 1)), ("S", (0, 1, 2, 3, 4))])
    assert other.source == sentence.source and other.tree.brackets() == [("A", (0, 1)), ("S", (0, 1, 2, 3, 4))]
    assert other.tree.before == sentence.tree.before and not any(token.edge for token in other.tree.tokens)
    assert sentence.tree.tokens[0].edge == "OA"
    with pytest.raises(tw.InputError, match="crosses another one"):
        sentence.with_brackets([("A", (0, 1)), ("B", (1, 2))])


def test_a_plain_sentence_with_brackets():
    plain = next(tw.read(b"# sent_id = a\n# n\n1-2\tImt\t_\t_\t_\t_\t_\t_\t_\t_\n" + b"".join(
        b"%d\t%s\t_\tX\t%s\tF=1\t0\troot\t_\tM=2\n" % row for row in ((1, b"Im", b"P"), (2, b"t", b"_"))
    )))  # fmt: skip
    sentence = tw.TreeSentence.from_sentence(plain, [("S", (0, 1))])
    assert sentence.source == plain.source and sentence.tree.name == "a" and sentence.tree.comments == ["n"]
    assert sentence.tree.tokens == [Token("Im", "P", "", "F=1", parent=1), Token("t", "X", "", "F=1", parent=1)]
    with pytest.raises(tw.InputError, match="seen no constituency tree, expected one: export holds nothing else"):
        written([plain], "export")


@pytest.mark.parametrize("form, seen", [("a\tb", "a tab or line break in"), ("", "a token without form"), ("\ud800", "half")])
def test_what_no_row_can_hold(form, seen):
    with pytest.raises(tw.InputError, match=f"seen {seen}"):
        tw.TreeSentence(ConstituencyTree([Token(form)]))


def test_what_export_cannot_hold():
    with pytest.raises(tw.InputError, match="token 1: seen the form '#512', which export cannot hold"):
        written([tw.TreeSentence(ConstituencyTree([Token("#512")]))], "export")
    losses = Counter()
    written([tw.TreeSentence(ConstituencyTree([Token("-LRB-"), Token("a b", "x y"), Token("(", "(")]))], "discbracket", losses)
    assert sorted(losses.values()) == [1, 1, 1, 1] and "forms with spaces, written as _: discbracket has none" in losses


def test_files_by_their_names(tmp_path):
    for name in ("a.export", "a.discbracket", "a.export.gz", "a.jsonl"):
        assert tw.write(read(EXPORT), tmp_path / name) == 2
        reader = tw.read(tmp_path / name)
        assert [one.tree.brackets() for one in reader] == [one.tree.brackets() for one in read(EXPORT)]
    assert (tmp_path / "a.export").read_text() == EXPORT and repr(tw.read(tmp_path / "a.export")).endswith("so far>")
    assert tw.write(read(PENN), tmp_path / "a.mrg") == 3 and len(read((tmp_path / "a.mrg").read_text())) == 3
    assert tw.write(read(EXPORT), tmp_path / "a.conllu") == 2
    with pytest.raises(tw.InputError, match="format: seen none, expected one that holds constituency trees"):
        tw.write(read(EXPORT), io.BytesIO())


@pytest.mark.parametrize("name", TREES)
def test_a_stream_in_pieces_of_any_size(name):
    """Formats are recognised, and sentences found, however little comes at a time."""
    expected = [one.tree for one in read(TREES[name])]

    class Drop(io.RawIOBase):
        def __init__(self, data, size):
            self.data, self.size = data, size

        def read(self, _=-1):
            piece, self.data = self.data[: self.size], self.data[self.size :]
            return piece

    for size in (1, 3, 50):
        reader = tw.read(Drop(TREES[name].encode(), size))
        assert [one.tree for one in reader] == expected and reader.format == name.removesuffix("3")
    crlf = list(tw.read(TREES[name].replace("\n", "\r\n").encode()))
    assert [one.tree for one in crlf] == expected


def test_names_of_formats_are_the_same_everywhere():
    assert CHOICES["format"] == treebanks.FORMATS and set(outputs.FORMATS) == set(formats.FORMATS)
    assert set(tree_formats.ENDINGS) <= set(outputs.ENDINGS)


def test_the_end_of_a_name_decides_between_brackets():
    assert read("(ROOT (CD 1=2) (CD 1=3))", format="bracket")[0].forms == ["1=2", "1=3"]
    assert tree_formats.format_of(b"(X (CD 1=2))", "a.mrg", True) == "bracket"
    assert tree_formats.format_of(b"(X (CD 1=2))", "a", True) == "discbracket"
    assert tree_formats.format_of(b"Birds\n", "a.export", True) == "export"
    assert tree_formats.format_of(b"# sent_id = 1\n", "a.export", True) == "rows"


def test_text_in_brackets_is_no_tree():
    for text in (b"(see the dog)", b"(see me)", b"(Foo (2010) says)", b"# text", b"%", b"a (b c)"):
        assert not tree_formats.is_tree(text)
    for text in (*TREES.values(), "(NN 0=dog)", "((S (NP (NN a))))"):
        assert tree_formats.is_tree(text.encode())
