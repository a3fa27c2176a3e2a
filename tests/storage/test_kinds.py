"""Kinds of model files: each has its reader, others are refused with the kinds that there are."""

import pytest
from archives import refusal
from old_models import HERE

import treewright as tw
from treewright.storage import kinds, model_file
from treewright.storage.model_file import ModelFile
from treewright.storage.versions import VERSION

V2 = HERE / "version_2"


def test_every_kind_has_its_reader():
    for kind in kinds.KINDS:
        reader = kinds.reader_of(kind)
        assert kind == "checkpoint" or (callable(reader.from_contents) and callable(reader.contents))


@pytest.mark.parametrize("kind", ["committee", "dependency parser", "", None, 3, ["parser"]])
def test_an_unknown_kind(tmp_path, kind):
    header, arrays = model_file.read(V2 / "parser.tw")
    model_file.write(tmp_path / "m.tw", {**header, "kind": kind}, arrays)
    message = refusal(tmp_path / "m.tw", tw.load)
    assert f"kind {kind!r}" in message and "parser, tagger, tokenizer, pipeline, ensemble, checkpoint" in message


def test_another_kind_than_is_expected():
    assert "this is a pipeline, expected a parser" in refusal(V2 / "pipeline.tw", tw.Parser.load)
    assert "this is a parser, expected a pipeline" in refusal(V2 / "parser.tw", tw.Pipeline.load)
    for load in (tw.load, tw.Parser.load, tw.Pipeline.load):
        assert "--resume goes on with it" in refusal(V2 / "training.checkpoint", load)


def test_a_stage_is_a_model_of_its_own(tmp_path):
    pipeline = tw.load(V2 / "pipeline.tw")
    text = "A dog barks."
    for stage in (pipeline.tokenizer, pipeline.taggers[0]):
        model_file.write(tmp_path / "m.tw", *stage.contents())
        again = tw.load(tmp_path / "m.tw")
        assert type(again) is type(stage)
        assert "for a " in refusal(tmp_path / "m.tw", lambda path: tw.load(path, beam=4))
    words = tw.Sentence.from_words(text.split())
    assert again(words).source == stage(words).source


def test_what_is_read_of_an_old_version_is_written_in_the_newest(tmp_path):
    header, arrays = model_file.read(V2 / "pipeline.tw")
    model_file.write(tmp_path / "m.tw", header, arrays)
    new, same = model_file.read(tmp_path / "m.tw", verify=True)
    assert (header["version"], new["version"]) == (2, VERSION) and "parts" not in new
    assert list(new["sections"]) == ["0", "1", "2", "3"] and sorted(same) == sorted(arrays)
    assert {key: new[key] for key in new if key not in model_file.OURS} == {
        key: header[key] for key in header if key not in model_file.OURS
    }


def test_an_open_file_is_loaded_without_opening_it_again(tmp_path):
    (tmp_path / "m.tw").write_bytes((V2 / "vectors.tw").read_bytes())
    file = ModelFile(tmp_path / "m.tw")
    (tmp_path / "m.tw").unlink()
    assert tw.load(file).labels == tw.load(V2 / "vectors.tw").labels
