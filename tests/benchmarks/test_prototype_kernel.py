"""The prototype's kernel in C: it has the scores of the parser, and a wrong weight is noticed."""

import shutil

import numpy
import pytest

import treewright as tw
from benchmarks.speed.guard_corpus import corpus
from benchmarks.studies.prototype_kernel import PrototypeKernel


@pytest.mark.usefixtures("compiled")
def test_the_kernel_has_the_scores_of_the_parser(tmp_path):
    if not shutil.which("cc"):
        pytest.skip("no C compiler")
    sentences = list(tw.read(corpus(60, seed=1)))
    parser = tw.Parser({"features.templates": "zn11", "training.strategy": "local"})
    parser.train(sentences, epochs=2)
    kernel = PrototypeKernel(parser, sentences[:20], tmp_path)
    assert kernel.steps == 2 * kernel.words and len(kernel.keys) > 20 * kernel.steps
    assert kernel.seconds_per_step() >= 0

    class Wrong(PrototypeKernel):
        def _fill(self, parser):
            super()._fill(parser)
            self.weights += numpy.float32(1)

    with pytest.raises(AssertionError, match="same scores"):
        Wrong(parser, sentences[:20], tmp_path)
