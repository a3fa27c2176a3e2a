"""Batches of sentences that are parsed at once, by threads or processes; what comes out is in order."""

from __future__ import annotations

import multiprocessing
import signal
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from treewright.constraints.given import Given
from treewright.errors import SettingsError
from treewright.treebank import Reader, Sentence
from treewright.treebank.expected import READ, expected_sentences

SENTENCES = 64  # in a batch, where the file does not decide: enough that starting a job costs nothing

Some = TypeVar("Some")  # what is worked on at once: something that may be empty
Result = TypeVar("Result")


class Batch(NamedTuple):
    """Sentences, and what is given for each of them; a batch without sentences counts as empty."""

    sentences: list[Sentence]
    givens: list[Given | None] | None = None

    def __bool__(self) -> bool:
        return bool(self.sentences)


def batches(sentences: Iterable[Sentence], threads: int, raw: str = READ) -> Iterator[list[Sentence]]:
    """The sentences in lists; an empty list says that reading may block.

    `raw` says what to call with a text, which is no sentence.
    """
    if isinstance(sentences, Reader):
        return sentences.batches()
    # an iterator may be someone typing: one thread answers before it asks for more
    size = SENTENCES if threads != 1 or isinstance(sentences, Sequence) else 1
    return _lists(expected_sentences(sentences, raw), size)


def _lists(sentences: Iterable[Sentence], size: int) -> Iterator[list[Sentence]]:
    batch: list[Sentence] = []
    try:
        for sentence in sentences:
            batch.append(sentence)
            if len(batch) == size:
                yield batch
                batch = []
    except Exception:
        yield batch  # what came before the error
        raise
    yield batch


def in_order(
    work: Callable[[Some], Result], batches: Iterator[Some], threads: int, *, processes: bool
) -> Iterator[tuple[Some, Result]]:
    """Each batch with its result; results that are ready are given before reading may block.

    An empty batch is not worked on: it says that reading may block.
    """
    if not isinstance(threads, int) or threads < 1:
        raise SettingsError(f"threads: seen {threads!r}, expected a whole number of at least 1")
    if threads > 1 and processes and not _can_fork():
        warnings.warn("parts in plain Python need processes, which cannot be started here: one thread parses", stacklevel=3)
        threads = 1
    if threads <= 1:
        yield from ((batch, work(batch)) for batch in batches if batch)
        return
    pool: Executor
    if processes:
        context = multiprocessing.get_context("fork")  # a child has the parser without reading it
        pool = ProcessPoolExecutor(threads, context, _begin, (work,))
        work = _work
    else:
        pool = ThreadPoolExecutor(threads)
    try:
        yield from _results(pool, work, batches, 2 * threads)
    finally:
        pool.shutdown(cancel_futures=True)


def _results(
    pool: Executor, work: Callable[[Some], Result], batches: Iterator[Some], ahead: int
) -> Iterator[tuple[Some, Result]]:
    """Results in order, a few batches ahead of the one that is given; an error comes after what was before it."""
    waiting: deque[tuple[Some, Future[Result]]] = deque()
    for batch in _with_error_last(batches):
        if isinstance(batch, Exception):
            yield from ((given, future.result()) for given, future in waiting)
            raise batch
        if batch:
            waiting.append((batch, pool.submit(work, batch)))
        while waiting and (not batch or len(waiting) > ahead or waiting[0][1].done()):
            given, future = waiting.popleft()
            yield given, future.result()
    yield from ((given, future.result()) for given, future in waiting)


def _with_error_last(batches: Iterator[Some]) -> Iterator[Some | Exception]:
    try:
        yield from batches
    except Exception as error:
        yield error


def _can_fork() -> bool:
    return "fork" in multiprocessing.get_all_start_methods() and not multiprocessing.current_process().daemon


_parse: Callable[[Any], Any]  # what a child does, from its parent


def _begin(work: Callable[[Any], Any]) -> None:
    """Make a child ready; Ctrl-C reaches all of them, and it is the parent who ends them."""
    global _parse
    _parse = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _work(batch: Any) -> Any:
    return _parse(batch)
