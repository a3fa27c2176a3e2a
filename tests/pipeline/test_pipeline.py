"""Pipelines: from text to trees, from the command line and from Python."""

from pathlib import Path

import pytest

import treewright as tw
from treewright.command_line.main import main
from treewright.errors import InputError, ModelError, SettingsError
from treewright.pipeline.stages import make_tagger
from treewright.tokenization import restored_text
from treewright.treebank import read
from treewright.treebank.projectivity import is_projective

TINY = Path(tw.__file__).parent / "data" / "tiny"
TEXT = "The old carpenter planed the board. Who left the glue open?\n\nA plane is on the board.\n"


@pytest.fixture(scope="module")
def trained():
    notes = []
    pipeline = tw.Pipeline({"tagger.epochs": 3, "lemmatizer.epochs": 3, "tagger.folds": 2, "epochs": 3}, preset="fast")
    scores = pipeline.train(read(TINY / "train.conllu"), read(TINY / "dev.conllu"), note=notes.append)
    return pipeline, scores, notes


@pytest.fixture(scope="module")
def model(trained, tmp_path_factory):
    path = tmp_path_factory.mktemp("pipeline") / "tiny.tw"
    trained[0].save(path, licence="BSD")
    return path


def test_all_stages_learn_and_the_log_tells(trained):
    pipeline, scores, notes = trained
    assert [tagger.target.name for tagger in pipeline.taggers] == ["upos", "xpos", "feats", "lemma"]
    assert scores["upos"] > 85 and scores["lemma"] > 80
    assert 40 < scores["las_predicted_tags"] <= scores["las_gold_tags"] + 3
    assert any("with gold tags" in note for note in notes) and any("with predicted tags" in note for note in notes)
    assert scores["tokens"] > 95 and scores["sentences"] > 80 and any("F1 of tokens" in note for note in notes)
    assert round(pipeline.evaluate(read(TINY / "dev.conllu")).las, 2) == scores["las_predicted_tags"]


def test_what_cannot_work_is_told_at_once(trained):
    gold = list(read(TINY / "test.conllu"))[:3]
    with pytest.raises(SettingsError, match="keep: seen 'foo'"):
        list(trained[0].pipe(gold, keep="foo"))
    with pytest.raises(SettingsError, match=r"tagger\.folds: seen 1"):
        tw.Pipeline({"tagger.folds": 1})
    with pytest.raises(ModelError, match="no weights yet"):
        tw.Pipeline(preset="fast").save("never.tw")
    with pytest.raises(InputError, match="seen no known heads"):
        tw.Pipeline(preset="fast").train([tw.Sentence.from_words(s.forms) for s in gold])


def test_text_becomes_trees_and_can_be_restored(trained):
    sentences = trained[0](TEXT)
    assert [len(sentence) for sentence in sentences] == [7, 6, 7]
    assert restored_text(sentences) in (TEXT, TEXT.encode())
    for sentence in sentences:
        assert list(sentence.heads).count(0) == 1 and None not in sentence.labels
        assert all(word.upos and word.lemma for word in sentence)
    assert b"".join(trained[0].parse_text([TEXT])) == b"".join(trained[0].parse_text([TEXT], threads=2))


def test_a_list_of_words_is_a_sentence(trained):
    sentence = trained[0](["A", "dog", "barks", "."])
    assert sentence.forms == ["A", "dog", "barks", "."] and list(sentence.heads).count(0) == 1


def test_what_is_kept_is_not_made_again(trained):
    pipeline = trained[0]
    gold = [sentence for sentence in read(TINY / "test.conllu") if is_projective(list(sentence.heads))][:20]
    odd = [s for s in pipeline.pipe(gold, keep="tags")]
    assert [[w.upos for w in s] for s in odd] == [[w.upos for w in s] for s in gold]
    whole = b"".join(pipeline.parse_bytes(gold, keep="all"))
    assert whole == b"".join(s.source + b"\n" for s in gold)
    heads = list(tw.read(b"".join(pipeline.parse_bytes(gold, keep="heads"))))
    assert [list(s.heads) for s in heads] == [list(s.heads) for s in gold]
    tokens = b"".join(pipeline.parse_bytes(gold, until="tokens"))
    assert tokens == b"".join(s.source + b"\n" for s in gold)
    tags = list(tw.read(b"".join(pipeline.parse_bytes(gold, until="tags"))))
    assert [list(s.heads) for s in tags] == [list(s.heads) for s in gold]
    with pytest.raises(SettingsError, match="until: seen"):
        list(pipeline.parse_bytes(gold, until="words"))


