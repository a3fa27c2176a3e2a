"""Parts of one's own on the command line: modules of the current folder, and models that need such parts again."""

import subprocess
import sys

import pytest
from small_treebank import Outcome, environment

QUICK = ("--epochs", "1", "--preset", "fast", "-q")
SYSTEM = """
from treewright.transitions.arc_hybrid import ArcHybrid
from treewright.oracles.arc_hybrid import ArcHybridOracle

class Mine(ArcHybrid):
    oracle = ArcHybridOracle

def last_letter(word):
    return word.form[-1]
"""


@pytest.fixture
def run(tmp_path):
    """Runs the command as its script does, whose folder is on the path in place of the current one."""
    code = "import sys; sys.path.remove(''); from treewright.command_line.main import main; sys.exit(main())"

    def run(*arguments):
        command = [sys.executable, "-c", code, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment(), timeout=300)
        return Outcome(done.returncode, done.stdout, done.stderr)

    return run


def test_modules_in_the_current_folder_are_found(run, treebank, tmp_path):
    (tmp_path / "my_parts.py").write_text(SYSTEM)
    assert run("train", treebank, "-o", "m.tw", "--system", "my_parts:Mine", *QUICK).err == ""
    refused = run("parse", "m.tw", treebank)
    assert refused.refused("the model uses your own system 'my_parts:Mine'", "parse --system my_parts:Mine")
    done = run("parse", "m.tw", treebank, "--system", "my_parts:Mine")
    assert done.code == 0 and done.out.count("\n\n") == 4, done.err
    assert run("info", "m.tw", "--verify").refused("--system my_parts:Mine")
    assert "all the same" in run("info", "m.tw", "--verify", "--system", "my_parts:Mine").out


def test_functions_too(run, treebank, tmp_path):
    (tmp_path / "my_parts.py").write_text(SYSTEM)
    (tmp_path / "mine.features").write_text("S0.f[last_letter]\nN0.w\n")
    functions = ("--features", "mine.features", "--features.functions", "my_parts:last_letter")
    assert run("train", treebank, "-o", "m.tw", *functions, *QUICK).err == ""
    assert run("parse", "m.tw", treebank).refused("f[last_letter]")
    assert run("parse", "m.tw", treebank, "--features.functions", "my_parts:last_letter").code == 0


def test_modules_that_cannot_be_used(run, treebank, tmp_path):
    (tmp_path / "broken.py").write_text("def x(:\n")
    (tmp_path / "raising.py").write_text("1 / 0\n")
    (tmp_path / "my_parts.py").write_text(SYSTEM)
    flags = ("train", treebank, "-o", "m.tw", *QUICK, "--system")
    assert run(*flags, "absent:X").refused("cannot import 'absent:X': No module named 'absent'")
    assert run(*flags, "my_parts.py:Mine").refused("did you mean 'my_parts:Mine'?")
    assert run(*flags, "broken:X").refused("cannot import 'broken:X': SyntaxError")
    assert run(*flags, "raising:X").refused("cannot import 'raising:X': ZeroDivisionError: division by zero")
    assert run(*flags, "my_parts:Other").refused("has no attribute 'Other'")
    assert run(*flags, "my_parts:last_letter").refused("is not a subclass of TransitionSystem")
    assert run("train", treebank, "-o", "m.tw", *QUICK).code == 0
    assert run("parse", "m.tw", treebank, "--system", "my_parts:Mine").refused("the model has arc-eager")
    assert run("parse", "m.tw", treebank, "--system", "mine").refused("--system: seen 'mine', expected module:Name")
