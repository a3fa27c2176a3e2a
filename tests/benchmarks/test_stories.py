"""The stories of docs/understanding.md: what the script takes for commands and outputs, and how it compares."""

from __future__ import annotations

import pytest

from benchmarks.studies.stories import PAGE, missing, run, steps

EXAMPLE = """
```text file=a.txt
x
```
```sh
treewright not this
```
```text
$ echo one; \\
  echo two
one
$ echo three
```
```python fragment
print("four")
```
```text
four
```
"""


def test_commands_and_what_is_shown_below_them() -> None:
    assert list(steps(EXAMPLE)) == [
        ("file=a.txt", "x\n", []),
        ("sh", "echo one; echo two", ["one"]),
        ("sh", "echo three", []),
        ("python", 'print("four")\n', ["four"]),
    ]


@pytest.mark.parametrize(
    ("shown", "first"),
    [
        (["a", "b"], None),
        (["a", "...", "d"], None),
        (["...", "c", "d"], None),
        ([], None),
        (["b"], "b"),
        (["a", "c"], "c"),
        (["a", "...", "e"], "e"),
        (["...", "d", "...", "c"], "c"),
    ],
)
def test_lines_are_left_out_only_where_the_page_says_so(shown, first) -> None:
    assert missing(shown, ["a", "b", "c", "d"]) == first


def test_commands_are_run(tmp_path) -> None:
    assert run("sh", "echo one; treewright --version | cut -c 1-10", tmp_path) == ["one", "treewright"]
    assert run("python", "import treewright; print(2)", tmp_path) == ["2"]


def test_the_page_has_stories() -> None:
    found = list(steps(PAGE.read_text("utf-8")))
    for command in ("evaluate", "find", "blame", "trace", "check"):
        assert any(step == "sh" and f"treewright {command} " in text for step, text, _ in found), command
    assert sum(bool(shown) for _, _, shown in found) >= 10
