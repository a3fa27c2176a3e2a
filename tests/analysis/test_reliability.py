"""Reliability against figures made by hand and by brute force."""

import random
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import treewright as tw
from treewright.analysis.confidence.reliability import Reliability, measured
from treewright.analysis.confidence.reliability_picture import to_svg

TINY = Path(tw.__file__).parent / "data" / "tiny"


def test_error_by_hand():
    one = Reliability([0.95, 0.95, 0.91, 0.15, 1.0], [True, True, False, False, True])
    # four in the last bin: mean 0.9525, right 0.75; one in the second: 0.15, right 0
    assert one.error == pytest.approx((4 * 0.2025 + 0.15) / 5)
    assert [own.size for own in one.bins()] == [1, 4] and one.accuracy == pytest.approx(0.6)
    assert Reliability([], []).error == 0.0


@pytest.mark.parametrize("seed", range(10))
def test_area_and_precision_by_brute_force(seed):
    chance = random.Random(seed)
    pairs = [(chance.choice((0.1, 0.5, 0.9, chance.random())), chance.random() < 0.6) for _ in range(40)]
    one = Reliability(*zip(*pairs, strict=True))
    rights, wrongs = ([p for p, right in pairs if right == wanted] for wanted in (True, False))
    above = sum((r > w) + 0.5 * (r == w) for r in rights for w in wrongs)
    assert one.auc == pytest.approx(above / (len(rights) * len(wrongs)))
    assert one.precision_at(1.0) == pytest.approx(one.accuracy)
    top = max(p for p, _ in pairs)
    tied = [right for p, right in pairs if p == top]
    assert one.precision_at(len(tied) / 40) == pytest.approx(sum(tied) / len(tied))


def test_a_parser_is_measured_and_drawn():
    parser = tw.Parser(preset="fast", epochs=2)
    parser.train(tw.read(TINY / "train.conllu"), tw.read(TINY / "dev.conllu"), progress=False)
    gold = list(tw.read(TINY / "test.conllu"))
    found = measured(parser, gold)
    scores = parser.evaluate(gold)
    assert 100 * found["head"].accuracy == pytest.approx(scores.uas) and len(found["head"]) == sum(map(len, gold))
    assert len(found["sentence"]) == len(gold) and found["head"].auc > 0.6
    picture = to_svg(found, "tiny <test>")
    root = ElementTree.fromstring(picture)
    circles = [element for element in root.iter() if element.tag.endswith("circle")]
    assert len(circles) == sum(len(one.bins()) for one in found.values()) and "tiny &lt;test&gt;" in picture
