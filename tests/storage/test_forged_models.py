"""Forged models with valid checksums: one ModelError that names the file, when it is loaded, and no memory is touched."""

import pickle
import tracemalloc

import numpy as np
import pytest
from archives import archive, members_of, refusal
from forging import TINY, forged, relabelled, stage, trained

import treewright as tw
from treewright.command_line.main import main
from treewright.storage import model_file
from treewright.storage.header_text import MAX_VALUES
from treewright.storage.zip_archive import HEADER
from treewright.treebank.fields import checked_field, checked_fields, checked_piece
from treewright.treebank.sentence import Sentence, Shelf


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    return trained(tmp_path_factory.mktemp("models"))


# ---------------------------------------------------------------- strings that end in columns


@pytest.mark.parametrize("label", ["_\n", "a\n\nb", "=a\nb", "a\tb", "a\rb", "", "=", "kept\tx\ty"])
@pytest.mark.parametrize("target", ["upos", "feats", "lemma"])
def test_labels_of_taggers(models, tmp_path, target, label):
    if label == "=" and target != "lemma":
        label = "=\n"
    path = forged(models["pipeline"], tmp_path / "m.tw", relabelled(target, label))
    assert refusal(path, tw.load).count("seen") == 1


@pytest.mark.parametrize("label", ["a\nb", "a\tb", "a\rb", "", 5, None, "1\tx\t_\t_\t_\t_\t0\troot\t_\t_\n\n"])
def test_labels_of_parsers(models, tmp_path, label):
    assert "labels" in refusal(forged(models["parser"], tmp_path / "m.tw", relabelled(None, label)), tw.load)
    path = forged(models["joint"], tmp_path / "t.tw", lambda header, _: header.update(tags=[label] * len(header["tags"])))
    assert "tags" in refusal(path, tw.load)


def test_words_of_the_tokenizer(models, tmp_path):
    def split(words):
        def change(header, arrays):
            splitter = {"scripts": [[[], "", "", "", "s", words]], "always": {"dogs": 0}, "never": []}
            tagger = header["stages"][0]["tagger"]
            header["stages"][0]["splitter"] = {**splitter, "tagger": {**tagger, "labels": ["whole", "0", "0"]}}
            arrays.update({name.replace("0.units", "0.words"): a for name, a in arrays.items() if name.startswith("0.units")})

        return forged(models["pipeline"], tmp_path / "m.tw", change)

    assert "dog\t" in b"".join(tw.load(split(["s"])).parse_text(["Two dogs bark."])).decode()
    for words in (["a\nb"], ["a\tb"], [""], [5], ["a"] * 101, "s"):
        assert "split" in refusal(split(words), tw.load)


@pytest.mark.parametrize(
    "target, label", [("feats", "_\n"), ("upos", "a\n\nb"), ("lemma", "=a\nb"), ("upos", "")]
)
def test_rows_are_counted_whatever_the_labels_are(models, target, label):
    """The same labels in memory, behind the checks of loading: sentences that were read wrongly were written to C's memory."""
    pipeline = tw.load(models["pipeline"])
    tagger = next(tagger for tagger in pipeline.taggers if tagger.target.name == target)
    tagger.parser.labels = [label] * len(tagger.parser.labels)
    with pytest.raises(tw.InputError, match=r"expected .* rows of ten fields"):
        list(pipeline.pipe(tw.read(TINY / "test.conllu")))


def test_a_block_that_is_not_as_before():
    old = [Sentence.from_words(["a", "b"]), Sentence.from_words(["c"])]
    block = b"".join(sentence.source + b"\n" for sentence in old)
    assert Shelf().reread(block, old) == old
    wrong = (b"", block[: len(old[0].source) + 1], block + block, old[1].source + b"\n" + old[0].source + b"\n",
             block.replace(b"a", b"a\n"), block.replace(b"a", b""), block.replace(b"a", b"a\tb"))  # fmt: skip
    for other in wrong:
        with pytest.raises(tw.InputError):
            Shelf().reread(other, old)


def test_fields():
    assert checked_fields(["a", "é b"], "labels") == ["a", "é b"] and checked_piece("", "x") == ""
    for wrong in ("", "a\tb", "a\nb", "a\rb", 5, None, "\ud800"):
        with pytest.raises(ValueError, match=r"place: seen .*, expected"):
            checked_field(wrong, "place")


# ---------------------------------------------------------------- everything else that a header may say

