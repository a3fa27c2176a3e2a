"""Trace and blame as plain Python tell the same as compiled."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import treewright as tw

sys.path.insert(0, str(Path(__file__).parents[1] / "features"))
from own_trees import TEN, ten_trees
from pure_copy import pure_copy
from test_trace import QUICK, projective

SCRIPT = """
import sys
from pathlib import Path
import treewright as tw
from treewright.analysis.trace import replay
from treewright.analysis.blame.blame_text import BlameText
print(replay.__file__.endswith(".py"), file=sys.stderr)
folder = Path(sys.argv[1])
for path in sorted(folder.glob("*.tw")):
    parser = tw.load(path)
    gold = list(tw.read(sys.argv[2], format="discbracket") if "set" in path.name else tw.read(folder / "gold.conllu"))
    for sentence in gold[:3]:
        print([(str(step.made), step.added, step.total and round(step.total, 3)) for step in tw.trace(parser, sentence)])
    print(BlameText(tw.blame(parser, gold), what_if=True).to_json())
"""


@pytest.mark.skipif(bool(os.environ.get("TREEWRIGHT_PURE")), reason="TREEWRIGHT_PURE: nothing is compiled")
def test_plain_python_tells_the_same(tmp_path):
    rng = random.Random(9)
    sentences = [projective(rng, size) for size in (4, 5, 6, 7)]
    tw.write([projective(rng, size) for size in (5, 6, 7)], tmp_path / "gold.conllu")
    for name, system, beam in (("eager", "arc-eager", 3), ("greedy", "arc-hybrid", 1), ("easy", "easy-first", 1)):
        strategy = {"strategy": "local"} if beam == 1 else {}
        parser = tw.Parser(system=system, beam=beam, features="zn11", **strategy, **QUICK)
        parser.train(sentences, progress=False)
        parser.save(tmp_path / f"{name}.tw")
    parser = tw.Parser(system="set-based", **QUICK)
    parser.train(ten_trees()[:4], progress=False)
    parser.save(tmp_path / "set.tw")
    outputs = []
    for folder in (Path(tw.__file__).parents[1], pure_copy(tmp_path)):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, tmp_path, TEN], cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)},
            capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        outputs.append((done.stderr.split()[-1], done.stdout))
    assert [mode for mode, _ in outputs] == ["False", "True"]
    assert outputs[0][1] == outputs[1][1] and '"mistakes"' in outputs[0][1]
