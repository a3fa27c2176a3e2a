"""A pre-trained transformer: contextual vectors of words, from every one of its layers.

PyTorch and the library transformers run it; the arrays that it is made of lie in the model file, so that parsing needs
neither the folder nor anything from elsewhere.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy
import torch
from torch.nn import functional

from treewright.errors import ModelError, TreewrightError, lack_of_memory
from treewright.networks.torch_session import threads_of
from treewright.networks.transformer.kept_states import KeptStates
from treewright.networks.transformer.piece_reader import MOST_PIECES, PieceReader
from treewright.networks.transformer.transformer_arrays import PARTS, config_of, tokenizer_of, weights_of
from treewright.networks.transformer.windows import windows_of
from treewright.storage.named_arrays import Arrays, identity
from treewright.treebank.sentence import Sentence

LONGEST = 512  # pieces of a window, if the transformer takes so many
SHORTEST = 16  # pieces that it must take
STEP = 8  # windows are padded to a multiple of it, and those that are then alike are run together
AT_ONCE = 1024  # pieces that are run together
LARGEST = 65504.0  # what 16 bits hold
_SHARED: weakref.WeakValueDictionary[Any, Transformer] = weakref.WeakValueDictionary()  # those in use, by their arrays


class Transformer:
    """Gives each word the mean of the vectors of its pieces, layer by layer; threads may share it."""

    def __init__(self, arrays: Arrays) -> None:
        self.arrays = dict(arrays)
        self.reader = PieceReader(tokenizer_of(arrays))
        self.module = made_module(config_of(arrays), weights_of(arrays))
        self.module.eval()
        self.module.requires_grad_(False)
        config = self.module.config
        with _running_the_library():
            rows, positions = self.module.get_input_embeddings().weight.shape[0], _positions(self.module)
        if self.reader.size > rows:
            raise ModelError(f"the tokenizer has {self.reader.size:,} pieces, expected those of a transformer of {rows:,}")
        padding = getattr(config, "pad_token_id", None)
        self.padding = padding if isinstance(padding, int) and 0 <= padding < rows else 0  # nobody looks at it
        around = len(self.reader.before) + len(self.reader.after)
        self.room = min(LONGEST, positions) // STEP * STEP - around  # pieces of words in a window
        if self.room < SHORTEST:
            raise ModelError(f"the transformer takes {self.room} pieces of words, expected {SHORTEST} or more")
        width = getattr(config, "hidden_size", None)
        if not isinstance(width, int):
            raise ModelError(f"transformer.config: seen {width!r:.40} as hidden_size, expected the size of vectors")
        self.width, self.layers = width, int(config.num_hidden_layers) + 1
        self._kept: Any = lambda: None

    @classmethod
    def shared(cls, arrays: Arrays) -> Transformer:
        """The one that is made of these very arrays, which nobody changes."""
        key = identity({name: arrays.get(name) for name in PARTS})
        return _SHARED.get(key) or _SHARED.setdefault(key, cls(arrays))

    def keep(self, kept: KeptStates) -> None:
        """Keep what is computed there, as long as somebody else holds on to it."""
        self._kept = weakref.ref(kept)

    # Vectors of words -----------------------------------------------------------------------------------------------

    def states(self, sentences: Sequence[Sentence]) -> Any:
        """float16[word, layer, width]; what a sentence gets does not depend on those beside it."""
        kept = self._kept()
        words = [forms(sentence) for sentence in sentences]
        texts = ["\n".join(own) for own in words]
        found = {text: kept.get(text) for text in texts} if kept is not None else {}
        missing = [at for at, text in enumerate(texts) if found.get(text) is None and words[at]]
        for at, states in zip(missing, self._run([words[at] for at in missing]), strict=True):
            found[texts[at]] = states
            if kept is not None:
                kept.put(texts[at], states)
        empty = numpy.empty((0, self.layers, self.width), numpy.float16)
        return numpy.concatenate([empty, *(found[text] for text in texts if text)])

    def _run(self, sentences: list[list[str]]) -> list[Any]:
        """The states of each sentence."""
        rows, places = self._windows(sentences)
        groups: dict[int, list[int]] = {}
        for number, row in enumerate(rows):
            groups.setdefault(-(-len(row) // STEP) * STEP, []).append(number)
        found: list[Any] = [numpy.empty((len(own), self.layers, self.width), numpy.float16) for own in sentences]
        with threads_of(1), torch.inference_mode():
            for length, numbers in sorted(groups.items()):
                count = max(1, AT_ONCE // length)
                for start in range(0, len(numbers), count):
                    some = numbers[start : start + count]
                    vectors = self.vectors([rows[n] for n in some], [places[n][2] for n in some], length)
                    vectors = vectors.clamp(-LARGEST, LARGEST).half().numpy()
                    at = 0
                    for number in some:
                        sentence, word, own = places[number]
                        found[sentence][word : word + len(own)] = vectors[at : at + len(own)]
                        at += len(own)
        return found

    def tuned_states(self, sentences: Sequence[Sentence]) -> Any:
        """float32[word, layer, width] of all sentences at once, with gradients."""
        rows, places = self._windows([forms(sentence) for sentence in sentences])
        return self.vectors(rows, [own for _, _, own in places], max(map(len, rows)))

    def _windows(self, sentences: Sequence[Sequence[str]]) -> tuple[list[list[int]], list[tuple[int, int, list[Any]]]]:
        """The numbers of pieces of each window, and whose vectors it has: a sentence, its first word there, and places."""
        rows, places = [], []
        before, after = self.reader.before, self.reader.after
        for number, words in enumerate(sentences):
            pieces = self.reader.pieces(words, min(MOST_PIECES, self.room // 4))
            for first, end, own, own_end in windows_of([len(word) for word in pieces], self.room):
                row, spans = list(before), []
                for at in range(first, end):
                    if own <= at < own_end:
                        spans.append((len(row), len(row) + len(pieces[at])))
                    row += pieces[at]
                rows.append(row + after)
                places.append((number, own, spans))
        return rows, places

    def vectors(self, rows: Sequence[list[int]], spans: Sequence[list[tuple[int, int]]], length: int) -> Any:
        """The vectors of words, at places in rows of pieces, which are padded to a length: word x layer x width."""
        numbers = torch.full((len(rows), length), self.padding)
        mask = torch.zeros((len(rows), length), dtype=torch.int64)
        index: list[int] = []
        starts: list[int] = []
        for at, (row, own) in enumerate(zip(rows, spans, strict=True)):
            numbers[at, : len(row)] = torch.tensor(row)
            mask[at, : len(row)] = 1
            for start, end in own:
                starts.append(len(index))
                index.extend(range(at * length + start, at * length + end))
        with _running_the_library():
            hidden = self.module(input_ids=numbers, attention_mask=mask, output_hidden_states=True).hidden_states
            whole = torch.stack(hidden, 2).float().reshape(len(rows) * length, self.layers * self.width)
        found = functional.embedding_bag(torch.tensor(index), whole, torch.tensor(starts), mode="mean")
        return found.reshape(len(starts), self.layers, self.width)


def forms(sentence: Sentence) -> list[str]:
    """The words of a sentence."""
    return [word.form for word in sentence]


@contextmanager
def _running_the_library() -> Iterator[None]:
    """Whatever a forged configuration makes of the library's code becomes one sentence."""
    try:
        yield
    except TreewrightError:
        raise
    except Exception as error:
        if lack := lack_of_memory(error):
            raise lack from None
        why = " ".join(str(error).split())[:150]
        raise ModelError(f"transformer.config: {why}, expected that of a transformer that the library knows") from None


