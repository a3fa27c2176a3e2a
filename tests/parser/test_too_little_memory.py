"""Where memory runs out: parsers go on with the next sentence, training keeps its best model, and one sentence says so."""

import importlib

import pytest

import treewright as tw
from treewright.command_line import main as command
from treewright.conformance.own_sentences import own_sentences

WORDS = [word.form for sentence in own_sentences(10) for word in sentence]
LONG = tw.Sentence.from_words([WORDS[i % len(WORDS)] for i in range(20_000)])
PLACES = (  # where arrays grow for a long sentence, and what makes them
    ("search.search", "int_array", {"preset": "fast"}),
    ("search.fact_filter", "int_array", {"preset": "fast"}),
    ("transitions.configuration", "grown", {"preset": "fast"}),
    ("networks.stack_lstm.stack_states", "grown", {"classifier": "stack-lstm", "network.width": 16, "network.hidden": 16}),
)


@pytest.mark.parametrize("module, name, settings", PLACES, ids=[place[0] for place in PLACES])
def test_a_parser_whose_memory_ran_out_goes_on(module, name, settings, tmp_path, monkeypatch):
    if "classifier" in settings:
        pytest.importorskip("torch")
    parser = tw.Parser(epochs=1, **{key: value for key, value in settings.items() if "." not in key},
                       settings={key: value for key, value in settings.items() if "." in key})  # fmt: skip
    parser.train(own_sentences(10), progress=False)
    parser.save(tmp_path / "m.tw")
    expected = list(tw.load(tmp_path / "m.tw")(LONG).heads)
    parser = tw.load(tmp_path / "m.tw")
    parser(own_sentences(1)[0])
    place = importlib.import_module(f"treewright.{module}")
    real = getattr(place, name)

    def none(*arguments):
        raise MemoryError("no memory for this test")

    monkeypatch.setattr(place, name, none)
    with pytest.raises(MemoryError, match="no memory for this test"):
        parser(LONG)
    monkeypatch.setattr(place, name, real)
    assert list(parser(LONG).heads) == expected


class Greedy(tw.Callbacks):
    """Takes all memory in an epoch."""

    def __init__(self, epoch):
        self.epoch = epoch

    def on_sentence(self, loop, number):
        if loop.epoch + 1 == self.epoch:
            raise MemoryError


def test_training_keeps_the_best_model():
    parser, sentences = tw.Parser(preset="fast", epochs=5), own_sentences(10)
    said = r"^not enough memory; training ends in epoch 3 and keeps the model of epoch [12]$"
    with pytest.warns(tw.SettingsWarning, match=said):
        history = parser.train(sentences, sentences, progress=False, callbacks=Greedy(3))
    assert len(history) == 2 and round(parser.evaluate(sentences).las, 2) == max(row["dev_las"] for row in history)
    with pytest.raises(MemoryError):
        tw.Parser(preset="fast", epochs=5).train(sentences, sentences, progress=False, callbacks=Greedy(1))


def test_training_with_several_seeds_goes_on_from_its_checkpoint(tmp_path):
    sentences, checkpoint = own_sentences(10), tmp_path / "checkpoint"
    expected, parser = (tw.Parser(preset="fast", epochs=5, seeds=2) for _ in range(2))
    history = expected.train(sentences, sentences, progress=False)
    with pytest.raises(MemoryError):
        parser.train(sentences, sentences, progress=False, callbacks=Greedy(3), checkpoint=checkpoint)
    seen = parser.train(sentences, sentences, progress=False, checkpoint=checkpoint, resume=True)
    assert [(row["seed"], row["epoch"], row["dev_las"]) for row in seen] == [
        (row["seed"], row["epoch"], row["dev_las"]) for row in history
    ]


def test_pytorch_runs_out_of_memory_as_python_does():
    torch = pytest.importorskip("torch")
    from treewright.networks.torch_session import TorchSession, threads_of

    session = TorchSession(1, 1)
    for work in (session, threads_of(1), session):  # a session may be opened again
        with pytest.raises(MemoryError, match=r"^PyTorch asked for 40,000\.0 GB at once$"), work:
            torch.empty(10**13)
    with pytest.raises(RuntimeError, match=r"size mismatch|cannot be multiplied"), session:
        torch.ones(2, 3) @ torch.ones(2, 3)


@pytest.mark.parametrize("error, said", ((MemoryError(), "memory; a"), (MemoryError("for this"), "memory (for this); a")))
def test_the_command_says_so_in_one_sentence(error, said, monkeypatch, capsys):
    def run(*arguments):
        raise error

    monkeypatch.setattr(command, "_run", run)
    assert command.main(["parse"]) == 2
    assert capsys.readouterr().err == f"treewright: error: not enough {said} smaller beam, smaller files and, in training, " \
        "a smaller batch (network.batch) need less\n"  # fmt: skip
