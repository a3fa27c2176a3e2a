"""Models pickle as the bytes of their files: what comes back parses the same, and is checked as a file is."""

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

import treewright as tw
from treewright.ensemble import Cascade, Reparsing, Voting
from treewright.oracles.arc_hybrid import ArcHybridOracle
from treewright.storage import model_file
from treewright.storage.pickling import restored
from treewright.transitions.arc_hybrid import ArcHybrid

TINY = Path(tw.__file__).parent / "data" / "tiny"
TEST = list(tw.read(TINY / "test.conllu"))[:20]


class OwnHybrid(ArcHybrid):
    """A system of one's own."""

    oracle = ArcHybridOracle


def last_letters(word):
    return word.form[-2:]


@pytest.fixture(scope="module")
def sentences():
    return list(tw.read(TINY / "train.conllu"))[:80]


@pytest.fixture(scope="module")
def parser(sentences):
    parser = tw.Parser(preset="fast", epochs=2)
    parser.train(sentences, progress=False)
    return parser


def parses(model):
    return [sentence.source for sentence in model.pipe(TEST)]


@pytest.mark.parametrize("protocol", [2, pickle.HIGHEST_PROTOCOL])
def test_a_parser(parser, tmp_path, protocol):
    again = pickle.loads(pickle.dumps(parser, protocol))
    assert parses(again) == parses(parser) and type(again) is tw.Parser and again.settings == parser.settings
    parser.save(tmp_path / "one.tw")
    again.save(tmp_path / "other.tw")
    assert (tmp_path / "one.tw").read_bytes() == (tmp_path / "other.tw").read_bytes()
    assert parses(copy.deepcopy(parser)) == parses(parser)


def test_a_pipeline_and_its_stages():
    pipeline = tw.load("english")
    again = pickle.loads(pickle.dumps(pipeline))
    text = ["The dog's owner barked. Don't!"]
    assert b"".join(again.parse_text(text)) == b"".join(pipeline.parse_text(text))
    assert again.settings == pipeline.settings and again.examples == pipeline.examples
    for stage in (pipeline.taggers[1], pipeline.tokenizer, pipeline.parser, pipeline.taggers[0].parser):
        other = pickle.loads(pickle.dumps(stage))
        given = text if stage is pipeline.tokenizer else TEST
        assert [s.source for s in other.pipe(given)] == [s.source for s in stage.pipe(given)]


def test_a_tagger_can_be_trained_again(sentences):
    tagger = tw.Tagger("upos", {"epochs": 1}, known_count=3, known_share=0.9)
    tagger.train(sentences, progress=False)
    again = pickle.loads(pickle.dumps(tagger))
    assert (again.known_count, again.known_share) == (3, 0.9) and parses(again) == parses(tagger)
    again.train(sentences, progress=False)
    tw.load("english").taggers[0].train(sentences[:5], progress=False)  # which does not say how it was trained


def test_ensembles(parser):
    for made in (Voting([parser, parser], [2, 1]), Reparsing([parser, parser]), Cascade([parser])):
        assert parses(pickle.loads(pickle.dumps(made))) == parses(made)


def test_parts_of_ones_own(sentences, tmp_path):
    (tmp_path / "own.features").write_text("include fast\nS0.f[last_letters] N0.p\n")
    functions = {"last_letters": last_letters}
    parser = tw.Parser(
        preset="fast", system=OwnHybrid, root="last", features=str(tmp_path / "own.features"), functions=functions, epochs=1
    )
    parser.train(sentences, progress=False)
    again = pickle.loads(pickle.dumps(parser))
    assert type(again.system) is OwnHybrid and parses(again) == parses(parser)


def test_process_pools_send_them(parser):
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(parses, parser).result(60) == parses(parser)


def test_it_is_checked_as_a_file_is(parser):
    _, (cls, data, given) = parser.__reduce__()
    with pytest.raises(tw.ModelError, match=r"^\(pickle\): damaged or forged"):
        restored(cls, data[:-1], given)
    header, arrays = model_file.read("x", data=data)
    for name in model_file.OURS:
        del header[name]
    with pytest.raises(tw.ModelError, match=r"^\(pickle\): the model is not as its format says: labels: seen 'a\\nb'"):
        restored(cls, model_file.to_bytes({**header, "labels": ["a\nb"] * len(header["labels"])}, arrays), given)


def test_what_is_not_trained_does_not_pickle():
    for model in (tw.Parser(), tw.Pipeline(), tw.Tagger()):
        with pytest.raises(tw.ModelError, match="no weights yet"):
            pickle.dumps(model)