CHANGES = {
    "root_label": ("parser", lambda h, a: h.update(root_label=2**32)),
    "root_label, a fraction": ("parser", lambda h, a: h.update(root_label=0.5)),
    "a huge beam": ("parser", lambda h, a: h["settings"]["search"].update(beam=2**31)),
    "a wide beam": ("parser", lambda h, a: h["settings"]["search"].update(beam=100_000)),
    "an unlimited beam": ("parser", lambda h, a: h["settings"]["search"].update(beam=0)),
    "a setting": ("parser", lambda h, a: h["settings"]["training"].update(margin="x")),
    "a setting of features": ("parser", lambda h, a: h["settings"]["features"].update(templates={})),
    "another system": ("parser", lambda h, a: h["settings"]["system"].update(name="easy-first")),
    "another part": ("parser", lambda h, a: h["settings"].update(more={})),
    "no settings": ("parser", lambda h, a: h.update(settings=[])),
    "no labels": ("parser", lambda h, a: h.update(labels=[])),
    "labels as text": ("parser", lambda h, a: h.update(labels="abc")),
    "scores": ("parser", lambda h, a: h.update(scores=[])),
    "a count of sentences": ("parser", lambda h, a: h["training_data"].update(sentences="many")),
    "examples": ("parser", lambda h, a: h.update(examples=[5])),
    "trigrams": ("parser", lambda h, a: h.update(tag_trigrams={"a": "x"})),
    "known labels": ("parser", lambda h, a: h.update(known_labels={"a": "no label"})),
    "templates": ("parser", lambda h, a: h.update(templates=["S9.w"])),
    "templates of another type": ("parser", lambda h, a: h.update(templates=[5])),
    "no weights": ("parser", lambda h, a: a.pop("slots")),
    "flat vectors": ("parser", lambda h, a: vectors(h, a, np.zeros(2, np.float32))),
    "deep vectors": ("parser", lambda h, a: vectors(h, a, np.zeros((2, 2, 2), np.float32))),
    "vectors that overflow": ("parser", lambda h, a: vectors(h, a, np.full((2, 2), 3e38, np.float32))),
    "long vectors": ("parser", lambda h, a: vectors(h, a, np.zeros((2, 5000), np.float32))),
    "no tags": ("joint", lambda h, a: h.update(tags=[])),
    "labels of the tokenizer": ("pipeline", lambda h, a: h["stages"][0]["tagger"].update(labels=["a", "b", "c"])),
    "settings of the tokenizer": ("pipeline", lambda h, a: h["stages"][0]["settings"].update(units=5)),
    "a target": ("pipeline", lambda h, a: stage(h, "upos").update(target="nothing")),
    "a target that is no text": ("pipeline", lambda h, a: stage(h, "upos").update(target=["upos"])),
    "no parser": ("pipeline", lambda h, a: h["stages"].pop()),
    "two parsers": ("pipeline", lambda h, a: h["stages"].append(h["stages"][-1])),
    "a stage of another kind": ("pipeline", lambda h, a: h["stages"][1].update(kind="tager")),
    "stages": ("pipeline", lambda h, a: h.update(stages=5)),
    "the other family": ("parser", lambda h, a: h["settings"]["system"].update(name="set-based")),
    "templates of the other family": ("parser", lambda h, a: h.update(templates=["view shift", "F.c"])),
    "a system of stacks": ("constituents", lambda h, a: h["settings"]["system"].update(name="arc-eager")),
    "another system of constituents": ("constituents", lambda h, a: h["settings"]["system"].update(name="merge-gap")),
    "templates of stacks": ("constituents", lambda h, a: h.update(templates=["S0.w"])),
    "templates without a view": ("constituents", lambda h, a: h["templates"].remove("view shift")),
    "templates of one view": ("constituents", lambda h, a: h.update(templates=["view shift", "F.c"])),
    "no templates": ("constituents", lambda h, a: h.update(templates=[])),
    "candidates": ("constituents", lambda h, a: h["settings"]["system"].update(candidates=-1)),
    "labels of constituents": ("constituents", lambda h, a: h.update(labels=[""] * len(h["labels"]))),
    "fewer labels of constituents": ("constituents", lambda h, a: h.update(labels=h["labels"][:2])),
    "ranks of heads": ("constituents", lambda h, a: h["heads"].update(labels=[2**40] * len(h["labels"]))),
    "ranks of too few": ("constituents", lambda h, a: h["heads"].update(labels=[1])),
    "ranks of tags": ("constituents", lambda h, a: h["heads"].update(tags={"NN": "x"})),
    "heads": ("constituents", lambda h, a: h.update(heads=5)),
    "settings of a pipeline": ("pipeline", lambda h, a: h["settings"].update(search={"beam": "x"})),
}


@pytest.mark.parametrize(
    "change", [{"settings": 5}, {"examples": 5}, {"labels": 5}, {"lifted_labels": 5}, {"facts": {"tags": 5}}]
)
@pytest.mark.parametrize("flags", [[], ["--settings"], ["--json"]])
def test_what_cannot_be_shown(models, tmp_path, change, flags, capsys):
    """`treewright info` reads the header alone, before anything has checked it."""
    path = forged(models["parser"], tmp_path / "m.tw", lambda header, _: header.update(change))
    assert main(["info", str(path), *flags]) in (0, 2)
    assert "internal error" not in capsys.readouterr().err


