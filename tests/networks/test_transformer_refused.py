"""Folders that are no transformer, model files that were forged, libraries that are missing: one sentence each."""

import json
import shutil
import sys

import numpy
import pytest

import treewright as tw
from treewright.conformance.own_sentences import own_sentences
from treewright.storage import model_file

pytest.importorskip("torch")
pytest.importorskip("transformers", reason="the extra treewright[transformers] is not installed")
from tiny_transformer import make_folder, settings, trained
from transformers import T5Config


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return make_folder(tmp_path_factory.mktemp("transformer") / "tiny")


def without(name):
    return lambda folder: (folder / name).unlink()


def as_pickle(folder):
    (folder / "model.safetensors").unlink()
    (folder / "pytorch_model.bin").write_bytes(b"\x80\x04cos\nsystem\n")


def of_unknown_kind(folder):
    (folder / "config.json").write_text('{"model_type": "no-such-thing", "auto_map": {"AutoModel": "evil.Model"}}')
    (folder / "evil.py").write_text("raise SystemExit('code was run')")


def cut_short(folder):
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-10])


def of_two_parts(folder):
    sizes = {"d_model": 64, "d_ff": 48, "num_layers": 2, "num_heads": 2, "d_kv": 32}
    make_folder(folder, config=T5Config(vocab_size=600, **sizes))


def with_other_config(**more):
    def change(folder):
        config = json.loads((folder / "config.json").read_text())
        (folder / "config.json").write_text(json.dumps({**config, **more}))

    return change


def with_more_pieces(folder):
    said = json.loads((folder / "tokenizer.json").read_text())
    said["model"]["vocab"]["zyzzyva"] = 100_000
    (folder / "tokenizer.json").write_text(json.dumps(said))


@pytest.mark.parametrize("change, message", (
    (shutil.rmtree, r"network\.transformer = \S+: seen nothing, expected a folder with config\.json, model\.safetensors"),
    (without("config.json"), r"seen no config\.json, expected a folder"),
    (without("model.safetensors"), r"seen no weights; expected weights as model\.safetensors"),
    (as_pickle, r"seen pytorch_model\.bin, a pickle, which is never loaded because that could run code"),
    (without("tokenizer.json"), r"seen no tokenizer, expected tokenizer\.json"),
    (lambda folder: (folder / "tokenizer.json").write_text("{"), r"tokenizer cannot be read"),
    (lambda folder: (folder / "config.json").write_text("{"), r"config\.json: seen no JSON object"),
    (lambda folder: (folder / "config.json").write_text("{}"), r"config\.json: seen no model_type, expected the kind"),
    (lambda folder: (folder / "model.safetensors").write_bytes(b"zzz"), r"model\.safetensors: seen 3 bytes that are no"),
    (cut_short, r"model\.safetensors: seen [\d,]+ bytes, expected [\d,]+; copy or download it again"),
    (of_unknown_kind, r"config\.json: seen model_type = no-such-thing with code of its own \(auto_map\), which is never run"),
    (with_other_config(model_type="new"), r"config\.json: seen model_type = new; expected one that the installed library"),
    (with_other_config(num_hidden_layers=3), r"seen no weights encoder\.layer\.2\S+, expected all of a BertModel$"),
    (with_other_config(model_type="gpt2"), r"seen no weights h\.0\S+, .* \(config\.json says gpt2, which is a decoder"),
    (with_other_config(hidden_size=32), r"model\.safetensors: seen \[64\] numbers in .*, expected \[32\], as config"),
    (with_other_config(hidden_act="nosuch"), r"config\.json: seen hidden_act = nosuch, expected one that the library knows"),
    (with_other_config(num_attention_heads=7), r"seen no transformer that can be used \(.*not a multiple.*\)$"),
    (of_two_parts, r"config\.json: seen a t5, an encoder with a decoder; expected an encoder alone"),
    (with_more_pieces, r"tokenizer has 100,001 pieces"),
), ids=lambda own: None if isinstance(own, str) else getattr(own, "__name__", ""))  # fmt: skip
def test_a_folder_that_is_no_transformer_is_refused(change, message, tmp_path):
    folder = make_folder(tmp_path / "t")
    change(folder)
    with pytest.raises(tw.SettingsError, match=message) as caught:
        trained("biaffine", folder, own_sentences(3), epochs=1)
    assert str(caught.value).startswith(f"network.transformer = {folder}: ") and "\n" not in str(caught.value)


