"""Each setting of a training strategy does what it says, as seen from the updates it makes."""

import pytest

import treewright as tw
from treewright.conformance.own_sentences import own_sentences

LABELS = sorted({label for s in own_sentences(10) for label in s.labels})


class Watch(tw.Callbacks):
    """Notes the positive and the negative path of every update, per epoch and sentence."""

    def __init__(self, look=None):
        self.updates, self.counts, self.epoch, self.sentence, self.look = [], [], 0, -1, look

    def on_epoch_start(self, loop, epoch):
        self.epoch = epoch

    def on_sentence(self, loop, number):
        self.sentence = number

    def on_sentence_end(self, loop, number, updates):
        self.counts.append(updates)

    def on_update(self, strategy):
        c = strategy.beam.c
        here = c.snapshot()
        paths = []
        for state in (strategy.better, strategy.worse):
            c.restore(state)
            paths.append(c.path())
        if self.look:
            self.look(strategy, *paths)
        c.restore(here)
        self.updates.append((self.epoch, self.sentence, *paths))


def watched(look=None, count=10, **settings):
    watch = Watch(look)
    parser = tw.Parser(**{"beam": 4, "strategy": "early-update", "epochs": 3, **settings})
    parser.train(own_sentences(count), callbacks=watch)
    return watch


