"""A network of constituency trees that tags with the first layer of its BiLSTM: raw words in, tags and trees out."""

import sys
from pathlib import Path

import numpy
import pytest

import treewright as tw
from treewright.command_line.main import main
from treewright.errors import ModelError
from treewright.networks.encoders.encoder import Encoder
from treewright.storage.sections import section

torch = pytest.importorskip("torch")
TREES = Path(tw.__file__).parent / "data" / "tiny-trees"
SMALL = {"system": "set-based", "classifier": "bilstm", "network.tagger": True, "network.word": 16, "network.affixes": 8,
         "network.characters": 12, "network.character_vectors": 10, "network.label": 8, "network.width": 32,
         "network.layers": 2, "network.hidden": 64, "network.batch": 30, "network.rate": 0.01,
         "network.dropout": 0.0}  # fmt: skip


def trees(count=10, name="train"):
    return list(tw.read(TREES / f"{name}.export"))[:count]


def trained(sentences, dev=None, **more):
    parser = tw.Parser({**SMALL, **more})
    parser.train(sentences, dev, progress=False)
    return parser


def raw(sentences):
    """The same words without tags and trees."""
    return [tw.Sentence.from_words([{"form": word.form} for word in sentence]) for sentence in sentences]


def tags(sentences):
    return [[token.tag for token in sentence.tree.tokens] for sentence in sentences]


@pytest.fixture(scope="module")
def parser():
    """One that has learnt ten trees by heart."""
    sentences = trees()
    return trained(sentences, sentences, epochs=80)


def test_ten_trees_and_their_tags_are_learnt_by_heart(parser):
    sentences = trees()
    scores = parser.evaluate(sentences)
    assert scores.f1 >= 99 and scores.tagging >= 99
    rows = [row["dev_xpos"] for row in parser.history]
    assert rows[-1] >= 99 and rows[0] < rows[-1]
    assert parser.scores["dev_xpos"] >= 99
    assert set(parser.tags) == {tag for own in tags(sentences) for tag in own}


def test_tags_of_the_input_are_not_seen(parser):
    sentences = trees(12)
    blind = list(parser.pipe(raw(sentences)))
    seen = list(parser.pipe(sentences))
    assert tags(blind) == tags(seen)
    assert [one.tree.brackets() for one in blind] == [one.tree.brackets() for one in seen]
    assert [word.xpos for one in seen for word in one] == [tag for own in tags(seen) for tag in own]
    columns = {"xpos": "Odd", "upos": "Odd", "feats": "Odd=1"}
    odd = [tw.Sentence.from_words([{"form": word.form, **columns} for word in sentence]) for sentence in sentences]
    assert tags(parser.pipe(odd)) == tags(blind)


def test_training_does_not_see_tags_either():
    """There are no vectors of tags, and words that have none teach the tagger nothing."""
    sentences = trees(6)
    rows = [[{"form": w.form, "xpos": w.xpos if i % 2 else "_"} for i, w in enumerate(s)] for s in sentences]
    half = [sentence.with_rows(tw.Sentence.from_words(own)) for sentence, own in zip(sentences, rows, strict=True)]
    parser = trained(half, epochs=60)
    right = [(token.tag, other.tag) for one, own in zip(half, parser.pipe(half), strict=True)
             for token, other in zip(one.tree.tokens, own.tree.tokens, strict=True) if token.tag]  # fmt: skip
    assert sum(a == b for a, b in right) >= 0.99 * len(right)
    assert all(parser.settings["network"][name] == 0 for name in ("upos", "xpos", "feats", "lemma"))


@pytest.mark.parametrize(
    "more", [{}, {"system": "merge-gap"}, {"beam": 2, "strategy": "early-update"}], ids=["set-based", "merge-gap", "beam"]
)
def test_traces_and_blame_know_that_these_tags_are_no_transitions(more):
    sentences = trees(8)
    parser = trained(sentences, epochs=2, **more)
    for gold, own in zip(sentences, parser.pipe(sentences), strict=True):
        derivation = tw.trace(parser, gold)
        assert derivation.result.tree.brackets() == own.tree.brackets()
        assert all(step.made.cost is not None for step in derivation.steps[:-1])
    found = tw.blame(parser, sentences)
    wrong = [a.tree.brackets() != b.tree.brackets() for a, b in zip(sentences, parser.pipe(sentences), strict=True)]
    assert [case.number for case in found.cases] == [number for number, one in enumerate(wrong, 1) if one] != []


