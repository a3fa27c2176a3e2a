"""Every public call with wrong arguments: nothing crashes, and where sentences belong one sentence names the right call."""

import inspect
import io
import itertools
import warnings
from pathlib import Path

import pytest
from own_trees import ten_trees
from systems import CONSTITUENCY_SYSTEMS

import treewright as tw
from treewright.features.embeddings import Embeddings
from treewright.oracles import ORACLES
from treewright.settings import read_toml
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank.sentence import Shelf

TINY = Path(tw.__file__).parent / "data" / "tiny" / "dev.conllu"
SENTENCES = list(itertools.islice(tw.read(TINY), 12))
WRONG = {
    "None": None, "text": "A dog.", "number": 5, "far": 1 << 40, "texts": ["A dog."], "Nones": [None], "bytes": b"A dog",
    "dict": {"a": 1}, "fraction": 1.5, "objects": [object()], "object": object(),
}  # fmt: skip
TAKING = ("sentences", "batch", "gold", "system", "predicted")  # arguments where several sentences belong
EXPECTED = (tw.TreewrightError, TypeError, ValueError, LookupError, OverflowError, BufferError)
LONG = ("train", "cross_validate", "Pipeline")  # of which only the arguments that are needed are tried
INNER = {"from_contents", "look_at", "take_learnt", "train_stages", "user_functions"}  # for modules of the package


@pytest.fixture(scope="module")
def objects(tmp_path_factory):
    path = tmp_path_factory.mktemp("models") / "m.tw"
    parser = tw.Parser(preset="fast")
    parser.train(SENTENCES, epochs=1, progress=False)
    parser.save(path)
    tagger = tw.Tagger("upos", {"epochs": 1})
    tagger.train(SENTENCES, progress=False)
    system = TRANSITION_SYSTEMS["arc-eager"]()
    words = {
        "sentences": SENTENCES[:2], "sentence": SENTENCES[0], "batch": SENTENCES[:1], "path": path, "text": ["A dog."],
        "count": 1, "given": SENTENCES[0], "i": 0, "k": 0, "gold": SENTENCES[:1], "system": SENTENCES[:1], "words": ["a"],
        "settings": {}, "folds": 2, "target": io.BytesIO(), "heads": [0], "labels": ["root"], "c": system.initial(3),
        "kind": 0, "label": 0, "source": b"", "data": {"words": [{"form": "a"}]}, "key": "x", "size": 3, "word": 1, "head": 0,
    }  # fmt: skip
    made = {
        "parser": parser, "pipeline": tw.load("english"), "tagger": tagger, "sentence": SENTENCES[0],
        "word": SENTENCES[0].words[0], "constraints": tw.Constraints(), "oracle": ORACLES["arc-eager"](system),
        "transition system": system, "features": parser.features,
    }  # fmt: skip
    constituents = tw.Parser(system="set-based", epochs=1)
    constituents.train(ten_trees(), progress=False)
    made |= {
        "parser of constituents": constituents, "features of constituents": constituents.features,
        "constituents": ten_trees()[0],
    }  # fmt: skip
    for name, cls in CONSTITUENCY_SYSTEMS.items():
        made |= {f"system {name}": cls(), f"oracle {name}": ORACLES[name](cls())}
    return words, made


@pytest.fixture(scope="module")
def trained():
    parser = tw.Parser(preset="fast")
    parser.train(SENTENCES, epochs=1, progress=False)
    return parser


def calls(made):
    """All public functions, classes and methods."""
    for name in tw.__all__:
        found = getattr(tw, name)
        if not (isinstance(found, type) and issubclass(found, (Exception, tw.Configuration))):
            yield name, found
    for name, one in made.items():
        for method in dir(one):
            found = getattr(one, method, None)
            public = not method.startswith("_") or method in ("__call__", "__getitem__")
            if public and callable(found) and not isinstance(found, type) and method not in INNER:
                yield f"{name}.{method}", found


def parameters(call):
    """Names of parameters, and whether they need not be given."""
    try:
        found = inspect.signature(call).parameters.values()
    except (TypeError, ValueError):
        return []
    return [(p.name, p.default is not p.empty) for p in found if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]


def outcome(call, given):
    """What a call raises, None if nothing."""
    try:
        result = call(**given)
        if hasattr(result, "__next__"):
            next(result, None)
    except Exception as error:
        return error
    return None


