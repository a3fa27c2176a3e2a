"""The package as plain Python does what the compiled one does; and the compiled one is really compiled, and not stale."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import treewright as tw

sys.path.insert(0, str(Path(__file__).parent / "features"))
from own_trees import TEN
from pure_copy import pure_copy

PACKAGE = Path(tw.__file__).parent
SOURCES = sorted(p.with_suffix(".py") for p in PACKAGE.rglob("*.pxd") if p.with_suffix(".py").exists())
PURE = bool(os.environ.get("TREEWRIGHT_PURE"))
compiled_only = pytest.mark.skipif(PURE, reason="TREEWRIGHT_PURE: nothing is meant to be compiled")


def module(source):
    return ".".join(source.relative_to(PACKAGE.parent).with_suffix("").parts)


@compiled_only
@pytest.mark.parametrize("source", SOURCES, ids=module)
def test_a_module_with_types_is_compiled_and_up_to_date(source):
    built = Path(importlib.import_module(module(source)).__file__)
    assert built.suffix in (".so", ".pyd"), f"{module(source)} is imported from {built.name}: build it"
    for part in (source, source.with_suffix(".pxd")):
        # a build copies from its own folder, so compare with some slack
        assert built.stat().st_mtime >= part.stat().st_mtime - 2, f"{part.name} is newer than what was compiled of it"


def test_there_are_modules_to_compile():
    names = {module(source).removeprefix("treewright.") for source in SOURCES}
    assert {"transitions.configuration", "oracles.oracle", "features.extraction", "search.beam", "training.strategy"} <= names


SCRIPT = """
import sys
from pathlib import Path
import cython, treewright as tw
from treewright.conformance import check_oracle, check_transition_system
from treewright.oracles import ORACLES
from treewright.search import Beam
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank.projectivity import is_projective
import treewright.transitions.configuration as module
sys.setrecursionlimit(400)
mode = "compiled" if not module.__file__.endswith(".py") else "plain"
print(mode, file=sys.stderr)
tiny = list(tw.read(Path(tw.__file__).parent / "data/tiny/train.conllu"))
crossing = [s for s in tiny if not is_projective(s.heads)]
tiny = [*tiny[:6], *crossing[:2]]
folder = Path(sys.argv[1])
for name in TRANSITION_SYSTEMS:
    check_transition_system(TRANSITION_SYSTEMS[name], small=2, sentences=3)  # with all its roots
    check_oracle(ORACLES[name], small=2, sentences=1 if TRANSITION_SYSTEMS[name].reaches == "projective" else 8, longest=6)
ways = {
    "local": dict(strategy="local", explore="always"),
    "static": dict(strategy="local", oracle="static", system="arc-standard", labels="none"),
    "beam": dict(beam=3, strategy="max-violation", system="arc-hybrid", root="first", labels="second"),
    "given": {"beam": 2, "training.given_heads": 0.5, "features.options": "given", "drop_arcs": "0.2"},
    "laso": dict(beam=2, strategy="laso", margin=0.5, features="rich", system="non-monotonic-arc-eager"),
    "easy": dict(system="easy-first", explore="always", features="fast"),
    "tags": dict(beam=2, strategy="laso", system="arc-standard", joint_tags="upos", features="fast"),
    "graph": dict(decoder="graph", tree="eisner"),
    "lifted": {"training.epochs": 6, "strategy": "local", "pseudo_projective": "head+path"},
}
for name, settings in ways.items():
    parser = tw.Parser({"training.epochs": 2, **{key: value for key, value in settings.items() if "." in key}},
                       **{**({} if "decoder" in settings else {"pseudo_projective": "none"}), "seeds": 1,
                          **{key: value for key, value in settings.items() if "." not in key}})
    rows = parser.train(tiny)
    print(name, [row["updates"] for row in rows])
    assert is_projective(parser(crossing[0]).heads) == (name != "lifted")
    parser.save(folder / f"{name}.{mode}.tw")
    for path in sorted(folder.glob(f"{name}.*.tw")):  # the other mode's model, too
        loaded = tw.load(path)
        print(name, "trees", [list(loaded(s).heads) for s in tiny], [(loaded(s).labels, loaded(s).tags) for s in tiny])
        for s in tiny[:4]:
            some = s.with_tree([h if i % 3 else None for i, h in enumerate(s.heads)], s.labels)
            known = tw.Constraints().no_head(1, 0).right(1).span(1, 2)
            ways = [dict(keep="heads"), dict(keep="all"), dict(constraints=known)] if name != "easy" else []
            trees = [loaded(some, on_conflict="relax", **way) for way in ways if len(s) > 4 or "keep" in way]
            print(name, "given trees", [(list(tree.heads), tree.labels) for tree in trees])
constituents = list(tw.read(sys.argv[2], format="discbracket"))
for name, settings in {
    "set": dict(explore="always"),
    "sets": dict(beam=3, strategy="laso", candidates=0, margin=0.0),
    "margin": dict(beam=2, strategy="laso", margin=0.1),
    "gap": dict(system="merge-gap", beam=3, strategy="max-violation"),
    "swap": dict(system="merge-swap", beam=1, strategy="local"),
}.items():
    parser = tw.Parser(**{"system": "set-based", "epochs": 2, "seeds": 1, **settings})
    print(name, [row["updates"] for row in parser.train(constituents)])
    parser.save(folder / f"{name}.{mode}.tw")
    for path in sorted(folder.glob(f"{name}.*.tw")):
        print(name, "trees", [tree.tree.brackets() for tree in tw.load(path).pipe(constituents)])
"""


@compiled_only
def test_plain_python_gives_the_same(tmp_path):
    """Costs and rules are checked in both modes; the updates, the trees and even the weights come out the same."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    outputs = {}
    for mode, folder in (("compiled", PACKAGE.parent), ("plain", pure_copy(tmp_path))):
        done = subprocess.run(
            [sys.executable, script, tmp_path, TEN], cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)},
            capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert done.stderr.split() == [mode], done.stderr
        outputs[mode] = done.stdout.splitlines()
    updates = {mode: [line for line in lines if "trees" not in line] for mode, lines in outputs.items()}
    assert updates["compiled"] == updates["plain"] and len(updates["plain"]) == 14
    trees = {mode: {line for line in lines if "trees" in line} for mode, lines in outputs.items()}
    assert trees["compiled"] == trees["plain"] and len(trees["plain"]) == 9 + 8 * 4 + 1 + 5
    from treewright.storage import model_file

    for name in ("local", "static", "beam", "given", "laso", "easy", "tags", "lifted", "set", "sets", "margin", "gap", "swap"):
        one, other = (model_file.read(tmp_path / f"{name}.{mode}.tw")[1] for mode in ("compiled", "plain"))
        assert (one["tags"] == other["tags"]).all() and len(one["dense"]) == len(other["dense"])
        numbers = [arrays["slots"].view("u2").reshape(-1, 8)[:, 2:5] for arrays in (one, other)]
        weights = [arrays["slots"].view("i2").reshape(-1, 8)[:, 5:].astype(int) for arrays in (one, other)]
        assert (numbers[0] == numbers[1]).all() and abs(weights[0] - weights[1]).max() <= 1  # sums in float and in double