def test_tagger_and_parser_learn_by_turns():
    """A step of the tagger leaves what is above the first layer alone, one of the parser leaves the tagger alone."""
    sentences = trees(4)
    parser = trained(sentences, epochs=1)
    worker = parser.way.worker(parser, 1)
    worker.classifier.prepare(sentences)
    learner = worker.classifier.learner
    learner.begin_epoch(1, 1)
    assert learner.optimisation.of == pytest.approx(2 * sum(map(len, sentences)) / 30)
    weights = dict(learner.net.named_parameters())

    def changed(before):
        return {name for name, own in weights.items() if not torch.equal(before[name], own)}

    before = {name: own.detach().clone() for name, own in weights.items()}
    worker.begin_epoch(1, 1, 1)
    worker.classifier.begin_batch(sentences)
    of_tagger = changed(before)
    assert {"encoder.tagger.weight", "encoder.lstm.weight_hh_l0", "encoder.characters.table.weight"} <= of_tagger
    assert not any(name.startswith(("encoder.upper", "output", "slots")) for name in of_tagger)
    before = {name: own.detach().clone() for name, own in weights.items()}
    columns = parser.family.gold(sentences, parser.alphabets)
    from treewright.training.trainer import Example

    worker.search.scorer.begin_batch(sentences)
    at = 0
    for sentence in sentences:
        stop = at + parser.family.entries(len(sentence))
        worker.learn(Example(sentence, (columns.heads[at:stop], columns.labels[at:stop])))
        at = stop
    worker.classifier.end_batch()
    of_parser = changed(before)
    assert {"encoder.upper.weight_hh_l0", "encoder.lstm.weight_hh_l0", "slots.0"} <= of_parser
    assert learner.optimisation.steps == 2


@pytest.mark.parametrize("layers", (1, 2, 3))
def test_states_and_tags_are_the_same_without_pytorch(layers):
    sentences = trees(6)
    parser = trained(sentences, epochs=1, **{"network.layers": layers})
    worker = parser.way.worker(parser, 1)
    worker.classifier.prepare(sentences)
    learner = worker.classifier.learner
    learner.net.encoder.drop = dict.fromkeys(learner.drop, 0.0)
    encoder = Encoder(section(learner.averaged(), "network"))
    words, sizes = learner.lexicon.words(sentences), [len(sentence) for sentence in sentences]
    with torch.no_grad():
        vectors, scores = learner.net.encoder(words, sizes).numpy(), learner.net.encoder.tag_scores(words, sizes).numpy()
    states = encoder.states(sentences)
    assert numpy.allclose(states.vectors, vectors, atol=1e-4)
    assert numpy.array_equal(states.tags, scores.argmax(1)) and encoder.tags == len(parser.tags)


def test_a_gradient_of_the_tagger():
    sentences = trees(3)
    parser = trained(sentences, epochs=1)
    worker = parser.way.worker(parser, 1)
    worker.classifier.prepare(sentences)
    encoder = worker.classifier.learner.net.encoder.double()
    encoder.drop = dict.fromkeys(encoder.drop, 0.0)
    words, sizes = worker.classifier.learner.lexicon.words(sentences), [len(sentence) for sentence in sentences]
    targets = torch.arange(sum(sizes)) % len(parser.tags)

    def loss():
        return torch.nn.functional.cross_entropy(encoder.tag_scores(words, sizes), targets, reduction="sum")

    loss().backward()
    own = dict(encoder.named_parameters())
    assert own["upper.weight_hh_l0"].grad is None
    for name in ("tagger.weight", "lstm.weight_ih_l0", "characters.table.weight"):
        at = int(own[name].grad.abs().argmax())
        found = []
        for sign in (1, -2, 1):
            with torch.no_grad():
                own[name].view(-1)[at] += sign * 1e-5
            found.append(loss().item())
        assert (found[0] - found[1]) / 2e-5 == pytest.approx(own[name].grad.view(-1)[at].item(), rel=1e-4), name


def test_saved_loaded_and_parsed_without_pytorch(parser, tmp_path, monkeypatch):
    sentences = trees(12)
    parser.save(tmp_path / "m.tw")
    monkeypatch.setitem(sys.modules, "torch", None)
    again = tw.load(tmp_path / "m.tw")
    assert again.tags == parser.tags and again.family.tagged
    whole = b"".join(parser.parse_bytes(sentences))
    assert b"".join(again.parse_bytes(sentences)) == whole
    assert b"".join(again.parse_bytes(sentences, threads=2)) == whole
    assert b"".join(b"".join(again.parse_bytes([sentence])) for sentence in sentences) == whole


def test_a_beam_gives_several_trees_with_tags():
    sentences = trees(6)
    parser = trained(sentences, epochs=30, strategy="laso", beam=4)
    together = list(parser.pipe(raw(sentences)))  # the sentence is encoded among others first
    for sentence, best in zip(raw(sentences), together, strict=True):
        found = parser.nbest(sentence, 3)
        assert found and all(tags([one]) == tags([best]) for _, one in found)
    assert found[0][1].tree.brackets() == together[-1].tree.brackets()


