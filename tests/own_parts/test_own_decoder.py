"""A decoder in plain Python that makes no transitions: the graph-based parser of the documentation, and made-up scores."""

import pickle
import subprocess
import sys

import numpy
import pytest
from examples import EXAMPLES, example

import treewright as tw
from treewright.conformance import ConformanceError, check_decoder
from treewright.conformance.own_sentences import own_sentences
from treewright.ensemble import Reparsing, Voting
from treewright.training.callbacks import Callbacks
from treewright.trees import best_tree

module = example("own_decoder")
Graph = module.Graph


def trained(count=6, cls=Graph, dev=None, **settings):
    gold = own_sentences(count)
    parser = tw.Parser(decoder=cls, **{"epochs": 4, **settings})
    return parser, parser.train(gold, dev), gold


def sources(parser, sentences):
    return [parser(sentence).source for sentence in sentences]


def test_it_keeps_the_rules():
    assert check_decoder(Graph).total > 10


def test_it_trains_parses_evaluates_saves_and_loads(tmp_path):
    parser, rows, gold = trained(dev=own_sentences(6))
    assert rows[-1]["updates"] < rows[0]["updates"] and rows[-1]["dev_las"] > 70
    assert parser.evaluate(gold).las > 70 and parser.scores["dev_las"] > 70
    assert repr(parser) == "<Parser: decoder Graph; trained on 6 sentences, 19 labels>"
    parser.save(tmp_path / "graph.tw")
    with pytest.raises(tw.ModelError, match="uses your own decoder 'own_decoder:Graph'; load it with decoder=YourClass"):
        tw.load(tmp_path / "graph.tw")
    again = tw.load(tmp_path / "graph.tw", decoder=Graph)
    assert sources(again, gold) == sources(parser, gold)
    assert sources(pickle.loads(pickle.dumps(parser)), gold) == sources(parser, gold)
    assert [s.source for s in parser.pipe(gold, threads=2)] == sources(parser, gold)
    assert parser(tw.Sentence.from_words(["one"])).heads[0] == 0


def test_without_labels(tmp_path):
    parser, _, gold = trained(labels="none")
    assert parser.evaluate(gold).uas > 70 and {label for s in gold for label in parser(s).labels} == {None}


class MadeUp(tw.LearningDecoder):
    """Scores by chance, which are drawn for each sentence from its words; nothing is learnt but how often it was shown one."""

    keeps_heads = True

    def __init__(self, alphabets):
        super().__init__(alphabets)
        self.seen = numpy.zeros(1, numpy.int64)

    def decode(self, sentences, givens=None):
        heads = []
        for number, sentence in enumerate(sentences):
            scores = numpy.random.default_rng(sum(map(len, sentence.forms))).normal(size=(len(sentence) + 1,) * 2)
            given = None if givens is None else givens[number]
            for word, head in enumerate(() if given is None else given.heads, 1):
                if head >= 0:
                    scores[:, word] = -1e6
                    scores[head, word] = 1e6 if head else 2e8
            heads += best_tree(scores)
        return tw.Prediction(numpy.array(heads, numpy.int64), numpy.zeros(len(heads), int))

    def learn(self, examples):
        self.seen = self.seen + len(examples)
        return len(examples)

    def arrays(self):
        return {"seen": self.seen}

    def restore(self, state):
        self.seen = state["seen"]


def test_made_up_scores_through_the_parser(tmp_path):
    parser, rows, gold = trained(cls=MadeUp, epochs=2)
    assert parser.model.arrays()["seen"] == [12] and [row["updates"] for row in rows] == [6, 6]
    parser.save(tmp_path / "made_up.tw")
    assert sources(tw.load(tmp_path / "made_up.tw", decoder=MadeUp), gold) == sources(parser, gold)
    assert check_decoder(MadeUp, least=0).total > 10
    with pytest.raises(ConformanceError, match="MadeUp breaks a rule: it learns"):
        check_decoder(MadeUp)


def test_given_heads_are_kept_by_decoders_that_say_so():
    parser, _, gold = trained(cls=MadeUp, epochs=1)
    for sentence in gold:
        part = sentence.with_tree([head if i % 3 == 0 else -1 for i, head in enumerate(sentence.heads)], list(sentence.labels))
        parsed = parser(part, keep="heads")
        assert all(parsed.heads[i] == sentence.heads[i] for i in range(0, len(sentence), 3))
    with pytest.raises(tw.SettingsError, match=r"MadeUp keeps heads and labels \(keep=...\) and knows no other constraints"):
        parser(gold[0], constraints=tw.Constraints().head(1, 2))
    graph, _, _ = trained(2, epochs=1)
    with pytest.raises(tw.SettingsError, match=r"Graph keeps no given heads \(Graph.keeps_heads is False\)"):
        graph(gold[0], keep="heads")


