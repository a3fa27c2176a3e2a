"""Training in several threads: the same for a given number of threads, as good as one, resumable."""

from pathlib import Path

import numpy
import pytest

import treewright as tw
from treewright.classifiers import AveragedPerceptron
from treewright.conformance.learner import Learner
from treewright.conformance.own_sentences import own_sentences
from treewright.errors import SettingsError
from treewright.training.callbacks import Callbacks

TINY = Path(tw.__file__).parent / "data" / "tiny"
WAYS = [dict(beam=1, strategy="local", explore="after-first"), dict(beam=4, strategy="laso"), dict(beam=2, labels="second")]


@pytest.fixture(scope="module")
def treebank():
    return list(tw.read(TINY / "train.conllu")), list(tw.read(TINY / "dev.conllu"))


def trained(treebank, threads, epochs=3, **settings):
    parser = tw.Parser(threads=threads, epochs=epochs, **settings)
    parser.train(treebank[0])
    return parser


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("threads", [2, 3])
def test_the_same_number_of_threads_gives_the_same_model(treebank, way, threads):
    one, other = trained(treebank, threads, **way), trained(treebank, threads, **way)
    for name, array in one.model.arrays().items():
        assert numpy.array_equal(array, other.model.arrays()[name]), name


@pytest.mark.parametrize("way", WAYS)
def test_threads_learn_as_well_as_one(treebank, way):
    alone, together = trained(treebank, 1, epochs=5, **way), trained(treebank, 2, epochs=5, **way)
    assert together.evaluate(treebank[1]).las > alone.evaluate(treebank[1]).las - 4


@pytest.mark.parametrize("settings", [WAYS[1], {"strategy": "local", "classifier.update": "uniform"}])
def test_resumed_training_in_threads(treebank, tmp_path, settings):
    class Stop(Exception):
        pass

    def stop(row):
        if row["epoch"] == 2:
            raise Stop

    way = dict(threads=2, epochs=4, **settings)
    whole = tw.Parser(**way)
    whole.train(treebank[0])
    parser = tw.Parser(**way)
    with pytest.raises(Stop):
        parser.train(treebank[0], checkpoint=tmp_path / "c", log=stop)
    parser = tw.Parser(**way)
    parser.train(treebank[0], checkpoint=tmp_path / "c", resume=True)
    for name, array in whole.model.arrays().items():
        assert numpy.array_equal(array, parser.model.arrays()[name]), name


def test_threads_begin_each_epoch_with_the_weights_that_a_checkpoint_has(treebank):
    """Shares of an update are no whole numbers, so each thread rounds in its own order."""

    class Compare(Callbacks):
        epochs = 0

        def on_epoch_start(self, loop, epoch):
            first, *others = (worker.classifier.table.averaged(1e30) for worker in loop.trainer.workers)
            assert all(numpy.array_equal(first.weights, other.weights) for other in others)
            self.epochs = epoch

    compare = Compare()
    settings = {"strategy": "local", "classifier.update": "uniform", "threads": 3}
    tw.Parser(**settings, epochs=3).train(treebank[0], callbacks=compare)
    assert compare.epochs == 3


def test_a_callback_follows_one_thread(treebank):
    class Watching(Callbacks):
        def on_sentence_end(self, loop, number, updates):
            pass

    with pytest.raises(SettingsError, match=r"on_sentence_end follows single sentences, and .*; set training.threads to 1"):
        tw.Parser(threads=2).train(treebank[0], callbacks=Watching())


def test_following_makes_the_same_changes():
    own = own_sentences(5)
    labels = sorted({label for s in own for label in s.labels})
    one = Learner(AveragedPerceptron, labels)
    other = AveragedPerceptron(one.classifier.classes)
    one.classifier.recording = True
    one.classifier.forget()
    one.learn(own)
    other.follow(one.classifier)
    other.follow(AveragedPerceptron(other.classes))  # who has recorded nothing
    seen, expected = other.state(), one.classifier.state()
    order, wanted = (numpy.lexsort((s["classes"], s["keys"])) for s in (seen, expected))
    for name in ("keys", "classes", "weights", "sums"):
        assert numpy.array_equal(seen[name][order], expected[name][wanted]), name
