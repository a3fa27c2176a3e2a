"""The page and the plot of non_projective."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.shared.picture import picture
from benchmarks.shared.results_page import markdown, number

Found = dict[str, Any]
FAMILIES = ("projective", "pseudo-projective", "non-projective")
SEARCHES = ("greedy", "beam 8")
LIMIT = 2.0  # how much slower than arc-standard a transition may be
HEAD = ("system", "search", "trees, %", "arcs, %", "LAS", "UAS", "precision", "recall", "F", "LAS, dev", "F, dev", "tokens/s")


def precision(counts: Found) -> float | None:
    """Of the non-projective arcs that were predicted, those that are right in per cent; None if there are none."""
    return 100 * counts["predicted_right"] / counts["predicted"] if counts["predicted"] else None


def recall(counts: Found) -> float | None:
    """Of the non-projective gold arcs, those that were found in per cent; None if there are none."""
    return 100 * counts["gold_right"] / counts["gold"] if counts["gold"] else None


def f_score(counts: Found) -> float:
    """The harmonic mean of both; 0 if one of them is 0 or unknown."""
    one, other = precision(counts), recall(counts)
    return 2 * one * other / (one + other) if one and other else 0.0


def write_page(found: Found, folder: Path) -> None:
    """Write non_projective.md, and non_projective_lengths.png, from all results there are."""
    lines = ["# Non-projective parsing", ""]
    if "table" in found:
        lines += [*table_text(), *summary(found["table"]), *tables(found["table"])]
    if "transitions" in found:
        lines += transition_lines(found["transitions"])
    if "lengths" in found:
        drawn = plot(found["lengths"], folder / "non_projective_lengths.png")
        lines += length_lines(found["lengths"], drawn)
    lines += ["## How these figures were made", "", *dict.fromkeys(made_lines(found))]
    folder.mkdir(parents=True, exist_ok=True)
    text = "\n".join(lines) + "\n"
    (folder / "non_projective.md").write_text(text, "utf-8")
    print(text)


def table_text() -> list[str]:
    """What the columns mean."""
    return [
        "Greedy is `--preset fast`, beam 8 is `--preset accurate`, both with the averaged perceptron; systems without a",
        "dynamic oracle are trained with the static one and no exploration. Each system has the templates that suit it",
        "(docs/settings.md); arcs are lifted in the row that says so only. Trained on train; the epoch with the best LAS on",
        "dev is kept. Scores are those of test in per cent, where dev is not named: CoNLL 2018 definitions, all words,",
        "label subtypes cut, gold words and tags.",
        "",
        "Trees and arcs: what share of the training treebank the system can reach at best. Precision: of the",
        "non-projective arcs of the parsed trees, those with the right head and label. Recall: of the non-projective arcs",
        "of the gold trees, those that got the right head and label; a projective tree can have some of them, if others of",
        "its arcs are wrong. F: their harmonic mean, 0 where nothing non-projective is predicted. Tokens/s: parsing in",
        "memory, CPU time, one thread, the best of five.",
        "",
    ]


def best(rows: Sequence[Found], family: str, score: str) -> Found | None:
    """The row of a family with the best LAS or F on dev."""
    own = [row for row in rows if row["family"] == family]
    key = (lambda row: row["dev"]["las"]) if score == "LAS" else (lambda row: f_score(row["dev"]))
    return max(own, key=key, default=None)


def summary(results: Found) -> list[str]:
    """For each treebank the best projective, pseudo-projective and non-projective row."""
    lines = ["## Summary", "", "The best rows of each family, chosen on dev, with their scores on test.", ""]
    for score in ("LAS", "F"):
        table = []
        for treebank, result in results.items():
            rows = [best(list(result["rows"].values()), family, score) for family in FAMILIES]
            if not any(rows):
                continue
            values = [row and (row["test"]["las"] if score == "LAS" else f_score(row["test"])) for row in rows]
            cells = [
                "-" if row is None else f"{row['title']}, {row['search']}: {number(value)}" + (
                    f" (P {number(precision(row['test']))}, R {number(recall(row['test']))})" if score == "F" else ""
                )
                for row, value in zip(rows, values, strict=True)
            ]  # fmt: skip
            gain = "-" if values[0] is None or values[2] is None else f"{values[2] - values[0]:+.2f}"
            table.append([treebank, *cells, gain])
        what = "LAS" if score == "LAS" else "F-score of labelled non-projective arcs"
        lines += [f"{what}:", "", *markdown(["treebank", *FAMILIES, "non-projective over projective"], table)]
    return lines


def tables(results: Found) -> list[str]:
    """A table for each treebank."""
    lines = []
    for treebank, result in results.items():
        trees, arcs = result["non_projective_trees"], result["non_projective_arcs"]
        lines += [
            f"## {treebank}",
            "",
            f"{trees:,} of {result['train_sentences']:,} training trees ({100 * trees / result['train_sentences']:.1f} %) and "
            f"{arcs:,} of {result['train_words']:,} arcs ({100 * arcs / result['train_words']:.2f} %) are non-projective; "
            f"{next((row['test']['gold'] for row in result['rows'].values()), 0)} of {result['test_words']:,} arcs of test.",
            "",
        ]
        notes: list[str] = []
        table = []
        known = [*result["rows"].values(), *result["refused"].values()]
        titles = dict.fromkeys(row["title"] for row in known)
        for title in sorted(titles, key=lambda t: FAMILIES.index(next(r["family"] for r in known if r["title"] == t))):
            for search in SEARCHES:
                name = f"{title}, {search}"
                if name in result["rows"]:
                    table.append(row_cells(result["rows"][name], result["coverage"]))
                elif name in result["refused"]:
                    why = result["refused"][name]["why"]
                    notes += [] if why in notes else [why]
                    table.append([title, f"{search} ({notes.index(why) + 1})", *["-"] * (len(HEAD) - 2)])
        lines += markdown(HEAD, table)
        for count, why in enumerate(notes, 1):
            lines += [f"({count}) {why}", ""]
        bad = sum(row[part]["bad_trees"] for row in result["rows"].values() for part in ("dev", "test"))
        lines += [f"Outputs that are not a tree with exactly one root, of all rows on dev and test: {bad}.", ""]
    return lines


def row_cells(row: Found, coverage: Found) -> list[str]:
    """One row of a table."""
    reached = coverage.get(row["reach"], {"trees_percent": None, "arcs_percent": None})
    test, dev = row["test"], row["dev"]
    return [
        row["title"], row["search"], number(reached["trees_percent"]), number(reached["arcs_percent"]),
        number(test["las"]), number(test["uas"]), number(precision(test)), number(recall(test)), number(f_score(test)),
        number(dev["las"]), number(f_score(dev)), f"{row['speed']:,.0f}",
    ]  # fmt: skip


def transition_lines(run: Found) -> list[str]:
    """Time per transition against arc-standard."""
    rows = run["rows"]
    base = rows["arc-standard"]["seconds"] / rows["arc-standard"]["transitions"]
    table = []
    for name, row in rows.items():
        each = row["seconds"] / row["transitions"]
        table.append([
            name, f"{row['transitions'] / row['words']:.2f}", f"{1e6 * each:.3f}", f"{each / base:.2f}x",
            "yes" if each <= LIMIT * base else "**no**", f"{1e6 * row['seconds'] / row['words']:.2f}",
        ])  # fmt: skip
    head = ["system", "transitions per word", "µs per transition", "arc-standard = 1", f"at most {LIMIT:g}", "µs per word"]
    return [
        "## Time per transition",
        "",
        f"Greedy, templates `fast` and `second` for all of them, trained on {run['treebank']} and parsing its test sentences:",
        "the search alone, CPU time, one thread. The systems take turns; the best round of each counts.",
        "",
        *markdown(head, table),
    ]


def length_lines(run: Found, drawn: bool) -> list[str]:
    """Time per word by the length of the sentence."""
    rows = run["rows"]
    lengths = list(next(iter(rows.values())))
    lengths.sort(key=int)
    table = [[f"{int(length):,}", *(f"{row[length]:.2f}" for row in rows.values())] for length in lengths]
    return [
        "## Time by the length of the sentence",
        "",
        f"CPU microseconds per word, greedy, templates `fast` and `second`, the text of {run['treebank']} (test) cut into "
        "sentences of so many words. A system whose time is linear in the length has a flat line.",
        "",
        *(["![CPU time per word against sentence length](non_projective_lengths.png)", ""] if drawn else []),
        *markdown(["words", *rows], table),
    ]


def made_lines(found: Found) -> list[str]:
    """How each part was made; the same line may come more than once."""
    runs = [row for result in found.get("table", {}).values() for row in result["rows"].values()]
    runs += [found[part] for part in ("transitions", "lengths") if part in found]
    return [
        f"- `{run['command']}`; Universal Dependencies 2.0; seed {run['seed']}, {run['epochs']} epochs; {run['date']}; "
        f"commit {run['commit']}, core version {run['core']}; {run['machine']}"
        for run in runs
    ]


def plot(run: Found, path: Path) -> bool:
    """Draw microseconds per word against the length; False if there is no matplotlib."""

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        for name, row in run["rows"].items():
            lengths = sorted(map(int, row))
            axes.plot(lengths, [row[str(length)] for length in lengths], marker="o", markersize=4, label=name)
        title = f"{run['treebank']}, greedy, one thread"
        axes.set(xscale="log", yscale="log", xlabel="words in the sentence", ylabel="CPU microseconds per word", title=title)
        axes.set_xticks([10, 20, 50, 100, 200, 500, 1000], ["10", "20", "50", "100", "200", "500", "1,000"])
        axes.grid(True, which="both", alpha=0.3)
        axes.legend()
        figure.tight_layout()

    return picture(path, draw)
