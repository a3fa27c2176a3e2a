"""A folder with a pre-trained transformer, as Hugging Face's libraries write it; nothing is ever downloaded or executed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from treewright.errors import SettingsError
from treewright.networks.extra import transformers_or_refuse
from treewright.networks.transformer.transformer_arrays import packed
from treewright.storage.named_arrays import Arrays

WHERE = "network.transformer"
EXPECTED = "a folder with config.json, model.safetensors and tokenizer.json"
PICKLES = ("*.bin", "*.pt", "*.pth", "*.ckpt")
VOCABULARIES = ("vocab.txt", "vocab.json", "spiece.model", "sentencepiece.bpe.model", "tokenizer.model")
LEFT_OUT = ("auto_map", "quantization_config", "dtype", "torch_dtype", "transformers_version", "architectures")


def check_folder(folder: str) -> None:
    """Refuses, in a sentence, what is no folder with a transformer that can be read safely; it reads nothing yet."""
    path = Path(folder)
    if not path.is_dir():
        raise SettingsError(f"{WHERE} = {folder}: seen {'a file' if path.exists() else 'nothing'}, expected {EXPECTED}")
    if not (path / "config.json").is_file():
        raise SettingsError(f"{WHERE} = {folder}: seen no config.json, expected {EXPECTED}")
    if not any(path.glob("*.safetensors")):
        pickles = sorted(name.name for pattern in PICKLES for name in path.glob(pattern))
        seen = f"{pickles[0]}, a pickle, which is never loaded because that could run code" if pickles else "no weights"
        raise SettingsError(f"{WHERE} = {folder}: seen {seen}; expected weights as model.safetensors")
    transformers_or_refuse()


def read_folder(folder: str) -> Arrays:
    """The transformer of a folder as arrays for a model file."""
    check_folder(folder)
    import torch
    from transformers import AutoModel

    with _reading(folder), _silent(), torch.random.fork_rng(devices=[]):
        module, said = AutoModel.from_pretrained(
            folder, local_files_only=True, use_safetensors=True, trust_remote_code=False, output_loading_info=True,
            attn_implementation="eager",
        )  # fmt: skip
    missing = sorted(name for name in said["missing_keys"] if not name.startswith("pooler."))
    if missing:
        raise SettingsError(f"{WHERE} = {folder}: seen no weights {missing[0]}, expected all of a {type(module).__name__}")
    if getattr(module, "pooler", None) is not None:
        module.pooler = None
    config = {
        name: value for name, value in module.config.to_dict().items() if name not in LEFT_OUT and not name.startswith("_")
    }
    tokenizer = _tokenizer(folder)
    weights = {name: weights.detach().float().numpy() for name, weights in module.state_dict().items()}
    with _reading(folder):
        arrays = packed(config, tokenizer, weights)
        _try(arrays, torch)
    return arrays


def digest_of(arrays: Arrays) -> Any:
    """A number of 32 bytes for a transformer, to tell it from another one."""
    import numpy

    found = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        found.update(f"{name} {array.shape}".encode() + array.tobytes())
    return numpy.frombuffer(found.digest(), numpy.uint8).copy()


def _tokenizer(folder: str) -> str:
    """The text of tokenizer.json, made from other files if it is not there."""
    path = Path(folder) / "tokenizer.json"
    if not any((path.parent / name).is_file() for name in ("tokenizer.json", *VOCABULARIES)):  # the library makes one up
        raise SettingsError(f"{WHERE} = {folder}: seen no tokenizer, expected tokenizer.json in the folder")
    if path.is_file():
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise SettingsError(f"{WHERE} = {folder}: tokenizer.json cannot be read: {error}") from None
    from transformers import AutoTokenizer

    try:
        with _silent():
            made = AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        return str(made.backend_tokenizer.to_str())
    except Exception as error:  # the library raises what it likes
        why = " ".join(str(error).split())[:150]
        seen = f"seen no tokenizer that can be read ({why})"
        raise SettingsError(f"{WHERE} = {folder}: {seen}, expected tokenizer.json") from None


def _try(arrays: Arrays, torch: Any) -> None:
    """Run it once with as many pieces as it says it takes."""
    from treewright.networks.transformer.transformer import Transformer

    made = Transformer.shared(arrays)
    row = [*made.reader.before, *[made.reader.nothing] * made.room, *made.reader.after]
    with torch.inference_mode():
        found = made.vectors([row], [[(0, 1)]], len(row))
    if found.shape != (1, made.layers, made.width) or not bool(torch.isfinite(found).all()):
        raise ValueError(f"it gives vectors {list(found.shape)}, not the finite ones [1, {made.layers}, {made.width}]")


@contextmanager
def _reading(folder: str) -> Iterator[None]:
    """Whatever goes wrong becomes one sentence."""
    try:
        yield
    except Exception as error:  # the library raises what it likes
        why = " ".join(str(error).split()) or type(error).__name__
        raise SettingsError(f"{WHERE} = {folder}: seen no transformer that can be used ({why[:200]})") from None


@contextmanager
def _silent() -> Iterator[None]:
    """Without the library's bars and warnings."""
    from transformers.utils import logging

    level, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity(logging.CRITICAL)
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if bars:
            logging.enable_progress_bar()
