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
TUNED = ".tuned."  # in the names of the weights of a transformer that learns
TUNED_SHARE = 0.02  # of the rate of the others is that of the transformer
START = 10  # steps after which the moving average is one of so many


class Optimisation:
    """What changes the weights of a module."""

    def __init__(self, module: Any, *, rate: float, average: float) -> None:
        self.module, self.rate, self.average = module, rate, average
        groups: dict[bool, list[Any]] = {False: [], True: []}
        for name, weights in module.named_parameters():
            groups[TUNED in name].append(weights)
        made = [{"params": own, "share": TUNED_SHARE if slow else 1.0} for slow, own in groups.items() if own]
        self.adam = torch.optim.Adam(made, lr=rate, betas=(0.9, 0.9), fused=True)
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
            group["lr"] = self._rate() * group["share"]
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
                if weights.requires_grad:
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
        adam, weights, means = {}, {}, {}
        for number, (name, own) in enumerate(self.module.named_parameters()):
            if TUNED not in name:
                weights[name], means[name] = own.detach().numpy().copy(), self.mean[number].numpy().copy()
                for key, value in self.adam.state.get(own, {}).items():
                    adam[f"{number}.{key}"] = torch.as_tensor(value).detach().numpy().copy()
        parts = {
            "weights": weights, "mean": means, "adam": adam, "tuned": self._tuned_state(),
            "chance": {"state": torch.get_rng_state().numpy().copy(), "steps": numpy.array([self.steps])},
        }  # fmt: skip
        return joined(parts)

    def restore(self, state: Arrays) -> None:
        """Go on from there."""
        weights, mean, adam = (section(state, name) for name in ("weights", "mean", "adam"))
        with torch.no_grad():
            for number, (name, own) in enumerate(self.module.named_parameters()):
                if TUNED in name:
                    continue
                own.copy_(_tensor(weights[name]))
                self.mean[number].copy_(_tensor(mean[name]))
                sums = {key: _tensor(value) for key, value in section(adam, str(number)).items()}
                if sums:
                    self.adam.state[own] = sums
            self._restore_tuned(section(state, "tuned"))
        chance = section(state, "chance")
        self.steps = int(chance["steps"][0])
        torch.set_rng_state(_tensor(chance["state"]))

    def _tuned(self) -> list[tuple[Any, Any]]:
        """The weights of a transformer that learns, and their means."""
        named = zip(self.module.named_parameters(), self.mean, strict=True)
        return [(own, mean) for (name, own), mean in named if TUNED in name and own.requires_grad]

    def _tuned_state(self) -> Arrays:
        """Their state, each part as one array: a file has no room for so many."""
        tuned = self._tuned()
        if not tuned:
            return {}
        parts = {"weights": [own for own, _ in tuned], "mean": [mean for _, mean in tuned]}
        if tuned[0][0] in self.adam.state:
            parts.update({key: [self.adam.state[own][key] for own, _ in tuned] for key in self.adam.state[tuned[0][0]]})
        return {key: torch.cat([one.detach().reshape(-1) for one in own]).numpy() for key, own in parts.items()}

    def _restore_tuned(self, state: Arrays) -> None:
        tuned = self._tuned()
        parts = {key: _tensor(array) for key, array in state.items()}
        at = 0
        for number, (own, mean) in enumerate(tuned):
            end = at + own.numel()
            own.copy_(parts["weights"][at:end].view_as(own))
            mean.copy_(parts["mean"][at:end].view_as(own))
            if "step" in parts:
                sums = {key: parts[key][at:end].view_as(own).clone() for key in parts.keys() - {"weights", "mean", "step"}}
                self.adam.state[own] = {**sums, "step": parts["step"][number].clone()}
            at = end


def _tensor(array: Any) -> Any:
    return torch.from_numpy(numpy.array(array))
