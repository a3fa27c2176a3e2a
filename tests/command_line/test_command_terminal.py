"""What somebody at a terminal sees: what is waited for, and a bar; in a pipe there is neither."""

import os
import pty
import select
import subprocess
import sys

from small_treebank import SENTENCES, conllu, environment

TOLD = "reading from the terminal, end with Ctrl-D"


AT_ONCE = "import sys; from treewright.command_line import main, progress; progress.DELAY = 0.0; sys.exit(main.main())"


def at_terminal(folder, *arguments, typed=b"", read_output=False, program=("-m", "treewright")):
    """What a command writes to a terminal that it also reads from."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, *program, *map(str, arguments)], cwd=folder, env={**environment(), "TERM": "xterm"},
        stdin=theirs, stdout=theirs if read_output else subprocess.DEVNULL, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    if typed:
        os.write(ours, typed)
    seen = b""
    while process.poll() is None or select.select([ours], [], [], 0)[0]:
        if select.select([ours], [], [], 0.1)[0]:
            try:
                seen += os.read(ours, 1 << 16)
            except OSError:  # it is closed
                break
    os.close(ours)
    return process.wait(60), seen.decode()


def test_reading_from_the_terminal_is_told(tmp_path, run):
    code, seen = at_terminal(tmp_path, "parse", typed=b"A dog barks.\n\n\x04", read_output=True)
    assert code == 0 and seen.count(TOLD) == 1 and "\u2500" in seen, "a tree for somebody who looks"
    for verb in (("check", "-"), ("convert", "--to", "json"), ("evaluate", "-", "x"), ("train", "-", "-o", "m.tw")):
        code, seen = at_terminal(tmp_path, *verb, typed=conllu(SENTENCES[:1]).encode() + b"\x04")
        assert seen.count(TOLD) == 1, verb
    assert TOLD not in at_terminal(tmp_path, "parse", "-q", typed=b"A dog.\n\x04")[1]
    assert TOLD not in run("parse", stdin=b"A dog barks.\n").err


def test_training_shows_a_bar_at_a_terminal_only(tmp_path, treebank, run):
    flags = ("train", treebank, "-o", "m.tw", "--epochs", "3", "--preset", "fast")
    code, seen = at_terminal(tmp_path, *flags)
    assert code == 0 and "%" in seen and "\u2501" in seen
    assert "%" not in run(*flags).err
    assert "%" not in at_terminal(tmp_path, *flags, "-q")[1]


def test_parsing_shows_a_bar_if_it_takes_long(tmp_path, treebank, run):
    assert run("train", treebank, "-o", "m.tw", "--epochs", "1", "--preset", "fast", "-q").code == 0
    (tmp_path / "long.conllu").write_text(conllu(SENTENCES) * 2_000)
    flags = ("parse", "m.tw", "long.conllu", "-o", "out.conllu")
    code, seen = at_terminal(tmp_path, *flags, program=("-c", AT_ONCE))
    assert code == 0 and "%" in seen and " sentences " in seen
    assert "%" not in at_terminal(tmp_path, *flags, "-q", program=("-c", AT_ONCE))[1]
    assert "%" not in at_terminal(tmp_path, "parse", "m.tw", treebank, "-o", "short.conllu")[1], "it is over at once"
