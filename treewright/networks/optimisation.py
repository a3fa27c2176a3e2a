"""Adam with warm-up, a rate that falls to 0, clipped gradients and a moving average of all weights."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
import torch
from torch import nn
from torch.optim.adam import adam

from treewright.errors import ModelError, NotFinite
from treewright.storage.named_arrays import Arrays

WARM_UP = 0.05  # of all steps
CLIP = 5.0
BETA = 0.9  # of either moment
TUNED = ".tuned."  # in the names of the weights of a transformer that learns
TUNED_SHARE = 0.02  # of the rate of the others is that of the transformer
START = 10  # steps after which the moving average is one of so many


@dataclass(frozen=True)
class Weights:
    """Some weights, their moving average, and what Adam knows of them."""

    own: Any
    mean: Any
    first: Any
    second: Any
    steps: Any  # as a tensor
    share: float  # of the rate

    @classmethod
    def of(cls, name: str, own: Any) -> Weights:
        """Those of a module, before the first step."""
        first, second = (torch.zeros(own.shape if own.requires_grad else 0) for _ in range(2))
        return cls(own, own.detach().clone(), first, second, torch.zeros(()), TUNED_SHARE if TUNED in name else 1.0)


class Optimisation:
    """What changes the weights of a module."""

    def __init__(self, module: Any, *, rate: float, average: float) -> None:
        self.module, self.rate, self.average = module, rate, average
        self.weights = {name: Weights.of(name, own) for name, own in module.named_parameters()}
        self.steps, self.of = 0, 1.0

    def plan(self, epoch: int, epochs: int, guess: float) -> None:
        """Say which of all epochs begins; `guess` is how many steps one has, of use until the first is over."""
        done = epoch - 1
        self.of = max(1.0, epochs * (self.steps / done if done and self.steps else guess))

    def descend(self, outputs: Sequence[Any], gradients: Sequence[Any] | None = None) -> None:
        """One step down from outputs, losses or others with their gradients."""
        self.steps += 1
        self.module.zero_grad(set_to_none=True)
        torch.autograd.backward(list(outputs), None if gradients is None else list(gradients))
        norm = float(nn.utils.clip_grad_norm_(self.module.parameters(), CLIP))
        if not math.isfinite(norm):
            expected = "a finite one; a lower network.rate may help"
            raise NotFinite(f"network: seen a gradient of {norm} in step {self.steps}, expected {expected}")
        for share in (1.0, TUNED_SHARE):
            some = [one for one in self.weights.values() if one.share == share and one.own.grad is not None]
            if some:
                self._adam(some, share)
        self._follow()

    def _adam(self, some: Sequence[Weights], share: float) -> None:
        """Adam's step; weights that had no part in the outputs stay.

        The function is what torch.optim.Adam calls, which would first import PyTorch's compiler: seconds.
        """
        with torch.no_grad():
            adam(
                [one.own for one in some], [one.own.grad for one in some], [one.first for one in some],
                [one.second for one in some], [], [one.steps for one in some], lr=self.rate_now() * share, beta1=BETA,
                beta2=BETA, weight_decay=0.0, eps=1e-8, amsgrad=False, maximize=False, fused=True,
            )  # fmt: skip

    def pass_by(self) -> None:
        """A step that has nothing to learn: the rate and the moving average go on."""
        self.steps += 1
        self._follow()

    def _follow(self) -> None:
        new = 1.0 - min(self.average, (1 + self.steps) / (START + self.steps))
        with torch.no_grad():
            for one in self.weights.values():
                if one.own.requires_grad:
                    one.mean.lerp_(one.own, new)

    def settle(self) -> None:
        """Take the weights of now for their average."""
        with torch.no_grad():
            for one in self.weights.values():
                one.mean.copy_(one.own)

    def rate_now(self) -> float:
        """The rate of this step."""
        done = min(1.0, self.steps / self.of)
        if done < WARM_UP:
            return self.rate * done / WARM_UP
        return self.rate * max(1e-3, 0.5 * (1.0 + math.cos(math.pi * (done - WARM_UP) / (1.0 - WARM_UP))))

    # As arrays ------------------------------------------------------------------------------------------------------

    def averaged(self) -> Arrays:
        """The moving average of all weights, by name."""
        return {name: one.mean.numpy().copy() for name, one in self.weights.items()}

    def state(self) -> Arrays:
        """All that it takes to go on, with the source of chance; each part is one array."""
        parts = {name: torch.cat([one.detach().reshape(-1) for one in own]).numpy() for name, own in self._parts().items()}
        return {**parts, "chance": torch.get_rng_state().numpy().copy(), "done": numpy.array([self.steps])}

    def restore(self, state: Arrays) -> None:
        """Go on from there."""
        parts = self._parts()
        expected = {**{name: sum(one.numel() for one in own) for name, own in parts.items()}, "done": 1}
        for name, count in expected.items():
            if name not in state or state[name].shape != (count,):
                seen = "nothing" if name not in state else f"{list(state[name].shape)} numbers"
                raise ModelError(f"checkpoint: optimisation.{name}: seen {seen}, expected {count}; begin without --resume")
        with torch.no_grad():
            for name, own in parts.items():
                sizes = [one.numel() for one in own]
                for one, part in zip(own, _tensor(state[name]).split(sizes), strict=True):
                    one.copy_(part.view_as(one))
        self.steps = int(state["done"][0])
        torch.set_rng_state(_tensor(state["chance"]))

    def _parts(self) -> dict[str, list[Any]]:
        """Of all weights but those of a transformer that does not learn: its folder has them."""
        kept = [one for name, one in self.weights.items() if one.own.requires_grad or TUNED not in name]
        return {name: [getattr(one, name) for one in kept] for name in ("own", "mean", "first", "second", "steps")}


def _tensor(array: Any) -> Any:
    return torch.from_numpy(numpy.array(array))
