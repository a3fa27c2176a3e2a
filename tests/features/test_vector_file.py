"""Files of word vectors: what is read, what is refused with its place, and what training says of them."""

import gzip

import pytest

import treewright as tw
from treewright.command_line.main import main
from treewright.conformance.own_sentences import own_sentences
from treewright.features.embeddings import Embeddings


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Writes a file of vectors; returns its name."""
    monkeypatch.chdir(tmp_path)

    def written(content):
        (tmp_path / "v.txt").write_bytes(content if isinstance(content, bytes) else content.encode())
        return "v.txt"

    return written


@pytest.mark.parametrize("text", ["2 3\na 1 2 3\nb 4 5 6\n", "a 1 2 3 \nb 4 5 6", "a\t1\t2\t3\r\nb\t4\t5\t6\r\n\n"])
def test_headers_tabs_and_ends_of_lines(written, text):
    vectors = Embeddings.read(written(text))
    assert vectors.words == ["a", "b"] and vectors.matrix.tolist() == [[1, 2, 3], [4, 5, 6]] and vectors.notes == []


def test_words_with_spaces_in_them(written):
    vectors = Embeddings.read(written("a 1 2\n. . . 3 4\nNew York 5 6\n"))
    assert vectors.words == [". . .", "New York", "a"] and vectors.matrix.tolist() == [[3, 4], [5, 6], [1, 2]]
    assert Embeddings.read(written("1 2\nat 7 pm 1 2\n")).words == ["at 7 pm"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("a 1 2\nzebra 1\n", r"^v.txt:2: seen 1 numbers for 'zebra', expected 2, as on line 1$"),
        ("a 1 2\nzebra\n", r"^v.txt:2: seen 'zebra' without numbers, expected a word and its numbers$"),
        ("a 1 2\nzebra 1 x\n", r"^v.txt:2: seen 'zebra 1 x', expected a word and numbers$"),
        ("a 1 2\nzebra 1 nan\n", r"^v.txt:2: seen nan for 'zebra', expected numbers from -1e\+09 to 1e\+09$"),
        ("a 1 2\nzebra 1 2 3\n", r"^v.txt:2: seen 3 numbers for 'zebra', expected 2, as on line 1$"),
        ("a 1 2\nzebra  1 2\n", r"^v.txt:2: seen 'zebra  1 2', expected a word and numbers$"),
        ("a 1 -inf\n", r"^v.txt:1: seen -inf for 'a'"),
        ("a 1 1e300\n", r"^v.txt:1: seen 1e300 for 'a'"),
        ("1 3\na 1 2\n", r"^v.txt:2: seen 2 numbers for 'a', expected 3, as the first line says"),
        (b"1 2\na \xff\xfe\x00\x00\n", r"^v.txt:2: seen bytes that are not UTF-8, expected text, .* binary file of word2vec"),
        (gzip.compress(b"a 1 2\n", mtime=0), r"^v.txt: seen a compressed file \(gzip\), expected text, .*; unpack it first$"),
        ("", r"^v.txt: seen no vectors"),
        ("5 20\n", r"^v.txt: seen no vectors"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(written, content, said):
    with pytest.raises(tw.InputError, match=said):
        Embeddings.read(written(content))


def test_vectors_that_are_given_must_be_as_long_as_each_other():
    with pytest.raises(tw.InputError, match=r"^features.embeddings: seen 1 numbers for 'b', expected 2, as 'a' has$"):
        Embeddings({"a": [1.0, 2.0], "b": [1.0]})
    with pytest.raises(tw.InputError, match=r"^features.embeddings: seen 0 numbers for 'a', expected one at least$"):
        Embeddings({"a": []})


def test_what_is_odd_is_told(written):
    vectors = Embeddings.read(written("9 1\na 1\nb 2\na 3\n"))
    assert vectors.matrix.tolist() == [[3], [2]]
    assert vectors.notes == [
        "v.txt: lines that repeat a word: 1; its last vector counts",
        "v.txt: seen 3 vectors, and its first line says 9; was it cut?",
    ]


@pytest.mark.parametrize("settings", [{"preset": "fast"}, {"classifier": "feed-forward"}, {"decoder": "biaffine"}])
def test_adapting_says_how_many_words_have_a_vector(settings):
    own = own_sentences(5)
    words = {form for sentence in own for form in sentence.forms}
    one = min(words)
    told = tw.Parser(**settings, embeddings={one.lower(): [1.0, 2.0]}).adapt(own)
    there = sum(word in (one, one.lower()) or word.lower() == one.lower() for word in words)
    said = f"features.embeddings: vectors of 2 numbers, {there} of {len(words)} different training words have one"
    assert told[-1] == said
    told = tw.Parser(**settings, embeddings={"字": [1.0, 2.0]}).adapt(own)
    assert told[-1] == "warning: " + said.replace(f" {there} of", " 0 of")


def test_the_command_says_so_once(written, capsys):
    tw.write(own_sentences(5), "t.conllu")
    train = ["train", "t.conllu", "-o", "m.tw", "--preset", "fast", "--epochs", "1"]
    assert main([*train, "--features.embeddings", written("3 1\nzz 1\nyy 2\n")]) == 0
    told = capsys.readouterr().err
    assert told.count("treewright: warning: v.txt: seen 2 vectors") == 1
    assert told.count("treewright: warning: features.embeddings: vectors of 1 numbers, 0 of ") == 1
