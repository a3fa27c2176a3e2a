"""Timing for non_projective: time per transition side by side, and time per word by the length of the sentence."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import treewright as tw
from benchmarks.shared import measures

LENGTHS = (10, 20, 50, 100, 200, 500, 1000)


def transition_count(parser: tw.Parser, sentences: Sequence[tw.Sentence]) -> int:
    """How many transitions a greedy parser takes for these sentences."""
    search = parser.new_search()
    count = 0
    for sentence in sentences:
        search.parse(sentence)
        count += len(search.c.path())
    return count


def per_transition(parsers: Mapping[str, tw.Parser], sentences: Sequence[tw.Sentence], rounds: int) -> dict[str, Any]:
    """Transitions of each parser and the CPU seconds of its search: in turns, so that all see the same machine; the best."""
    counts = {name: transition_count(parser, sentences) for name, parser in parsers.items()}
    jobs = {name: measures.search_only(parser, sentences) for name, parser in parsers.items()}
    best = dict.fromkeys(parsers, float("inf"))
    for _ in range(rounds):
        for name, job in jobs.items():
            start = time.process_time()
            job()
            best[name] = min(best[name], time.process_time() - start)
    words = sum(map(len, sentences))
    return {name: {"transitions": counts[name], "seconds": best[name], "words": words} for name in parsers}


def by_length(parsers: Mapping[str, tw.Parser], sentences: Sequence[tw.Sentence], words: int) -> dict[str, Any]:
    """CPU microseconds per word of sentences of each length, made of the same text, about this many words of each."""
    found: dict[str, Any] = {name: {} for name in parsers}
    for length in LENGTHS:
        cut = measures.of_length(sentences, length, words)
        for name, parser in parsers.items():
            rate = measures.best_rate(measures.in_memory(parser, cut), sum(map(len, cut)), repeats=3)
            found[name][str(length)] = 1e6 / rate
    return found
