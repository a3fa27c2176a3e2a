"""Streams that are closed or full: messages are dropped, work is not, and lost output is an error."""

import os
import subprocess
import sys

import pytest
from small_treebank import environment

pytestmark = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
SMALL = ("--epochs", "1", "--preset", "fast")


@pytest.fixture
def shell(tmp_path):
    """Runs the command with redirections, as a shell does them."""

    def shell(line):
        command = f"{sys.executable} -m treewright {line}"
        done = subprocess.run(["sh", "-c", command], cwd=tmp_path, env=environment(), capture_output=True, timeout=300)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    return shell


@pytest.mark.parametrize("streams", ["2>&-", "2>/dev/full", ">&-", "<&-", "<&- >&- 2>&-"])
def test_a_model_is_written_whatever_the_streams_are(shell, treebank, streams, tmp_path):
    code, _, _ = shell(f"train good.conllu -o model.tw {' '.join(SMALL)} {streams}")
    assert code == 0 and (tmp_path / "model.tw").stat().st_size > 1000
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.conllu", "model.tw"]


@pytest.mark.parametrize("streams", ["2>&-", "2>/dev/full"])
def test_results_and_codes_do_not_depend_on_messages(shell, treebank, streams):
    assert shell(f"convert good.conllu --to conllu {streams}")[:2] == shell("convert good.conllu --to conllu")[:2]
    assert shell(f"convert missing.conllu --to conllu {streams}")[0] == 2
    assert shell(f"convert --no-such-flag {streams}")[0] == 2


@pytest.mark.parametrize("streams", [">&-", ">/dev/full"])
@pytest.mark.parametrize(
    "line", ["--help", "parse --help", "--version", "check good.conllu", "convert good.conllu --to json", "parts"]
)
def test_output_that_cannot_be_written_is_an_error(shell, treebank, line, streams):
    code, _, told = shell(f"{line} {streams}")
    assert code == 2 and told.startswith("treewright: error: (stdout): ") and told.count("\n") == 1


def test_closed_stdin_is_an_empty_input(shell, treebank):
    assert shell("convert --to conllu <&-") == shell("convert --to conllu </dev/null")
    assert shell("check <&-") == shell("check </dev/null")
    assert shell("parse <&-")[0] == shell("parse </dev/null")[0]


def test_a_full_disk_names_the_file(shell, treebank):
    train = f"train good.conllu -o m.tw --log /dev/full {' '.join(SMALL)}"
    for line in ("convert good.conllu --to conllu -o /dev/full", train):
        code, _, told = shell(line)
        assert code == 2 and "/dev/full: No space left on device" in told.splitlines()[-1]
