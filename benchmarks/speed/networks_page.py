"""The page of benchmarks.speed.networks."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

from benchmarks.shared.results_page import markdown
from benchmarks.studies.lock_step import TOGETHER

GREEDY, BEAM, BILSTM, BIAFFINE = "feed-forward, greedy", "feed-forward, beam 8", "BiLSTM 2 x 128, greedy", "biaffine"
PEER_NAMES = ("UDPipe 1, greedy", "UDPipe 1, beam 5")
SENTENCES = 2000  # that models are trained on
STEPS = {GREEDY: 2, BEAM: 16, BILSTM: 2}  # configurations that are scored for a word, at the most
Rates = dict[str, dict[str, list[float]]]  # parser, way, words per second of each round


def memory_rows(treebank: str, rates: Rates) -> list[list[str]]:
    """Best of all rounds."""
    return [
        [treebank, name, *(f"{max(own[way]):,.0f}" for way in ("cold", "warm", "alone"))] for name, own in rates.items()
    ]


def file_rows(treebank: str, rates: Rates) -> list[list[str]]:
    """Best and median, and how many times as fast as UDPipe."""
    rows = []
    for name, own in rates.items():
        fast = [f"{max(own['files']):,.0f}", f"{statistics.median(own['files']):,.0f}"]
        times = [f"{max(own['files']) / max(rates[peer]['files']):.1f}x" if peer in rates else "-" for peer in PEER_NAMES]
        rows.append([treebank, name, *fast, *times])
    return rows


def lock_step_rows(layer: Mapping[int, float], all_units: Mapping[int, float], rates: Rates) -> list[list[str]]:
    """What lock-step would save at the most: two configurations a word, with a beam of 8 sixteen."""
    rows = []
    for name, steps in STEPS.items():
        word, saved = 1e9 / max(rates[name]["warm"]), steps * (layer[0] - min(layer[some] for some in TOGETHER))
        other = steps * (all_units[0] - min(all_units[some] for some in TOGETHER))
        slower = word + steps * (all_units[0] - layer[0])  # other activations have no units that are 0
        shares = (steps * layer[0] / word, max(0.0, saved) / word, max(0.0, other) / slower)
        rows.append([name, f"{word / 1000:.2f}", *(f"{100 * share:.0f} %" for share in shares)])
    return rows


Fresh = Mapping[str, Sequence[tuple[int, float, float]]]  # by treebank: words, tokens a second of ours and of UDPipe


def goal_rows(memory: Mapping[str, Rates], files: Mapping[str, Rates], fresh: Fresh) -> list[list[str]]:
    """What was asked for, and the least of all treebanks."""
    peers = [own for own in files.values() if all(name in own for name in PEER_NAMES)]
    least = [max(own[GREEDY]["files"]) / max(own[PEER_NAMES[0]]["files"]) for own in peers]
    rows = [[f"{GREEDY}, to UDPipe 1 greedy, warm", "3x", f"{min(least):.1f}x" if least else "-"]]
    for at, text in enumerate(("dev", "the whole treebank")):
        just = [own[at][1] / own[at][2] for own in fresh.values()]
        rows.append([f"the same, both just loaded, {text}", "", f"{min(just):.1f}x" if just else "-"])
    for name, goal in ((BILSTM, 15_000), (BIAFFINE, 12_000)):
        rows.append([f"{name}, tokens/s", f"{goal:,}", f"{min(max(own[name]['cold']) for own in memory.values()):,.0f}"])
    return rows


def page(
    memory: Mapping[str, Rates],
    files: Mapping[str, Rates],
    fresh: Fresh,
    lengths: Mapping[int, Mapping[str, float]],
    layers: Sequence[Mapping[int, float]],
) -> list[str]:
    """The lines, without the last one, which says how they were made; `layers` are with ReLU, and with all units."""
    in_memory = [row for name, own in memory.items() for row in memory_rows(name, own)]
    in_files = [row for name, own in files.items() for row in file_rows(name, own)]
    just_rows = [
        [name, f"{words:,}", f"{ours:,.0f}", f"{its:,.0f}", f"{ours / its:.1f}x"]
        for name, own in fresh.items() for words, ours, its in own
    ]  # fmt: skip
    parsers = list(next(iter(lengths.values())))
    by_length = [[str(length), *(f"{own[name]:.1f}" for name in parsers)] for length, own in lengths.items()]
    kinds = zip(("ReLU, 40 % of the units are not 0", "tanh or cube, none is 0"), layers, strict=True)
    of_layers = [[name, *(f"{own[some]:.0f}" for some in (0, *TOGETHER))] for name, own in kinds]
    return [
        "# Speed of networks", "",
        "Tokens per second of CPU time, one thread, gold tags, on dev; PyTorch is not imported. Hidden layers have 200 units.",
        f"Models were trained for two epochs on {SENTENCES:,} sentences; whether others are as fast was not measured.", "",
        *markdown(("asked for", "goal", "least of the treebanks"), goal_rows(memory, files, fresh)),
        "## In memory", "",
        "From sentences to trees, 256 sentences at once. *Cold* is a model that was just loaded. *Warm* is one that has met",
        "these words before: it knows their rows of numbers, and with `feed-forward` their products with the first layer.",
        "*Alone* is warm, one sentence at once.", "",
        *markdown(("treebank", "parser", "cold", "warm", "alone"), in_memory),
        "## From file to file, beside UDPipe 1", "",
        "With reading and writing CoNLL-U. The parsers take turns, each in its own process; the first turn does not count.",
        "So ours are warm: they have met these very words. UDPipe keeps such products, too, but chooses them when it loads.",
        "UDPipe 1 has a hidden layer of 200, too, the gold tags of the input, and learnt from the same sentences once. Models",
        "from whole treebanks know more words, which makes it slower: [versus](versus.md) has 52,000 words/s for Gothic.", "",
        *markdown(("treebank", "parser", "best", "median", *(f"to {name}" for name in PEER_NAMES)), in_files),
        "Just started, both parsers have to compute what they keep of words. The more they parse, the less it counts:", "",
        *markdown(("treebank", "words", GREEDY, PEER_NAMES[0], "times as fast"), just_rows),
        "## By the length of the sentence", "",
        f"CPU microseconds of a word, warm; text of {next(iter(memory))} cut into sentences of so many words:", "",
        *markdown(("words", *parsers), by_length),
        "![CPU microseconds of a word by the length of the sentence](networks_speed.png)", "",
        "## Why sentences do not advance in lock-step", "",
        "With ReLU, the default, most units of a hidden layer are 0, and a product for one configuration leaves them out. A",
        "product for the configurations of several sentences cannot, so sharing the weights gains little. Measured for the",
        "output layer (`python -m benchmarks.studies.lock_step`; nanoseconds a configuration, 200 units, 112 scores):", "",
        *markdown(("hidden layer", "alone", *(f"{some} together" for some in TOGETHER)), of_layers),
        "What lock-step could save (for a beam, one product for its items) if all else cost the same, on the first treebank,",
        "warm: shares of the time of a word, with as many configurations as a word can have (2; 16 with a beam of 8).", "",
        *markdown(
            ("parser", "µs a word", "output layer", "saved at the most", "with tanh or cube"),
            lock_step_rows(*layers, next(iter(memory.values()))),
        ),
    ]  # fmt: skip