def without_fields(sentence, word, *columns):
    rows = sentence.source.decode().splitlines()
    at = next(n for n, row in enumerate(rows) if row.startswith(f"{word}\t"))
    rows[at] = "\t".join("_" if k in columns else field for k, field in enumerate(rows[at].split("\t")))
    return tw.Sentence(("\n".join(rows) + "\n").encode())


def fields(sentence):
    return [[sentence.column(i, column) for column in (2, 3, 4, 5)] for i in range(len(sentence))]


@pytest.mark.parametrize("keep", ["tags", "all"])
def test_where_tags_are_kept_missing_ones_are_made(trained, keep):
    gold = [s for s in read(TINY / "test.conllu") if is_projective(list(s.heads)) and len(s) > 3][:8]
    untagged = [without_fields(s, 2, 2, 3, 4, 5) for s in gold]
    found = list(trained[0].pipe(untagged, keep=keep))
    for before, after in zip(gold, found, strict=True):
        assert fields(after)[:1] + fields(after)[2:] == fields(before)[:1] + fields(before)[2:]
        assert "_" not in fields(after)[1][:3]
    assert [s.source for s in found] == [s.source for s in trained[0].pipe(untagged, keep=keep, threads=2)]
    assert [fields(trained[0].nbest(s, 1, keep=keep)[0][1]) for s in untagged] == [fields(s) for s in found]
    bare = [tw.Sentence.from_words(s.forms) for s in gold]
    assert [fields(s) for s in trained[0].pipe(bare, keep=keep)] == [fields(s) for s in trained[0].pipe(bare)]
    plain = [without_fields(s, 2, 5) for s in gold]  # no features
    assert [fields(s) for s in trained[0].pipe(plain, keep=keep)] == [fields(s) for s in plain]


def test_one_file_has_all_of_it(trained, model):
    again = tw.load(model)
    assert isinstance(again, tw.Pipeline)
    assert b"".join(again.parse_text([TEXT])) == b"".join(trained[0].parse_text([TEXT]))
    other = model.with_name("again.tw")
    again.save(other, licence="BSD")
    assert other.read_bytes() == model.read_bytes()
    assert main(["info", str(model), "--verify"]) == 0


def test_the_same_seed_gives_the_same_bytes(trained, model, tmp_path):
    pipeline = tw.Pipeline({"tagger.epochs": 3, "lemmatizer.epochs": 3, "tagger.folds": 2, "epochs": 3}, preset="fast")
    pipeline.train(read(TINY / "train.conllu"), read(TINY / "dev.conllu"))
    pipeline.save(tmp_path / "same.tw", licence="BSD")
    assert (tmp_path / "same.tw").read_bytes() == model.read_bytes()


def test_a_treebank_without_tags_has_no_taggers():
    bare = [s for s in read(TINY / "train.conllu")][:40]
    bare = [tw.Sentence.from_words([{"form": w.form, "head": w.head, "deprel": w.deprel} for w in s]) for s in bare]
    pipeline = tw.Pipeline({"epochs": 1, "tokenizer.epochs": 1}, preset="fast")
    notes = []
    pipeline.train(bare, note=notes.append)
    assert any("warning: training data: seen no SpaceAfter=No" in note for note in notes)
    pipeline = tw.Pipeline({"epochs": 1, "tokenizer.epochs": 0}, preset="fast")
    pipeline.train(bare)
    assert pipeline.taggers == [] and pipeline.tokenizer is None
    with pytest.raises(ModelError, match="no tokenizer"):
        pipeline("Some text.")


def test_taggers_with_a_beam_and_laso_keep_their_margin():
    def of(strategy):
        pipeline = tw.Pipeline({"tagger.beam": 4, "tagger.strategy": strategy}, preset="fast")
        settings = make_tagger("upos", settings=pipeline.settings, targets=["upos"]).parser.settings
        return settings["search"]["beam"], settings["training"]["exploration"], settings["training"]["margin"]

    assert of("laso") == (4, "always", 1.0)
    assert of("max-violation") == (4, "never", 0.0)


# The command line ---------------------------------------------------------------------------------------------------


