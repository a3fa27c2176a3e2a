"""What the tests of parts that break a rule share."""

import re

import pytest

import treewright as tw
from treewright.classifiers import AveragedPerceptron
from treewright.conformance import ConformanceError
from treewright.conformance.report import is_compiled

COMPILED = is_compiled(AveragedPerceptron)
only_compiled = pytest.mark.skipif(not COMPILED, reason="nothing is ignored when nothing is compiled")


def broken(check, *arguments, **settings):
    """The message of a check that must fail."""
    with pytest.raises(ConformanceError) as caught:
        check(*arguments, **settings)
    assert isinstance(caught.value, tw.TreewrightError) and isinstance(caught.value, AssertionError)
    assert "breaks a rule: " in str(caught.value) or "say which transition system" in str(caught.value)
    return re.sub(r".* breaks a rule: ", "", str(caught.value))
