"""Labels and tags that look like slips of the pen, and inventories that have grown out of hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from treewright.analysis.doctor.finding import Finding
from treewright.treebank.sentence import Sentence

RARE = 3  # occurrences at the most of what may be a slip
OFTEN = 20  # times as frequent, at least, must be what it looks like
MOST = {"label": 150, "tag": 50}  # more of them than any treebank needs
COLUMNS = {"label": 7, "tag": 3}
KNOWN = {  # by Universal Dependencies: rare ones among them are no slips
    "label": {
        "acl", "advcl", "advmod", "amod", "appos", "aux", "case", "cc", "ccomp", "clf", "compound", "conj", "cop", "csubj",
        "dep", "det", "discourse", "dislocated", "expl", "fixed", "flat", "goeswith", "iobj", "list", "mark", "nmod",
        "nsubj", "nummod", "obj", "obl", "orphan", "parataxis", "punct", "reparandum", "root", "vocative", "xcomp",
    },
    "tag": {
        "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT", "SCONJ",
        "SYM", "VERB", "X",
    },
}  # fmt: skip


class Inventory:
    """Counts of labels and tags (UPOS), with the first places of each."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        self.counts: dict[str, Counter[str]] = {kind: Counter() for kind in COLUMNS}
        self.places: dict[str, dict[str, list[tuple[Sentence, int]]]] = {kind: {} for kind in COLUMNS}
        for sentence in sentences:
            for kind, column in COLUMNS.items():
                for i in range(len(sentence)):
                    name = sentence.column(i, column)
                    if name != "_":
                        self.counts[kind][name] += 1
                        places = self.places[kind].setdefault(name, [])
                        if len(places) < RARE:
                            places.append((sentence, i + 1))

    def findings(self) -> list[Finding]:
        """Rare names that look like a frequent one, each place of them; and a line on too many names."""
        found = []
        for kind, counts in self.counts.items():
            found += self._too_many(kind)
            for name, count in counts.items():
                like = _lookalike(name, counts, KNOWN[kind]) if count <= RARE else None
                if like is not None:
                    times = "once" if count == 1 else f"{count} times"
                    text = f"{kind} {name} occurs {times}, {like} {counts[like]:,} times"
                    found += [Finding.at("inventory", s, word, text, label=like) for s, word in self.places[kind][name]]
        return found

    def _too_many(self, kind: str) -> list[Finding]:
        counts = self.counts[kind]
        if len(counts) <= MOST[kind]:
            return []
        rare = sorted(name for name, count in counts.items() if count <= RARE)
        sentence, word = self.places[kind][(rare or sorted(counts))[0]][0]
        text = (
            f"there are {len(counts):,} {kind}s in all, {len(rare):,} of them occur {RARE} times at the most; "
            "features or fine tags in this column?"
        )
        return [Finding.at("inventory", sentence, word, text)]


def _lookalike(name: str, counts: Counter[str], known: set[str]) -> str | None:
    """A much more frequent name that this one may be meant for."""
    main, _, rest = name.partition(":")
    if main in known and not rest:
        return None
    for other, count in counts.most_common():
        if count < OFTEN * counts[name]:
            return None
        if other != name and (
            _plain(other) == _plain(name) or (_is_slip(name, other) and not _both_known(name, other, known))
        ):
            return other
    return None


def _both_known(name: str, other: str, known: set[str]) -> bool:
    """Whether both are made of known relations with the same subtype: csubj:pass is no slip for nsubj:pass."""
    (main, _, rest), (other_main, _, other_rest) = name.partition(":"), other.partition(":")
    return rest == other_rest and main in known and other_main in known


def _plain(name: str) -> str:
    """A name without what is easily mistyped: capitals and signs."""
    return "".join(character for character in name.casefold() if character.isalnum())


def _is_slip(one: str, other: str) -> bool:
    """Whether one letter is missing, added, wrong, or two have changed places; short names are too much alike."""
    if min(len(one), len(other)) < 4 or abs(len(one) - len(other)) > 1:
        return False
    short, long = sorted((one, other), key=len)
    at = next((i for i, pair in enumerate(zip(short, long, strict=False)) if pair[0] != pair[1]), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = long[at : at + 2][::-1] == short[at : at + 2] and short[at + 2 :] == long[at + 2 :]
    return swapped or short[at + 1 :] == long[at + 1 :]
