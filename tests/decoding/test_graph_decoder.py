"""The graph-based parser: it learns, keeps what is given, comes back from files, and refuses what it cannot do."""

import pickle
import warnings

import numpy
import pytest

import treewright as tw
from treewright.conformance import check_decoder
from treewright.conformance.own_sentences import own_sentences
from treewright.decoding.graph_decoder import GraphDecoder
from treewright.ensemble import Reparsing, Voting
from treewright.parser import adaptation
from treewright.storage import model_file
from treewright.training.callbacks import Callbacks
from treewright.treebank.dependency_tree import problem_of
from treewright.treebank.projectivity import is_projective


def trained(count=10, dev=None, gold=None, **settings):
    gold = own_sentences(count) if gold is None else gold
    parser = tw.Parser(decoder="graph", **{"epochs": 8, **settings})
    return parser, parser.train(gold, dev), gold


@pytest.fixture(scope="module")
def parser():
    return trained()[0]


def crossing():
    """A sentence whose tree is not projective."""
    words = ["A", "hearing", "is", "scheduled", "on", "the", "issue", "today"]
    tags = ["DET", "NOUN", "AUX", "VERB", "ADP", "DET", "NOUN", "ADV"]
    sentence = tw.Sentence.from_words([{"form": form, "upos": tag} for form, tag in zip(words, tags, strict=True)])
    return sentence.with_tree([2, 4, 4, 0, 7, 7, 2, 4], ["det", "nsubj", "aux", "root", "case", "det", "nmod", "advmod"])


def sources(parser, sentences):
    return [parser(sentence).source for sentence in sentences]


def test_it_keeps_the_rules():
    assert check_decoder(GraphDecoder, least=99.0, epochs=10).total > 10


@pytest.mark.parametrize("tree", ["mst", "eisner"])
def test_ten_sentences_by_heart(tree):
    parser, rows, gold = trained(dev=own_sentences(10), tree=tree)
    assert parser.evaluate(gold).las >= 99 and rows[-1]["dev_las"] >= 99
    assert rows[-1]["updates"] < rows[0]["updates"] and rows[-1]["rows"] > 1000


def test_only_spanning_trees_cross(monkeypatch):
    monkeypatch.setattr(adaptation, "LIFTED_FROM", 0.025)
    gold = [crossing()] * 5
    assert trained(gold=gold, tree="mst")[0].evaluate(gold).las == 100
    assert is_projective(trained(gold=gold, tree="eisner")[0](gold[0]).heads)
    for sentences, tree in ((gold, "mst"), (own_sentences(5), "eisner")):
        assert trained(gold=sentences, epochs=1)[0].settings["search"]["tree"] == tree


def test_it_comes_back_from_a_file(parser, tmp_path):
    gold = own_sentences(16)
    parser.save(tmp_path / "graph.tw")
    again = tw.load(tmp_path / "graph.tw")
    assert sources(again, gold) == sources(parser, gold) == sources(pickle.loads(pickle.dumps(parser)), gold)
    assert [s.source for s in again.pipe(gold, threads=3)] == sources(parser, gold) and not again.in_python
    assert repr(again).startswith("<Parser: decoder graph, features graph, tree eisner; trained on 10 sentences")
    with pytest.raises(tw.ModelError, match="the model has graph, which is not one of your own; load it without"):
        tw.load(tmp_path / "graph.tw", decoder=GraphDecoder)


@pytest.mark.parametrize(
    ("name", "change", "seen"),
    [
        ("arcs.tags", lambda a: a[:16], "packed weights"),
        ("labels.slots", lambda a: a.astype(numpy.int16), "packed weights"),
        ("arcs.dense", lambda a: a[:-1], "packed weights"),
        ("seen.root", lambda a: a[:-1], "seen.root: seen no such array"),
        ("seen.other", lambda a: a.astype(numpy.int64), "seen.other: seen no such array"),
    ],
)
def test_forged_models_are_refused(parser, tmp_path, name, change, seen):
    header, arrays = parser.contents()
    model_file.write(tmp_path / "forged.tw", header, {**arrays, name: change(arrays[name])})
    with pytest.raises(tw.ModelError, match=seen) as caught:
        tw.load(tmp_path / "forged.tw")
    assert "\n" not in str(caught.value)
    model_file.write(tmp_path / "less.tw", header, {own: array for own, array in arrays.items() if own != name})
    with pytest.raises(tw.ModelError):
        tw.load(tmp_path / "less.tw")
    model_file.write(tmp_path / "other.tw", {**header, "templates": ["S0.w"]}, arrays)
    with pytest.raises(tw.ModelError, match="templates: seen none of the views arc, relation, which graph reads"):
        tw.load(tmp_path / "other.tw")


