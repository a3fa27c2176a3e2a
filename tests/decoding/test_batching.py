"""Batches parsed at once: in order, errors in their place, nothing left behind; streams are answered as they come."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from itertools import count, islice
from pathlib import Path

import pytest

import treewright as tw
from treewright.decoding import batching
from treewright.decoding.batching import batches, in_order

PACKAGE = Path(tw.__file__).parent
TINY = PACKAGE / "data" / "tiny"
needs_fork = pytest.mark.skipif(not batching._can_fork(), reason="no processes can be forked here")
posix = pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")
WAYS = [(1, False), (2, False), (3, False), pytest.param(2, True, marks=needs_fork)]


def sentence(number):
    return tw.Sentence(f"# {number}\n".encode())


def numbered(numbers):
    for number in numbers:
        yield [sentence(number)]


def slowly(batch):
    """The sources of a batch; those with even numbers take longer."""
    source = b"".join(s.source for s in batch)
    if source[-2] % 2 == 0:
        time.sleep(0.002)
    return source


def fail_at_seven(batch):
    if batch[0].source == b"# 7\n":
        raise ZeroDivisionError("at 7")
    return slowly(batch)


def running():
    return len(multiprocessing.active_children()), threading.active_count()


@pytest.fixture(autouse=True)
def nothing_is_left():
    before = running()
    yield
    assert running() == before


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    parser = tw.Parser(epochs=1, strategy="local")
    parser.train(tw.read(TINY / "train.conllu"))
    path = tmp_path_factory.mktemp("model") / "m.tw"
    parser.save(path)
    return path


@pytest.mark.parametrize(("threads", "processes"), WAYS)
def test_results_come_in_order(threads, processes):
    results = in_order(slowly, numbered(range(40)), threads, processes=processes)
    assert [(batch[0].source, block) for batch, block in results] == [(b"# %d\n" % n, b"# %d\n" % n) for n in range(40)]


@pytest.mark.parametrize(("threads", "processes"), WAYS)
def test_an_error_comes_after_what_was_before_it(threads, processes):
    seen = []
    with pytest.raises(ZeroDivisionError, match="at 7"):
        for _, block in in_order(fail_at_seven, numbered(range(40)), threads, processes=processes):
            seen.append(block)
    assert seen == [b"# %d\n" % n for n in range(7)]


@pytest.mark.parametrize(("threads", "processes"), WAYS)
def test_an_error_of_reading_comes_after_what_was_read(threads, processes):
    def broken():
        yield from numbered(range(5))
        raise tw.InputError("line 6")

    seen = []
    with pytest.raises(tw.InputError, match="line 6"):
        for _, block in in_order(slowly, broken(), threads, processes=processes):
            seen.append(block)
    assert len(seen) == 5


@pytest.mark.parametrize(("threads", "processes"), WAYS)
def test_a_stream_without_end_may_be_left(threads, processes):
    read = []

    def endless():
        for number in count():
            read.append(number)
            yield [sentence(number)]

    results = in_order(slowly, endless(), threads, processes=processes)
    assert [block for _, block in islice(results, 10)] == [b"# %d\n" % n for n in range(10)]
    results.close()
    assert len(read) <= 10 + 2 * threads + 1


@pytest.mark.parametrize(("threads", "processes"), WAYS)
def test_what_is_there_is_given_before_more_is_waited_for(threads, processes):
    given = []

    def typed():
        for number in range(5):
            yield [sentence(number)]
            yield []
            assert len(given) == number + 1

    for _, block in in_order(slowly, typed(), threads, processes=processes):
        given.append(block)
    assert len(given) == 5


@needs_fork
def test_processes_are_others():
    work = lambda batch: str(os.getpid()).encode()  # noqa: E731 - a child has it without pickling
    pids = {int(block) for _, block in in_order(work, numbered(range(8)), 2, processes=True)}
    assert os.getpid() not in pids


def test_without_processes_one_thread_works(monkeypatch):
    monkeypatch.setattr(batching, "_can_fork", lambda: False)
    with pytest.warns(UserWarning, match="one thread parses"):
        assert len(list(in_order(slowly, numbered(range(4)), 2, processes=True))) == 4


def test_batches_of_an_iterator():
    sentences = [sentence(n) for n in range(150)]
    assert [len(batch) for batch in batches(sentences, 1)] == [64, 64, 22]
    assert [len(batch) for batch in batches(iter(sentences), 2)] == [64, 64, 22]
    assert {len(batch) for batch in batches(iter(sentences), 1)} <= {0, 1}  # someone may wait for the answer

    def broken():
        yield from sentences[:70]
        raise tw.InputError("here")

    seen = []
    with pytest.raises(tw.InputError, match="here"):
        for batch in batches(broken(), 2):
            seen += batch
    assert seen == sentences[:70]


def test_a_reader_that_was_begun_goes_on():
    reader = tw.read(TINY / "test.conllu")
    first = [next(reader), next(reader)]
    rest = [s for batch in batches(reader, 1) for s in batch]
    assert [*first, *rest] == list(tw.read(TINY / "test.conllu"))
    assert list(reader) == [] and reader.report.sentences == len(first) + len(rest)


def test_a_parser_with_functions_of_the_users(tmp_path):
    (tmp_path / "own.features").write_text("S0.f[end] N0.f[end]\n")
    functions = {"end": lambda word: word.form[-1] if word.form != "stop" else 1 / 0}
    parser = tw.Parser(features=str(tmp_path / "own.features"), functions=functions, epochs=1, strategy="local")
    parser.train(tw.read(TINY / "train.conllu"))
    sentences = list(tw.read(TINY / "test.conllu")) * 3
    assert list(parser.pipe(sentences, threads=2)) == list(parser.pipe(sentences))
    with pytest.raises(ZeroDivisionError):
        list(parser.pipe([*sentences, tw.Sentence.from_words(["stop"])], threads=2))
    parsed = parser.pipe(sentences, threads=2)
    assert next(parsed) == parser(sentences[0])
    parsed.close()


def command(model, *arguments):
    path = os.pathsep.join(filter(None, (str(PACKAGE.parent), os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-m", "treewright", "parse", "-q", str(model), *arguments],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path},
        preexec_fn=_heed_ctrl_c,
    )  # fmt: skip


def _heed_ctrl_c():
    """A shell lets its background jobs ignore Ctrl-C, and their children inherit that."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def tree(stream):
    """The next sentence of a stream."""
    lines = []
    while line := stream.readline():
        if line == b"\n":
            break
        lines.append(line)
    return b"".join(lines)


