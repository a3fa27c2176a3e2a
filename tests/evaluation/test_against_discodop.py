"""Scores of constituents: every figure that disco-dop's evaluator prints, for the same files.

discodop_figures.json has what it prints for the trees of invented_trees.py, so that this is tested where it is missing.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from treewright.evaluation import BracketParameters, BracketScores, Score, bracket_parameters, bracket_scores
from treewright.evaluation.bracket_parameters import NAMED, PROPER
from treewright.evaluation.bracket_scores import BRACKETS, DISCONTINUOUS
from treewright.treebank.constituency_tree import ConstituencyTree
from treewright.treebank.discbracket import DiscbracketReader, to_discbracket
from treewright.treebank.export_reader import ExportReader
from treewright.treebank.export_writer import ExportWriter

from . import discodop
from .invented_trees import disturbed, pairs

FIGURES = Path(__file__).parent / "discodop_figures.json"
OWN = {
    "under-root": "DELETE_ROOT_PRETERMS 1\nDELETE_LABEL ROOT\nEQ_LABEL NP VP\nEQ_LABEL PP VP\n",
    "unlabelled": "LABELED 0\nDELETE_LABEL ,\nCUTOFF_LEN 4\nDELETE_LABEL_FOR_LENGTH ,\nDELETE_LABEL_FOR_LENGTH .\n",
    "deleted": "CUTOFF_LEN 5\nDELETE_WORD The\nDELETE_LABEL NN\nDELETE_LABEL NP\n",
    "no-short-ones": "CUTOFF_LEN 0\nDELETE_LABEL_FOR_LENGTH NN\n",
}
CASES = [
    f"{name} {format}{only}" for name in [*NAMED, *OWN] for format in ("discbracket", "export") for only in ("", " disconly")
]


class Files:
    """Gold and predicted trees in both formats, and parameter files."""

    def __init__(self, folder: Path, gold: list[ConstituencyTree], predicted: list[ConstituencyTree]) -> None:
        self.folder = folder
        for name, trees in (("gold", gold), ("predicted", predicted)):
            writer = ExportWriter()
            texts = [writer.text(tree) for tree in trees]
            (folder / f"{name}.export").write_text(writer.header() + "".join(texts), "utf-8")
            (folder / f"{name}.discbracket").write_text("".join(map(to_discbracket, trees)), "utf-8")
        for name, text in [*OWN.items(), *((name, written(given)) for name, given in NAMED.items())]:
            (folder / f"{name}.prm").write_text(text, "utf-8")

    def arguments(self, case: str) -> list[str]:
        """What disco-dop is asked."""
        name, format, *only = case.split()
        files = [str(self.folder / f"{side}.{format}") for side in ("gold", "predicted")]
        return [*files, str(self.folder / f"{name}.prm"), f"--fmt={format}", "--verbose", *(f"--{flag}" for flag in only)]

    def scores(self, case: str) -> BracketScores:
        """What we find in the same files."""
        name, format, *only = case.split()
        reader = ExportReader if format == "export" else DiscbracketReader
        found = [list(reader().trees((self.folder / f"{side}.{format}").read_bytes(), 1)) for side in ("gold", "predicted")]
        gold, predicted = ([one.tree for one in side if one.tree] for side in found)
        assert len(gold) == len(predicted) > 0 and not any(one.problems for side in found for one in side)
        parameters = bracket_parameters(name if name in NAMED else self.folder / f"{name}.prm")
        if only:
            parameters = replace(parameters, discontinuous_only=True)
        return bracket_scores(gold, predicted, parameters, functions=format == "discbracket")


def written(parameters: BracketParameters) -> str:
    """A parameter file."""
    lines = [f"DELETE_LABEL {label}" for label in parameters.deleted_labels]
    lines += [f"DELETE_WORD {word}" for word in parameters.deleted_words]
    for key, names in (("EQ_LABEL", parameters.same_labels), ("EQ_WORD", parameters.same_words)):
        lines += [f"{key} {first} {name}" for name, first in names.items() if name != first]
    return "\n".join([f"CUTOFF_LEN {parameters.cutoff}", *lines, ""])


def share(correct: int, total: int, known: bool = True) -> str:
    return f"{100 * correct / total:.2f}" if total and known else "nan"


def shares(score: Score) -> list[str]:
    """Recall, precision and F1 as disco-dop prints them."""
    recall, precision = share(score.correct, score.gold_total), share(score.correct, score.system_total)
    return [recall, precision, share(2 * score.correct, score.gold_total + score.system_total, score.correct > 0)]


def figures(scores: BracketScores) -> dict[str, list[str]]:
    """What disco-dop prints of such scores."""
    short = scores.short
    assert short is not None
    columns = []
    for part in [scores, short] if scores.longest > scores.parameters.cutoff else [scores]:
        brackets, gaps = part.metrics[BRACKETS], part.metrics[DISCONTINUOUS]
        recall, precision, f1 = shares(brackets)
        columns.append(
            {
                "sentences": str(part.sentences),
                "longest": str(part.longest),
                "gold brackets": str(brackets.gold_total - part.repeated[0]),
                "cand. brackets": str(brackets.system_total - part.repeated[1]),
                "disc. gold brackets": str(gaps.gold_total),
                "disc. cand. brackets": str(gaps.system_total),
                "recall": recall,
                "precision": precision,
                "f1": f1,
                "exact match": f"{part.exact_match:.2f}" if part.sentences else "0DIV!",
                "tags": f"{part.tagging:.2f}" if part.words else "0DIV!",
            }
        )
    found = {name: [column[name] for column in columns] for name in columns[0]}
    if not scores.metrics[DISCONTINUOUS].gold_total and not scores.metrics[DISCONTINUOUS].system_total:
        del found["disc. gold brackets"], found["disc. cand. brackets"]
    return found


def categories(scores: BracketScores) -> dict[str, list[str]]:
    if not scores.parameters.labelled:
        return {}
    total = scores.metrics[BRACKETS].gold_total - scores.repeated[0]
    return {label: [share(score.gold_total, total), *shares(score)] for label, score in scores.by_label.items()}


def as_ours(theirs: dict[str, list[str]], parameters: BracketParameters) -> dict[str, list[str]]:
    """Of labels that count as the same, disco-dop shows any one."""
    return {parameters.same_labels.get(label, label): values for label, values in theirs.items()}


def compare(files: Files) -> None:
    outputs = discodop.outputs([files.arguments(case) for case in CASES])
    for case, output in zip(CASES, outputs, strict=True):
        scores = files.scores(case)
        assert figures(scores) == discodop.figures(output), case
        assert categories(scores) == as_ours(discodop.categories(output), scores.parameters), case


@pytest.mark.parametrize("case", CASES)
def test_equal_to_the_stored_figures(tmp_path: Path, case: str) -> None:
    stored = json.loads(FIGURES.read_text("utf-8"))[case]
    scores = Files(tmp_path, *pairs()).scores(case)
    assert figures(scores) == stored["figures"]
    assert categories(scores) == as_ours(stored["categories"], scores.parameters)


def test_the_stored_figures_are_those_of_disco_dop(tmp_path: Path) -> None:
    files = Files(tmp_path, *pairs())
    outputs = discodop.outputs([files.arguments(case) for case in CASES])
    found = {}
    for case, output in zip(CASES, outputs, strict=True):
        labels = as_ours(discodop.categories(output), files.scores(case).parameters)
        found[case] = {"figures": discodop.figures(output), "categories": dict(sorted(labels.items()))}
    assert json.loads(FIGURES.read_text("utf-8")) == found, f"expected in {FIGURES.name}: {json.dumps(found)}"


@pytest.mark.parametrize("seed", range(12))
def test_equal_to_disco_dop_for_disturbed_trees(tmp_path: Path, seed: int) -> None:
    gold, more = pairs()
    gold = [disturbed(tree, seed % 3 / 10, 100 * seed + i) for i, tree in enumerate(gold + more)]
    predicted = [disturbed(tree, (1 + seed % 5) / 12, 7000 + 100 * seed + i) for i, tree in enumerate(gold)]
    compare(Files(tmp_path, gold, predicted))


def test_proper_is_the_file_of_that_name() -> None:
    discodop.outputs([])
    file = Path(str(discodop.folder())) / "proper.prm"
    if not file.exists():
        pytest.skip("disco-dop is installed without proper.prm")
    assert replace(bracket_parameters(file), name="proper", same_words={}) == replace(PROPER, same_words={})
    assert set(bracket_parameters(file).same_words) == set(PROPER.same_words)
