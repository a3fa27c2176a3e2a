"""Ways to train and to parse whose results must not change: every system, search, strategy, stage and ensemble.

Each way gives the bytes of what was learnt and of what was parsed.  What was learnt is the arrays and the fields of the header
that parsing depends on, so that another file format leaves it as it is.
"""

import json
import warnings
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import treewright as tw
from treewright.ensemble import Cascade, Reparsing, Voting
from treewright.storage import checkpoint
from treewright.tokenization.tokenizer import Tokenizer

TINY = Path(tw.__file__).parent / "data" / "tiny"
TREES = Path(__file__).parents[1] / "fixtures" / "ten_trees.discbracket"
LEARNT = ("labels", "tags", "root_label", "kinds", "templates", "facts", "lifted_labels", "known_labels", "target")
GREEDY = dict(beam=1, strategy="local", explore="always")
SHORT = {"tokenizer.epochs": 2, "tagger.epochs": 2, "lemmatizer.epochs": 2, "tagger.folds": 2, "training.epochs": 2}

SYSTEMS = {  # each with another root, search and strategy
    "arc-eager": dict(root="last", **GREEDY),
    "arc-swift": dict(root="first", beam=4, strategy="laso", margin=1.0),
    "arc-hybrid": dict(root="none", beam=4, strategy="early-update"),
    "arc-standard": dict(root="last", beam=4, strategy="max-violation"),
    "non-monotonic-arc-eager": dict(root="first", **GREEDY),
    "arc-eager-partial": dict(beam=4, strategy="early-update"),
    "arc-hybrid-partial": dict(**GREEDY),
    "arc-eager-span": dict(root="first", max_length=2, **GREEDY),
    "arc-hybrid-span": dict(beam=4, strategy="laso"),
    "swap": dict(beam=4, strategy="early-update", **{"oracle.swap": "eager"}),
    "arc-hybrid-swap": dict(beam=1, strategy="local"),
    "easy-first": dict(features="fast", explore="after-first", margin=0.3),
    "two-planar": dict(beam=4, strategy="laso"),
    "attardi": dict(beam=1, strategy="local", features="desr"),
    "covington": dict(beam=4, strategy="early-update", root="first"),
    "covington-projective": dict(**GREEDY),
}
SETTINGS = {  # of arc-eager, unless they say otherwise
    "root first": dict(root="first", **GREEDY),
    "no root": dict(root="none", **GREEDY),
    "several roots": dict(single_root=False, **GREEDY),
    "fast": dict(features="fast", beam=1, strategy="local", explore="after-first", margin=0.3),
    "early update": dict(features="zn11", beam=8, strategy="early-update"),
    "max-violation, restart": dict(beam=4, strategy="max-violation", restart="negative"),
    "full update": dict(beam=4, strategy="full-update"),
    "laso, many templates": dict(features="zn11,morphology,xpos,lemma,neighbours", beam=8, strategy="laso", margin=1.0),
    "static oracle": dict(beam=1, strategy="local", oracle="static"),
    "one reference": dict(beam=4, strategy="early-update", **{"training.references": "single"}),
    "labels apart": dict(system="arc-hybrid", root="first", labels="second", **GREEDY),
    "no labels": dict(labels="none", **GREEDY),
    "no facts": dict(facts=0, beam=4, strategy="laso"),
    "lifted by head": dict(pseudo_projective="head", beam=4, strategy="laso"),
    "lifted by path": dict(pseudo_projective="path", system="arc-standard", **GREEDY),
    "tags and trees": dict(system="arc-standard", joint_tags="upos", beam=4, strategy="early-update"),
    "given heads": dict(beam=4, strategy="laso", **{"training.given_heads": 0.3, "features.options": "given"}),
    "dropped arcs": dict(drop_arcs="0.3", **GREEDY),
    "uniform updates": dict(**GREEDY, **{"classifier.update": "uniform"}),
    "second order": dict(features="desr", beam=1, strategy="local", **{"features.second_order": True}),
    "three seeds, pruned": dict(seeds=3, prune=0.05, **GREEDY),
    "two threads": dict(features="fast", beam=4, strategy="laso", threads=2),
    "averaged by transition": dict(beam=4, strategy="laso", **{"training.averaging": "transition"}),
}
CLASSIFIERS = {  # those that are fitted; what liblinear learns is not ours, so only parses are compared
    "logistic-regression": dict(features="atoms"),
    "linear-svm": dict(features="atoms"),
    "poly2-svm": dict(features="desr", **{"features.second_order": True, "classifier.least_count": 3}),
    "nearest-neighbours": dict(features="atoms"),
}
CONSTITUENTS = {  # of set-based
    "greedy, dynamic": dict(**GREEDY),
    "greedy, static": dict(beam=1, strategy="local", oracle="static", candidates=0),
    "beam, laso": dict(beam=4, strategy="laso", explore="after-first"),
    "beam, early update": dict(beam=4, strategy="early-update", candidates=2),
}
Found = dict[str, bytes]  # by what it is: "model", "parses" and others