def test_it_is_a_member_of_ensembles():
    parser, _, gold = trained()
    linear = tw.Parser(preset="fast", epochs=4)
    linear.train(gold)
    assert sources(Reparsing([parser, linear], [1.0, 0.0]), gold) == sources(parser, gold)
    with pytest.raises(tw.SettingsError, match="voting: parser 1 makes no transitions"):
        Voting([parser, linear])


def test_what_it_cannot_do_is_one_sentence():
    parser, _, gold = trained(2, epochs=1)
    with pytest.raises(tw.SettingsError, match="nbest: seen 3, expected 1: Graph gives one tree for each sentence"):
        parser.nbest(gold[0], 3)
    assert len(parser.nbest(gold[0], 1)) == 1
    with pytest.raises(tw.SettingsError, match="own_decoder:Graph makes no transitions, so it has no search"):
        parser.new_search()
    with pytest.raises(tw.SettingsError, match=r"training.seeds = 3 cannot work with the decoder Graph"):
        tw.Parser(decoder=Graph, seeds=3)
    with pytest.raises(tw.SettingsError, match=r"search.decoder: dict is not a subclass of LearningDecoder"):
        tw.Parser(decoder=dict)
    with pytest.warns(tw.SettingsWarning, match="search.beam has no effect with search.decoder = own_decoder:Graph"):
        tw.Parser(decoder=Graph, beam=4)


class Killed(Callbacks):
    """Ends a training after its third epoch, as a kill would."""

    def on_epoch_end(self, loop, epoch, row):
        if epoch == 3:
            raise KeyboardInterrupt


def test_training_goes_on_where_it_was_killed(tmp_path):
    parser, _, gold = trained()
    killed = tw.Parser(decoder=Graph, epochs=4)
    with pytest.raises(KeyboardInterrupt):
        killed.train(gold, callbacks=Killed(), checkpoint=tmp_path / "own.checkpoint")
    resumed = tw.Parser(decoder=Graph, epochs=4)
    resumed.train(gold, checkpoint=tmp_path / "own.checkpoint", resume=True)
    for name, array in parser.model.arrays().items():
        assert numpy.array_equal(array, resumed.model.arrays()[name]), name


def answering(answer):
    """A decoder with this answer, given the number of words."""
    return type("Broken", (MadeUp,), {"decode": lambda self, sentences, givens=None: answer(sum(map(len, sentences)))})


def chain(words):
    return list(range(words))


@pytest.mark.parametrize(
    ("answer", "seen"),
    [
        (lambda n: None, "Broken.decode: seen NoneType, expected a Prediction"),
        (lambda n: tw.Prediction(None, [0] * n), r"Broken.decode: seen heads of shape \(\), expected one number for each of"),
        (lambda n: tw.Prediction(chain(n - 1), [0] * n), r"Broken.decode: seen heads of shape \(\d+,\), expected one number"),
        (lambda n: tw.Prediction(chain(n)), r"Broken.decode: seen labels of shape \(\), expected one number for each"),
        (lambda n: tw.Prediction([float("nan")] * n, [0] * n), "Broken.decode: seen heads with NaN or infinity"),
        (lambda n: tw.Prediction([0.5] * n, [0] * n), "Broken.decode: seen heads of type float64, expected whole numbers"),
        (lambda n: tw.Prediction(["0"] * n, [0] * n), "Broken.decode: seen heads of type <U1, expected whole numbers"),
        (lambda n: tw.Prediction(chain(n), [99] * n), "Broken.decode: seen 99 among the labels, expected numbers from 0 to"),
        (lambda n: tw.Prediction(chain(n), [-1] * n), "Broken.decode: seen -1 among the labels, expected numbers from 0 to"),
        (lambda n: tw.Prediction([99] * n, [0] * n), "Broken.decode: seen head 99 of word 1, expected a head from 0 to"),
        (lambda n: tw.Prediction([-1] * n, [0] * n), "Broken.decode: seen no head of word 1, expected a head from 0"),
        (lambda n: tw.Prediction([2, 1, *chain(n)[2:]], [0] * n), "Broken.decode: seen the cycle 1 <- 2 <- 1, expected heads"),
        (lambda n: tw.Prediction([0] * n, [0] * n), "Broken.decode: seen .* roots .*, expected one word with head 0"),
    ],
)
def test_a_broken_contract_is_one_sentence(answer, seen):
    with pytest.raises(tw.TreewrightError, match=seen) as caught:
        trained(1, cls=answering(answer), epochs=1)
    assert "\n" not in str(caught.value)


def test_other_broken_contracts():
    for methods, seen in (
        ({"learn": lambda self, examples: None}, "Broken.learn: seen None, expected the number of updates"),
        ({"arrays": lambda self: None}, "Broken.arrays: seen NoneType, expected a dict of numpy arrays"),
        ({"__init__": lambda self, alphabets: None, "arrays": lambda self: {}}, "Broken.__init__: seen no alphabets"),
    ):
        with pytest.raises(tw.TreewrightError, match=seen):
            trained(1, cls=type("Broken", (MadeUp,), methods), epochs=1)

    class Empty(tw.LearningDecoder):
        pass

    with pytest.raises(tw.TreewrightError, match="Empty: seen no decode, learn, arrays, restore, expected methods"):
        trained(1, cls=Empty, epochs=1)


