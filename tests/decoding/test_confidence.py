"""Confidence of parsers: in model files, in rows and columns, in threads, under constraints, and where there is none."""

from pathlib import Path

import numpy
import pytest

import treewright as tw
from treewright.decoding.confidence import LEAST_WORDS
from treewright.ensemble import Voting
from treewright.treebank.projectivity import is_projective

TINY = Path(tw.__file__).parent / "data" / "tiny"
TRAIN, DEV, TEST = (list(tw.read(TINY / f"{part}.conllu")) for part in ("train", "dev", "test"))


def trained(dev=DEV, **settings):
    parser = tw.Parser(**{"epochs": 2, "seed": 3, **settings})
    parser.train(TRAIN[:150], dev, progress=False)
    return parser


@pytest.fixture(scope="module")
def parsers():
    return {"beam": trained(), "greedy": trained(preset="fast")}


@pytest.fixture(params=("beam", "greedy"))
def parser(request, parsers):
    return parsers[request.param]


def test_columns(parser):
    plain, asked = parser.predict(TEST), parser.predict(TEST, confidence=True)
    assert list(plain.heads) == list(asked.heads) and list(plain.labels) == list(asked.labels)
    assert plain.head_confidence is None
    words = sum(map(len, TEST))
    for column, size in (("head", words), ("label", words), ("sentence", len(TEST))):
        values = getattr(asked, f"{column}_confidence")
        assert values.dtype == numpy.float32 and values.shape == (size,) and (values > 0).all() and (values < 1).all()
    right = numpy.asarray(asked.heads) == numpy.concatenate([s.heads for s in TEST])
    assert asked.head_confidence[right].mean() > asked.head_confidence[~right].mean() + 0.05
    assert abs(asked.head_confidence.mean() - right.mean()) < 0.1


def test_rows_keep_what_they_have_and_replace_what_is_old(parser):
    rows = [["1", "Birds", "_", "NOUN", "_", "_", "_", "_", "_", "SpaceAfter=No|HeadConf=0.1|Gloss=x"]]
    rows += [
        ["1.1", "x", "_", "_", "_", "_", "_", "_", "_", "HeadConf=0.3"],
        ["2", "sing", "_", "VERB", "_", "_", "_", "_", "_", "_"],
    ]
    text = "# a\n# confidence = 0.1\n# b\n" + "".join("\t".join(row) + "\n" for row in rows)
    sentence = parser(tw.Sentence(text.encode()), confidence=True)
    first, node, second = (row.split("\t") for row in sentence.rows if not row.startswith("#"))
    assert first[9].startswith("SpaceAfter=No|Gloss=x|HeadConf=0.") and first[9].count("Conf=") == 2
    assert second[9].startswith("HeadConf=0.") and "|LabelConf=0." in second[9] and node[9] == "HeadConf=0.3"
    assert sentence.comments[:2] == ["# a", "# b"] and sentence.comment("confidence").startswith("0.")
    assert parser(sentence, confidence=True) == sentence
    assert len(sentence.comments) == 3


def test_notes_about_other_trees_go(parser):
    old = [parser(sentence, confidence=True) for sentence in TEST[:3]]
    assert [parser(sentence) for sentence in old] == [parser(sentence) for sentence in TEST[:3]]
    text = "# confidence = 0.1\r\n# b\r\n1\tBirds\t_\tNOUN\t_\t_\t_\t_\t_\tUposConf=0.2|HeadConf=0.1|A=b\r\n"
    (row,) = (row for row in parser(tw.Sentence(text.encode())).rows if not row.startswith("#"))
    assert row.split("\t")[9].rstrip() == "UposConf=0.2|A=b"  # the tag is the same one


def test_threads_and_batches_give_the_same(parser):
    one = b"".join(parser.parse_bytes(TEST, confidence=True))
    assert b"".join(parser.parse_bytes(TEST, confidence=True, threads=3)) == one
    assert [s.source for s in parser.pipe(iter(TEST), confidence=True)] == [s.source for s in tw.read(one)]


def test_what_is_weak_is_left_out(parser):
    asked = parser.predict(TEST, confidence=True)
    least = float(numpy.median(asked.head_confidence))
    kept = parser.predict(TEST, min_confidence=least)
    assert kept.head_confidence is None
    weak = asked.head_confidence < least
    assert weak.any() and (numpy.asarray(kept.heads)[weak] == -1).all() and (numpy.asarray(kept.labels)[weak] == -1).all()
    assert (numpy.asarray(kept.heads)[~weak] == numpy.asarray(asked.heads)[~weak]).all()
    gone = weak | (asked.label_confidence < least)
    assert (numpy.asarray(kept.labels)[~gone] == numpy.asarray(asked.labels)[~gone]).all()
    sentence = next(s for s in parser.pipe(TEST, min_confidence=least) if -1 in s.heads)
    assert "_" in [sentence.column(i, 6) for i in range(len(sentence))] and "Conf" not in sentence.to_conllu()
    assert b"".join(parser.parse_bytes(TEST, min_confidence=0.0)) == b"".join(parser.parse_bytes(TEST))


