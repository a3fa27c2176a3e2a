"""Training ends in good order when patience or time is over, with the best model so far."""

import treewright as tw
from treewright.conformance.own_sentences import own_sentences


def test_patience_ends_training_some_epochs_after_the_best():
    sentences = own_sentences(20)
    parser = tw.Parser(epochs=30, patience=2, seeds=1, beam=1)
    history = parser.train(sentences, sentences, progress=False)
    best = max(row["epoch"] for row in history if row["best"])
    assert len(history) == best + 2 < 30


def test_patience_needs_a_dev_score():
    history = tw.Parser(epochs=4, patience=1, seeds=1, beam=1).train(own_sentences(5), progress=False)
    assert len(history) == 4


def test_time_ends_training_within_an_epoch_and_the_model_parses():
    sentences = own_sentences(30)
    parser = tw.Parser(epochs=10_000, time_limit=0.001, seeds=2, beam=1)
    history = parser.train(sentences, progress=False)
    assert {row["seed"] for row in history} == {1, 2}
    assert len(history) < 10_000
    assert len(list(parser.pipe(sentences))) == 30


def test_a_run_out_of_time_goes_on_from_its_checkpoint(tmp_path):
    sentences = own_sentences(30)
    settings = {"epochs": 10_000, "time_limit": 0.001, "seeds": 1, "beam": 1}
    history = tw.Parser(settings).train(sentences, progress=False, checkpoint=tmp_path / "c")
    longer = tw.Parser(settings).train(sentences, progress=False, checkpoint=tmp_path / "c", resume=True)
    assert longer[: len(history)] == history and len(longer) > len(history)
