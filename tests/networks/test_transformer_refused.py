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


ASIDE = (  # what a configuration may say that has nothing to do with vectors of words
    {"return_dict": False}, {"chunk_size_feed_forward": 3}, {"num_labels": 10**9}, {"torchscript": True}, {"pad_token_id": -5},
    {"pad_token_id": "x"}, {"pad_token_id": 10**6, "output_hidden_states": False},
)  # fmt: skip


@pytest.mark.parametrize("more", ASIDE, ids=lambda more: next(iter(more)))
def test_what_a_configuration_says_beside_is_not_read(more, tmp_path, forged_base):
    header, arrays = forged_base
    header = {key: value for key, value in header.items() if key != "sections"}
    found = []
    for name, change in (("plain.tw", {}), ("forged.tw", more)):
        arrays = {name: numpy.array(array) for name, array in arrays.items()}
        config(**change)(arrays)
        model_file.write(tmp_path / name, header, arrays)
        try:
            found.append([list(one.heads) for one in tw.load(tmp_path / name).pipe(own_sentences(5))])
        except tw.ModelError as error:  # by the library itself
            assert more.get("pad_token_id") in ("x", 10**6) and str(error).count("transformer.config: ") == 1
            return
    assert found[0] == found[1]


def test_a_configuration_that_fails_when_run_is_refused_in_one_sentence(tmp_path, forged_base, monkeypatch):
    header, arrays = forged_base
    model_file.write(tmp_path / "f.tw", {key: value for key, value in header.items() if key != "sections"}, arrays)
    parser = tw.load(tmp_path / "f.tw")
    monkeypatch.setattr(parser.model.encoder.transformer, "width", 63)
    with pytest.raises(tw.ModelError, match=r"^transformer\.config: .*, expected that of a transformer that the library"):
        parser(own_sentences(1)[0])


@pytest.mark.parametrize("more", ({"chunk_size_feed_forward": 32}, {"pad_token_id": -5}), ids=("chunks", "padding"))
def test_a_folder_that_says_such_things_is_learnt_from(more, tmp_path):
    folder = make_folder(tmp_path / "t")
    with_other_config(**more)(folder)
    trained("biaffine", folder, own_sentences(4), epochs=1)


def test_a_library_that_is_too_old_or_does_not_load_is_named(folder, tmp_path, monkeypatch):
    import transformers

    monkeypatch.setattr(transformers, "__version__", "4.57.6")
    said = r"seen library transformers 4\.57\.6 from \S+, expected 5 or later, which pip install 'treewright\[transformers\]'"
    with pytest.raises(tw.SettingsError, match=said):
        tw.Parser(settings("biaffine", folder))
    (tmp_path / "transformers.py").write_text("raise ImportError('needs another hub')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "transformers")
    said = r"library transformers cannot be loaded from .*transformers\.py \(needs another hub\), expected what pip install"
    with pytest.raises(tw.SettingsError, match=said):
        tw.Parser(settings("biaffine", folder))


@pytest.fixture(scope="module")
def forged_base(folder, tmp_path_factory):
    path = tmp_path_factory.mktemp("forged") / "m.tw"
    trained("bilstm", folder, own_sentences(4), epochs=1).save(path)
    return model_file.read(path)