@cache
def part(name: str) -> tuple[tw.Sentence, ...]:
    return tuple(tw.read(TINY / f"{name}.conllu"))


@cache
def trained(**settings: Any) -> tw.Parser:
    """A parser trained for a moment."""
    with warnings.catch_warnings():  # epochs have no effect on what is fitted
        warnings.simplefilter("ignore", tw.SettingsWarning)
        own = tw.Parser(preset="panparser", **{"epochs": 3, "seed": 7, **settings})
    own.train(part("train")[:120], part("dev")[:20])
    return own


def learnt(parts: tuple[dict[str, Any], dict[str, Any]]) -> bytes:
    """What was learnt, as bytes."""
    header, arrays = parts
    stages = [{name: stage.get(name) for name in LEARNT} for stage in header.get("stages", [header])]
    shapes = {name: [str(array.dtype), *array.shape] for name, array in sorted(arrays.items())}
    return json.dumps([stages, shapes], sort_keys=True).encode() + b"".join(a.tobytes() for _, a in sorted(arrays.items()))


def of_parser(own: tw.Parser) -> Found:
    """The model and its parses, which are the same in two threads and after saving and loading."""
    parses = b"".join(own.parse_bytes(part("test")))
    assert b"".join(own.parse_bytes(part("test"), threads=2)) == parses
    return {"model": learnt(own.contents()), "parses": parses}


def bytes_of(sentences: Iterable[tw.Sentence]) -> bytes:
    return b"".join(sentence.to_conllu().encode() + b"\n" for sentence in sentences)


def fitted(name: str) -> Found:
    return {"parses": of_parser(trained(**{"classifier.name": name}, **CLASSIFIERS[name]))["parses"]}


def constituents(name: str) -> Found:
    """Trees with gaps are learnt; these and sentences of the tiny treebank are parsed, by a beam also for the best trees."""
    settings = CONSTITUENTS[name]
    gold = list(tw.read(TREES, format="discbracket"))
    own = tw.Parser(system="set-based", **{"epochs": 3, "seeds": 1, "seed": 7, **settings})
    own.train(gold, gold)
    sentences = [*gold, *part("test")]
    parses = b"".join(own.parse_bytes(sentences))
    assert b"".join(own.parse_bytes(sentences, threads=2)) == parses
    found = {"model": learnt(own.contents()), "parses": parses}
    if settings["beam"] > 1:
        best = [[(f"{score:.6g}", tree.tree.brackets()) for score, tree in own.nbest(one, 4)] for one in sentences]
        found["best trees"] = json.dumps(best).encode()
    return found


def constraints() -> Found:
    """Every third head of the gold trees is kept, in three systems."""
    found = {}
    half = [s.with_tree([h if i % 3 else -1 for i, h in enumerate(s.heads)], s.labels) for s in part("test")]
    for system in ("arc-eager", "arc-hybrid", "arc-standard"):
        own = trained(system=system, beam=4, strategy="early-update")
        found[system] = b"".join(own.parse_bytes(half, keep="heads", on_conflict="relax"))
    own = trained(pseudo_projective="head", beam=4, strategy="laso")
    found["lifted"] = b"".join(own.parse_bytes(half, keep="all", on_conflict="relax"))
    return found


