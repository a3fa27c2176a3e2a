"""Edit scripts: how a lemma is made from a form, as a class that a tagger can learn.

A script says in which case the letters are, how much to cut at the beginning and the end of the form, and what to put there
in its place; it is found by the longest piece that form and lemma have in common, as in UDPipe.  "Carried" and "carry" give
small, 0, "", 3, "y": in small letters, nothing cut at the beginning, three characters at the end, and y in their place.
Where nothing is common, the script is the lemma itself.
"""

from __future__ import annotations

import functools
import unicodedata
from difflib import SequenceMatcher

from treewright.treebank.fields import checked_field, checked_piece

BETWEEN = "\t"  # never in a field of CoNLL-U
KEPT, SMALL, CAPITAL = "kept", "small", "capital"  # the case of the letters of a lemma


@functools.lru_cache(maxsize=1 << 16)
def script_of(form: str, lemma: str) -> str:
    """The script that makes this lemma of this form."""
    case = SMALL if lemma == lemma.lower() else CAPITAL if lemma == _capital(lemma.lower()) else KEPT
    source, target = (form, lemma) if case == KEPT else (form.lower(), lemma.lower())
    match = SequenceMatcher(None, source, target, autojunk=False).find_longest_match()
    end = len(source) - match.a - match.size
    script = BETWEEN.join((case, str(match.a), target[: match.b], str(end), target[match.b + match.size :]))
    return script if match.size and lemma_of(form, script) == lemma else f"={lemma}"


@functools.lru_cache(maxsize=1 << 18)
def lemma_of(form: str, script: str) -> str:
    """The lemma that a script makes of a form; the form itself if it is too short for the script."""
    if script.startswith("="):
        return script[1:]
    case, start, before, end, after = script.split(BETWEEN)
    source = form if case == KEPT else form.lower()
    if int(start) + int(end) > len(source):
        return form
    made = before + source[int(start) : len(source) - int(end)] + after
    made = _capital(made) if case == CAPITAL else made
    if len(source) != len(form):  # a Turkish capital with a dot becomes two characters
        made = unicodedata.normalize("NFC", made)
    return made or form


def check_script(script: str) -> None:
    """Refuses, with a ValueError, what is no script: a model file may come from a stranger."""
    if script.startswith("="):
        checked_field(script[1:], "the lemma of a script")
        return
    case, *rest = script.split(BETWEEN)
    if case not in (KEPT, SMALL, CAPITAL) or len(rest) != 4 or not (_is_count(rest[0]) and _is_count(rest[2])):
        expected = f"{KEPT}, {SMALL} or {CAPITAL}, and how much to cut and to add at both ends, with tabs between"
        raise ValueError(f"lemma script: seen {script!r:.60}, expected {expected}")
    for added in (rest[1], rest[3]):
        checked_piece(added, "what a lemma script adds")


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 6


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
