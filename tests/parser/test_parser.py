"""The parser as users meet it: train, parse, pipe, save, load."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import treewright as tw
from treewright.conformance.own_sentences import own_sentences
from treewright.storage import model_file
from treewright.treebank import read

TINY = Path(tw.__file__).parent / "data" / "tiny"


@pytest.fixture(scope="module")
def test_part():
    return list(read(TINY / "test.conllu"))


def trained(**settings):
    parser = tw.Parser(**{"epochs": 2, "beam": 2, **settings})
    parser.train(read(TINY / "train.conllu"), read(TINY / "dev.conllu"))
    return parser


@pytest.fixture(scope="module")
def parser():
    return trained()


def test_parsing_changes_heads_and_labels_only(parser, test_part):
    for before, after in zip(test_part, parser.pipe(test_part), strict=True):
        assert [row.split("\t")[:6] for row in before.rows] == [row.split("\t")[:6] for row in after.rows]
        assert [row.split("\t")[8:] for row in before.rows] == [row.split("\t")[8:] for row in after.rows]
        assert list(after.heads).count(0) == 1


def test_threads_give_the_same_in_the_same_order(parser, test_part):
    one = b"".join(parser.parse_bytes(test_part * 5))
    assert one == b"".join(parser.parse_bytes(test_part * 5, threads=3))
    assert one == b"".join(parser(sentence).source + b"\n" for sentence in test_part) * 5


def test_a_parser_is_safe_in_threads(parser, test_part):
    expected = [parser(sentence).source for sentence in test_part]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(5):
            assert [done.source for done in pool.map(parser, test_part)] == expected


def test_a_loaded_model_parses_as_the_trained_one(parser, test_part, tmp_path):
    parser.save(tmp_path / "m.tw")
    loaded = tw.load(tmp_path / "m.tw")
    assert [parser(s).source for s in test_part] == [loaded(s).source for s in test_part]
    loaded.save(tmp_path / "again.tw")
    assert (tmp_path / "m.tw").read_bytes() == (tmp_path / "again.tw").read_bytes()


def test_a_sentence_of_plain_words_and_one_without_words(parser):
    assert list(parser(["Trees", "grow"]).heads).count(0) == 1
    only_comments = next(iter(read(b"# nothing here\n\n")))
    assert parser(only_comments).source == only_comments.source
    assert parser.nbest(only_comments, 3) == []


def test_an_unlabelled_parser_writes_no_labels(test_part):
    parsed = trained(labels="none")(test_part[0])
    assert set(parsed.labels) == {None} and list(parsed.heads).count(0) == 1


def test_a_partial_parser_leaves_head_and_label_open(test_part, tmp_path):
    parser = trained(system="arc-eager-span", max_length=2)
    parser.save(tmp_path / "m.tw")
    loaded = tw.load(tmp_path / "m.tw")
    assert loaded.system.max_length == 2 and loaded.system.partial
    open_words = 0
    for sentence in test_part:
        parsed = parser(sentence)
        assert parsed.source == loaded(sentence).source
        rows = [fields for fields in (row.split("\t") for row in parsed.rows) if fields[0].isdigit()]
        for d, (fields, word) in enumerate(zip(rows, parsed.words, strict=True), 1):
            if word.head is None:
                assert fields[6:8] == ["_", "_"]
                open_words += 1
            else:
                assert word.deprel and 0 < abs(word.head - d) <= 2 and word.head > 0
        ((_, best),) = parser.nbest(sentence, 1)
        assert list(best.heads) == list(parsed.heads) and best.labels == parsed.labels
    scores = parser.evaluate(test_part)
    words = sum(len(sentence) for sentence in test_part)
    assert 0 < open_words < words and scores.coverage == 100 * (words - open_words) / words
    assert scores.uas < scores.coverage and scores.attached_uas > 90


def test_labels_by_a_second_classifier(test_part):
    assert trained(labels="second", epochs=4).evaluate(test_part).las > 60


def test_a_global_strategy_with_a_beam_of_one(test_part):
    assert trained(beam=1, strategy="early-update", restart="positive", epochs=3).evaluate(test_part).las > 70


def test_embeddings_and_functions_travel_with_the_model(test_part, tmp_path):
    (tmp_path / "own.features").write_text("include zn11\nS0.f[ending] N0.f[ending]\n")
    functions = {"ending": lambda word: word.form[-2:]}
    vectors = {"<UNK>": [0.1, 0.2], "tree": [1.0, 0.0]}
    parser = tw.Parser(
        features=str(tmp_path / "own.features"), functions=functions, embeddings=vectors, beam=2, epochs=2
    )
    parser.train(read(TINY / "train.conllu"))
    parser.save(tmp_path / "m.tw")
    loaded = tw.load(tmp_path / "m.tw", functions=functions)
    assert [parser(s).source for s in test_part[:9]] == [loaded(s).source for s in test_part[:9]]
    with pytest.raises(tw.ModelError, match=r"m\.tw: features: the templates use f\[ending\]"):
        tw.load(tmp_path / "m.tw")


@pytest.mark.parametrize("beam", [None, 1, 3])
def test_files_that_training_read_may_be_gone(test_part, tmp_path, beam):
    (tmp_path / "own.features").write_text("include neighbours\n")
    (tmp_path / "vectors.txt").write_text("<UNK> 0.1 0.2\ntree 1 0\n")
    own = {"features": str(tmp_path / "own.features"), "embeddings": tmp_path / "vectors.txt"}
    parser = tw.Parser(**own, beam=2, epochs=1, seeds=1)
    parser.train(list(read(TINY / "train.conllu"))[:40])
    parser.save(tmp_path / "m.tw")
    for name in ("own.features", "vectors.txt"):
        (tmp_path / name).unlink()
    loaded = tw.load(tmp_path / "m.tw", **({} if beam is None else {"beam": beam}))
    parser.settings["search"]["beam"] = beam or 2
    parser.settings["features"] |= {"templates": "own.features", "embeddings": "vectors.txt"}  # of paths the last part
    assert loaded.settings == parser.settings
    assert loaded.embeddings is not None and loaded.features.text == parser.features.text
    parser.save(tmp_path / "again.tw")
    loaded.save(tmp_path / "loaded.tw")
    assert (tmp_path / "again.tw").read_bytes() == (tmp_path / "loaded.tw").read_bytes()


def test_a_model_cannot_make_anyone_read_files(parser, tmp_path):
    parser.save(tmp_path / "m.tw")
    header, arrays = model_file.read(tmp_path / "m.tw")
    header["templates"] = ["include /etc/hostname"]
    for name in ("format", "version", "sections"):
        del header[name]
    model_file.write(tmp_path / "bad.tw", header, arrays)
    with pytest.raises(tw.TreewrightError, match="include"):
        tw.load(tmp_path / "bad.tw")


def test_an_untrained_parser_says_so(test_part, tmp_path):
    with pytest.raises(tw.ModelError, match="no weights"):
        tw.Parser()(test_part[0])
    with pytest.raises(tw.InputError, match="no words"):
        tw.Parser().train([])


def test_pruned_and_compressed_models(tmp_path):
    own = own_sentences(10)
    whole, pruned = tw.Parser(epochs=5, strategy="local"), tw.Parser(epochs=5, strategy="local", prune=0.5)
    for parser in (whole, pruned):
        parser.train(own)
    assert 0 < pruned.model.feature_count < whole.model.feature_count
    assert pruned.evaluate(own).uas > 80
    sizes = []
    for compression in (0, 9):
        path = tmp_path / f"{compression}.tw"
        pruned.save(path, compression=compression)
        sizes.append(path.stat().st_size)
        assert [tw.load(path)(s).source for s in own] == [pruned(s).source for s in own]
    assert sizes[1] < sizes[0]


@pytest.mark.parametrize("system", ["arc-eager", "arc-hybrid", "easy-first"])
def test_a_root_has_the_label_that_all_roots_have(system, test_part):
    """And nothing else has it, unless there are several such labels, heads that are unknown, or labels that are given."""
    train = list(read(TINY / "train.conllu"))[:40]
    parser = tw.Parser(system=system, epochs=1)
    parser.train(train)
    for parsed in parser.pipe(test_part):
        assert [label == "root" for label in parsed.labels] == [head == 0 for head in parsed.heads]
    other = [s.with_tree(s.heads, ["top" if label == "root" else label for label in s.labels]) for s in train[:5]]
    parser = tw.Parser(system=system, epochs=1, facts=0)
    parser.train(train + other)
    assert not len(parser.facts)
    parser.train([*train, train[0].with_tree([-1] * len(train[0]), train[0].labels)])
    assert not len(parser.facts)


def test_a_given_label_of_a_root_is_kept(parser, test_part):
    heads = test_part[0].heads
    roots = [head == 0 for head in heads]
    given = test_part[0].with_tree([0 if root else -1 for root in roots], ["obj" if root else None for root in roots])
    assert len(parser.facts)
    assert parser(given, keep="all").labels[list(heads).index(0)] == "obj"


def test_a_template_file_without_templates_is_refused(tmp_path):
    path = tmp_path / "mine.features"
    for text in ("", "\n\n", "# nothing\n  # here\n"):
        path.write_text(text)
        for given in ({"features": str(path)}, {"features": f"{path},fast"}):
            with pytest.raises(tw.SettingsError, match=r"mine\.features: seen no template, expected at least one"):
                tw.Parser(**given)
    path.write_text("# one\nS0.w N0.p  # this\n")
    assert "S0.w N0.p" in tw.Parser(features=str(path)).features.text


def test_an_unlimited_beam_is_told_of(tmp_path):
    with pytest.warns(tw.SettingsWarning, match=r"search\.beam = 0 keeps every configuration: their number grows exp"):
        tw.Parser(beam=0, epochs=1, seeds=1)
    parser = tw.Parser(beam=2, epochs=1, seeds=1)
    parser.train(own_sentences(4))
    parser.save(tmp_path / "m.tw")
    with pytest.warns(tw.SettingsWarning, match=r"search\.beam = 0 keeps every configuration") as told:
        tw.load(tmp_path / "m.tw", beam=0)
    assert told[0].filename == __file__


def test_saving_and_writing_replace_what_is_there(tmp_path):
    parser = tw.Parser(preset="fast", epochs=1)
    parser.train(own_sentences(4))
    for path, write in ((tmp_path / "m.tw", parser.save), (tmp_path / "t.conllu", lambda at: tw.write(own_sentences(2), at))):
        path.write_text("something else")
        write(path)
        once = path.read_bytes()
        write(path)
        assert path.read_bytes() == once != b"something else"


def test_the_folder_of_a_transformer_that_has_no_effect_is_not_read(tmp_path):
    with pytest.warns(tw.SettingsWarning, match=r"network\.transformer has no effect"):
        parser = tw.Parser({"preset": "fast", "network.transformer": str(tmp_path)}, epochs=1)
    sentences = list(read(TINY / "train.conllu"))[:9]
    assert not any("transformer" in told for told in parser.adapt(sentences))
    parser.train(sentences, progress=False)