def test_a_missing_file_is_told_before_the_library_is_asked(tmp_path, monkeypatch):
    folder = make_folder(tmp_path / "t")
    (folder / "tokenizer.json").unlink()
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(tw.SettingsError, match=r"seen no tokenizer, expected tokenizer\.json"):
        tw.Parser(settings("biaffine", folder))


def test_a_transformer_that_takes_too_few_pieces_is_refused(tmp_path):
    with pytest.raises(tw.SettingsError, match=r"takes 6 pieces of words, expected 16 or more"):
        trained("biaffine", make_folder(tmp_path / "t", limit=8), own_sentences(3), epochs=1)


def test_without_the_library_one_sentence_says_what_to_install(folder, tmp_path, monkeypatch):
    sentences = own_sentences(6)
    trained("bilstm", folder, sentences).save(tmp_path / "m.tw")
    chosen = {name: value for name, value in settings("bilstm", folder).items() if name != "network.transformer"}
    plain = tw.Parser({**chosen, "network.word": 8, "epochs": 1})
    plain.train(sentences, progress=False)
    plain.save(tmp_path / "plain.tw")
    for missing in ("transformers", "torch"):
        monkeypatch.setitem(sys.modules, missing, None)
        how = r"expected what pip install 'treewright\[transformers\]' installs"
        with pytest.raises(tw.ModelError, match=rf"m\.tw: a network with a transformer: seen no .*{how}"):
            tw.load(tmp_path / "m.tw")
        with pytest.raises(tw.SettingsError, match=how):
            tw.Parser(settings("bilstm", folder))
        assert len(list(tw.load(tmp_path / "plain.tw").pipe(sentences))) == 6


def forged(name, change):
    def apply(arrays):
        key = f"network.transformer.{name}"
        arrays[key] = change(arrays[key])

    return apply


def text(change):
    return lambda array: numpy.frombuffer(change(array.tobytes().decode()).encode(), numpy.uint8).copy()


def config(**more):
    return forged("config", text(lambda own: json.dumps({**json.loads(own), **more})))


@pytest.mark.parametrize("change, message", (
    (lambda arrays: arrays.pop("network.transformer.half"), r"transformer\.half: seen nothing"),
    (forged("half", lambda own: own[:-1]), r"transformer\.(shapes|half): seen"),
    (forged("half", lambda own: own.astype(numpy.float32)), r"transformer\.half: seen float32"),
    (forged("mix", lambda own: own[:-1]), r"transformer\.mix: seen 2 layers, expected 3"),
    (forged("shapes", text(lambda own: own.replace("64", "63", 1))), r"transformer\."),
    (forged("shapes", text(lambda own: "[]")), r"transformer\.shapes: seen '\[\]', expected a JSON object"),
    (forged("tokenizer", text(lambda own: own[:-5])), r"tokenizer cannot be read"),
    (forged("tokenizer", lambda own: own[:0]), r"tokenizer cannot be read"),
    (forged("config", lambda own: numpy.array([255, 254], numpy.uint8)), r"transformer\.config: seen .*expected UTF-8"),
    (config(model_type="evil"), r"transformer\.config: "),
    (config(num_hidden_layers=10**9), r"transformer\.config: seen 1000000000 layers"),
    (config(hidden_size=10**6), r"transformer\."),
    (config(vocab_size=7), r"transformer\.embeddings\.word_embeddings\.weight: seen"),
), ids=range(13))  # fmt: skip
def test_a_forged_model_is_refused(change, message, folder, tmp_path, forged_base):
    header, arrays = forged_base
    arrays = {name: numpy.array(array) for name, array in arrays.items()}
    change(arrays)
    model_file.write(tmp_path / "f.tw", {key: value for key, value in header.items() if key != "sections"}, arrays)
    with pytest.raises(tw.ModelError, match=message) as caught:
        tw.load(tmp_path / "f.tw")
    assert "\n" not in str(caught.value)


@pytest.fixture(scope="module")
def forged_base(folder, tmp_path_factory):
    path = tmp_path_factory.mktemp("forged") / "m.tw"
    trained("bilstm", folder, own_sentences(4), epochs=1).save(path)
    return model_file.read(path)
