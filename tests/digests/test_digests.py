"""Changes that are meant to change no result change none: models and parses have the digests they always had.

A change that is meant to change trees (other features, another update) writes them again, and its commit says why:

    python tests/digests/test_digests.py
"""

import hashlib
import inspect
import json
import sys
import tempfile
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from ways import WAYS

COMMITTED = Path(__file__).with_name("digests.json")


def digests(way, folder):
    """The first figures of the SHA-256 of everything that a way makes."""
    found = WAYS[way](folder) if inspect.signature(WAYS[way]).parameters.keys() == {"folder"} else WAYS[way]()
    return {name: hashlib.sha256(made).hexdigest()[:16] for name, made in found.items()}


@pytest.mark.parametrize("way", WAYS)
def test_models_and_parses_are_what_they_were(way, tmp_path):
    assert digests(way, tmp_path) == json.loads(COMMITTED.read_text("utf-8"))[way]


def test_every_digest_has_its_way():
    assert set(json.loads(COMMITTED.read_text("utf-8"))) == set(WAYS)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        made = {way: digests(way, Path(folder)) for way in WAYS}
    COMMITTED.write_text(json.dumps(made, indent=1) + "\n", "utf-8")