def test_every_public_call(objects, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # "A dog." may be the name of a file
    words, made = objects
    seen, wrong = 0, []
    for name, call in calls(made):
        known = parameters(call)
        for parameter, free in known:
            if parameter == "self" or (free and name.split(".")[-1] in LONG):
                continue
            needed = {n: words.get(n, SENTENCES[0]) for n, optional in known if not optional and n != "self"}
            for kind, value in WRONG.items():
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    error = outcome(call, {**needed, parameter: value})
                seen += 1
                ours = isinstance(error, tw.TreewrightError) and "\n" not in str(error)
                if error is not None and not isinstance(error, EXPECTED) and parameter not in ("report", "checkpoint"):
                    wrong.append(f"{name}({parameter}={kind}): {error!r}")
                elif parameter in TAKING and not ours:
                    wrong.append(f"{name}({parameter}={kind}): {error!r}, expected one sentence")
    assert not wrong, "\n".join(wrong)
    assert seen > 1500


@pytest.mark.parametrize("value", [[None], ["A dog."], [3], None, 5, "A dog."])
def test_batches(value, objects):
    made = objects[1]
    doors = [made["parser"].parse_batch, made["parser"].predict, made["tagger"].tag_batch, made["pipeline"].tagged]
    for door in [*doors, made["pipeline"].take_examples, made["parser"].adapt]:
        with pytest.raises(tw.InputError, match=r"seen .*, expected .*; "):
            door(value)


def test_none_does_not_reach_compiled_code():
    """What the compiler checks at each door, because of a directive in setup.py."""
    system = TRANSITION_SYSTEMS["arc-eager"]()
    oracle = ORACLES["arc-eager"](system)
    for call in (system.valid, system.final, system.tree, lambda c: system.step(c, 0), oracle.kind_costs):
        with pytest.raises(TypeError):
            call(None)
    for call in (lambda: Shelf().reread(None, []), lambda: Shelf().reread(b"", None), lambda: Shelf().sentences(None, "", "")):
        with pytest.raises((TypeError, AttributeError)):
            call()
    for kind in (-1, 4, 30, 1000):
        with pytest.raises(ValueError, match="expected 0 to 3: shift"):
            system.step(system.initial(2), kind)


@pytest.mark.parametrize("name", CONSTITUENCY_SYSTEMS)
def test_trees_and_configurations_that_do_not_fit(name):
    """Compiled oracles would read beyond their arrays, or go round in a circle."""
    system = CONSTITUENCY_SYSTEMS[name]()
    oracle = ORACLES[name](system)
    for parents in ([3, 3, 9], [3, 3, 0], [1, 1, -1], [1 << 20] * 3, [2, 2, 2], [3, 3, 4, 4, 3], [3, 3, 3, 4, 4]):
        with pytest.raises(ValueError, match=r"parents: seen .* above token \d of \d, expected the number of a constituent"):
            oracle.prepare(parents, [0] * len(parents))
    oracle.prepare([2, 2, -1], [-1, -1, 0])
    assert all(cost == 0 for _, _, cost, _ in oracle.transition_costs(system.initial(2)))
    for size in (1, 3, 200):
        with pytest.raises(ValueError, match=f"c: seen {size} words, expected as many as the tree has"):
            oracle.transition_costs(system.initial(size))
    stack = TRANSITION_SYSTEMS["arc-eager"]().initial(2)
    doors = [system.valid, system.final, system.tree, system.transitions, oracle.transition_costs]
    for call in [*doors, lambda c: system.step(c, 0), lambda c: system.show(c, 0)]:
        for wrong in (None, stack, 5):
            with pytest.raises((TypeError, AttributeError)):
                call(wrong)
    for kind, site in ((-1, 0), (99, 0), (0, 7), (0, -1), (1, 0)):
        with pytest.raises(ValueError, match=r"expected|is not valid"):
            system.step(system.initial(2), kind, 0, site)


def test_a_number_is_not_a_file_that_someone_opened(tmp_path):
    """Python's `open` takes the number of an open file; reading a model closed it."""
    with open(tmp_path / "x", "w+b") as file:
        for call in (tw.load, tw.Parser.load, tw.Pipeline.load, tw.read, lambda number: tw.write(SENTENCES, number)):
            with pytest.raises(tw.TreewrightError, match="expected"):
                call(file.fileno())
        file.write(b"still open")
        file.flush()


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000])
def test_names_that_no_file_can_have(name, trained):
    calls = [tw.load, tw.Parser.load, read_toml, trained.save, lambda name: list(tw.read(name))]
    calls += [lambda name: tw.write(SENTENCES, name)]
    calls += [Embeddings.read, lambda name: tw.Parser({"features.templates": f"{name}.features"})]
    for call in calls:
        with pytest.raises(tw.TreewrightError):
            call(name)