def test_from_the_command_line(tmp_path, capfdbinary):
    model, text = tmp_path / "m.tw", tmp_path / "text.txt"
    text.write_text(TEXT)
    flags = ["--preset", "fast", "--epochs", "1", "--tagger.epochs", "1", "--lemmatizer.epochs", "1", "--tagger.folds", "2"]
    assert main(["train", str(TINY / "train.conllu"), "--pipeline", "-o", str(model), *flags]) == 0
    capfdbinary.readouterr()
    assert main(["parse", str(model), str(text)]) == 0
    parsed = capfdbinary.readouterr().out
    assert len(list(tw.read(parsed))) >= 2
    text.write_text("The dog barks .\nA dog sleeps .\n")
    assert main(["parse", str(model), str(text), "--input", "horizontal"]) == 0
    parsed = list(tw.read(capfdbinary.readouterr().out))
    assert [s.forms for s in parsed] == [["The", "dog", "barks", "."], ["A", "dog", "sleeps", "."]]
    text.write_text("The\ndog\n\nA\ncat\n")
    assert main(["parse", str(model), str(text), "--input", "vertical", "--nbest", "1"]) == 0
    assert [s.forms for s in tw.read(capfdbinary.readouterr().out)] == [["The", "dog"], ["A", "cat"]]
    assert main(["parse", str(model), str(TINY / "test.conllu"), "--keep", "tags"]) == 0  # told from text by its rows
    assert len(list(tw.read(capfdbinary.readouterr().out))) == len(list(read(TINY / "test.conllu")))


@pytest.mark.parametrize("flags, said", [
    (["--tagger.epochs", "3"], "a setting of a pipeline"),
    (["--pipeline", "--tagger.targets", "upos,pos"], "tagger.targets"),
    (["--pipeline", "--cross-validate", "3"], "--cross-validate"),
    (["--pipeline", "--tagger.beam", "4"], "tagger.beam = 4 cannot work with tagger.strategy = local"),
])  # fmt: skip
def test_wrong_settings_are_told(flags, said, capfd, tmp_path):
    assert main(["train", str(TINY / "train.conllu"), "-o", str(tmp_path / "m.tw"), *flags]) == 2
    assert said in capfd.readouterr().err


@pytest.mark.parametrize("content", [b"\xff\xfe\x00binary\x80", b"caf\xe9 is not UTF-8\n"])
def test_text_in_another_encoding_is_told(content, model, tmp_path, capfd):
    path = tmp_path / "odd.txt"
    path.write_bytes(content)
    assert main(["parse", str(model), str(path), "-o", str(tmp_path / "out.conllu")]) == 2
    assert "UTF-8" in capfd.readouterr().err
    assert not (tmp_path / "out.conllu").exists()


def test_a_parser_alone_takes_no_text(tmp_path, capfd):
    parser = tw.Parser(epochs=1, beam=1, strategy="local")
    parser.train(read(TINY / "train.conllu"))
    parser.save(tmp_path / "p.tw")
    (tmp_path / "t.txt").write_text("A dog.")
    assert main(["parse", str(tmp_path / "p.tw"), str(tmp_path / "t.txt"), "--input", "text"]) == 2
    assert "this model is a parser alone" in capfd.readouterr().err
    assert main(["parse", str(tmp_path / "p.tw"), str(TINY / "test.conllu"), "--until", "tags"]) == 2
    assert "--until tags: this model is a parser alone" in capfd.readouterr().err
    assert main(["parse", str(tmp_path / "p.tw"), str(tmp_path / "t.txt"), "--keep", "nothing"]) == 2
    assert "--keep: seen 'nothing'" in capfd.readouterr().err


@pytest.mark.parametrize("flags, said", [
    (["--keep", "tags"], "raw text, which has nothing to keep"),
    (["--nbest", "2", "--until", "tags"], "--nbest 2 cannot be used with --until tags"),
])  # fmt: skip
def test_flags_that_mean_nothing_are_refused(flags, said, model, tmp_path, capfd):
    (tmp_path / "t.txt").write_text("A dog.")
    assert main(["parse", str(model), str(tmp_path / "t.txt"), *flags]) == 2
    assert said in capfd.readouterr().err


def test_pipelines_are_not_combined(model, capfd):
    assert main(["parse", str(model), str(model), str(TINY / "test.conllu"), "--combine", "reparse"]) == 2
    assert "is a pipeline, expected parsers" in capfd.readouterr().err


def test_short_names_of_settings_are_keywords_as_for_parsers():
    assert tw.Pipeline(epochs=3, preset="fast").settings["training"]["epochs"] == 3
    with pytest.raises(tw.SettingsError, match="no such setting"):
        tw.Pipeline(epoch=3)