def test_what_is_given_is_certain(parsers):
    sentence = next(s for s in TEST if len(s) > 6 and is_projective(s.heads))
    kept = parsers["beam"](sentence, keep="all", confidence=True)
    assert all("HeadConf=1.000|LabelConf=1.000" in kept.column(i, 9) for i in range(len(kept)))
    assert parsers["beam"](sentence, keep="labels", min_confidence=1.0).labels == sentence.labels


def test_a_model_file_keeps_it(parser, tmp_path):
    parser.save(tmp_path / "m.tw")
    again = tw.load(tmp_path / "m.tw")
    assert again.confidence.header() == parser.confidence.header()
    assert b"".join(again.parse_bytes(TEST, confidence=True)) == b"".join(parser.parse_bytes(TEST, confidence=True))
    again.save(tmp_path / "again.tw")
    assert (tmp_path / "again.tw").read_bytes() == (tmp_path / "m.tw").read_bytes()


def test_the_same_seed_gives_the_same_bytes(tmp_path):
    for number in range(2):
        trained(preset="fast").save(tmp_path / f"{number}.tw")
    assert (tmp_path / "0.tw").read_bytes() == (tmp_path / "1.tw").read_bytes()


def test_models_without_it_say_what_to_do(tmp_path):
    parser = trained(None, preset="fast")
    parser.save(tmp_path / "old.tw")
    old = tw.load(tmp_path / "old.tw")
    for ask in (lambda: old(TEST[0], confidence=True), lambda: next(old.parse_bytes(TEST, min_confidence=0.5))):
        with pytest.raises(tw.ModelError, match="treewright calibrate MODEL"):
            ask()
    old.calibrate(DEV)
    assert "HeadConf=" in old(TEST[0], confidence=True).to_conllu()
    with pytest.raises(tw.InputError, match=f"expected at least {LEAST_WORDS}"):
        old.calibrate(DEV[:2])
    with pytest.raises(tw.InputError, match="calibration data: seen no sentences"):
        old.calibrate([])
    assert trained(DEV[:2], preset="fast").confidence is None


def test_another_beam_is_refused(parsers, tmp_path):
    parsers["beam"].save(tmp_path / "m.tw")
    greedy = tw.load(tmp_path / "m.tw", beam=1)
    with pytest.raises(tw.SettingsError, match="seen a beam of 1, expected 8"):
        greedy(TEST[0], confidence=True)


@pytest.mark.parametrize("value", [-0.1, 1.5, "0.9", True, float("nan")])
def test_what_is_no_probability_is_refused(parser, value):
    with pytest.raises(tw.SettingsError, match="expected a probability from 0 to 1"):
        parser(TEST[0], min_confidence=value)


def test_those_that_have_none_say_so(parsers):
    with pytest.raises(tw.SettingsError, match="an ensemble has none; use one of its parsers"):
        Voting([parsers["greedy"], parsers["greedy"]])(TEST[0], confidence=True)
    easy = trained(system="easy-first", strategy="local", beam=1)
    assert easy.confidence is None
    with pytest.raises(tw.SettingsError, match="easy-first also decides where to go on"):
        easy(TEST[0], confidence=True)


@pytest.mark.parametrize(
    "settings",
    [
        {"system": "arc-standard", "joint_tags": "upos", "beam": 2}, {"system": "swap", "beam": 4}, {"labels": "none"},
        {"system": "arc-hybrid", "root": "first", "labels": "second"}, {"system": "arc-swift", "beam": 2},
        {"system": "covington", "beam": 1, "strategy": "local"}, {"pseudo_projective": "head", "beam": 2},
        {"system": "arc-eager-partial", "beam": 2},
    ],
    ids=str,
)  # fmt: skip
def test_every_kind_of_parser(settings):
    parser = trained(epochs=1, **settings)
    plain, asked = parser.predict(TEST), parser.predict(TEST, confidence=True)
    assert list(plain.heads) == list(asked.heads) and list(plain.labels) == list(asked.labels)
    assert len(asked.head_confidence) == len(asked.heads)
    assert (asked.label_confidence is None) == (settings.get("labels") == "none")
    if "joint_tags" in settings:
        assert list(plain.tags) == list(asked.tags) and asked.tag_confidence.mean() > 0.5
        assert "UposConf=" in parser(TEST[0], confidence=True).to_conllu()
    missing = numpy.asarray(asked.heads) < 0
    assert (asked.head_confidence[missing] == 0).all()


def test_taggers():
    tagger = tw.Tagger("upos", {"training.epochs": 2})
    tagger.train(TRAIN[:150], DEV, progress=False)
    [sentence] = tagger.tag_batch([TEST[0]], confidence=True)
    assert all("UposConf=0." in sentence.column(i, 9) for i in range(len(sentence)))
    assert sentence.comment("confidence") is None


def test_header_that_is_broken_is_refused(parser, tmp_path):
    header, arrays = parser.contents()
    for broken in ({}, {**header["confidence"], "units": [1.0]}, {**header["confidence"], "answers": {"colour": {}}}, 3):
        with pytest.raises((tw.ModelError, ValueError, KeyError, TypeError)):
            tw.Parser.from_contents({**header, "confidence": broken}, arrays)
