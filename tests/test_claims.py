"""Sentences of the documentation that name systems: the code says which."""

import re
from pathlib import Path

import pytest
from systems import DEPENDENCY_SYSTEMS

import treewright as tw
from tools.oracles.brute_force import partial_settings, settings

PROJECT = Path(__file__).resolve().parent.parent
TINY = Path(tw.__file__).parent / "data" / "tiny" / "dev.conllu"
NUMBERS = {3: "three", 7: "seven", 9: "nine", 10: "ten"}


def named(page, before, after):
    """The systems that a page names between two pieces of text."""
    text = " ".join((PROJECT / page).read_text("utf-8").split())
    found = re.search(re.escape(before) + "(.*?)" + re.escape(after), text)
    assert found, f"{page}: {before} ... {after}"
    return {name for name in re.findall(r"`([\w-]+)`", found[1]) if name in DEPENDENCY_SYSTEMS}


def keeps(name):
    try:
        tw.Parser({"system.name": name}, preset="fast").make_constraint_filter()
    except tw.SettingsError:
        return False
    return True


def test_which_systems_parse_under_constraints():
    refusing = {name for name in DEPENDENCY_SYSTEMS if not keeps(name)}
    assert named("docs/annotate-less.md", "These systems refuse constraints:", ".") == refusing
    words = f"{NUMBERS[len(DEPENDENCY_SYSTEMS) - len(refusing)]} of the {len(DEPENDENCY_SYSTEMS)} systems"
    for page in ("README.md", "docs/annotate-less.md"):
        assert words in " ".join((PROJECT / page).read_text("utf-8").split()), page


@pytest.mark.filterwarnings("ignore")
def test_which_systems_learn_from_partial_trees():
    half = [
        sentence.with_tree([head if i % 3 else None for i, head in enumerate(sentence.heads)], sentence.labels)
        for sentence in tw.read(TINY)
    ]
    whole = [sentence for sentence in tw.read(TINY) if len(sentence) < 3][:1]  # so that there is something to learn from
    dropping = set()
    for name in DEPENDENCY_SYSTEMS:
        rows = tw.Parser({"system.name": name}, preset="fast").train([*whole, *tw.read(TINY), *half], epochs=1)
        if rows[0].get("skipped_trees", 0) >= len(half):
            dropping.add(name)
    for page in ("docs/training.md", "docs/oracles.md"):
        assert named(page, "Three systems leave such trees out", ".") == dropping, page


def test_which_oracles_are_verified():
    verified = {system.name for system in settings() + partial_settings((1, 3))}
    assert named("docs/oracles.md", "`make verify` compares", ".") == verified
    for page in ("README.md", "CONTRIBUTING.md", "Makefile"):
        text = (PROJECT / page).read_text("utf-8")
        assert f"{len(verified)} systems" in text or f"{NUMBERS[len(verified)]} systems" in text, page
