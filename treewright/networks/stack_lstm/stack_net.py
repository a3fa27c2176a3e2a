"""A stack-LSTM while it learns, in PyTorch: all configurations of a batch at once.

A scorer has found out how each vector and each state was made. Vectors of heads with dependents are made level by level, as
trees grow; states in the order of their distance from the empty one, so that each comes after one of the level before it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy
import torch
from torch import nn
from torch.nn import functional

from treewright.networks.encoders.torch_encoder import TorchEncoder
from treewright.networks.stack_lstm.stack_weights import MOST_KINDS, NAMES, TOPS
from treewright.networks.transition_based.transition_net import ACTIVATED

FIRST, SECOND, THIRD, LEVEL, CELL = range(5)  # of what a scorer recorded, see stack_states.pxd


class StackNet(nn.Module):
    """Encoder, three LSTMs, composition and head."""

    def __init__(
        self, encoder: TorchEncoder, classes: int, labels: int, *, width: int, hidden: int, label: int, activation: int
    ) -> None:
        """`labels` are counted with the one for none; `width` is the size of vectors and of states, `label` that of labels."""
        super().__init__()
        self.encoder, self.width, self.hidden, self.activation = encoder, width, hidden, activation
        self.root = nn.Parameter(torch.randn(encoder.width) / math.sqrt(encoder.width))
        self.token = nn.Linear(encoder.width, width)
        self.own = nn.ParameterDict()
        for name in ("stack", "buffer", "history"):
            inputs = label if name == "history" else width
            self.own[f"{name}_in"] = nn.Parameter(_uniform(4 * width, inputs))
            gates = [nn.init.orthogonal_(torch.empty(width, width)) for _ in range(4)]
            self.own[f"{name}_on"] = nn.Parameter(torch.cat(gates))
            self.own[f"{name}_bias"] = nn.Parameter(torch.zeros(4 * width))
            self.own[f"{name}_bias"].data[width : 2 * width] = 1.0  # the gates that forget are open at first
        self.own["kinds"] = nn.Parameter(torch.randn(MOST_KINDS, label) / math.sqrt(label))
        self.own["labels"] = nn.Parameter(torch.randn(labels, label) / math.sqrt(label))
        self.own["arcs"] = nn.Parameter(torch.randn(2 * labels, label) / math.sqrt(label))
        self.own["head"], self.own["dependent"] = (nn.Parameter(_uniform(width, width)) for _ in range(2))
        self.own["arc"], self.own["arc_bias"] = nn.Parameter(_uniform(width, label)), nn.Parameter(torch.zeros(width))
        self.own["tops"] = nn.Parameter(torch.randn(TOPS, hidden, width) * math.sqrt(2.0 / ((TOPS - 1) * width)))
        self.own["bias"] = nn.Parameter(torch.zeros(hidden))
        self.output = nn.Linear(hidden, classes)
        nn.init.xavier_uniform_(self.output.weight)
        nn.init.zeros_(self.output.bias)

    def tokens(self, encoded: Any) -> Any:
        """The vectors of all words, and that of ROOT."""
        return torch.relu(self.token(torch.cat([encoded, self.root[None]])))

    def weights(self) -> dict[str, Any]:
        """What `StackWeights` takes, by name."""
        return multiplied_out({**self.own, "output": self.output.weight, "output_bias": self.output.bias})

    def scores(self, own: Mapping[str, Any], tokens: Any, made: Any, chain: Any, places: Any, keep: Any) -> Any:
        """The scores of all classes in configurations that are shown by the states at these places."""
        vectors, at = self._composed(own, tokens, made)
        total = own["bias"]
        states = {}
        for cell, name in enumerate(("stack", "buffer", "history")):
            rows = numpy.flatnonzero(chain[:, CELL] == cell)
            rows = rows[rows > 0]
            rows = rows[numpy.argsort(chain[rows, LEVEL], kind="stable")]
            states[name] = rows, self._states(own, name, chain, rows, vectors, at)
        for top, name in enumerate(("stack", "buffer", "stack", "history")):
            rows, found = states[name]
            if len(rows) and places[:, top].any():
                position = numpy.zeros(len(chain), numpy.int64)
                position[rows] = numpy.arange(1, len(rows) + 1)
                total = total + found.index_select(0, torch.from_numpy(position[places[:, top]])) @ own["tops"][top].T
        return functional.linear(ACTIVATED[self.activation](total) * keep, own["output"], own["output_bias"])

    def _composed(self, own: Mapping[str, Any], tokens: Any, made: Any) -> tuple[Any, Any]:
        """All vectors, and the place of each among them."""
        count = len(tokens)
        order = numpy.argsort(made[:, LEVEL], kind="stable")
        at = numpy.arange(count + len(made))
        at[count + order] = numpy.arange(count, count + len(made))
        vectors = tokens
        for level in range(1, int(made[:, LEVEL].max(initial=0)) + 1):
            some = made[order[made[order, LEVEL] == level]]
            head, dependent = (vectors.index_select(0, torch.from_numpy(at[some[:, part]])) for part in (FIRST, SECOND))
            arc = own["relation"].index_select(0, torch.from_numpy(some[:, THIRD]))
            vectors = torch.cat([vectors, torch.tanh(head @ own["head"].T + dependent @ own["dependent"].T + arc)])
        return vectors, at

    def _states(self, own: Mapping[str, Any], name: str, chain: Any, rows: Any, vectors: Any, at: Any) -> Any:
        """The states of one cell, sorted by level, after the empty one."""
        some = chain[rows]
        if name == "history":
            kinds, labels = (torch.from_numpy(some[:, part]) for part in (FIRST, THIRD))
            gates = own["by_kind"].index_select(0, kinds) + own["by_label"].index_select(0, labels)
        else:
            read = vectors.index_select(0, torch.from_numpy(at[some[:, FIRST]]))
            gates = torch.addmm(own[f"{name}_bias"], read, own[f"{name}_in"].T)
        sizes = numpy.bincount(some[:, LEVEL])[1:]
        position = numpy.zeros(len(chain), numpy.int64)  # within its level
        position[rows] = numpy.arange(len(rows)) - numpy.repeat(numpy.cumsum(sizes) - sizes, sizes)
        before = torch.split(torch.from_numpy(position[some[:, SECOND]]), sizes.tolist())
        recurrent = own[f"{name}_on"].T
        found = [torch.zeros(1, self.width, dtype=gates.dtype)]
        h: Any = None
        c: Any = None
        for own_gates, parents in zip(torch.split(gates, sizes.tolist()), before, strict=True):
            if h is not None:
                own_gates = torch.addmm(own_gates, h.index_select(0, parents), recurrent)
            i, f, g, o = own_gates.chunk(4, 1)
            new = torch.sigmoid(i) * torch.tanh(g)
            c = new if h is None else torch.sigmoid(f) * c.index_select(0, parents) + new
            h = torch.sigmoid(o) * torch.tanh(c)
            found.append(h)
        return torch.cat(found)


def multiplied_out(own: Mapping[str, Any]) -> dict[str, Any]:
    """The weights as `StackWeights` takes them: vectors of transitions and arcs are multiplied with what reads them."""
    found = {name: own[name] for name in NAMES if name in own}
    found["by_kind"] = own["kinds"] @ own["history_in"].T + own["history_bias"]
    found["by_label"] = own["labels"] @ own["history_in"].T
    found["relation"] = own["arcs"] @ own["arc"].T + own["arc_bias"]
    return found


def _uniform(rows: int, columns: int) -> Any:
    return nn.init.xavier_uniform_(torch.empty(rows, columns))
