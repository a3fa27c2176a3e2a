"""Texts in threads: whole stages run in the workers, and what comes out is what one thread gives, byte for byte."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import treewright as tw
from treewright.decoding import batching
from treewright.tokenization import Tokenizer
from treewright.tokenization.windows import WINDOW

PACKAGE = Path(tw.__file__).parent
TINY = PACKAGE / "data" / "tiny"
PARAGRAPH = "The old carpenter planed the board. Who left the glue open?  She did,\nof course!"
MANY = 2 * WINDOW // len(PARAGRAPH)
TEXTS = {
    "empty": "",
    "spaces": "\n \n",
    "huge paragraph": f"{PARAGRAPH} " * 2 * MANY,
    "paragraphs": f"{PARAGRAPH}\n\n" * 2 * MANY,
    "no line end": f"{PARAGRAPH}\n\n" * MANY + PARAGRAPH,
    "CRLF": f"{PARAGRAPH}\r\n\r\n" * MANY,
    "blank lines": f"\n\n\n{PARAGRAPH}\n \n\n" * MANY + "\n\n\n",
}
posix = pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")


@pytest.fixture(scope="module")
def pipeline():
    made = tw.Pipeline({"epochs": 1, "tagger.epochs": 1, "tagger.folds": 0, "tokenizer.epochs": 2}, preset="fast")
    made.train(tw.read(TINY / "train.conllu"), progress=False)
    return made


@pytest.fixture(scope="module")
def model(pipeline, tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "whole.tw"
    pipeline.save(path)
    return path


def test_a_parser_in_plain_python_gets_processes(pipeline, monkeypatch):
    """Threads would wait for Python's lock; sentences are parsed so, too."""
    text, made = TEXTS["paragraphs"].encode(), []
    one = b"".join(pipeline.parse_text(text))

    class Pool(batching.ProcessPoolExecutor):
        def __init__(self, *arguments):
            made.append(arguments[0])
            super().__init__(*arguments)

    monkeypatch.setattr(batching, "ProcessPoolExecutor", Pool)
    monkeypatch.setattr(type(pipeline.parser), "in_python", True)
    assert b"".join(pipeline.parse_text(text, threads=2)) == one and made == [2]


@pytest.mark.parametrize("lines", [False, True], ids=["text", "lines"])
@pytest.mark.parametrize("name", TEXTS)
def test_threads_do_not_matter(pipeline, name, lines):
    text = TEXTS[name].encode()
    reports = [tw.treebank.Report() for _ in range(3)]
    one, *others = [
        b"".join(pipeline.parse_text(text, threads=threads, lines=lines, report=report))
        for threads, report in enumerate(reports, 1)
    ]
    assert all(other == one for other in others)
    sentences = list(tw.read(one))
    assert [s.sent_id for s in sentences] == [str(number) for number in range(1, len(sentences) + 1)]
    assert one.count(b"# newdoc") == bool(sentences)
    assert {(report.sentences, report.words) for report in reports} == {(len(sentences), sum(map(len, sentences)))}
    assert list(pipeline.pipe_text(text, threads=2, lines=lines)) == sentences
    tokens = b"".join(pipeline.tokenizer.tokenize_bytes(text, lines=lines))
    assert b"".join(pipeline.parse_text(text, threads=2, lines=lines, until="tokens")) == tokens
    tagged = b"".join(pipeline.parse_bytes(tw.read(tokens), until="tags"))
    assert b"".join(pipeline.parse_text(text, threads=2, lines=lines, until="tags")) == tagged


def test_documents_go_on_counting(pipeline):
    texts = [TEXTS["paragraphs"], "", PARAGRAPH, TEXTS["huge paragraph"]]
    one, two = (b"".join(pipeline.parse_text(texts, threads=threads)) for threads in (1, 2))
    assert one == two and one.count(b"# newdoc") == 3
    numbers = [int(s.sent_id) for s in tw.read(one)]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_comes_after_what_was_before_it(pipeline, threads):
    def texts():
        yield TEXTS["paragraphs"]
        yield None

    blocks = []
    with pytest.raises(tw.InputError, match="text 2: seen None"):
        blocks.extend(pipeline.parse_text(texts(), threads=threads))  # what came before the error is in the list
    assert b"".join(blocks) == b"".join(pipeline.parse_text([TEXTS["paragraphs"]]))


def test_tokenizing_and_tagging_run_in_workers(pipeline, monkeypatch):
    seen = {"tokenizing": set(), "tagging": set()}
    rows_of, tagged = Tokenizer.rows_of, tw.Pipeline.tagged

    def noted_rows_of(*given, **more):
        seen["tokenizing"].add(threading.current_thread())
        return rows_of(*given, **more)

    def noted_tagged(*given, **more):
        seen["tagging"].add(threading.current_thread())
        return tagged(*given, **more)

    monkeypatch.setattr(Tokenizer, "rows_of", noted_rows_of)
    monkeypatch.setattr(tw.Pipeline, "tagged", noted_tagged)
    tokens = list(tw.read(b"".join(pipeline.parse_text(TEXTS["paragraphs"].encode(), threads=2))))
    list(pipeline.parse_bytes(tokens, threads=2, keep="heads"))
    assert seen["tokenizing"] and seen["tagging"]
    assert threading.current_thread() not in seen["tokenizing"] | seen["tagging"]


@posix
@pytest.mark.parametrize("threads", ["1", "2"])
def test_a_text_that_comes_slowly_is_answered_as_it_comes(model, pipeline, threads):
    path = os.pathsep.join(filter(None, (str(PACKAGE.parent), os.environ.get("PYTHONPATH"))))
    command = [sys.executable, "-m", "treewright", "parse", "-q", str(model), "--threads", threads]
    whole = b"".join(pipeline.parse_text(f"{PARAGRAPH}\n\n".encode() * 4))
    given = f"{PARAGRAPH}\n\n".encode()
    size = whole.count(b"\n\n") // 4  # sentences of a paragraph
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path}
    ) as process:
        seen = b""
        for number in range(4):
            process.stdin.write(given)
            process.stdin.flush()
            while number and seen.count(b"\n\n") < number * size:  # all paragraphs but the last, which may go on
                seen += process.stdout.readline()
        process.stdin.close()
        assert seen + process.stdout.read() == whole and process.wait(60) == 0
