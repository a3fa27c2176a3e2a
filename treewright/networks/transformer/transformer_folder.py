"""A folder with a pre-trained transformer, as Hugging Face's libraries write it; nothing is ever downloaded or executed."""

from __future__ import annotations

import hashlib
import textwrap
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from treewright.errors import TreewrightError, lack_of_memory
from treewright.networks.extra import transformers_or_refuse
from treewright.networks.transformer.folder_files import CONFIG, TOKENIZER, WEIGHTS, check_files, refused
from treewright.networks.transformer.piece_reader import PieceReader
from treewright.networks.transformer.transformer_arrays import packed
from treewright.storage.named_arrays import Arrays

LEAST_SPELT = 0.75  # of the words; below that it hardly knows the language

def check_folder(folder: str) -> Mapping[str, Any]:
    """Refuses, in a sentence, what is no folder with a transformer that can be read safely; what its configuration says."""
    config = check_files(folder)
    transformers_or_refuse()
    _check_kind(folder, config)
    return config


def coverage(folder: str, words: Collection[str]) -> str:
    """A sentence that says how many of some words the transformer can read."""
    text = _tokenizer(folder)
    with _reading(folder, {}):
        reader = PieceReader(text)
    there = sum(map(reader.spells, words))
    told = f"network.transformer: its pieces can spell {there:,} of {len(words):,} different training words"
    return told if there >= LEAST_SPELT * len(words) else f"warning: {told}; the others look alike to it"


def read_folder(folder: str) -> Arrays:
    """The transformer of a folder as arrays for a model file."""
    said = check_folder(folder)
    import torch
    from transformers import AutoModel

    with _reading(folder, said), _silent(), torch.random.fork_rng(devices=[]):
        module, report = AutoModel.from_pretrained(
            folder, local_files_only=True, use_safetensors=True, trust_remote_code=False, output_loading_info=True,
            ignore_mismatched_sizes=True, attn_implementation="eager",
        )  # fmt: skip
    _check_report(folder, type(module).__name__, said, report)
    if getattr(module.config, "is_encoder_decoder", False):
        raise refused(folder, f"{CONFIG}: seen a {said['model_type']}, an encoder with a decoder; expected an encoder alone")
    if getattr(module, "pooler", None) is not None:
        module.pooler = None
    tokenizer = _tokenizer(folder)
    weights = {name: weights.detach().float().numpy() for name, weights in module.state_dict().items()}
    with _reading(folder, said):
        arrays = packed(module.config.to_dict(), tokenizer, weights)
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
    path = Path(folder) / TOKENIZER
    if path.is_file():
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise refused(folder, f"{TOKENIZER} cannot be read: {error}") from None
    from transformers import AutoTokenizer

    try:
        with _silent():
            made = AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        return str(made.backend_tokenizer.to_str())
    except Exception as error:  # the library raises what it likes
        raise refused(folder, f"seen no tokenizer that can be read ({_in_short(error)}), expected {TOKENIZER}") from None


def _try(arrays: Arrays, torch: Any) -> None:
    """Run it with as many pieces as it says it takes, and with few that are padded."""
    from treewright.networks.transformer.transformer import STEP, Transformer

    made = Transformer.shared(arrays)
    for pieces, padding in ((made.room, 0), (1, STEP)):
        row = [*made.reader.before, *[made.reader.nothing] * pieces, *made.reader.after]
        with torch.inference_mode():
            found = made.vectors([row], [[(0, 1)]], len(row) + padding)
        if found.shape != (1, made.layers, made.width) or not bool(torch.isfinite(found).all()):
            raise ValueError(f"it gives vectors {list(found.shape)}, not the finite ones [1, {made.layers}, {made.width}]")


def _check_kind(folder: str, config: Mapping[str, Any]) -> None:
    """Refuses a kind of transformer that the library has no code for."""
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING_NAMES

    kind = config["model_type"]
    if kind not in CONFIG_MAPPING_NAMES:
        own = " with code of its own (auto_map), which is never run" if "auto_map" in config else ""
        expected = "expected one that the installed library transformers knows"
        raise refused(folder, f"{CONFIG}: seen model_type = {kind}{own}; {expected}")


def _check_report(folder: str, name: str, config: Mapping[str, Any], report: Mapping[str, Any]) -> None:
    """Refuses weights of other sizes than the configuration says, and missing ones."""
    for own, seen, expected in sorted(report["mismatched_keys"])[:1]:
        sizes = f"seen {list(seen)} numbers in {own}, expected {list(expected)}, as {CONFIG} says"
        raise refused(folder, f"{WEIGHTS}: {sizes}")
    missing = sorted(own for own in report["missing_keys"] if not own.startswith("pooler."))
    if missing:
        kind = config["model_type"]
        why = f" ({CONFIG} says {kind}, which is a decoder and no encoder)" if _is_decoder(kind) else ""
        raise refused(folder, f"{WEIGHTS}: seen no weights {missing[0]}, expected all of a {name}{why}")


def _is_decoder(kind: str) -> bool:
    """Whether a kind of transformer continues texts and does nothing else."""
    from transformers.models.auto import modeling_auto as known

    return kind in known.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES and kind not in known.MODEL_FOR_MASKED_LM_MAPPING_NAMES


@contextmanager
def _reading(folder: str, config: Mapping[str, Any]) -> Iterator[None]:
    """Whatever goes wrong becomes one sentence."""
    try:
        yield
    except TreewrightError as error:
        raise refused(folder, str(error)) from None
    except Exception as error:  # the library raises what it likes
        if lack := lack_of_memory(error):
            raise lack from None
        unknown = error.args[0] if isinstance(error, KeyError) and error.args else None  # an activation, say
        for name, value in config.items() if isinstance(unknown, str) else ():
            if value == unknown:
                raise refused(folder, f"{CONFIG}: seen {name} = {value}, expected one that the library knows") from None
        raise refused(folder, f"seen no transformer that can be used ({_in_short(error)})") from None


def _in_short(error: Exception) -> str:
    """What an error of the library says, in one line that ends with a word."""
    return textwrap.shorten(str(error), 200, placeholder=" ...") or type(error).__name__


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
