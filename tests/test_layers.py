"""Imports go one way, from the top of the package down to its foundations; the layers are those of the design."""

import ast
from pathlib import Path

import pytest

import treewright

PACKAGE = Path(treewright.__file__).parent

# A module imports only from rows above its own, or from its own folder.
LAYERS = (
    {"errors", "arrays", "escaped_text"},
    {"storage"},
    {"treebank", "trees"},
    {"evaluation", "transitions", "constraints"},
    {"oracles", "features", "families"},
    {"classifiers"},
    {"search"},
    {"decoding"},
    {"networks"},
    {"training"},
    {"settings", "progress_bar"},
    {"parser"},
    {"analysis", "tagging"},
    {"tokenization"},
    {"ensemble"},
    {"conformance", "pipeline"},
    {"command_line"},
)
ROW = {name: row for row, names in enumerate(LAYERS) for name in names}
# the version number, and names that are imported when they are first used
TOP = {"__init__", "__main__"}


def modules():
    return sorted(path for path in PACKAGE.rglob("*.py") if "__pycache__" not in path.parts)


def part_of(dotted):
    """The part (folder or file right under the package) that a dotted name belongs to, None for other packages."""
    names = dotted.split(".")
    if names[0] != "treewright":
        return None
    return names[1] if len(names) > 1 else "__init__"


def imports(path):
    """Every import of a file, those inside functions and under TYPE_CHECKING included, as (line, part)."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            names = [node.module]
            if node.module == "treewright":
                names = [f"treewright.{alias.name}" for alias in node.names]
        for name in names:
            part = part_of(name)
            if part is not None:
                yield node.lineno, part


def home(path):
    relative = path.relative_to(PACKAGE)
    return relative.parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_one_way(path):
    own = home(path)
    if own in TOP:
        return
    assert own in ROW, f"{own} has no place in the layers"
    wrong = []
    for line, part in imports(path):
        if part == own or part.startswith("__"):
            continue
        if part not in ROW:  # a public name of the package: only those who stand above everything may use it
            if ROW[own] < ROW["command_line"] - 1:
                wrong.append(f"line {line}: imports {part} from the package itself")
        elif ROW[part] >= ROW[own]:
            wrong.append(f"line {line}: {own} imports {part}, which is not below it")
    assert wrong == []


def test_every_part_has_a_row_and_every_row_has_its_parts():
    assert {home(path) for path in modules()} - TOP == set(ROW)


def test_compiled_modules_cimport_one_way_too():
    for path in PACKAGE.rglob("*.pxd"):
        own = home(path)
        for line in path.read_text(encoding="utf-8").splitlines():
            words = line.split()
            if len(words) > 3 and words[0] == "from" and words[2] == "cimport" and words[1].startswith("treewright."):
                part = part_of(words[1])
                assert part == own or ROW[part] < ROW[own], f"{path}: {line}"