@posix
@pytest.mark.parametrize("threads", ["1", "2"])
def test_a_pipe_is_answered_sentence_by_sentence(model, threads):
    parser = tw.load(model)
    sentences = list(tw.read(TINY / "test.conllu"))[:5]
    half = sentences[0].source.partition(b"\n")[0] + b"\n"
    with command(model, "--threads", threads) as process:
        for s in sentences:
            process.stdin.write(s.source + b"\n")
            process.stdin.flush()
            assert tree(process.stdout) == parser(s).source
        process.stdin.write(sentences[1].source + b"\n" + half)  # the beginning of the next must not hold it back
        process.stdin.flush()
        assert tree(process.stdout) == parser(sentences[1]).source
        process.stdin.close()
        assert process.stdout.read() == half + b"\n" and process.wait(60) == 0


@posix
@pytest.mark.parametrize("threads", ["1", "2"])
def test_the_first_tree_comes_before_the_last_is_read(model, threads):
    text = (TINY / "test.conllu").read_bytes()
    with command(model, "--threads", threads) as process:

        def feed():
            for _ in range(400):
                process.stdin.write(text)
            last.wait(60)
            process.stdin.write(text)
            process.stdin.close()

        last = threading.Event()
        feeder = threading.Thread(target=feed)
        feeder.start()
        first = tree(process.stdout)
        assert feeder.is_alive()
        last.set()
        rest = process.stdout.read()
        feeder.join()
        assert process.wait(60) == 0
    expected = b"".join(tw.load(model).parse_bytes(tw.read(TINY / "test.conllu")))
    assert first + b"\n" + rest == expected * 401


@posix
@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_ends_it(model, threads):
    with command(model, "--threads", threads) as process:
        process.stdin.write((TINY / "test.conllu").read_bytes())
        process.stdin.flush()
        tree(process.stdout)  # it has begun
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        assert process.returncode == 130
