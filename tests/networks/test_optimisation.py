"""The rate of learning, and Adam."""

import pytest

import treewright as tw

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
            rates.append(optimisation.rate_now())
    falling = rates[int(10 * 7 * WARM_UP) + 7 :]
    assert falling == sorted(falling, reverse=True)
    assert falling[-1] < 0.01 < falling[-6]


def test_a_step_is_that_of_pytorch_and_weights_without_a_part_stay():
    from treewright.networks.optimisation import BETA, Optimisation

    torch.manual_seed(1)
    own, its = torch.nn.ModuleList([torch.nn.Linear(3, 2), torch.nn.Linear(3, 2)]), torch.nn.Linear(3, 2)
    its.load_state_dict(own[0].state_dict())
    idle = own[1].weight.detach().clone()
    optimisation, adam = Optimisation(own, rate=0.1, average=0.9), torch.optim.Adam(its.parameters(), betas=(BETA, BETA))
    for number in range(5):
        given = torch.full((1, 3), 0.1 * (number + 1))
        optimisation.plan(1, 1, guess=5)
        optimisation.descend([own[0](given).sum()])
        adam.param_groups[0]["lr"] = optimisation.rate_now()
        adam.zero_grad()
        its(given).sum().backward()
        adam.step()
    assert torch.allclose(own[0].weight, its.weight, atol=1e-6)
    assert torch.equal(own[1].weight, idle)
    assert int(optimisation.weights["0.weight"].steps) == 5 and not optimisation.weights["1.weight"].steps


@pytest.mark.parametrize(("name", "seen"), [("own", "nothing"), ("second", ".3. numbers"), ("done", ".3. numbers")])
def test_a_state_of_other_weights_is_refused(name, seen):
    from treewright.networks.optimisation import Optimisation

    optimisation = Optimisation(torch.nn.Linear(3, 2), rate=0.1, average=0.9)
    state = optimisation.state()
    optimisation.restore(state)
    state[name] = state[name].repeat(3)[:3]
    if seen == "nothing":
        del state[name]
    with pytest.raises(tw.ModelError, match=rf"optimisation\.{name}: seen {seen}"):
        optimisation.restore(state)
