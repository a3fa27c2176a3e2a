"""The files of a folder with a transformer, looked at before any library reads them: each mistake is one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from treewright.errors import SettingsError

WHERE = "network.transformer"
CONFIG, WEIGHTS, TOKENIZER = "config.json", "model.safetensors", "tokenizer.json"
EXPECTED = f"a folder with {CONFIG}, {WEIGHTS} and {TOKENIZER}"
PICKLES = ("*.bin", "*.pt", "*.pth", "*.ckpt")
VOCABULARIES = ("vocab.txt", "vocab.json", "spiece.model", "sentencepiece.bpe.model", "tokenizer.model")
LONGEST = 1 << 27  # bytes of the header of a file of weights
AGAIN = "copy or download it again"


def refused(folder: str, what: str) -> SettingsError:
    """The error that names the setting and the folder."""
    return SettingsError(f"{WHERE} = {folder}: {what}")


def check_files(folder: str) -> dict[str, Any]:
    """Refuses a folder in which a file is missing, no JSON or cut short; what config.json says."""
    path = Path(folder)
    if not path.is_dir():
        raise refused(folder, f"seen {'a file' if path.exists() else 'nothing'}, expected {EXPECTED}")
    if not (path / CONFIG).is_file():
        raise refused(folder, f"seen no {CONFIG}, expected {EXPECTED}")
    if not any(path.glob("*.safetensors")):
        pickles = sorted(name.name for pattern in PICKLES for name in path.glob(pattern))
        seen = f"{pickles[0]}, a pickle, which is never loaded because that could run code" if pickles else "no weights"
        raise refused(folder, f"seen {seen}; expected weights as {WEIGHTS}")
    if not any((path / name).is_file() for name in (TOKENIZER, *VOCABULARIES)):  # the library makes one up
        raise refused(folder, f"seen no tokenizer, expected {TOKENIZER} in the folder")
    for weights in sorted(path.glob("model*.safetensors")):
        _check_weights(folder, weights)
    return _config(folder, path / CONFIG)


def _config(folder: str, path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise refused(folder, f"{CONFIG} cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise refused(folder, f"{CONFIG}: seen no JSON object, expected the configuration of a transformer")
    if not isinstance(found.get("model_type"), str):
        raise refused(folder, f"{CONFIG}: seen no model_type, expected the kind of transformer, such as bert")
    return found


def _check_weights(folder: str, path: Path) -> None:
    """Refuses weights that are cut short: the file begins with the size of its header, which says where each array ends."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            text = file.read(length) if length <= min(LONGEST, size) else b""
    except OSError as error:
        raise refused(folder, f"{path.name} cannot be read: {error.strerror or error}") from None
    try:
        said = json.loads(text)
        end = 8 + length + max((own["data_offsets"][1] for name, own in said.items() if name != "__metadata__"), default=0)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise refused(folder, f"{path.name}: seen {size:,} bytes that are no weights or are cut short; {AGAIN}") from None
    if size != end:
        raise refused(folder, f"{path.name}: seen {size:,} bytes, expected {end:,}; {AGAIN}")
