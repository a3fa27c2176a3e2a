"""Linear parsers and networks that vote on every transition of one search, beside reparsing: LAS on dev, equal weights.

    python -m benchmarks.accuracy.votes             trains on UD 2.0 Tamil, writes benchmarks/results/votes.md; minutes
"""

from __future__ import annotations

from typing import Any

import treewright as tw
from benchmarks.shared import machine
from benchmarks.shared.options import RESULTS, UD, options_of
from benchmarks.shared.results_page import markdown, number
from treewright.ensemble import Reparsing, Voting

PARSERS: dict[str, dict[str, Any]] = {
    "linear, three seeds": {"preset": "accurate", "seeds": 3},
    "BiLSTM": {"classifier": "bilstm"},
    "another BiLSTM": {"classifier": "bilstm", "seed": 2},
    "feed-forward": {"classifier": "feed-forward"},
}
TOGETHER = ((0, 1), (0, 1, 2), (0, 1, 3), (0, 1, 2, 3))
BEAM = 8


def main() -> None:
    """Train, let them vote, write the page."""
    options = options_of(__doc__, data=UD, results=RESULTS)
    options.add_argument("--treebank", default="Tamil-TTB")
    given = options.parse_args()
    machine.require_compiled()
    train, dev = (list(tw.read(given.data / given.treebank / f"{part}.conllu")) for part in ("train", "dev"))
    parsers = []
    for name, settings in PARSERS.items():
        parsers.append(tw.Parser(settings))
        parsers[-1].train(train, dev, progress=False)
        print(name, number(parsers[-1].evaluate(dev).las), flush=True)
    alone = [[name, number(own.evaluate(dev).las)] for name, own in zip(PARSERS, parsers, strict=True)]
    rows = []
    for numbers in TOGETHER:
        some = [parsers[number] for number in numbers]
        found: list[Any] = [Voting(some), Voting(some), Reparsing(some)]
        found[0].beam, found[1].beam = BEAM, 1
        rows.append([" + ".join(alone[number][0] for number in numbers), *(number(one.evaluate(dev).las) for one in found)])
        print(*rows[-1], flush=True)
    lines = [
        "# Votes of linear parsers and networks", "",
        f"UD 2.0 {given.treebank}, dev, gold tags, one run, equal weights. LAS of each parser alone:", "",
        *markdown(["parser", "LAS"], alone),
        "Together:", "",
        *markdown(["parsers", f"votes, beam {BEAM}", "votes, greedy", "reparsing"], rows),
        f"`python -m benchmarks.accuracy.votes`, {machine.today()}, commit {machine.git_version()};",
        f"{machine.machine_kind()}.", "",
    ]  # fmt: skip
    (given.results / "votes.md").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
