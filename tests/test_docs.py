"""Runs what the documentation shows: every ```python block, and every ```sh block that starts with treewright.

The blocks of a page run in order, in a folder of their own with train.conllu, dev.conllu and test.conllu of the tiny
treebank, and train.export and so on of the one of constituency trees.  ```sh fails must end with exit code 2.  A ```text exact
block must be the output of the block before it.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import types
from pathlib import Path
from typing import NamedTuple

import pytest

import treewright
from tools import make_settings_page

PROJECT = Path(__file__).resolve().parent.parent
TINY = Path(treewright.__file__).parent / "data" / "tiny"
TREES = Path(treewright.__file__).parent / "data" / "tiny-trees"
PAGES = sorted([PROJECT / "README.md", PROJECT / "CONTRIBUTING.md", *(PROJECT / "docs").glob("*.md")])
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")


class Block(NamedTuple):
    """A fenced block of a page."""

    kind: str
    text: str
    line: int


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [Block(m[1].strip(), m[2], text.count("\n", 0, m.start()) + 1) for m in FENCE.finditer(text)]


def run_shell(block: Block, folder: Path, wanted: int) -> str:
    command = f'treewright() {{ "{sys.executable}" -m treewright "$@"; }}\nset -e -o pipefail\n{block.text}'
    paths = [str(PROJECT), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert done.returncode == wanted, done.stdout
    return done.stdout


def run_python(block: Block, page: Path, module: types.ModuleType) -> str:
    code = compile("\n" * block.line + block.text, str(page), "exec")
    with contextlib.redirect_stdout(io.StringIO()) as output:
        exec(code, module.__dict__)
    return output.getvalue()


def test_there_are_pages() -> None:
    assert len(PAGES) > 10


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for part in ("train", "dev", "test"):
        (tmp_path / f"{part}.conllu").write_bytes((TINY / f"{part}.conllu").read_bytes())
        (tmp_path / f"{part}.export").write_bytes((TREES / f"{part}.export").read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    module = types.ModuleType("page")
    monkeypatch.setitem(sys.modules, "page", module)
    output = ""
    for block in blocks_of(page):
        where = f"{page.name}:{block.line}"
        language, _, how = block.kind.partition(" ")
        if how.startswith("file="):  # the page tells its reader to make this file
            (tmp_path / how.removeprefix("file=")).write_text(block.text, "utf-8")
        elif language == "python":
            if "from=" in how:  # a quotation, which must be current
                source = page.parent / how.partition("from=")[2]
                assert block.text in source.read_text("utf-8"), f"{where}: not what {source.name} says"
            if not how.startswith("fragment"):  # it needs what is not shown
                output = run_python(block, page, module)
        elif language == "sh" and block.text.startswith(("treewright", "printf")):
            output = run_shell(block, tmp_path, 2 if how == "fails" else 0)
        elif block.kind == "text exact":
            assert output == block.text, f"{where}: the output is not what the page shows"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(FENCE.sub("", page.read_text("utf-8"))):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_page_is_in_the_index() -> None:
    index = (PROJECT / "docs" / "index.md").read_text("utf-8")
    for page in PAGES:
        if page.parent.name == "docs" and page.name != "index.md":
            assert f"({page.name})" in index, page.name


def test_the_page_of_settings_is_current() -> None:
    message = "docs/settings.md is stale; run make settings-page"
    assert (PROJECT / "docs" / "settings.md").read_text("utf-8") == make_settings_page.page(), message
