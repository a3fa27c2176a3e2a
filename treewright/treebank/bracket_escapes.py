"""Brackets within words, which formats made of brackets cannot hold: -LRB- stands for `(`, as in the Penn Treebank."""

from __future__ import annotations

from collections import Counter

WHOLE = {"-LCB-": "{", "-RCB-": "}", "-LSB-": "[", "-RSB-": "]"}  # only where they are the whole word
BACK = {bracket: name for name, bracket in WHOLE.items()}


def unescaped(form: str) -> tuple[str, bool]:
    """A form as the text has it, and whether it was written with a name for a bracket."""
    if "B-" not in form:
        return form, False
    if form in WHOLE:
        return WHOLE[form], True
    if "(" in form or ")" in form:  # then the names are no escapes
        return form, False
    plain = form.replace("-LRB-", "(").replace("-RRB-", ")")
    return plain, plain != form


def escaped(form: str) -> str:
    """Undoes `unescaped` for a form that was escaped."""
    return BACK.get(form) or round_escaped(form)


def count_ambiguous(form: str, text: str, lost: Counter[str]) -> None:
    """Counts a form that has the name of a bracket in it, which will be read as a bracket."""
    if "B-" in text and unescaped(text)[0] != form:
        lost["forms with -LRB- and the like in them, which will be read as brackets"] += 1


def round_escaped(text: str) -> str:
    """A form or label with names for `(` and `)`, the two brackets that a tree in brackets cannot do without."""
    return text.replace("(", "-LRB-").replace(")", "-RRB-")


def unescaped_label(label: str) -> str:
    """A label or tag; -LRB- as a whole is the name of a tag, within one (`$-LRB-`) it is a bracket."""
    if "RB-" not in label or label in ("-LRB-", "-RRB-"):
        return label
    return label.replace("-LRB-", "(").replace("-RRB-", ")")