def best_trees() -> Found:
    """The best trees of each sentence and their scores."""
    own, lifted = trained(beam=4, strategy="early-update"), trained(pseudo_projective="head", beam=4, strategy="laso")
    rows = [[f"{score:.6g} {tree.heads} {tree.labels}" for score, tree in one.nbest(sentence, 4)]
            for one in (own, lifted) for sentence in part("test")]  # fmt: skip
    return {"parses": json.dumps(rows).encode()}


def votes() -> Found:
    greedy = [trained(seed=seed, features=features, **GREEDY) for seed, features in ((1, "zn11"), (2, "fast"), (3, "zn11"))]
    beams = [trained(seed=seed, beam=4, strategy="early-update") for seed in (1, 2, 3)]
    return {
        "greedy": b"".join(Voting(greedy, [1.1, 1, 1]).parse_bytes(part("test"))),
        "beam": b"".join(Voting(beams).parse_bytes(part("test"))),
    }


def reparsing() -> Found:
    parsers = [trained(**GREEDY), trained(system="arc-hybrid", **GREEDY), trained(system="covington", **GREEDY)]
    return {"parses": bytes_of(Reparsing(parsers, weights=[1.1, 1, 1]).pipe(part("test")))}


def cascade() -> Found:
    first = trained(system="arc-eager-partial", **GREEDY)
    return {"parses": bytes_of(Cascade([first, trained(beam=4, strategy="early-update")]).pipe(part("test")))}


def tagger(target: str, **settings: Any) -> Found:
    own = tw.Tagger(target, {"training.epochs": 3, **settings})
    own.train(part("train")[:120], part("dev")[:20])
    return {"model": learnt(own.contents()), "parses": bytes_of(own.pipe(part("test")))}


def tokenizer() -> Found:
    own = Tokenizer(epochs=2)
    own.train(part("train")[:120], part("dev")[:20])
    text = " ".join(sentence.text for sentence in part("test"))
    return {"model": learnt(own.contents()), "parses": bytes_of(own(text))}


def pipeline() -> Found:
    own = tw.Pipeline(SHORT, preset="fast")
    own.train(part("train")[:120], part("dev")[:20])
    text = " ".join(sentence.text for sentence in part("test")).encode()
    return {"model": learnt(own.contents()), "parses": b"".join(own.parse_text(text))}


def resumed(folder: Path) -> Found:
    """Training stops after the second of four epochs and goes on; the model is that of a training left alone."""
    class Stopped(Exception):
        pass

    class Stop(tw.Callbacks):
        def on_epoch_start(self, loop: Any, epoch: int) -> None:
            if epoch == 3:
                raise Stopped

    settings = dict(preset="panparser", features="fast", beam=4, strategy="laso", margin=1.0, epochs=4, seed=7)
    pause, checkpoint.PAUSE = checkpoint.PAUSE, 0  # every epoch is written
    try:
        tw.Parser(**settings).train(part("train"), part("dev")[:20], checkpoint=folder / "c", callbacks=Stop())
    except Stopped:
        pass
    finally:
        checkpoint.PAUSE = pause
    own, whole = tw.Parser(**settings), tw.Parser(**settings)
    own.train(part("train"), part("dev")[:20], checkpoint=folder / "c", resume=True)
    whole.train(part("train"), part("dev")[:20])
    assert learnt(own.contents()) == learnt(whole.contents())
    return of_parser(own)


WAYS: dict[str, Any] = {
    **{f"system {name}": (lambda n=name: of_parser(trained(system=n, **SYSTEMS[n]))) for name in SYSTEMS},
    **{name: (lambda n=name: of_parser(trained(**SETTINGS[n]))) for name in SETTINGS},
    **{f"classifier {name}": (lambda n=name: fitted(n)) for name in CLASSIFIERS},
    **{f"constituents, {name}": (lambda n=name: constituents(n)) for name in CONSTITUENTS},
    "constraints": constraints,
    "best trees": best_trees,
    "votes": votes,
    "reparsing": reparsing,
    "cascade": cascade,
    "tagger upos": lambda: tagger("upos"),
    "tagger xpos+feats": lambda: tagger("xpos+feats", **{"search.beam": 4, "training.strategy": "laso"}),
    "lemmatizer": lambda: tagger("lemma"),
    "tokenizer": tokenizer,
    "pipeline": pipeline,
    "resumed": resumed,
}
