"""A cascade: what one parser decides, the next one keeps."""

import pytest

import treewright as tw
from treewright.ensemble import Cascade
from treewright.parser.parsing import Parsing
from treewright.treebank.dependency_tree import is_tree
from treewright.treebank.projectivity import is_projective


class Stub(Parsing):
    """A partial parser that gives one head to one word, and remembers what it was given."""

    in_python, single_root, tags = False, True, ()

    def __init__(self, word, head, label):
        self.labels = [label]
        self.word, self.head, self.label = word, head, label
        self.seen = []

    def pipe(self, sentences, *, keep):
        assert keep == "all"
        for sentence in sentences:
            self.seen.append((list(sentence.heads), sentence.labels))
            heads, labels = list(sentence.heads), sentence.labels
            if heads[self.word - 1] < 0:
                heads[self.word - 1], labels[self.word - 1] = self.head, self.label
            yield sentence.with_tree(heads, labels)


ROWS = (
    b"# text = a b\n1\ta\t_\tX\t_\tF=1\t2\told\t_\tmisc\n1.1\te\t_\t_\t_\t_\t_\t_\t_\t_\n"
    b"2\tb\t_\tY\t_\t_\t0\tbefore\t_\t_\n"
)


def test_each_parser_sees_what_those_before_it_gave():
    sentence = tw.Sentence(ROWS)
    one, two, three = Stub(2, 0, "root"), Stub(2, 1, "wrong"), Stub(1, 2, "new")
    cascade = Cascade([one, two, three])
    expected = ROWS.replace(b"old", b"new").replace(b"before", b"root")
    assert cascade(sentence).source == expected
    assert one.seen == [([-1, -1], [None, None])]  # nothing of the input
    assert two.seen == [([-1, 0], [None, "root"])] and three.seen == two.seen
    assert b"".join(cascade.parse_bytes([sentence] * 3, threads=2)) == (expected + b"\n") * 3


def test_what_the_input_has_is_kept_if_asked_for():
    sentence = tw.Sentence(ROWS)
    for keep, seen in (
        ("", ([-1, -1], [None, None])), ("heads", ([2, 0], [None, None])),
        ("labels", ([-1, -1], ["old", "before"])), ("all", ([2, 0], ["old", "before"])),
    ):  # fmt: skip
        stub = Stub(1, 2, "x")
        list(Cascade([stub]).pipe([sentence], keep=keep))
        assert stub.seen == [seen], keep
    with pytest.raises(tw.SettingsError, match="keep: seen 'some', expected one of heads"):
        list(Cascade([Stub(1, 2, "x")]).pipe([sentence], keep="some"))
    with pytest.raises(tw.SettingsError, match="no parsers"):
        Cascade([])


def test_a_parser_that_decides_everything_leaves_nothing_to_the_next(parser, test_part):
    one, other = parser(beam=1), parser(beam=1, seed=2)
    alone = b"".join(one.parse_bytes(test_part))
    assert b"".join(other.parse_bytes(test_part)) != alone
    cascade = Cascade([one, other])
    assert b"".join(cascade.parse_bytes(test_part)) == alone == b"".join(cascade.parse_bytes(test_part, threads=2))
    assert b"".join(Cascade([one]).parse_bytes(test_part)) == alone
    assert cascade.evaluate(test_part).las == one.evaluate(test_part).las


class Partial(Parsing):
    """A parser that keeps its heads and labels for some words only."""

    in_python, single_root, tags = False, True, ()

    def __init__(self, parser, label):
        self.labels = parser.labels
        self.parser, self.label, self.given = parser, label, {}

    def pipe(self, sentences, *, keep):
        for sentence in sentences:
            parsed = self.parser(sentence)
            certain = [label == self.label for label in parsed.labels]
            heads = [head if sure else -1 for head, sure in zip(parsed.heads, certain, strict=True)]
            labels = [label if sure else None for label, sure in zip(parsed.labels, certain, strict=True)]
            self.given[sentence.sent_id] = (heads, labels)
            yield sentence.with_tree(heads, labels)


def test_a_partial_parser_and_one_that_does_the_rest(parser, test_part):
    partial = Partial(parser(beam=1), "det")
    changed = 0
    for parsed in Cascade([partial, parser(beam=2, seed=2)]).pipe(test_part):
        heads, labels = partial.given[parsed.sent_id]
        assert is_tree(list(parsed.heads))
        for own, kept, label, kept_label in zip(parsed.heads, heads, parsed.labels, labels, strict=True):
            assert kept < 0 or (own, label) == (kept, kept_label)
            changed += kept < 0
    assert changed and any(head >= 0 for heads, _ in partial.given.values() for head in heads)


def test_gold_heads_that_are_kept(parser, test_part):
    cascade = Cascade([parser(beam=1), parser(beam=1, seed=2)])
    gold = [sentence for sentence in test_part if is_projective(list(sentence.heads))]
    for sentence, kept in zip(gold, cascade.pipe(gold, keep="all", threads=2), strict=True):
        assert kept == sentence
    assert cascade.evaluate(gold).uas < 100
    with pytest.raises(tw.InputError, match="expected constraints that one projective tree can satisfy"):
        list(cascade.pipe(test_part, keep="heads"))


def test_a_parser_that_leaves_nothing_to_the_next_is_told_of(parser, recwarn):
    whole, plain, partial = parser(beam=1), parser(beam=1, labels="none"), parser(beam=1, system="arc-hybrid-span")
    for quiet in ([partial, whole], [plain, whole], [whole], [Partial(whole, "det"), whole], [Cascade([partial]), whole]):
        Cascade(quiet)
    assert not recwarn
    for told in ([whole, partial], [Cascade([partial, whole]), whole]):
        with pytest.warns(tw.SettingsWarning, match="cascade: parser 1 is no partial parser: it decides about all words"):
            Cascade(told)