def vectors(header, arrays, matrix):
    header["templates"].append("S0.e")
    arrays.update(embedding_words=np.frombuffer(b"a\nb", np.uint8), embedding_vectors=matrix)


@pytest.mark.parametrize("what", CHANGES)
def test_what_is_wrong_is_said_when_it_is_loaded(models, tmp_path, what):
    name, change = CHANGES[what]
    refusal(forged(models[name], tmp_path / "m.tw", change), tw.load)


def test_lone_surrogates(models, tmp_path):
    header, *arrays = members_of(models["parser"])
    for text in (b'"\\ud800"', b'"\\uDFFF"'):
        changed = header[1].replace(b'"examples": [', b'"examples": [' + text + b", ")
        refusal(archive(tmp_path / "m.tw", [(HEADER, changed), *arrays]), tw.load)
    changed = header[1].replace(b'"examples": [', b'"examples": ["\\ud83d\\ude00", ')
    assert tw.load(archive(tmp_path / "m.tw", [(HEADER, changed), *arrays])).examples[0] == "\U0001f600"


def test_a_mistake_of_the_caller_is_not_the_files(models):
    for given, said in (({"beam": "x"}, "search.beam"), ({"beam": -1}, "search.beam"), ({"beem": 8}, "beem: no such setting")):
        with pytest.raises(tw.SettingsError, match=said):
            tw.load(models["parser"], **given)


# ---------------------------------------------------------------- limits


def chained(count, parts):
    return ["define a0 = w p", *(f"define a{i} = a{i - 1} {parts.format(i - 1)}" for i in range(1, count)), f"S0.a{count - 1}"]


def test_definitions_are_looked_at_once(models, tmp_path):
    """Each names the one before twice: they were expanded, which takes for ever."""
    more = chained(60, "a{}")
    path = forged(models["parser"], tmp_path / "m.tw", lambda h, a: h.update(templates=h["templates"] + more))
    assert len(list(tw.load(path).pipe(tw.read(TINY / "test.conllu")))) > 5
    features = tw.FeatureModel.from_text(["define a = w p", "define b = a a", "S0.b"], lexicalised=False)
    assert features.text == ["define a = w p", "define b = a a"]


@pytest.mark.parametrize(
    "templates, said",
    [
        (chained(3000, "w"), "seen definition 129"),
        ([f"define a = {' '.join(['w'] * 17)}"], "of 17 parts"),
        ([f"S0.w N0.m[{i}]" for i in range(2_000)], "more than 1,024 attributes"),
        ([f"S0.w N0.m[{i}]" for i in range(40_000)], "more than 10,000 templates"),
    ],
)
def test_templates_have_limits(models, tmp_path, templates, said):
    path = forged(models["parser"], tmp_path / "m.tw", lambda h, a: h.update(templates=h["templates"] + templates))
    assert said in refusal(path, tw.load)


def test_a_header_has_limits(models, tmp_path):
    """5,000,000 empty lists in 15 KB took 415 MB."""
    header, *arrays = members_of(models["parser"])
    text = header[1].replace(b'"examples": [', b'"examples": [' + b"[]," * 5_000_000)
    path = archive(tmp_path / "m.tw", [(HEADER, text), *arrays])
    tracemalloc.start()
    assert "values in the header; a model has at most 1,048,576" in refusal(path, tw.load)
    assert tracemalloc.get_traced_memory()[1] < 60e6
    tracemalloc.stop()
    with pytest.raises(tw.ModelError, match="too big for a model file"):
        model_file.write(tmp_path / "m.tw", {"examples": [[]] * (MAX_VALUES + 1)}, {})


@pytest.mark.parametrize("beam", [0, 100_000])
def test_the_beam_of_a_model_may_be_lowered(models, tmp_path, beam, capsys):
    def change(header, arrays):
        header["settings"]["search"]["beam"] = beam
        header["settings"]["training"]["strategy"] = "early-update"

    path = forged(models["parser"], tmp_path / "m.tw", change)
    assert f"search.beam: seen {beam}, expected 1 to 1024 in a model file" in refusal(path, tw.load)
    assert tw.load(path, beam=2).settings["search"]["beam"] == 2
    assert main(["parse", str(path), str(TINY / "test.conllu"), "-o", str(tmp_path / "o.conllu")]) == 2
    assert main(["parse", str(path), str(TINY / "test.conllu"), "-o", str(tmp_path / "o.conllu"), "--beam", "1"]) == 0
    for source in (path, models["parser"]):  # whoever asked for a beam gets it again, also if it was trained without one
        assert pickle.loads(pickle.dumps(tw.load(source, beam=3000))).settings["search"]["beam"] == 3000