def test_the_example_runs():
    subprocess.run([sys.executable, EXAMPLES / "own_decoder.py"], check=True, capture_output=True)


def test_on_the_command_line(tmp_path):
    tw.write(own_sentences(4), tmp_path / "gold.conllu")
    (tmp_path / "own_decoder.py").write_text((EXAMPLES / "own_decoder.py").read_text())

    def run(*arguments):
        command = [sys.executable, "-m", "treewright", *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    own = ["--decoder", "own_decoder:Graph"]
    trained = run("train", "gold.conllu", *own, "--epochs", "2", "-q", "-o", "own.tw")
    assert trained.returncode == 0, trained.stderr
    refused = run("parse", "own.tw", "gold.conllu")
    assert refused.returncode == 2 and "parse --decoder own_decoder:Graph" in refused.stderr
    assert run("parse", "own.tw", "gold.conllu", *own).stdout.count("\n\n") == 4
    shown = run("info", "own.tw")
    assert shown.returncode == 0 and "own_decoder:Graph" in shown.stdout


class Several(MadeUp):
    """Knows two trees of each sentence."""

    def best(self, sentence, count, given=None):
        size = len(sentence)
        left, right = list(range(size)), [*range(2, size + 1), 0]
        return [(3.0, tw.Prediction(left, [0] * size)), (2.0, tw.Prediction(right, [0] * size))]


def test_several_trees_of_a_decoder_that_knows_them():
    parser, _, gold = trained(2, cls=Several, epochs=1)
    (first, one), (second, other) = parser.nbest(gold[0], 5)
    assert (first, second) == (3.0, 2.0) and one.heads[0] == 0 and other.heads[-1] == 0
    assert len(parser.nbest(gold[0], 1)) == 1


def test_empty_sentences_and_batches():
    empty = tw.Sentence.from_words([])
    parser, _, gold = trained(2, epochs=1)
    assert len(parser.predict([]).heads) == 0
    assert len(parser.predict([empty]).heads) == 0
    tw.Parser(decoder=Graph, epochs=1).train(gold, [*[empty] * 300, *gold])


def test_a_decoder_that_does_not_keep_what_it_says_is_caught(tmp_path):
    liar = type("Liar", (Graph,), {"keeps_heads": True})
    with pytest.raises(tw.TreewrightError, match=r"Liar.decode: seen head .*, expected the given head"):
        check_decoder(liar)
    for methods, seen in (
        ({"batch": 0}, "Broken.batch: seen 0, expected a whole number of at least 1"),
        ({"learn": lambda self, examples: -1}, "Broken.learn: seen -1, expected the number of updates"),
        ({"state": lambda self: {"n": 3}}, "Broken.state: seen int as 'n', expected a numpy array"),
    ):
        parser = tw.Parser(decoder=type("Broken", (MadeUp,), methods), epochs=2)
        with pytest.raises(tw.TreewrightError, match=seen):
            parser.train(own_sentences(1), checkpoint=tmp_path / "c" if "state" in methods else None)
    parser, _, _ = trained(1, cls=type("Counted", (MadeUp,), {"learn": lambda self, examples: numpy.int64(2)}), epochs=1)
    assert parser.history[0]["updates"] == 2


def test_it_has_no_system_and_no_features(tmp_path):
    """Nor is any made: what a setting says of them is not even read."""
    gold = own_sentences(6)
    with pytest.warns(tw.SettingsWarning, match="no effect with search.decoder"):
        parser = tw.Parser(decoder=MadeUp, system="nowhere:System", features="nowhere.features", epochs=1)
    parser.train(gold)
    assert not hasattr(parser, "system") and not hasattr(parser, "features") and parser.facts is None
    header, _ = parser.contents()
    assert not {"root_label", "kinds", "templates"} & {*header}
    parser.save(tmp_path / "none.tw")
    again = tw.load(tmp_path / "none.tw", decoder=MadeUp)
    assert sources(again, gold) == sources(parser, gold) == sources(pickle.loads(pickle.dumps(parser)), gold)
    assert not hasattr(again, "system") and "decoder MadeUp" in repr(again)
    old = {**header, "root_label": 0, "kinds": ["shift"], "templates": "S0.w"}  # what the first such files said
    assert sources(tw.Parser.from_contents(old, parser.contents()[1], decoder=MadeUp), gold) == sources(parser, gold)


class Tagging(MadeUp):
    """Gives all words the first tag."""

    def decode(self, sentences, givens=None):
        found = super().decode(sentences, givens)
        return tw.Prediction(found.heads, found.labels, [0] * len(found.heads))


def test_it_may_choose_tags(recwarn):
    parser = tw.Parser(decoder=Tagging, tags="upos", epochs=1)
    gold = own_sentences(6)
    parser.train(gold)
    assert {word.upos for sentence in gold for word in parser(sentence)} == {parser.tags[0]}
    assert not recwarn