def test_training_goes_on_where_it_was_stopped(tmp_path):
    sentences = trees(8)

    class Stop(tw.Callbacks):
        def on_epoch_start(self, loop, epoch):
            if epoch == 3:
                raise KeyboardInterrupt

    more = {"epochs": 4, "network.dropout": 1.0, "explore": "sampled"}
    whole = trained(sentences, **more)
    with pytest.raises(KeyboardInterrupt):
        tw.Parser({**SMALL, **more}).train(sentences, progress=False, checkpoint=tmp_path / "c", callbacks=Stop())
    again = tw.Parser({**SMALL, **more})
    again.train(sentences, progress=False, checkpoint=tmp_path / "c", resume=True)
    one, other = whole.contents()[1], again.contents()[1]
    assert all(numpy.array_equal(one[key], other[key]) for key in one)


def test_on_the_command_line(parser, tmp_path, capsys):
    parser.save(tmp_path / "m.tw")
    text = tmp_path / "words.txt"
    text.write_text("A twin waited .\n", "utf-8")
    assert main(["parse", str(tmp_path / "m.tw"), str(text), "--input", "horizontal", "--to", "discbracket"]) == 0
    shown = capsys.readouterr()
    assert "(DT 0=A)" in shown.out and "no tags" not in shown.err
    assert main(["parse", str(tmp_path / "m.tw"), str(text), "--input", "text"]) == 2  # there is no tokenizer
    assert "this model is a parser alone" in capsys.readouterr().err
    train, model = tmp_path / "train.export", str(tmp_path / "n.tw")
    tw.write(trees(8), train)
    flags = [text for name, value in SMALL.items() if "." in name for text in (f"--{name}", str(value).lower())]
    command = ["train", str(train), "--dev", str(train), "--classifier", "bilstm", "--epochs", "2", "-o", model, *flags]
    assert main(command) == 0
    heading = next(line for line in capsys.readouterr().err.split("\n") if "disc. F1" in line)
    assert heading.split("disc. F1")[1].split()[0] == "tags"
    assert main(["info", model, "--verify"]) == 0
    capsys.readouterr()
    assert main(["parse", model, str(train), "--keep", "tags"]) == 2
    said = "--keep: seen tags, expected brackets: this parser chooses tags (network.tagger)\n"
    assert capsys.readouterr().err.endswith(said)
    assert main(["parse", model, str(train), "--keep", "brackets"]) == 0


def test_what_cannot_be_is_refused():
    for more, why in (
        ({"classifier": "feed-forward"}, "it has no BiLSTM whose first layer could tag"),
        ({"classifier": "averaged-perceptron"}, "it has no BiLSTM whose first layer could tag"),
        ({"network.xpos": 8}, r"network\.xpos = 8 cannot work with network\.tagger = .*must not see any"),
        ({"system": "arc-eager"}, "only parsers of constituents have a tagger inside"),
    ):
        with pytest.raises(tw.SettingsError, match=why):
            tw.Parser({"system": "set-based", "classifier": "bilstm", "network.tagger": True, **more})
    with pytest.raises(tw.SettingsError, match="only parsers of constituents have a tagger inside"):
        tw.Parser({"decoder": "biaffine", "network.tagger": True})
    with pytest.raises(tw.SettingsError, match=r"network\.tagger: seen true, expected false: a pipeline has a tagger"):
        tw.Pipeline({"system": "set-based", "classifier": "bilstm", "network.tagger": True})
    without = [sentence.with_rows(one) for sentence, one in zip(trees(3), raw(trees(3)), strict=True)]
    with pytest.raises(tw.InputError, match=r"seen no tags, expected one on some token; or set network\.tagger = false"):
        trained(without)


def test_arrays_that_do_not_fit_are_refused(parser):
    arrays = section(parser.contents()[1], "network")
    for name, change, why in (
        ("tagger.weight", lambda array: array[:-1], "tagger.weight: seen"),
        ("tagger.bias", lambda array: array.astype(numpy.float64), "bias: seen float64"),
        ("encoder.weight_ih_l1", lambda array: array[:, :-1].copy(), "BiLSTM's array"),
    ):
        with pytest.raises(ModelError, match=why):
            Encoder({**arrays, name: change(arrays[name])})
    header, whole = parser.contents()
    with pytest.raises(ModelError, match="tagger: seen 13 tags, expected 12"):
        tw.Parser.from_contents({**header, "tags": header["tags"][:-1]}, whole)


def test_raw_text_is_refused_with_what_is_read(parser, tmp_path, capsys):
    parser.save(tmp_path / "m.tw")
    (tmp_path / "raw.txt").write_text("The dog barks .\n")
    assert main(["parse", str(tmp_path / "m.tw"), str(tmp_path / "raw.txt")]) == 2
    assert "expected a treebank, or words with --input horizontal or vertical" in capsys.readouterr().err
    assert main(["parse", str(tmp_path / "m.tw"), str(tmp_path / "raw.txt"), "--input", "horizontal"]) == 0
