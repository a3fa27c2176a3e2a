"""How fast networks parse without PyTorch: in memory and by the length of sentences, and from file to file beside UDPipe 1.

    python -m benchmarks.speed.networks     writes benchmarks/results/networks_speed.md and .png

Tokens per second of CPU time in one thread, the best of several runs that take turns.  The models are trained for two epochs
on 2,000 sentences (UDPipe: for one), which is enough for speed, and kept under .cache/benchmarks.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path

import treewright as tw
from benchmarks.peers import udpipe
from benchmarks.peers.versus_worker import Worker
from benchmarks.shared import machine
from benchmarks.shared.measures import blank, of_length, plot
from benchmarks.shared.options import CACHE, DATA, RESULTS, options_of
from benchmarks.speed.networks_page import BEAM, BIAFFINE, BILSTM, GREEDY, PEER_NAMES, SENTENCES, Rates, page
from benchmarks.studies.lock_step import OutputLayer
from treewright.decoding.decoder import decoded

FLAGS = {
    "linear, default": (), "linear, fast": ("--preset", "fast"),
    GREEDY: ("--classifier", "feed-forward", "--beam", "1"), BEAM: ("--classifier", "feed-forward", "--beam", "8"),
    BILSTM: ("--classifier", "bilstm", "--beam", "1"), BIAFFINE: ("--decoder", "biaffine"),
}  # fmt: skip
PEERS = dict(zip(PEER_NAMES, ("beam_search=1", ""), strict=True))  # its options
TREEBANKS = ("ud-2.16/English-EWT", "ud-2.0/Gothic-PROIEL")
LENGTHS = (5, 10, 20, 40, 80, 160, 250, 500, 1000)
WORDS = 2000  # of each length


def part(source: Path, count: int, target: Path) -> Path:
    """The first sentences of a file."""
    target.parent.mkdir(parents=True, exist_ok=True)
    tw.write(islice(tw.read(source), count), target)
    return target


def models_of(treebank: str, data: Path, cache: Path) -> dict[str, Path]:
    """The models of a treebank, each trained in a process of its own if it is not there: PyTorch is not for this one."""
    folder = cache / f"networks-{machine.core_version('networks')}" / Path(treebank).name
    train = part(data / treebank / "train.conllu", SENTENCES, folder / "train.conllu")
    found = {}
    for name, flags in FLAGS.items():
        path = found[name] = folder / f"{name}.tw"
        if not path.exists():
            print(f"{time.strftime('%H:%M:%S')} {Path(treebank).name}: {name}", file=sys.stderr, flush=True)
            command = ["train", str(train), *flags, "--epochs", "2", "--quiet", "-o", str(path)]
            subprocess.run([sys.executable, "-m", "treewright", *command], check=True)
    return found


def peer_of(treebank: str, data: Path, cache: Path) -> Path:
    """The model of UDPipe."""
    name = Path(treebank).name
    train = part(data / treebank / "train.conllu", SENTENCES, cache / "udpipe" / f"{name}-part.conllu")
    return udpipe.trained_for_speed(name, train, cache)


def in_memory(models: Mapping[str, Path], sentences: list[tw.Sentence], rounds: int) -> Rates:
    """From sentences to trees in memory: of a model just loaded, of one that has met the words, and sentence by sentence."""
    found: Rates = {name: {"cold": [], "warm": [], "alone": []} for name in models}
    words = sum(map(len, sentences))
    for _ in range(rounds):
        for name, path in models.items():
            decoder = tw.load(path).new_decoder()
            for way in ("cold", "warm", "alone"):
                start = time.thread_time()
                if way == "alone":
                    for sentence in sentences:
                        decoder.decode([sentence])
                else:
                    decoded(decoder, sentences)
                found[name][way].append(words / (time.thread_time() - start))
    assert "torch" not in sys.modules, "parsing must not need PyTorch"
    return found


def from_files(models: Mapping[str, Path], peer: Path | None, source: Path, words: int, rounds: int) -> Rates:
    """From a file to a file, each parser in a process of its own; the first turn of each is not counted."""
    found: Rates = {}
    with ExitStack() as stack, tempfile.TemporaryDirectory() as folder:
        workers = {name: stack.enter_context(Worker("treewright", path)) for name, path in models.items()}
        if peer is not None:
            workers |= {name: stack.enter_context(Worker("udpipe", peer, more)) for name, more in PEERS.items()}
        for turn in range(rounds + 1):
            for name, worker in workers.items():
                seconds = worker.parse(source, Path(folder) / "out.conllu")
                found.setdefault(name, {"files": []})["files"] += [words / seconds] if turn else []
    return found


def just_loaded(model: Path, peer: Path, folder: Path, cache: Path, rounds: int) -> list[tuple[int, float, float]]:
    """From file to file, each parser just started: words, tokens a second of ours and of UDPipe; dev, then all files."""
    whole = cache / f"{folder.name}-whole.conllu"
    whole.write_bytes(b"".join((folder / f"{name}.conllu").read_bytes() for name in ("dev", "test", "train")))
    found = []
    with tempfile.TemporaryDirectory() as target:
        for source in (folder / "dev.conllu", whole):
            seconds: tuple[list[float], list[float]] = ([], [])
            for _ in range(rounds):
                for own, (kind, path, more) in zip(
                    seconds, (("treewright", model, ""), ("udpipe", peer, PEERS[PEER_NAMES[0]])), strict=True
                ):
                    with Worker(kind, path, more) as worker:
                        own.append(worker.parse(source, Path(target) / "out.conllu"))
            words = sum(map(len, tw.read(source)))
            found.append((words, words / min(seconds[0]), words / min(seconds[1])))
    return found


def by_length(models: Mapping[str, Path], sentences: Sequence[tw.Sentence]) -> dict[int, dict[str, float]]:
    """CPU microseconds of a word for each length and parser, warm."""
    decoders = {name: tw.load(path).new_decoder() for name, path in models.items()}
    found: dict[int, dict[str, float]] = {}
    for length in LENGTHS:
        text = of_length(sentences, length, WORDS)
        found[length] = {}
        for name, decoder in decoders.items():
            times = []
            for _ in range(4):
                start = time.thread_time()
                decoded(decoder, text)
                times.append(time.thread_time() - start)
            found[length][name] = 1e6 * min(times) / sum(map(len, text))
    return found


def main() -> int:
    """Train what is not there, measure, write the page and the picture."""
    options = options_of(__doc__, data=DATA, results=RESULTS, cache=CACHE)
    options.add_argument("--rounds", type=int, default=7)
    given = options.parse_args()
    machine.require_compiled()
    made = machine.made("speed.networks")
    memory: dict[str, Rates] = {}
    files: dict[str, Rates] = {}
    lengths: dict[int, dict[str, float]] = {}
    fresh: dict[str, list[tuple[int, float, float]]] = {}
    for treebank in TREEBANKS:
        name, source = Path(treebank).name, given.data / treebank / "dev.conllu"
        models = models_of(treebank, given.data, given.cache)
        peer = peer_of(treebank, given.data, given.cache) if udpipe.INSTALLED else None
        sentences = blank(tw.read(source))
        memory[name] = in_memory(models, sentences, given.rounds)
        files[name] = from_files(models, peer, source, sum(map(len, sentences)), given.rounds)
        if peer is not None:
            fresh[name] = just_loaded(models[GREEDY], peer, given.data / treebank, given.cache, given.rounds)
        lengths = lengths or by_length(models, sentences)
    layers = [OutputLayer(given.cache, share=share).nanoseconds() for share in (0.4, 1.0)]
    lines = page(memory, files, fresh, lengths, layers)
    curves = {name: [own[name] for own in lengths.values()] for name in FLAGS}
    plot(LENGTHS, curves, given.results / "networks_speed.png", "Time of a word by the length of the sentence")
    how = f"`{made['command']}`, {made['date']}, {made['machine']}, commit {made['commit']}"
    lines.append(f"{how}; best of {given.rounds}, seed 1.")
    given.results.mkdir(parents=True, exist_ok=True)
    (given.results / "networks_speed.md").write_text("\n".join(lines) + "\n", "utf-8")
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
