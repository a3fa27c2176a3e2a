"""What is fuzzed: for each input format, how a case is made, run and checked."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import treewright as tw
from tools.fuzz_seeds import Seeds
from tools.model_mutations import forged
from tools.mutations import NUMBERS, change_bytes, change_json_lines, change_rows, odd_string
from tools.tree_seeds import TREES
from treewright.command_line.main import main
from treewright.settings import read_toml, resolve, to_toml
from treewright.settings.table import PRESETS, SETTINGS
from treewright.storage.pickling import PICKLE, restored
from treewright.treebank.discontinuity import raise_gaps
from treewright.treebank.formats import encoded
from treewright.treebank.unary_chains import collapse, expand

ATTRIBUTES = ("w", "p", "w[-1:]", "w[:99]", "w[-3:]", "m[Case]", "m[x]", "a", "b", "c", "s", "z", "g")  # of templates
CUT = 30_000  # bytes of output that other formats are made of


class Wrong(AssertionError):
    """Something was accepted, but the result breaks a promise."""


class Target(NamedTuple):
    """A kind of input: how cases are made and run, and the ending of their files."""

    make: Callable[[Seeds, Random], bytes]
    run: Callable[[Seeds, Random, bytes, Path], None]  # the path is that of a file with these bytes
    ending: str
    share: int = 1


# ---------------------------------------------------------------- how cases are made


def _some_bytes(random: Random, data: bytes) -> bytes:
    return change_bytes(random, data) if random.random() < 0.2 else data


def make_conllu(seeds: Seeds, random: Random) -> bytes:
    """Rows of CoNLL-U."""
    return _some_bytes(random, change_rows(random, seeds.conllu))


def make_conllx(seeds: Seeds, random: Random) -> bytes:
    """Rows of CoNLL-X."""
    return _some_bytes(random, change_rows(random, seeds.conllx))


def make_json(seeds: Seeds, random: Random) -> bytes:
    """Lines of JSON."""
    return _some_bytes(random, change_json_lines(random, seeds.json))


def make_trees(seeds: Seeds, random: Random) -> bytes:
    """Constituency trees in one of their formats."""
    if random.random() < 0.2:
        return _some_bytes(random, change_json_lines(random, seeds.tree_json))
    data = random.choice(list(TREES.values())).encode() * random.choice((1, 1, 3))
    return change_bytes(random, data) if random.random() < 0.6 else change_rows(random, data)


def make_text(seeds: Seeds, random: Random) -> bytes:
    """Raw text with odd things between its characters, some of them many times."""
    start = random.randrange(len(seeds.text))
    text = seeds.text[start : start + random.choice((0, 5, 80, 2000))]
    for _ in range(random.choice((1, 3, 20))):
        at = random.randrange(len(text) + 1)
        text = text[:at] + odd_string(random) * random.choice((1, 1, 1, 5, 2000 if len(text) < 10_000 else 1)) + text[at:]
        text = text[:200_000]
    return _some_bytes(random, text.encode("utf-8", "surrogatepass"))


def make_settings(seeds: Seeds, random: Random) -> bytes:
    """A settings file: some settings with values that they may have or may not."""
    lines = [f"preset = {json.dumps(random.choice((*PRESETS, odd_string(random))))}"] if random.random() < 0.5 else []
    for name in random.sample(sorted(SETTINGS), random.choice((1, 3, 8))):
        setting = SETTINGS[name]
        usual = random.choice((*setting.choices, setting.default))
        odd = random.choice((random.choice(NUMBERS), odd_string(random), True, usual))
        value = usual if random.random() < 0.7 else odd
        lines.append(f"{name} = {json.dumps(value)}")
    if random.random() < 0.2:
        lines.insert(random.randrange(len(lines) + 1), f"[{random.choice(('system', 'x', 'training.x'))}]")
    return _some_bytes(random, "\n".join(lines).encode())


def make_templates(seeds: Seeds, random: Random) -> bytes:
    """A template file with valid lines, lines of valid words, and odd ones."""
    lines = random.choice(seeds.templates)
    lines = random.sample(lines, min(len(lines), random.choice((3, 10, 40))))
    for _ in range(random.choice((1, 3, 10))):
        words = [random.choice(seeds.words) for _ in range(random.choice((1, 2, 3, 8)))]
        if random.random() < 0.4:
            place, _, attribute = random.choice(seeds.words).partition(".")
            words.append(f"{place}.{random.choice(ATTRIBUTES)}" if random.random() < 0.8 else f"{attribute}.{place}")
        if random.random() < 0.2:
            words = ["define", random.choice(("a", "b", "ab", odd_string(random)[:20])), "=", *random.choices(ATTRIBUTES, k=2)]
        if random.random() < 0.1:
            words[random.randrange(len(words))] = odd_string(random)
        lines.insert(random.randrange(len(lines) + 1), " ".join(words))
    return _some_bytes(random, "\n".join([*seeds.definitions, *lines]).encode())


# ---------------------------------------------------------------- what is done with them


def rows_of(data: bytes) -> list[bytes]:
    """The IDs of all rows of CoNLL-U, an empty one for each end of a sentence; refuses anything but rows."""
    ids = []
    for row in data.split(b"\n")[:-1]:
        if row.startswith(b"#"):
            continue
        columns = row.split(b"\t")
        if row and (len(columns) != 10 or not all(columns)):
            raise Wrong(f"not a row of ten columns: {row[:200]!r}")
        ids.append(columns[0])
    if data and not data.endswith(b"\n\n"):
        raise Wrong(f"no empty line at the end: {data[-100:]!r}")
    return ids


def same_rows(sentences: list[tw.Sentence], written: bytes) -> None:
    """Refuses output whose rows differ from those parsed."""
    given, made = rows_of(as_rows(sentences)), rows_of(written)
    if given != made:
        raise Wrong(f"{len(given)} rows were parsed, {len(made)} written, or their IDs differ")


def as_rows(sentences: list[tw.Sentence]) -> bytes:
    """What is written for sentences."""
    file = io.BytesIO()
    tw.write(sentences, file)
    return file.getvalue()


def run_treebank(seeds: Seeds, random: Random, data: bytes, path: Path) -> None:
    """Read, write, read again, parse, score and draw."""
    format, on_error = random.choice(("auto", _format(path))), random.choice(("stop", "repair", "repair", "skip"))
    trees = random.choice(("ignored", "required", "forest"))
    reader = tw.read(random.choice((data, path)), format=format, on_error=on_error, trees=trees)
    sentences = list(reader)
    written = as_rows(sentences)
    again = list(tw.read(written, format="conllu" if reader.format == "json" else reader.format))
    if [one.source for one in again] != [one.source for one in sentences]:
        raise Wrong("what was written is not read again as it was")
    parsed = list(seeds.parser.pipe(sentences))
    if list(map(len, parsed)) != list(map(len, sentences)):
        raise Wrong("parsing changes the number of words")
    for other in random.sample(("json", "conllu", "conllx", "tree", "svg", "html"), 2):
        tw.write(parsed if len(written) < CUT else parsed[:1], io.BytesIO(), format=other)
    if random.random() < 0.3 and reader.format != "conllx":
        tw.evaluate(sentences, parsed)
        keep = random.choice(("", "tags", "heads"))
        same_rows(sentences, b"".join(seeds.pipeline.parse_bytes(sentences, keep=keep, on_conflict="relax")))


def run_trees(seeds: Seeds, random: Random, data: bytes, path: Path) -> None:
    """Read, write in all formats that hold trees, read again and transform."""
    sentences = list(tw.read(data, on_error=random.choice(("stop", "repair", "repair", "skip"))))
    for sentence in sentences:
        if not isinstance(sentence, tw.TreeSentence):
            continue
        tree = sentence.tree
        for format in ("export", "discbracket", "json"):
            losses: Counter[str] = Counter()
            written = b"".join(encoded([sentence], format, losses=losses))
            (again,) = tw.read(written)
            if not losses and again.tree.brackets() != tree.brackets():
                raise Wrong(f"another tree is read again from {format}")
        if collapse(tree).tokens and expand(collapse(tree)).brackets() != tree.brackets():
            raise Wrong("unary chains do not come back")
        if raise_gaps(tree)[0].discontinuous:
            raise Wrong("gaps are left")


def _format(path: Path) -> str:
    return {".jsonl": "json"}.get(path.suffix, path.suffix[1:])


def run_text(seeds: Seeds, random: Random, data: bytes, path: Path) -> None:
    """Raw text to trees."""
    rows_of(b"".join(seeds.pipeline.parse_text(random.choice((data, path)), lines=random.random() < 0.3)))


def run_settings(seeds: Seeds, random: Random, data: bytes, path: Path) -> None:
    """Read, filled in, written and read again; and a parser made of it."""
    given, pipeline = read_toml(path), random.random() < 0.5
    table = resolve(given, pipeline=pipeline)
    path.write_text(to_toml(table), "utf-8")
    if resolve(read_toml(path), pipeline=pipeline) != table:
        raise Wrong("the settings are not the same when they are written and read again")
    tw.Pipeline(given) if pipeline else tw.Parser(given)


def run_templates(seeds: Seeds, random: Random, data: bytes, path: Path) -> None:
    """Make a parser with the templates, train it, parse, save and load it."""
    parser = tw.Parser({"features.templates": str(path), "training.epochs": 1, "training.seeds": 1}, preset="fast")
    parser.train(seeds.sentences[:3], progress=False)
    same_rows(seeds.sentences, b"".join(parser.parse_bytes(seeds.sentences)))
    restored(tw.Parser, *parser.__reduce__()[1][1:])


def run_model(seeds: Seeds, random: Random, data: bytes, path: Path) -> None:
    """Show and load a model; if it loads, parse, save and load it again."""
    if random.random() < 0.3:
        run_info(path)
    model = loaded(lambda: tw.load(path), str(path))
    try:
        same_rows(seeds.sentences, b"".join(model.parse_bytes(seeds.sentences)))
        if isinstance(model, tw.Pipeline) and model.tokenizer is not None:
            rows_of(b"".join(model.parse_text(seeds.text[:300].encode())))
    except tw.TreewrightError as error:
        raise Wrong(f"a model was loaded and cannot be used: {error}") from error
    repr(model)
    with suppress(tw.TreewrightError):  # not all searches give several trees
        model.nbest(seeds.sentences[0], 3)
    restored(type(model), *model.__reduce__()[1][1:])


def loaded(load: Callable[[], Any], name: str) -> Any:
    """The loaded model; a refusal must be a ModelError that names the file."""
    try:
        return load()
    except tw.TreewrightError as error:
        if not isinstance(error, tw.ModelError) or not str(error).startswith(f"{name}: "):
            raise Wrong(f"refused without the name of the file: {error!r:.300}") from error
        raise


def run_info(path: Path) -> None:
    """What `treewright info` shows; it may refuse, but only in a sentence."""
    more = ([], ["--settings"], ["--json"])[path.stat().st_size % 3]
    with redirect_stdout(io.StringIO()) as shown, redirect_stderr(io.StringIO()) as told:
        code = main(["info", str(path), *more])
    if code not in (0, 2):
        raise Wrong(f"treewright info: exit code {code}: {told.getvalue()[:300]}")
    if any(mark in shown.getvalue() for mark in ("\x1b", "\r", "\x9b")):
        raise Wrong("treewright info: a terminal would obey what it shows")


def run_tagger(seeds: Seeds, random: Random, data: bytes, path: Path) -> None:
    """Taggers have no files of their own, but they can be pickled."""
    tagger = loaded(lambda: restored(tw.Tagger, data, {}), PICKLE)
    try:
        same_rows(seeds.sentences, as_rows(list(tagger.pipe(seeds.sentences))))
    except tw.TreewrightError as error:
        raise Wrong(f"a model was loaded and cannot be used: {error}") from error


def _of_models(*names: str) -> Callable[[Seeds, Random], bytes]:
    return lambda seeds, random: forged(random, seeds.models[random.choice(names)])


TARGETS = {
    "conllu": Target(make_conllu, run_treebank, "conllu", 3),
    "conllx": Target(make_conllx, run_treebank, "conllx", 2),
    "json": Target(make_json, run_treebank, "jsonl", 2),
    "trees": Target(make_trees, run_trees, "export", 3),
    "text": Target(make_text, run_text, "txt", 2),
    "settings": Target(make_settings, run_settings, "toml", 2),
    "templates": Target(make_templates, run_templates, "features", 2),
    "parser model": Target(_of_models("parser", "joint", "beam", "neighbours", "easy"), run_model, "tw", 6),
    "pipeline model": Target(_of_models("pipeline"), run_model, "tw", 4),
    "tagger model": Target(_of_models("tagger"), run_tagger, "tw", 2),
}
