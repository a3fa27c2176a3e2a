"""Where the paths lead that an oracle says cost nothing."""


def ends(oracle, gold, state=lambda c: None):
    """The heads at the end of all paths of cheapest transitions, which must cost nothing.

    `state` is what else than its tokens and arcs tells a configuration from others.
    """
    system = oracle.system
    oracle.prepare(list(gold), [0 if head >= 0 else -1 for head in gold])
    c = system.initial(len(gold))
    todo, seen, found = [c.snapshot()], set(), set()
    while todo:
        here = todo.pop()
        c.restore(here)
        key = (*c.stack, -1, *c.tokens_aside, -1, *c.buffer, -1, *c.heads, state(c))
        if key in seen:
            continue
        seen.add(key)
        if system.final(c):
            found.add(tuple(system.tree(c)[0]))
            continue
        costs = oracle.kind_costs(c)
        assert min(cost for cost in costs if cost is not None) == 0
        for kind, cost in enumerate(costs):
            if cost == 0:
                c.restore(here)
                system.step(c, kind)
                todo.append(c.snapshot())
    return found
