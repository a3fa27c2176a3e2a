"""Variation nuclei: the same words in the same context whose outer words are linked differently, or only in one place.

After Boyd, Dickinson and Meurers (2008, On detecting errors in dependency treebanks): a nucleus is a pair of words that a
dependency links somewhere. Here the words between them must be the same, too, and so must the neighbour on each side, which
are the paper's internal and neighbour contexts. Where the treebank varies, the less frequent annotation may be an error.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from treewright.analysis.doctor.finding import Finding
from treewright.treebank.sentence import Sentence

LONGEST = 7  # words of a nucleus
PUNCTUATION = "punct"  # hangs on what is further away, so neighbours say nothing of it
SHOWN = 3  # places named beside a finding

Link = tuple[bool, str] | None  # whether the head is on the left, and the label; None: no dependency
Place = tuple[int, int, int]  # sentence, first and last word from 0


class Variation:
    """Nuclei of a treebank; a sentence that occurs several times counts once."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        numbers: dict[str, int] = {}
        self.sentences: list[Sentence] = []
        self.words: list[list[int]] = []
        seen = set()
        for sentence in sentences:
            words = [-1, *(numbers.setdefault(form, len(numbers)) for form in sentence.forms), -2]
            if tuple(words) not in seen and len(sentence) > 1:
                seen.add(tuple(words))
                self.sentences.append(sentence)
                self.words.append(words)
        linked = {key for s in range(len(self.sentences)) for key, _ in self._linked(s)}
        places: dict[int, list[Place]] = defaultdict(list)
        for s, words in enumerate(self.words):
            size = len(words) - 2
            for first in range(size):
                for last in range(first + 1, min(size, first + LONGEST)):
                    key = hash(tuple(words[first : last + 3]))
                    if key in linked:
                        places[key].append((s, first, last))
        self.nuclei = [group for group in places.values() if len(group) > 1]

    def _linked(self, s: int) -> Iterator[tuple[int, Place]]:
        """The words from one end of each arc to the other, with their neighbours."""
        words = self.words[s]
        for i, head in enumerate(self.sentences[s].heads):
            first, last = min(i, head - 1), max(i, head - 1)
            if head > 0 and last - first < LONGEST and self.sentences[s].column(i, 7) != PUNCTUATION:
                yield hash(tuple(words[first : last + 3])), (s, first, last)

    def link(self, place: Place) -> Link:
        """How the outer words of a nucleus are linked in one place."""
        s, first, last = place
        sentence = self.sentences[s]
        heads = sentence.heads
        if heads[last] == first + 1:
            return True, sentence.column(last, 7)
        if heads[first] == last + 1:
            return False, sentence.column(first, 7)
        return None

    def findings(self) -> list[Finding]:
        """Places that differ from most others of their nucleus; those with the clearest majority come first."""
        found: dict[tuple[int, int], tuple[float, Finding]] = {}
        for group in self.nuclei:
            links = [self.link(place) for place in group]
            counts = Counter(links)
            if len(counts) == 1:
                continue
            usual, most = max(counts.items(), key=lambda item: (item[1], item[0] is not None))
            like = tuple(self.sentences[p[0]].place for p, link in zip(group, links, strict=True) if link == usual)
            for place, link in zip(group, links, strict=True):
                if link != usual and (most > counts[link] or most == 1):
                    share = most / len(group)
                    finding = self._finding(place, link, usual, share, like)
                    key = (place[0], finding.word)
                    if key not in found or found[key][0] < share:
                        found[key] = (share, finding)
        return [finding for _, finding in sorted(found.values(), key=lambda pair: -pair[0])]

    def _finding(self, place: Place, link: Link, usual: Link, share: float, like: tuple[str, ...]) -> Finding:
        s, first, last = place
        sentence = self.sentences[s]
        forms = sentence.forms
        word = last if (link or usual or (True, ""))[0] else first  # the dependent
        words = " ".join(forms[max(0, first - 1) : last + 2])
        more = f" and {len(like) - 1} more" if len(like) > 1 else ""
        ends = f"{forms[first]} and {forms[last]}"
        text = f"in “{words}”, {ends} are {_told(link)}, elsewhere {_told(usual)}, as in {like[0]}{more}"
        return Finding.at("nucleus", sentence, word + 1, text, share=share, others=like[:SHOWN])


def _told(link: Link) -> str:
    if link is None:
        return "not linked"
    return f"linked by {link[1]} (head on the {'left' if link[0] else 'right'})"
