"""How deep the right-arcs of arc-swift have to reach: the share of arcs of projective trees that need more than each depth.

    python -m benchmarks.studies.arc_swift_depth --data DIR    writes benchmarks/results/arc_swift_depth.md; some seconds
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import treewright as tw
from benchmarks.shared import machine
from benchmarks.shared.options import RESULTS, UD, options_of
from benchmarks.shared.results_page import markdown
from treewright.oracles import ORACLES
from treewright.transitions.arc_swift import DEEPEST, ArcSwift
from treewright.treebank.dependency_tree import is_tree
from treewright.treebank.projectivity import nonprojective_arcs

DEPTHS = (1, 2, 3, 4, 6, 8, 10, 12)


def depths_of(folder: Path) -> Counter[int]:
    """How many arcs of projective training trees are made by a right-arc of each depth; 0 counts all others."""
    system = ArcSwift(root="last", depth=DEEPEST)
    oracle = ORACLES["arc-swift"](system)
    found: Counter[int] = Counter()
    for sentence in tw.read(folder / "train.conllu"):
        heads = list(sentence.heads)
        if not heads or not is_tree(heads) or any(nonprojective_arcs(heads)):
            continue
        oracle.prepare(heads, [0] * len(heads))
        c = system.initial(len(heads))
        while not system.final(c):
            kind = oracle.kind_costs(c).index(0)
            system.step(c, kind)
            name = system.kinds[kind]
            if name != "shift":
                found[int(name.rpartition("-")[2]) if name.startswith("right") else 0] += 1
    return found


def main() -> int:
    """Count and write the page."""
    options = options_of(__doc__, data=UD, results=RESULTS)
    given = options.parse_args()
    machine.require_compiled()
    folders = [folder for folder in sorted(given.data.iterdir()) if (folder / "train.conllu").exists()]
    counts = {folder.name: depths_of(folder) for folder in folders}
    counts["all"] = sum(counts.values(), Counter())
    rows = [
        [name, f"{found.total():,}", *(f"{100 * sum(found[k] for k in found if k > d) / found.total():.3f}" for d in DEPTHS)]
        for name, found in counts.items()
    ]
    lines = [
        "# How deep arc-swift has to reach", "",
        "Per cent of the arcs of projective training trees that a right-arc makes from deeper on the stack than the number",
        "above; on the path of the cheapest transitions, the first where several are.", "",
        *markdown(("treebank", "arcs", *map(str, DEPTHS)), rows),
        f"`{machine.command_line('studies.arc_swift_depth', sys.argv[1:])}`, {machine.today()}, Universal Dependencies 2.0.",
    ]  # fmt: skip
    (given.results / "arc_swift_depth.md").write_text("\n".join(lines) + "\n", "utf-8")
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
