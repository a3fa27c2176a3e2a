"""Training ends in good order when patience or time is over, with the best model so far."""

import treewright as tw
from treewright.command_line.main import main
from treewright.conformance.own_sentences import own_sentences
from treewright.training.callbacks import Callbacks


def test_patience_ends_training_some_epochs_after_the_best():
    sentences = own_sentences(20)
    parser = tw.Parser(epochs=30, patience=2, seeds=1, beam=1)
    history = parser.train(sentences, sentences, progress=False)
    best = max(row["epoch"] for row in history if row["best"])
    assert len(history) == best + 2 < 30
    assert [row["epoch"] for row in history if "stopped" in row] == [best + 2]
    assert (history[-1]["stopped"], history[-1]["epochs"]) == ("training.patience", 30)


def test_patience_needs_a_dev_score():
    history = tw.Parser(epochs=4, patience=1, seeds=1, beam=1).train(own_sentences(5), progress=False)
    assert len(history) == 4 and not any("stopped" in row for row in history)


def test_the_command_says_why_it_stopped_and_that_patience_needs_dev(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tw.write(own_sentences(30), "t.conllu")
    train = ["train", "t.conllu", "-o", "m.tw", "--preset", "fast", "--seeds", "1"]
    assert main([*train, "--epochs", "10000", "--time-limit", "0.001"]) == 0
    told = capsys.readouterr().err
    assert told.count("stopped in epoch ") == 1 and " of 10000: --time-limit\n" in told
    assert main([*train, "--epochs", "30", "--patience", "1", "--dev", "t.conllu"]) == 0
    told = capsys.readouterr().err
    assert " of 30: --patience\n" in told and "no effect" not in told
    assert main([*train, "--epochs", "2", "--patience", "1"]) == 0
    told = capsys.readouterr().err
    assert "warning: training.patience (--patience) has no effect without --dev" in told and "stopped" not in told


def test_time_ends_training_within_an_epoch_and_the_model_parses():
    sentences = own_sentences(30)
    parser = tw.Parser(epochs=10_000, time_limit=0.001, seeds=2, beam=1)
    history = parser.train(sentences, progress=False)
    assert {row["seed"] for row in history} == {1, 2}
    assert len(history) < 10_000
    assert len(list(parser.pipe(sentences))) == 30


def test_seeds_share_the_time():
    class Watch(Callbacks):
        def __init__(self):
            self.limits = []

        def on_training_start(self, loop):
            self.limits.append(loop.time_limit)

    watch = Watch()
    tw.Parser(epochs=1, time_limit=4, seeds=3, beam=1).train(own_sentences(3), progress=False, callbacks=watch)
    assert watch.limits == [80.0, 80.0, 80.0]  # seconds: four minutes in all


def test_a_run_out_of_time_goes_on_from_its_checkpoint(tmp_path):
    sentences = own_sentences(30)
    settings = {"epochs": 10_000, "time_limit": 0.001, "seeds": 1, "beam": 1}
    history = tw.Parser(settings).train(sentences, progress=False, checkpoint=tmp_path / "c")
    longer = tw.Parser(settings).train(sentences, progress=False, checkpoint=tmp_path / "c", resume=True)
    assert longer[: len(history)] == history and len(longer) > len(history)
