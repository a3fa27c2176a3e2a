"""Aligns the words of two tokenisations of one text as the CoNLL 2018 shared task does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Pairs = tuple[list[int], list[int]]


class SpannedWord(NamedTuple):
    """A word and the characters of its token: from `start` to before `end` of the text without spaces."""

    start: int
    end: int
    multiword: bool  # whether the token has a row of its own, as `1-2`
    form: str


def align_words(gold: Sequence[SpannedWord], system: Sequence[SpannedWord]) -> Pairs:
    """The aligned gold words and the system words they are aligned with, both in ascending order.

    A word that is a token is aligned with the token of the same characters. Where there are multiword tokens, words are
    aligned by the longest common subsequence of their lower-cased forms, over a stretch of text that no multiword
    token extends beyond. The steps are those of the official scorer, even where they make a stretch longer than
    necessary: after a token that only one side has, the other side may still be a few words behind.
    """
    aligned: Pairs = ([], [])
    g = s = 0
    while g < len(gold) and s < len(system):
        one, other = gold[g], system[s]
        if one.multiword or other.multiword:
            # a word that begins before the multiword token stays outside; only one does, if the side is further behind
            if one.multiword and not other.multiword and other.start < one.start:
                s += 1
            elif other.multiword and not one.multiword and one.start < other.start:
                g += 1
            g_stop, s_stop = _stretch(gold, system, g, s, one.end if one.multiword else other.end)
            _align_forms(gold, system, (g, g_stop), (s, s_stop), aligned)
            g, s = g_stop, s_stop
        elif one[:2] == other[:2]:
            aligned[0].append(g)
            aligned[1].append(s)
            g += 1
            s += 1
        elif one.start <= other.start:
            g += 1
        else:
            s += 1
    return aligned


def _stretch(gold: Sequence[SpannedWord], system: Sequence[SpannedWord], g: int, s: int, end: int) -> tuple[int, int]:
    """Where the stretch that begins at words g and s and reaches at least to the character `end` stops."""
    while _within(gold, g, end) or _within(system, s, end):
        if g < len(gold) and (s == len(system) or gold[g].start <= system[s].start):
            word = gold[g]
            g += 1
        else:
            word = system[s]
            s += 1
        if word.multiword:
            end = max(end, word.end)
    return g, s


def _within(words: Sequence[SpannedWord], i: int, end: int) -> bool:
    """Whether word i belongs to a stretch up to `end`: if a multiword token begins in it, or another lies in it."""
    return i < len(words) and (words[i].start < end if words[i].multiword else words[i].end <= end)


def _align_forms(
    gold: Sequence[SpannedWord],
    system: Sequence[SpannedWord],
    gold_stretch: tuple[int, int],
    system_stretch: tuple[int, int],
    aligned: Pairs,
) -> None:
    """Adds the words of a stretch that are in the longest common subsequence; of several, the first in gold order."""
    ours = [gold[i].form.lower() for i in range(*gold_stretch)]
    theirs = [system[i].form.lower() for i in range(*system_stretch)]
    table: list[int] = []
    g = s = 0
    while g < len(ours) and s < len(theirs):
        if ours[g] == theirs[s]:
            aligned[0].append(gold_stretch[0] + g)
            aligned[1].append(system_stretch[0] + s)
            g += 1
            s += 1
            continue
        table = table or common_lengths(ours, theirs)
        rest = (1 << (len(theirs) - s)) - 1
        if (table[g] & rest).bit_count() == (table[g + 1] & rest).bit_count():
            g += 1  # without this gold word the subsequence is as long
        else:
            s += 1


def common_lengths(ours: Sequence[str], theirs: Sequence[str]) -> list[int]:
    """The lengths of the longest common subsequences of all suffixes of two lists, as bits.

    Of ours[g:] and theirs[s:] it is the number of zeros among the lowest `len(theirs) - s` bits of row g. A row takes a
    few operations on integers as long as the list (Hyyrö 2004), so that even long stretches take little time.
    """
    full = (1 << len(theirs)) - 1
    places: dict[str, int] = {}
    for i, form in enumerate(reversed(theirs)):
        places[form] = places.get(form, 0) | 1 << i
    rows = [full]
    for form in reversed(ours):
        row = rows[-1]
        hits = row & places.get(form, 0)
        rows.append(((row + hits) | (row - hits)) & full)
    return rows[::-1]