def shared(one, other):
    """How many transitions two paths have in common from the start."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def next_starts(watch):
    """For each two updates of a sentence in an epoch: which path of the first does the second go on from?"""
    found = []
    for (epoch, number, better, worse), (next_epoch, next_number, *paths) in zip(
        watch.updates, watch.updates[1:], strict=False
    ):
        if (epoch, number) == (next_epoch, next_number):
            begins = {name: all(p[: len(path)] == path for p in paths) for name, path in (("+", better), ("-", worse))}
            found.append((epoch, "+" if begins["+"] else "-" if begins["-"] else "?"))
    return found


def costs_along(strategy, path):
    """For each transition of a path: is it of the least cost, with the gold label?"""
    c, oracle, system = strategy.beam.c, strategy.oracle, strategy.beam.system
    c.restore(0)
    right = []
    for kind, label in path:
        costs = oracle.kind_costs(c)
        before = c.heads
        least = min(cost for cost in costs if cost is not None)
        cheap = costs[kind] == least
        system.step(c, kind, label)
        new = [word for word, (old, now) in enumerate(zip(before, c.heads, strict=True), 1) if old != now]
        right.append(cheap and all(oracle.gold_label[word] == label for word in new))
    return right


@pytest.mark.parametrize("strategy", ["early-update", "max-violation", "full-update"])
@pytest.mark.parametrize("positive", ["score", "prefix", "all"])
def test_the_positive_path_is_right_and_the_negative_one_is_not(strategy, positive):
    def look(training, better, worse):
        assert all(costs_along(training, better))
        if len(worse) == len(better):  # else the whole sentence was right but for another correct tree on top
            assert not all(costs_along(training, worse))

    assert len(watched(look, strategy=strategy, **{"training.positive": positive}).updates) > 5


def test_without_restart_a_sentence_is_left_after_its_update():
    for strategy in ("early-update", "max-violation", "full-update"):
        watch = watched(strategy=strategy)
        assert max(watch.counts) == 1 and sum(watch.counts) == len(watch.updates)


def test_early_update_stops_where_the_beam_has_lost_the_gold_tree():
    def look(training, better, worse):
        assert len(better) == len(worse)
        assert not all(costs_along(training, worse))

    lengths = [len(better) for _, _, better, _ in watched(look).updates]
    full = [len(better) for _, _, better, _ in watched(strategy="full-update").updates]
    assert min(lengths) == 1 or max(lengths) < max(full)
    assert sum(lengths) / len(lengths) < sum(full) / len(full)


def test_full_update_goes_to_the_end():
    def look(training, better, worse):
        c = training.beam.c
        for state in (training.better, training.worse):
            c.restore(state)
            assert training.beam.system.final(c)

    assert watched(look, strategy="full-update").updates


def test_max_violation_may_look_further_than_early_update():
    early = watched(strategy="early-update", epochs=1, count=1, shuffle=False).updates[0]
    most = watched(strategy="max-violation", epochs=1, count=1, shuffle=False).updates[0]
    assert len(most[2]) >= len(early[2])
    watch = watched(strategy="max-violation")
    assert any(len(better) > shared(better, worse) + 4 for _, _, better, worse in watch.updates)


def test_restart_from_the_positive_configuration():
    watch = watched(restart="positive", epochs=2)
    assert max(watch.counts) > 2
    assert {start for _, start in next_starts(watch)} == {"+"}


def test_restart_from_the_negative_configuration():
    watch = watched(restart="negative", epochs=2)
    assert max(watch.counts) > 2
    assert {start for _, start in next_starts(watch)} == {"-"}


def test_exploration_always_and_never():
    for explore, expected in (("always", {"-"}), ("never", {"+"})):
        watch = watched(restart="positive", explore=explore, epochs=2)
        assert {start for _, start in next_starts(watch)} == expected


def test_exploration_after_the_first_epochs():
    settings = {
        "restart": "positive",
        "explore": "after-first",
        "epochs": 4,
        "training.exploration_start": 2,
        "count": 200,
    }
    starts = next_starts(watched(**settings, **{"training.exploration_rate": 1.0}))
    assert {start for epoch, start in starts if epoch <= 2} == {"+"}
    assert {start for epoch, start in starts if epoch > 2} == {"-"}
    starts = next_starts(watched(**settings, **{"training.exploration_rate": 0.5}))
    assert {start for epoch, start in starts if epoch > 2} == {"+", "-"}
    starts = next_starts(watched(**settings, **{"training.exploration_rate": 0.0}))
    assert {start for _, start in starts} == {"+"}


def test_sampled_exploration_goes_on_from_any_item_of_the_beam():
    watch = watched(restart="positive", explore="sampled", beam=8, epochs=4)
    starts = [start for epoch, start in next_starts(watch) if epoch > 1]
    assert "?" in starts and len(set(starts)) > 1


def test_a_margin_asks_for_more():
    plain, strict = watched(epochs=25), watched(epochs=25, margin=1.0)
    assert len(strict.updates) > len(plain.updates)


def first_difference(**settings):
    """The first updates that two trainings do not share; until then their weights are the same."""
    runs = [watched(count=150, beam=8, **settings, **{"training.positive": name}).updates for name in ("score", "prefix")]
    return next((one, other) for one, other in zip(*runs, strict=False) if one != other)


@pytest.mark.parametrize("system", ["arc-standard", "non-monotonic-arc-eager"])
def test_the_positive_of_longest_prefix_parts_later(system):
    (epoch, number, better, worse), other = first_difference(system=system)
    assert other[:2] == (epoch, number) and other[3] == worse  # the same mistake
    assert shared(other[2], worse) > shared(better, worse)


def test_the_positive_among_all_references_may_be_another():
    by_score, among_all = (watched(count=60, beam=2, **{"training.positive": name}).updates for name in ("score", "all"))
    one, other = next((one, other) for one, other in zip(by_score, among_all, strict=False) if one != other)
    assert one[:2] == other[:2] and one[3] == other[3] and one[2] != other[2]
    # the best reference may have left the beam long before, the best of the beam has not
    assert shared(other[2], other[3]) <= shared(one[2], one[3])


def test_reinitialise_starts_the_beam_anew():
    for limit in (2, 5):
        watch = watched(strategy="max-violation", restart="positive", **{"training.reinitialise": limit})
        assert max(len(better) - shared(better, worse) for _, _, better, worse in watch.updates) <= limit
        assert max(len(better) for _, _, better, _ in watch.updates) > limit  # the sentence went on
    free = watched(strategy="max-violation", restart="positive")
    assert max(len(better) - shared(better, worse) for _, _, better, worse in free.updates) > 5


def single_path(parser, sentence):
    """The reference path: of the cheapest transitions always the last kind."""
    from treewright.oracles import ORACLES

    oracle = ORACLES[parser.settings["system"]["name"]](parser.system)
    oracle.prepare(list(sentence.heads), [0] * len(sentence))
    c = parser.system.initial(len(sentence))
    while not parser.system.final(c):
        costs = oracle.kind_costs(c)
        least = min(cost for cost in costs if cost is not None)
        parser.system.step(c, max(kind for kind, cost in enumerate(costs) if cost == least))
    return [kind for kind, _ in c.path()]


@pytest.mark.parametrize("single", [{"training.references": "single"}, {"oracle": "static"}])
def test_single_references(single):
    own = own_sentences(10)
    parser = tw.Parser(system="arc-eager")
    watch = watched(system="arc-eager", **single)
    for _, number, better, _ in watch.updates:
        assert [kind for kind, _ in better] == single_path(parser, own[number])[: len(better)]


def test_all_references():
    own = own_sentences(10)
    parser = tw.Parser(system="arc-eager")
    watch = watched(system="arc-eager", beam=8, epochs=6)
    others = [
        better
        for _, number, better, _ in watch.updates
        if [kind for kind, _ in better] != single_path(parser, own[number])[: len(better)]
    ]
    assert others


def test_local_training_corrects_every_wrong_decision():
    class Count(tw.Callbacks):
        updates = 0

        def on_update(self, strategy):
            Count.updates += 1

    parser = tw.Parser(strategy="local", epochs=2)
    rows = parser.train(own_sentences(10), callbacks=Count())
    assert Count.updates == sum(row["updates"] for row in rows) > 50


def test_local_exploration_leaves_the_gold_path():
    never, always, sampled = (
        [row["updates"] for row in tw.Parser(strategy="local", explore=explore, epochs=6).train(own_sentences(10))]
        for explore in ("never", "always", "sampled")
    )
    assert never[0] != always[0]  # errors lead elsewhere
    assert sampled[0] == never[0] and sampled[1:] != never[1:]  # sampling starts after the first epoch


def test_shuffling():
    class Order(tw.Callbacks):
        def __init__(self):
            self.seen = []

        def on_sentence(self, loop, number):
            self.seen.append(number)

    orders = {}
    for shuffle in (True, False):
        order = Order()
        tw.Parser(strategy="local", epochs=2, shuffle=shuffle).train(own_sentences(10), callbacks=order)
        orders[shuffle] = order.seen[:10], order.seen[10:]
    assert orders[False] == (list(range(10)), list(range(10)))
    assert all(sorted(seen) == list(range(10)) for seen in orders[True])
    assert orders[True][0] != orders[True][1] and orders[True][0] != list(range(10))


@pytest.mark.parametrize(
    "settings, reason",
    [
        ({"strategy": "local", "oracle": "static", "explore": "always"}, "a static oracle knows no costs away"),
        ({"strategy": "early-update", "oracle": "static", "restart": "negative"}, "a static oracle knows no costs in"),
        ({"strategy": "local", "beam": 4}, "local training follows one configuration"),
        ({"strategy": "local", "restart": "positive"}, "local training always goes on after an update"),
    ],
)
def test_what_cannot_work_is_refused_before_training(settings, reason):
    with pytest.raises(tw.SettingsError, match=reason):
        tw.Parser(**settings)


def weights(**settings):
    """The rows of the log, and the bytes of the weights."""
    parser = tw.Parser(epochs=4, **settings)
    rows = parser.train(own_sentences(20))
    updates = [(row["updates"], row["rows"]) for row in rows]
    return updates, {name: array.tobytes() for name, array in parser.contents()[1].items()}


@pytest.mark.parametrize("margin", [0.0, 0.3])
@pytest.mark.parametrize("averaging", ["sentence", "transition"])
@pytest.mark.parametrize("explore", ["never", "always", "after-first"])
@pytest.mark.parametrize("system", ["arc-eager", "arc-hybrid", "arc-standard", "non-monotonic-arc-eager"])
def test_local_training_is_early_update_with_restart_and_a_beam_of_one(system, explore, averaging, margin):
    same = {"system": system, "explore": explore, "averaging": averaging, "margin": margin}
    local = weights(strategy="local", **same)
    assert local == weights(strategy="early-update", beam=1, restart="positive", **same)
    assert local[0][0][0] > 50


def test_averages_over_transitions_are_others_than_over_sentences():
    for way in ({"strategy": "local"}, {"strategy": "max-violation", "beam": 4}, {"system": "easy-first"}):
        (updates, one), (same, other) = (weights(averaging=name, **way) for name in ("sentence", "transition"))
        assert updates == same and one != other
    assert weights(strategy="local", averaging="transition") == weights(strategy="local")


@pytest.mark.parametrize("strategy", ["early-update", "max-violation", "laso"])
def test_each_restart_gives_another_model(strategy):
    found = [weights(strategy=strategy, beam=4, restart=restart)[1] for restart in ("none", "positive", "negative")]
    assert found[0] != found[1] != found[2] != found[0]


def test_max_violation_goes_on_where_it_made_its_update():
    for restart, expected in (("positive", "+"), ("negative", "-")):
        watch = watched(strategy="max-violation", restart=restart, epochs=2)
        assert max(watch.counts) > 2
        assert {start for _, start in next_starts(watch)} == {expected}


def test_max_violation_draws_from_the_beam_of_its_update():
    watch = watched(strategy="max-violation", restart="positive", explore="sampled", beam=8, epochs=4, count=60)
    starts = [start for epoch, start in next_starts(watch) if epoch > 1]
    assert "?" in starts and len(set(starts)) > 1


def test_full_update_goes_on_where_the_beam_was_made_to_stop():
    settings = {"strategy": "full-update", "beam": 4, "training.reinitialise": 6}
    found = [weights(restart=restart, **settings)[1] for restart in ("none", "positive", "negative")]
    assert found[0] != found[1] != found[2] != found[0]
    with pytest.warns(tw.SettingsWarning, match="training.restart has no effect with training.strategy = full-update"):
        tw.Parser(strategy="full-update", restart="positive")


@pytest.mark.parametrize("update", ["early", "max-violation"])
def test_a_strategy_of_ones_own_is_asked_where_to_go_on(update):
    asked = []

    class Alternating(tw.TrainingStrategy):
        def choose_start(self, reason):
            asked.append(reason)
            return ("positive", "negative", None)[len(asked) % 3]

    Alternating.update = update
    watch = watched(strategy=Alternating)
    assert set(asked) == {"positive"} and 10 < len(asked) <= len(watch.updates) and max(watch.counts) > 1


@pytest.mark.parametrize("oracle", ["dynamic", "static"])
@pytest.mark.parametrize("strategy", [{"strategy": "local"}, {"strategy": "early-update", "beam": 4}])
def test_non_monotonic_training_shows_gold_heads_to_features(strategy, oracle):
    """Right-arc where the top is the gold head of the next word, shift elsewhere, and no other path is right."""
    own = own_sentences(30)
    parser = tw.Parser(system="non-monotonic-arc-eager", epochs=15, oracle=oracle, **strategy)
    parser.train(own)
    search, kinds = parser.make_search(parser.model), parser.system.kinds
    shown = {kind: 0 for kind in kinds}
    right = 0
    for sentence in own:
        search.parse(sentence)
        path = search.c.path()
        c = parser.system.initial(len(sentence))
        heads = [head or c.root for head in sentence.heads]
        for kind, label in path:
            name, b = kinds[kind], c.buffer[0] if c.buffer else c.root
            if name in ("shift", "right-arc") and b != c.root and c.stack:
                shown[name] += 1
                right += (name == "right-arc") == (heads[b - 1] == c.stack[-1])
            parser.system.step(c, kind, label)
    assert shown["right-arc"] > 30 and shown["shift"] > 30
    assert right > 0.95 * (shown["right-arc"] + shown["shift"])
