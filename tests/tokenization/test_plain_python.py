"""The tokenizer as plain Python does what the compiled one does."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from treewright.storage import model_file

sys.path.insert(0, str(Path(__file__).parents[1] / "features"))
from pure_copy import pure_copy

TEXT = "\ufeff Ann\xa0sees Mr. Bob, isn't it. Emil CAN'T, 3.5 New\tYork unBob!\r\n\r\n" + "Dora | calls\\s 𐌾𐌰𐌷 a@b.c/d?\n" * 3
SCRIPT = """
import sys
from treewright import arrays
from treewright.storage import model_file
from treewright.tokenization import Tokenizer
assert not arrays.COMPILED
for path in sys.argv[1:]:
    tokenizer = Tokenizer.from_contents(*model_file.read(path))
    for block in tokenizer.tokenize_bytes(path + ".txt"):
        sys.stdout.buffer.write(block)
"""


@pytest.mark.skipif(bool(os.environ.get("TREEWRIGHT_PURE")), reason="TREEWRIGHT_PURE: nothing is meant to be compiled")
def test_the_same_bytes(tokenizer, spaced_tokenizer, tmp_path):
    expected, paths = b"", []
    for number, one in enumerate((tokenizer, spaced_tokenizer)):
        paths.append(tmp_path / f"{number}.tw")
        model_file.write(paths[-1], *one.contents())
        paths[-1].with_name(f"{number}.tw.txt").write_bytes(TEXT.encode())
        expected += b"".join(one.tokenize_bytes(TEXT.encode()))
    folder = pure_copy(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *map(str, paths)], cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout == expected
