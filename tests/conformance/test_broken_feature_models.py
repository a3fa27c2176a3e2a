"""For each rule of feature models, one that breaks it is caught."""

import pytest
from broken_parts import broken

from treewright.conformance import check_feature_model
from treewright.features import FeatureModel

ASKED = [0]


@pytest.mark.parametrize(
    "template, function, rule",
    [
        ("S0.f[x]\nN0.p", lambda word: word.head, "features do not look at the gold tree of the sentence"),
        ("S0.f[x]\nN0.p", lambda word: ASKED.append(1) or len(ASKED), "the same configuration always"),
        ("S0.misc[Nothing]", None, "configurations have features"),
        ("S0.f[x]", None, "every function that a template names is given; seen: x"),
        ("S0.nothing", None, "its templates can be read; seen: "),
        ("# empty", None, "there is a template"),
    ],
)
def test_a_broken_feature_model_is_caught(tmp_path, template, function, rule):
    path = tmp_path / "own.features"
    path.write_text(template + "\n")
    functions = {"x": function} if function else None
    if rule.startswith("its templates"):
        message = broken(check_feature_model, str(path))
    else:
        message = broken(check_feature_model, FeatureModel(templates=str(path), history=False), functions=functions)
    assert message.startswith(rule), message
