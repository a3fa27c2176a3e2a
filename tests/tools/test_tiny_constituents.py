"""The tiny treebank of constituency trees is what its grammar makes, small, and full of gaps."""

from pathlib import Path

import treewright as tw
from tools.make_tiny_constituents import FOLDER, SIZES, main

PACKAGED = Path(tw.__file__).parent / "data" / "tiny-trees"


def test_the_same_bytes_every_time(tmp_path):
    main(tmp_path)
    assert FOLDER.resolve() == PACKAGED.resolve()
    for name, size in SIZES.items():
        made = (tmp_path / f"{name}.export").read_bytes()
        assert made == (PACKAGED / f"{name}.export").read_bytes()
        trees = [sentence.tree for sentence in tw.read(tmp_path / f"{name}.export")]
        assert len(trees) == size and sum(tree.discontinuous for tree in trees) > size / 5
    assert sum(path.stat().st_size for path in PACKAGED.iterdir()) < 100_000
