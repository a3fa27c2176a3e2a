"""Adam with warm-up, a rate that falls to 0, clipped gradients and a moving average of all weights."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy
import torch
from torch import nn

from treewright.errors import NotFinite
from treewright.storage.named_arrays import Arrays
from treewright.storage.sections import joined, section

WARM_UP = 0.05  # of all steps
CLIP = 5.0
START = 10  # steps after which the moving average is one of so many


class Optimisation:
    """What changes the weights of a module."""

    def __init__(self, module: Any, *, rate: float, average: float) -> None:
        self.module, self.rate, self.average = module, rate, average
        self.adam = torch.optim.Adam(module.parameters(), lr=rate, betas=(0.9, 0.9), fused=True)
        self.mean = [weights.detach().clone() for weights in module.parameters()]
        self.steps, self.of = 0, 1.0

    def plan(self, epoch: int, epochs: int, guess: float) -> None:
        """Say which of all epochs begins; `guess` is how many steps one has, of use until the first is over."""
        done = epoch - 1
        self.of = max(1.0, epochs * (self.steps / done if done and self.steps else guess))

    def descend(self, outputs: Sequence[Any], gradients: Sequence[Any] | None = None) -> None:
        """One step down from outputs, losses or others with their gradients."""
        self.steps += 1
        self.adam.zero_grad(set_to_none=True)
        torch.autograd.backward(list(outputs), None if gradients is None else list(gradients))
        norm = float(nn.utils.clip_grad_norm_(self.module.parameters(), CLIP))
        if not math.isfinite(norm):
            expected = "a finite one; a lower network.rate may help"
            raise NotFinite(f"network: seen a gradient of {norm} in step {self.steps}, expected {expected}")
        for group in self.adam.param_groups:
            group["lr"] = self._rate()
        self.adam.step()
        self._follow()

    def pass_by(self) -> None:
        """A step that has nothing to learn: the rate and the moving average go on."""
        self.steps += 1
        self._follow()

    def _follow(self) -> None:
        new = 1.0 - min(self.average, (1 + self.steps) / (START + self.steps))
        with torch.no_grad():
            for mean, weights in zip(self.mean, self.module.parameters(), strict=True):
                mean.lerp_(weights, new)

    def _rate(self) -> float:
        done = min(1.0, self.steps / self.of)
        if done < WARM_UP:
            return self.rate * done / WARM_UP
        return self.rate * max(1e-3, 0.5 * (1.0 + math.cos(math.pi * (done - WARM_UP) / (1.0 - WARM_UP))))

    # As arrays ------------------------------------------------------------------------------------------------------

    def averaged(self) -> Arrays:
        """The moving average of all weights, by name."""
        names = [name for name, _ in self.module.named_parameters()]
        return {name: mean.numpy().copy() for name, mean in zip(names, self.mean, strict=True)}

    def state(self) -> Arrays:
        """All that it takes to go on, with the source of chance."""
        adam = {}
        for number, weights in enumerate(self.module.parameters()):
            for name, value in self.adam.state.get(weights, {}).items():
                adam[f"{number}.{name}"] = torch.as_tensor(value).detach().numpy().copy()
        parts = {
            "weights": {name: weights.detach().numpy().copy() for name, weights in self.module.named_parameters()},
            "mean": self.averaged(), "adam": adam,
            "chance": {"state": torch.get_rng_state().numpy().copy(), "steps": numpy.array([self.steps])},
        }  # fmt: skip
        return joined(parts)

    def restore(self, state: Arrays) -> None:
        """Go on from there."""
        weights, mean, adam = (section(state, name) for name in ("weights", "mean", "adam"))
        with torch.no_grad():
            for number, (name, own) in enumerate(self.module.named_parameters()):
                own.copy_(_tensor(weights[name]))
                self.mean[number].copy_(_tensor(mean[name]))
                sums = {key: _tensor(value) for key, value in section(adam, str(number)).items()}
                if sums:
                    self.adam.state[own] = sums
        chance = section(state, "chance")
        self.steps = int(chance["steps"][0])
        torch.set_rng_state(_tensor(chance["state"]))


def _tensor(array: Any) -> Any:
    return torch.from_numpy(numpy.array(array))