class Killed(Callbacks):
    """Ends a training after its third epoch, as a kill would."""

    def on_epoch_end(self, loop, epoch, row):
        if epoch == 3:
            raise KeyboardInterrupt


def test_training_goes_on_where_it_was_killed(parser, tmp_path):
    gold = own_sentences(10)
    killed = tw.Parser(decoder="graph", epochs=8)
    with pytest.raises(KeyboardInterrupt):
        killed.train(gold, callbacks=Killed(), checkpoint=tmp_path / "graph.checkpoint")
    resumed = tw.Parser(decoder="graph", epochs=8)
    resumed.train(gold, checkpoint=tmp_path / "graph.checkpoint", resume=True)
    for name, array in parser.model.arrays().items():
        assert numpy.array_equal(array, resumed.model.arrays()[name]), name


@pytest.mark.parametrize("tree", ["mst", "eisner"])
def test_what_is_given_is_kept(tree):
    parser, _, _ = trained(epochs=2, tree=tree)
    for sentence in own_sentences(16)[10:]:
        size = len(sentence)
        heads = [(i + 2) % (size + 1) if i % 3 == 0 else -1 for i in range(size)]
        part = sentence.with_tree(heads, ["odd" if i % 2 else None for i in range(size)])
        parsed = parser(part, keep="labels")
        assert [label for label in parsed.labels[1::2]] == ["odd"] * (size // 2)
        parsed = parser(part, keep="all", on_conflict="relax")
        assert problem_of(list(parsed.heads), several_roots=False) is None and parsed.labels[1] == "odd"
        banned = tw.Constraints().no_head(2, *(h for h in range(size + 1) if h not in (1, 2))).right(1)
        parsed = parser(sentence, constraints=banned)
        assert parsed.heads[0] > 1 and parsed.heads[1] == 1
        for root in range(1, size + 1):
            assert parser(sentence, constraints=tw.Constraints().root(root)).heads[root - 1] == 0


def test_given_heads_may_cross_in_spanning_trees():
    sentence = crossing()
    mst, _, _ = trained(tree="mst", epochs=2)
    assert list(mst(sentence, keep="heads").heads) == list(sentence.heads)
    eisner, _, _ = trained(tree="eisner", epochs=2)
    with pytest.raises(tw.InputError, match="expected constraints that one projective tree can satisfy"):
        eisner(sentence, keep="heads")
    with pytest.raises(tw.InputError, match=r"seen a cycle: .*, expected constraints that one tree can satisfy"):
        mst(sentence.with_tree([2, 3, 1, *[-1] * 5], [None] * 8), keep="heads")
    spans = tw.Constraints().subtree(1, 3)
    heads = eisner(sentence, constraints=spans).heads
    assert all(constraint.holds(list(map(int, heads))) for constraint in spans)
    with pytest.raises(tw.SettingsError, match=r"spans are kept in projective trees; use search.tree = eisner"):
        mst(sentence, constraints=spans)


def test_it_learns_from_parts_of_trees_and_under_given_heads():
    parser, _, gold = trained(drop_arcs="0.3", epochs=10)
    assert parser.evaluate(gold).las > 90
    parser, _, gold = trained(settings={"training.given_heads": 0.3}, epochs=8)
    assert parser.evaluate(gold).las > 90
    parser, _, gold = trained(labels="none")
    assert parser.evaluate(gold).uas >= 99 and {label for s in gold for label in parser(s).labels} == {None}


def test_root_labels_are_those_of_roots():
    """Whatever the words are, a root has a label that roots had, and no other word has one that only roots had."""
    parser, _, _ = trained(epochs=2)
    for sentence in own_sentences(60)[10:]:
        parsed = parser(sentence)
        assert [label == "root" for label in parsed.labels] == [head == 0 for head in parsed.heads]


def test_fewer_weights(parser):
    pruned, _, gold = trained(prune=0.005)
    whole, _, _ = trained(prune=0.0)
    sizes = [own.model.arrays()["arcs.tags"].size for own in (whole, parser, pruned)]
    assert sizes[0] > sizes[1] > sizes[2] and parser.settings["classifier"]["prune"] == 0.003
    assert pruned.evaluate(gold).las > 95


def test_it_is_a_member_of_ensembles(parser):
    gold = own_sentences(10)
    linear = tw.Parser(preset="fast", epochs=4)
    linear.train(gold)
    assert sources(Reparsing([parser, linear], [1.0, 0.0]), gold) == sources(parser, gold)
    assert Reparsing([parser, linear, linear]).evaluate(gold).las > 95
    with pytest.raises(tw.SettingsError, match="voting: parser 1 makes no transitions"):
        Voting([parser, linear])


def test_templates_of_ones_own(tmp_path):
    (tmp_path / "own.features").write_text(
        "view arc\nH.p D.p\nH.f[ending] D.f[ending]\nH.p b D.p\nview relation\nD.p H.p\nD.p L.p D.vl\n"
    )
    endings = {"ending": lambda word: word.form[-2:]}
    own = tw.Parser(decoder="graph", features=str(tmp_path / "own.features"), functions=endings, epochs=8)
    gold = own_sentences(10)
    own.train(gold)
    assert own.evaluate(gold).las > 80 and own.in_python
    own.save(tmp_path / "own.tw")
    assert sources(tw.load(tmp_path / "own.tw", functions=endings), gold) == sources(own, gold)
    plain, _, _ = trained(settings={"features.lexicalised": False})
    assert not any("H.w" in line for line in plain.features.text)


def test_long_sentences(parser):
    long = tw.Sentence.from_words([f"word{i % 50}" for i in range(1000)])
    mst, _, _ = trained(3, tree="mst", epochs=1)
    for own in (mst, parser):
        assert problem_of(list(own(long).heads), several_roots=False) is None
    with pytest.raises(tw.InputError, match="seen 3,001 words, expected 3,000 at the most: memory grows with the square"):
        mst(tw.Sentence.from_words(["word"] * 3001))
    assert len(mst.predict([tw.Sentence.from_words([]), tw.Sentence.from_words(["one"])]).heads) == 1


@pytest.mark.parametrize(
    ("settings", "seen"),
    [
        ({"seeds": 3}, "training.seeds = 3 cannot work with the decoder graph: its weights are not averaged over seeds"),
        ({"threads": 2}, "training.threads = 2 cannot work with the decoder graph: it cannot exchange what it learns"),
        ({"joint_tags": "upos"}, "system.tags = upos cannot work with search.decoder = graph: it makes no transitions"),
        ({"system": "set-based"}, "search.decoder = graph cannot work with system.name = set-based: it finds heads"),
        ({"features": "rich"}, "features.templates = rich cannot work with search.decoder = graph: seen templates"),
        ({"tree": "oak"}, "search.tree: seen 'oak', expected one of auto, mst, eisner"),
    ],
)
def test_what_cannot_work_is_one_sentence(settings, seen):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(tw.SettingsError, match=seen):
            tw.Parser(decoder="graph", **settings)


def test_what_it_cannot_do_is_one_sentence(parser):
    sentence = own_sentences(1)[0]
    with pytest.raises(tw.SettingsError, match="nbest: seen 3, expected 1: graph gives one tree for each sentence"):
        parser.nbest(sentence, 3)
    with pytest.raises(tw.SettingsError, match="graph makes no transitions, so it has no search"):
        parser.new_search()
    with pytest.raises(tw.SettingsError, match="confidence: graph does not tell how narrowly it decides"):
        parser.calibrate([sentence])
    for name in ("beam", "oracle", "explore"):
        value = {"beam": 4, "oracle": "static", "explore": "never"}[name]
        with pytest.warns(tw.SettingsWarning, match="has no effect with search.decoder = graph: only parsers by transitions"):
            tw.Parser(decoder="graph", **{name: value})
    with pytest.warns(tw.SettingsWarning, match="search.tree has no effect with search.decoder = transitions"):
        tw.Parser(tree="mst")


@pytest.mark.parametrize("decoder", ["graph", "biaffine"])
@pytest.mark.parametrize("part", ["training", "dev"])
def test_a_sentence_that_is_too_long_is_refused_before_training(decoder, part):
    gold = own_sentences(3)
    words = [{"form": "w", "head": number, "deprel": "x"} for number in range(3001)]
    data = {"training": gold, "dev": gold, part: [*gold, tw.Sentence.from_words(words)]}
    rows = []
    with pytest.raises(tw.InputError, match=rf"seen 3,001 words, expected 3,000 at the most: .*decoder {decoder}"):
        tw.Parser(decoder=decoder, epochs=1).train(data["training"], data["dev"], progress=False, log=rows.append)
    assert not rows


@pytest.mark.parametrize("system", ["swap", "easy-first", "covington", "two-planar", "attardi"])
def test_what_a_system_or_vectors_bring_for_transitions_is_not_read(system, parser):
    with pytest.warns(tw.SettingsWarning, match=r"system\.name has no effect with search\.decoder = graph"):
        other, _, gold = trained(system=system)
    assert [other(sentence).source for sentence in gold] == [parser(sentence).source for sentence in gold]
    with pytest.warns(tw.SettingsWarning, match=r"features\.embeddings has no effect with search\.decoder = graph"):
        assert trained(embeddings={"a": [1.0]})[0].features.templates == parser.features.templates