def made_module(config: dict[str, Any], weights: Arrays) -> Any:
    """The network of a configuration, one that the library itself knows, with these weights."""
    with _running_the_library(), torch.random.fork_rng(devices=[]):
        with torch.device("meta"):  # without memory, until it is known that all fits
            planned = _network(config, len(weights))
        expected = {name: tuple(array.shape) for name, array in planned.state_dict().items()}
        seen = {name: tuple(array.shape) for name, array in weights.items()}
        wrong = sorted(name for name in {*expected, *seen} if expected.get(name) != seen.get(name))
        if wrong:
            name = wrong[0]
            raise ModelError(f"transformer.{name}: seen {seen.get(name, 'nothing')}, expected {expected.get(name, 'nothing')}")
        made = _network(config, len(weights))
        made.load_state_dict({name: torch.from_numpy(numpy.array(array)) for name, array in weights.items()})
        return made.float()


def _network(config: dict[str, Any], most: int) -> Any:
    """A network with random weights, and at most so many layers; what it makes of whole sentences is not needed."""
    from transformers import AutoConfig, AutoModel

    said = AutoConfig.for_model(**config)
    if not isinstance(getattr(said, "vocab_size", None), int) or any("backbone" in name for name in said.to_dict()):
        raise ModelError(f"transformer.config: seen a {said.model_type}, expected a transformer that reads text")
    layers = getattr(said, "num_hidden_layers", None)
    if not isinstance(layers, int) or not 0 < layers <= most:
        raise ModelError(f"transformer.config: seen {layers!r:.40} layers, expected as many as there are weights of")
    try:
        module = AutoModel.from_config(said, attn_implementation="sdpa", trust_remote_code=False)
    except ValueError:  # some have one way only
        module = AutoModel.from_config(said, attn_implementation="eager", trust_remote_code=False)
    if getattr(module, "pooler", None) is not None:
        module.pooler = None
    return module


def _positions(module: Any) -> int:
    """How many pieces a transformer can number."""
    most = getattr(module.config, "max_position_embeddings", None)
    for name, own in module.named_modules():
        if name.endswith("position_embeddings") and getattr(own, "padding_idx", None) is not None:
            return int(own.weight.shape[0]) - int(own.padding_idx) - 1  # numbers begin after that of the padding
    return int(most) if isinstance(most, int) and most > 0 else LONGEST
