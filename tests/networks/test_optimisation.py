"""The rate of learning."""

import pytest

torch = pytest.importorskip("torch")


def test_the_rate_falls_until_the_last_step_even_if_there_are_more_steps_than_guessed():
    from treewright.networks.optimisation import WARM_UP, Optimisation

    layer = torch.nn.Linear(2, 1)
    optimisation = Optimisation(layer, rate=1.0, average=0.9)
    rates = []
    for epoch in range(1, 11):
        optimisation.plan(epoch, 10, guess=5)
        for _ in range(7):  # batches are seldom full
            optimisation.descend([layer(torch.ones(1, 2)).sum()])
            rates.append(optimisation.adam.param_groups[0]["lr"])
    falling = rates[int(10 * 7 * WARM_UP) + 7 :]
    assert falling == sorted(falling, reverse=True)
    assert falling[-1] < 0.01 < falling[-6]
