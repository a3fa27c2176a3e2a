"""Groups of templates, and the sets that speed_accuracy compares: what is gained or lost without a group.

The full set is everything that `rich` was chosen from: zn11, morphology, xpos, lemma, neighbours and history. The sets `rich`
and `fast` are read as they are in treewright/features, with the last transitions where the preset that has the set uses them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import treewright as tw
from treewright.features.feature_model import FOLDER, FeatureModel
from treewright.settings import resolve

FILES = ("zn11", "morphology", "xpos", "lemma", "neighbours", "history")
CHOSEN = {"rich": "accurate", "fast": "fast"}  # sets that a preset may have
FULL, WITHOUT, STEP, OTHER = "full", "full without", "step", "other"  # kinds of sets
# Each step leaves out what the one before does, and these groups.
STEPS: dict[str, tuple[str, ...]] = {
    "step 1": ("word: form and tag", "pair: two forms", "label set: form", "third order: form", "xpos: tags", "xpos: form",
               "agreement"),
    "step 2": ("distance: form", "valency: form", "r: form", "history", "label set: tag", "third order: tag"),
    "step 3": ("pair: one form", "lemma: combined", "three tags"),
    "step 4": ("second order: form", "word: form"),
    "step 5": ("neighbours: tag", "neighbours: form", "distance: tag", "valency: tag"),
}  # fmt: skip


@dataclass(frozen=True)
class TemplateSet:
    """Templates with a name; definitions come first."""

    name: str
    kind: str
    lines: tuple[str, ...]

    @property
    def templates(self) -> list[str]:
        """The templates, without the definitions."""
        return [line for line in self.lines if not line.startswith("define ")]

    @property
    def digest(self) -> str:
        """The same for the same templates, whatever their order."""
        return hashlib.sha256(json.dumps(sorted(self.lines)).encode()).hexdigest()[:12]

    def file(self, folder: Path) -> Path:
        """A template file of this set."""
        path = folder / f"{self.digest}.features"
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in self.lines), "utf-8")
        return path


def groups() -> dict[str, list[str]]:
    """All templates of FILES, in groups."""
    found: dict[str, list[str]] = {}
    for file in FILES:
        section = ""
        for line in (FOLDER / f"{file}.features").read_text("utf-8").splitlines():
            if line.startswith("#"):
                section = line.lstrip("# ")
            elif line.strip() and not line.startswith(("define ", "include ")):
                found.setdefault(group_of(line, file, section), []).append(" ".join(line.split()))
    return found


def group_of(template: str, file: str, section: str) -> str:
    """The group of a template: where it stands (for zn11 the heading above it), and what it looks at."""
    attributes = [atom.partition(".")[2] for atom in template.split() if "." in atom]
    forms = sum(attribute in ("w", "z") for attribute in attributes)
    word = "form" if forms else "tag"
    if file == "history":
        return file
    if file == "lemma":
        return "lemma: alone" if len(attributes) == len(template.split()) == 1 else "lemma: combined"
    if file == "xpos":
        return "xpos: form" if forms else "xpos: tags"
    if file == "morphology":
        if ".F" not in template:
            return "r: form" if forms else "r: tags"
        return "agreement" if "=" in template else "each of FEATS"
    if section == "one word":
        return "word: form and tag" if len(attributes) == 2 else f"word: {word}"
    if section == "two words":
        return ("pair: tags", "pair: one form", "pair: two forms")[forms]
    if section == "three words":
        return "three tags"
    place = section if file == "zn11" else file
    return f"{'second order' if place == 'unigrams' else place}: {word}"


def made_of(name: str, kind: str, templates: Iterable[str], definitions: Sequence[str]) -> TemplateSet:
    """A set of these templates, with the definitions that they use."""
    lines = list(templates)
    atoms = {atom.partition(".")[2] for line in lines for atom in line.split()}
    return TemplateSet(name, kind, (*(line for line in definitions if line.split()[1] in atoms), *lines))


def built_in(templates: str, history: bool) -> tuple[str, ...]:
    """The lines of template sets named as in features.templates."""
    return tuple(FeatureModel(templates=templates, history=history).text)


def all_sets() -> dict[str, TemplateSet]:
    """All sets, by name."""
    definitions = [line for line in built_in(",".join(FILES), False) if line.startswith("define ")]
    by_group = groups()
    found = [made_of(FULL, FULL, (line for lines in by_group.values() for line in lines), definitions)]
    dropped: set[str] = set()
    wanted = [(f"without {name}", WITHOUT, {name}) for name in by_group]
    for name, more in STEPS.items():
        if missing := {*more} - {*by_group}:
            raise ValueError(f"{name}: no such group: {', '.join(sorted(missing))}")
        dropped |= {*more}
        wanted.append((name, STEP, {*dropped}))
    for name, kind, left_out in wanted:
        rest = (line for group, lines in by_group.items() if group not in left_out for line in lines)
        found.append(made_of(name, kind, rest, definitions))
    found.append(TemplateSet("zn11", OTHER, built_in("zn11", False)))
    for name, preset in CHOSEN.items():
        if (FOLDER / f"{name}.features").exists():
            history = bool(resolve(preset=preset)["features"]["history"])
            found.append(TemplateSet(name, OTHER, built_in(name, history)))
    return {one.name: one for one in found}


def preset_points() -> dict[str, tuple[str, int]]:
    """Each preset for work with the digest of its templates and its beam: where it stands in the plot."""
    points = {}
    for preset in CHOSEN.values():
        parser = tw.Parser(preset=preset)
        digest = TemplateSet(preset, OTHER, tuple(parser.features.text)).digest
        points[preset] = digest, int(parser.settings["search"]["beam"])
    return points
