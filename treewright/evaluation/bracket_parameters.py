"""What counts when constituency trees are scored, and the two usual sets of such parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from treewright.errors import InputError


@dataclass(frozen=True)
class BracketParameters:
    """Which constituents and tokens are left out, and what counts as the same.

    A token is left out if its gold tag is a deleted label or its gold form a deleted word.  A constituent with a deleted
    label is not counted; what is in it is.  Then tokens are numbered anew, so a gap of deleted tokens is none.  `cutoff` is
    the length up to which sentences are also scored on their own: before anything is deleted, in tokens whose gold tag is
    not among the uncounted ones.
    """

    name: str = "all"
    labelled: bool = True  # whether labels have to agree
    discontinuous_only: bool = False
    cutoff: int = 40
    deleted_labels: frozenset[str] = frozenset()
    deleted_words: frozenset[str] = frozenset()
    deleted_under_root: bool = False  # whether tokens right under the gold root are left out
    uncounted_tags: frozenset[str] = frozenset()
    same_labels: Mapping[str, str] = field(default_factory=dict)  # each label of a group leads to one of the group
    same_words: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # disco-dop deletes either all labels of a group or none of them, by chance
        clash = sorted(self.deleted_labels & set(self.same_labels))
        if clash:
            seen = f"the label {clash[0]} both among the deleted ones and as the same as another one"
            raise InputError(f"parameters {self.name}: seen {seen}, expected it in one of these places")

    def settings(self) -> str:
        """The parameters in words, for every place where a score is shown."""
        texts = [f"parameters {self.name}"]
        texts += [] if self.labelled else ["labels not compared"]
        texts += ["discontinuous constituents only"] if self.discontinuous_only else []
        return ", ".join(texts)


def groups(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Names that are the same, directly or by way of others: each leads to the one of its group that came first."""
    first: dict[str, str] = {}
    for one, other in pairs:
        both = {first.setdefault(one, one), first.setdefault(other, other)}
        keep = next(name for name in first if name in both)
        first |= {name: keep for name in first if first[name] in both}
    return first


# The conventions of most papers on discontinuous trees, those of disco-dop's proper.prm: neither roots nor punctuation counts.
PROPER = BracketParameters(
    "proper",
    deleted_labels=frozenset(
        [
            *("NOPARSE", "TOP", "ROOT", "VROOT"),  # what is no constituent
            *("$,", "$.", "$(", "$["),  # tags of NEGRA and TIGER
            *("PUNCT", "LET", "LET()", "LET[]", "punct", "let", "let()", "let[]"),  # of Alpino and Lassy
            *(",", ".", ":", "``", "''", "-NONE-"),  # of the Penn treebank
        ]
    ),
    # by form, whatever the tag is; so $ and & go, which are words
    deleted_words=frozenset([*".,:;?!'`\"«»()-/&$", "..", "...", "??", "???", "!!!", "''", "``"]),
    same_labels=groups([("ADVP", "PRT")]),
    same_words=groups([("(", "-LRB-"), (")", "-RRB-")]),
)
ALL = BracketParameters("all")
NAMED = {"proper": PROPER, "all": ALL}
