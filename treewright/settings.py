"""Every setting of a parser in one table (type, default, choices, help), and how settings are checked and filled in.

Settings may be written nested (``{"search": {"beam": 8}}``, as in a TOML file), dotted (``{"search.beam": 8}``, as on
the command line) or short (``{"beam": 8}``, as in ``Parser(beam=8)``); ``resolve`` takes all and returns them nested.
"""

from __future__ import annotations

import difflib
import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from treewright.errors import SettingsError

Value = str | int | float | bool
Table = dict[str, dict[str, Value]]


class Setting(NamedTuple):
    """One setting; its type is the type of its default."""

    default: Value
    help: str
    choices: tuple[str, ...] = ()
    short: str = ""
    also: str = ""  # what may stand in place of a choice, a key of OTHER
    many: bool = False  # a comma list
    least: float | None = None
    most: float | None = None

    @property
    def type(self) -> type:
        """The Python type of the value: str, int, float or bool."""
        return type(self.default)

    @property
    def expected(self) -> str:
        """What a value looks like, for help texts and messages."""
        if self.type is bool:
            return "true or false"
        if self.type is not str:
            number = "a whole number" if self.type is int else "a number"
            if self.most is not None:
                return f"{number} from {self.least:g} to {self.most:g}"
            return number if self.least is None else f"{number} of at least {self.least:g}"
        names = [*self.choices, *([OTHER[self.also]] if self.also else [])]
        text = names[0] if len(names) == 1 else "one of " + ", ".join(names)
        return "a comma list; each " + text if self.many else text


OTHER = {
    "class": '"module:Class"',
    "function": '"module:function"',
    "file": "a path ending in .features",
    "text": "a path",
    "rules": 'rules as in "0.5" or "0.9 label=punct; 0.5 length>7"',
}
SYSTEMS = (
    "arc-eager", "arc-swift", "arc-hybrid", "arc-standard", "non-monotonic-arc-eager",
    "arc-eager-partial", "arc-hybrid-partial", "arc-eager-span", "arc-hybrid-span", "swap", "arc-hybrid-swap",
    "easy-first", "two-planar", "attardi", "covington", "covington-projective",
)  # fmt: skip
CROSSING = ("right2", "left2", "right3", "left3", "extract")  # of attardi
STATIC = ("swap", "attardi")  # systems whose oracles know one gold path for each tree
ESTIMATED = (*STATIC, "arc-hybrid-swap", "arc-swift", "two-planar")  # and those that only estimate costs
WHOLE = (*STATIC, "two-planar")  # systems whose oracles need whole trees
TEMPLATES = (
    "zn11", "rich", "fast", "atoms", "desr",
    "morphology", "xpos", "lemma", "affixes", "neighbours", "second", "around", "planes", "attardi", "covington", "given",
)  # fmt: skip
LEARNERS = ("linear-svm", "logistic-regression", "poly2-svm", "nearest-neighbours")  # fitted once, to whole gold paths
SVMS = LEARNERS[:3]  # what has weights
STRATEGIES = ("local", "early-update", "max-violation", "full-update", "laso")

SETTINGS: dict[str, Setting] = {
    "system.name": Setting("arc-eager", "transition system", SYSTEMS, "system", "class"),
    "system.root": Setting("last", "where the artificial root stands", ("first", "last", "none"), "root"),
    "system.single_root": Setting(
        True, "exactly one word depends on the root (with partial systems, one at the most)", (), "single_root"
    ),
    "system.max_length": Setting(
        3, "greatest length of an arc, with arc-eager-span and arc-hybrid-span", short="max_length", least=1, most=100_000
    ),
    "system.depth": Setting(
        10, "how many tokens from the top of the stack a word can be attached to, with arc-swift", least=1, most=28
    ),
    "system.crossing": Setting(
        ",".join(CROSSING), "non-projective transitions that are allowed, with attardi; insert goes with extract",
        (*CROSSING, "none"), "crossing", many=True
    ),
    "oracle.name": Setting(
        "dynamic", "how transitions are judged against the gold tree", ("dynamic", "static"), "oracle", "class"
    ),
    "oracle.swap": Setting(
        "lazy", "whether words change places late or early on gold paths, with system.name = swap", ("lazy", "eager")
    ),
    "features.templates": Setting(
        "zn11", "template sets; files add templates of your own", TEMPLATES, "features", "file", True
    ),
    "features.lexicalised": Setting(True, "use word forms; false gives a delexicalised parser"),
    "features.labels": Setting(True, "use the labels of arcs already built"),
    "features.history": Setting(True, "use the transitions taken last"),
    "features.options": Setting("", "groups of templates to add", TEMPLATES[5:], many=True),
    "features.second_order": Setting(
        False, "add all pairs of the templates of one atom; with plain atoms, a kernel of degree two"
    ),
    "features.embeddings": Setting(
        "", "text file of pre-trained word vectors, used as real-valued features", also="text"
    ),
    "features.functions": Setting("", "Python functions of a word, used as atoms", also="function", many=True),
    "classifier.name": Setting(
        "averaged-perceptron", "classifier", ("averaged-perceptron", *LEARNERS), also="class"
    ),
    "classifier.labels": Setting(
        "joint",
        "labels scored with the transitions, by a second classifier, or not at all",
        ("joint", "second", "none"),
        "labels",
    ),
    "classifier.update": Setting(
        "single",
        "on an error, punish the class that won, or all wrong classes that beat the right one, evenly",
        ("single", "uniform"),
    ),
    "classifier.cost": Setting(
        0.5, "how dear an error is (C), with SVMs and logistic-regression", least=1e-6, most=1e6
    ),
    "classifier.gamma": Setting(0.1, "gamma of the kernel (gamma x.x' + 1)^2 of poly2-svm", least=1e-6, most=1e6),
    "classifier.least_count": Setting(
        1, "leave out features that occur less often in training, with SVMs and logistic-regression", least=1
    ),
    "classifier.neighbours": Setting(
        5, "the k of nearest-neighbours: so many nearest distances are asked", least=1, most=1000
    ),
    "classifier.weighting": Setting(
        "gain-ratio", "how nearest-neighbours weighs atoms", ("gain-ratio", "information-gain")
    ),
    "classifier.prune": Setting(
        0.0, "leave out features whose weights are all smaller, once training is over", short="prune", least=0.0
    ),
    "search.beam": Setting(8, "size of the beam; 1 = greedy, 0 = unlimited", short="beam", least=0),
    "training.strategy": Setting("early-update", "which configurations are updated", STRATEGIES, "strategy", "class"),
    "training.restart": Setting(
        "none",
        "after an update, go on from the positive or negative configuration",
        ("none", "positive", "negative"),
        "restart",
    ),
    "training.exploration": Setting(
        "never",
        "when training goes on from a wrong configuration",
        ("never", "always", "after-first", "sampled"),
        "explore",
    ),
    "training.exploration_rate": Setting(0.9, "how often it does, with exploration = after-first", least=0, most=1),
    "training.exploration_start": Setting(
        1, "epochs before exploration starts, with exploration = after-first", least=0
    ),
    "training.margin": Setting(
        0.0, "by how much, per active feature, gold transitions must win", short="margin", least=0
    ),
    "training.positive": Setting(
        "score",
        "the positive configuration: of best score, of longest shared prefix, or among all",
        ("score", "prefix", "all"),
    ),
    "training.references": Setting("all", "all gold paths are right, or a single one", ("all", "single")),
    "training.reinitialise": Setting(0, "start the beam anew after so many transitions; 0 = never", least=0),
    "training.drop_arcs": Setting(
        "", "leave out a share of the gold arcs, others in each epoch", short="drop_arcs", also="rules"
    ),
    "training.given_heads": Setting(
        0.0, "share of the gold heads that are given as constraints, others in each epoch", least=0, most=1
    ),
    "training.pseudo_projective": Setting(
        "none",
        "how non-projective trees are made projective for training, and made again after parsing",
        ("none", "head", "path", "head+path"),
        "pseudo_projective",
    ),
    "training.shuffle": Setting(True, "shuffle the sentences before each epoch"),
    "training.epochs": Setting(15, "times the training data is read", short="epochs", least=1),
    "training.seed": Setting(1, "seed of all random choices; same seed, same bytes", short="seed", least=0),
    "training.threads": Setting(
        1, "train in so many threads, each with a copy of the weights; another number gives another model",
        short="threads", least=1, most=64
    ),
    "training.seeds": Setting(
        1, "number of models, of seeds one after another, summed into one", short="seeds", least=1
    ),
}
SHORT = {setting.short: name for name, setting in SETTINGS.items() if setting.short}
ALIASES = {"system.name": {"nivreeager": "arc-eager", "nivrestandard": "arc-standard"}}  # MaltParser's names

PRESETS: dict[str, dict[str, dict[str, Value]]] = {
    "accurate": {
        "features": {"templates": "rich", "history": False},
        "search": {"beam": 8},
        "training": {"strategy": "laso", "exploration": "after-first", "margin": 1.0, "epochs": 15},
    },
    "fast": {
        "features": {"templates": "fast", "history": False},
        "search": {"beam": 1},
        "training": {"strategy": "local", "exploration": "after-first", "margin": 0.3, "epochs": 15},
    },
}

# Defaults that depend on another setting: where the first has the value and the second is not given, it gets the next.
# What a system or a classifier implies goes before a preset.
IMPLIED: tuple[tuple[str, Value, str, Value], ...] = (
    *(("system.name", system, "oracle.name", "static") for system in STATIC),
    ("system.name", "easy-first", "search.beam", 1),
    ("system.name", "easy-first", "training.strategy", "local"),
    ("system.name", "easy-first", "features.history", False),
    *(("classifier.name", name, *implied) for name in LEARNERS for implied in (
        ("training.strategy", "local"), ("search.beam", 1), ("oracle.name", "static"), ("training.exploration", "never"),
        ("training.margin", 0.0), ("training.epochs", 1),
    )),
    ("classifier.name", "poly2-svm", "features.second_order", True),
    ("classifier.name", "poly2-svm", "features.templates", "desr"),
    ("classifier.name", "nearest-neighbours", "features.templates", "desr"),
    ("classifier.name", "nearest-neighbours", "features.history", False),
    ("training.strategy", "local", "search.beam", 1),
    ("search.beam", 1, "training.strategy", "local"),
    ("training.strategy", "laso", "training.restart", "positive"),
    ("training.strategy", "laso", "training.exploration", "after-first"),
    ("oracle.name", "static", "training.references", "single"),
    ("classifier.labels", "none", "features.labels", False),
    ("features.second_order", True, "features.history", False),
    *(("system.name", system, "training.exploration", "never") for system in STATIC),
    ("system.name", "swap", "features.options", "second"),
    ("system.name", "arc-hybrid-swap", "features.options", "second"),
    ("system.name", "easy-first", "features.options", "around"),
    ("system.name", "two-planar", "features.options", "planes"),
    ("system.name", "attardi", "features.options", "attardi"),
    ("classifier.name", "poly2-svm", "features.options", ""),  # nothing but atoms can be paired
    ("system.name", "covington", "features.options", "covington"),
    ("system.name", "covington-projective", "features.options", "covington"),
)


class Rule(NamedTuple):
    """A combination that cannot work (or has no effect): the two settings, when, why, and what would."""

    first: str
    second: str
    broken: Callable[[Mapping[str, Any]], bool]
    reason: str
    instead: str = ""


def learner(setting: str, broken: Callable[[Any], bool], reason: str, instead: str) -> Rule:
    """What a learner that is fitted once cannot do."""
    return Rule(setting, "classifier.name", lambda t: t["classifier.name"] in LEARNERS and broken(t[setting]), reason, instead)


def used_by(setting: str, users: tuple[str, ...]) -> Rule:
    """What only some of our classifiers read."""
    ours = SETTINGS["classifier.name"].choices
    return Rule(f"classifier.{setting}", "classifier.name",
                lambda t: t["classifier.name"] in ours and t["classifier.name"] not in users,
                f"only {' and '.join(users)} read{'s' if len(users) == 1 else ''} it")  # fmt: skip


IMPOSSIBLE = (
    Rule("system.root", "system.single_root",
         lambda t: t["system.root"] == "none" and not t["system.single_root"],
         "without a ROOT token exactly one word is left over at the end", "system.root = last or system.single_root = true"),
    learner("training.strategy", lambda strategy: strategy != "local",
            "it learns single decisions on gold paths", "training.strategy = local"),
    learner("training.exploration", lambda exploration: exploration != "never",
            "it learns from gold paths only, all at once", "training.exploration = never"),
    learner("training.margin", bool, "margins are for perceptrons", "training.margin = 0 and classifier.cost"),
    learner("training.threads", lambda threads: threads > 1, "it is fitted once, in one thread", "training.threads = 1"),
    learner("training.seeds", lambda seeds: seeds > 1, "another seed would give the same", "training.seeds = 1"),
    learner("training.drop_arcs", bool, "it learns from whole trees", "classifier.name = averaged-perceptron"),
    learner("training.given_heads", bool, "it sees every sentence once", "classifier.name = averaged-perceptron"),
    learner("classifier.labels", lambda labels: labels == "second",
            "it decides once in each configuration", "classifier.labels = joint"),
    learner("classifier.update", lambda update: update == "uniform", "it makes no updates", "classifier.update = single"),
    Rule("classifier.prune", "classifier.name",
         lambda t: t["classifier.prune"] > 0 and t["classifier.name"] == "nearest-neighbours",
         "it has no weights", "classifier.prune = 0"),
    Rule("features.embeddings", "classifier.name",
         lambda t: bool(t["features.embeddings"]) and t["classifier.name"] in LEARNERS[2:],
         "it compares atoms, and vectors are numbers", "classifier.name = linear-svm or features.embeddings = \"\""),
    Rule("oracle.name", "system.name",
         lambda t: t["oracle.name"] == "dynamic" and t["system.name"] in STATIC,
         "what a transition of it costs away from its gold path is not known",
         "oracle.name = static or system.name = arc-hybrid-swap"),
    Rule("training.drop_arcs", "system.name",
         lambda t: bool(t["training.drop_arcs"]) and t["system.name"] in WHOLE,
         "its oracle finds a path to whole trees only", "system.name = arc-hybrid-swap"),
    Rule("training.given_heads", "system.name",
         lambda t: t["training.given_heads"] > 0 and t["system.name"] in ESTIMATED,
         "its oracle cannot tell which transitions keep given heads", "training.given_heads = 0 or another system"),
    Rule("search.beam", "system.name",
         lambda t: t["search.beam"] != 1 and t["system.name"] == "easy-first",
         "easy-first compares all arcs of one configuration, not paths", "search.beam = 1 or another system"),
    Rule("training.strategy", "system.name",
         lambda t: t["training.strategy"] in STRATEGIES[1:] and t["system.name"] == "easy-first",
         "easy-first follows one configuration and corrects each arc on its own",
         "training.strategy = local or another system"),
    Rule("oracle.name", "system.name",
         lambda t: t["oracle.name"] == "static" and t["system.name"] == "easy-first",
         "easy-first learns itself in which order the arcs of a tree are made", "oracle.name = dynamic or another system"),
    Rule("training.references", "system.name",
         lambda t: t["training.references"] == "single" and t["system.name"] == "easy-first",
         "easy-first learns itself in which order the arcs of a tree are made", "training.references = all or another system"),
    Rule("features.history", "system.name",
         lambda t: t["features.history"] and t["system.name"] == "easy-first",
         "its last transitions were made anywhere in the sentence", "features.history = false or another system"),
    Rule("training.given_heads", "system.name",
         lambda t: t["training.given_heads"] > 0 and t["system.name"] == "easy-first",
         "easy-first search keeps no constraints", "training.given_heads = 0 or another system"),
    Rule("training.exploration", "oracle.name",
         lambda t: t["training.exploration"] != "never" and t["oracle.name"] == "static",
         "a static oracle knows no costs away from its one gold path, where exploration leads",
         "oracle.name = dynamic or training.exploration = never"),
    Rule("training.restart", "oracle.name",
         lambda t: t["training.restart"] == "negative" and t["oracle.name"] == "static",
         "a static oracle knows no costs in a wrong configuration, where training would go on",
         "oracle.name = dynamic or training.restart = positive"),
    Rule("training.references", "oracle.name",
         lambda t: t["training.references"] == "all" and t["oracle.name"] == "static",
         "a static oracle knows one gold path for each tree",
         "training.references = single or oracle.name = dynamic"),
    Rule("training.strategy", "search.beam",
         lambda t: t["training.strategy"] == "local" and t["search.beam"] != 1,
         "local training follows one configuration, and its scores cannot be compared between those of a beam",
         "search.beam = 1, or training.strategy = early-update, max-violation or laso"),
    Rule("training.restart", "training.strategy",
         lambda t: t["training.restart"] != "none" and t["training.strategy"] == "local",
         "local training always goes on after an update; training.exploration says from where",
         "training.exploration = always or never, or training.strategy = early-update"),
    Rule("classifier.update", "training.strategy",
         lambda t: t["classifier.update"] == "uniform" and t["training.strategy"] in STRATEGIES[1:],
         "global training compares two paths; which classes beat the right one is asked of single decisions",
         "classifier.update = single or training.strategy = local"),
    Rule("features.labels", "classifier.labels",
         lambda t: t["features.labels"] and t["classifier.labels"] == "none",
         "a parser without labels builds no labels that features could read",
         "features.labels = false or classifier.labels = joint"),
    Rule("training.pseudo_projective", "classifier.labels",
         lambda t: t["training.pseudo_projective"] != "none" and t["classifier.labels"] == "none",
         "the way back to a non-projective tree is kept in the labels",
         "classifier.labels = joint or second, or training.pseudo_projective = none"),
    Rule("features.options", "features.lexicalised",
         lambda t: not t["features.lexicalised"] and bool({"lemma", "affixes"} & {*t["features.options"].split(",")}),
         "lemmas and affixes are made of the words that a delexicalised parser must not see",
         "features.lexicalised = true, or leave lemma and affixes out"),
)  # fmt: skip

IDLE = (
    Rule("training.epochs", "classifier.name", lambda t: t["classifier.name"] in LEARNERS, "it is fitted once"),
    used_by("cost", SVMS),
    used_by("least_count", SVMS),
    used_by("gamma", LEARNERS[2:3]),
    used_by("neighbours", LEARNERS[3:]),
    used_by("weighting", LEARNERS[3:]),
    Rule("oracle.swap", "system.name",
         lambda t: t["system.name"] in SYSTEMS and t["system.name"] != "swap", "only swap has a lazy and an eager oracle"),
    Rule("system.max_length", "system.name",
         lambda t: t["system.name"] in SYSTEMS and not t["system.name"].endswith("-span"),
         "only arc-eager-span and arc-hybrid-span leave out long arcs"),
    Rule("system.depth", "system.name",
         lambda t: t["system.name"] in SYSTEMS and t["system.name"] != "arc-swift",
         "only arc-swift has right-arcs for each depth of the stack"),
    Rule("system.crossing", "system.name",
         lambda t: t["system.name"] in SYSTEMS and t["system.name"] != "attardi", "only attardi has these transitions"),
    Rule("training.exploration_rate", "training.exploration",
         lambda t: t["training.exploration"] != "after-first", "only after-first reads it"),
    Rule("training.exploration_start", "training.exploration",
         lambda t: t["training.exploration"] != "after-first", "only after-first reads it"),
    Rule("training.positive", "training.strategy",
         lambda t: t["training.strategy"] == "local", "local training has no beam to choose from"),
    Rule("training.reinitialise", "training.strategy",
         lambda t: t["training.strategy"] == "local", "local training has no beam to start anew"),
    Rule("training.positive", "training.references",
         lambda t: t["training.references"] == "single", "there is one positive path"),
    Rule("training.exploration", "training.restart",
         lambda t: t["training.restart"] == "none" and t["training.strategy"] in STRATEGIES[1:4],
         "the sentence is left after its first update"),
)  # fmt: skip


def resolve(
    given: Mapping[str, Any] | None = None, preset: str | None = None, *, origins: Mapping[str, str] | None = None
) -> Table:
    """All settings, nested and checked: what is given, over the preset, over the defaults; refuses what cannot work."""
    given = dict(given or {})
    preset = given.pop("preset", None) or preset
    flat: dict[str, Any] = {}
    source = {}
    if preset is not None:
        if not isinstance(preset, str) or preset not in PRESETS:
            hint = nearest(preset, PRESETS)
            raise SettingsError(f"preset: seen {preset!r}, expected one of {', '.join(PRESETS)}{hint}")
        flat = flatten(PRESETS[preset])
        source = {name: f"preset {preset}" for name in flat}
    own = flatten(given, origins)
    flat.update(own)
    source.update({name: (origins or {}).get(name, "") for name in own})
    named = set(flat)
    for cause, value, name, implied in IMPLIED:
        goes_first = cause in ("system.name", "classifier.name")
        if name not in (own if goes_first else named) and flat.get(cause, SETTINGS[cause].default) == value:
            flat[name] = implied
            source[name] = f"because of {cause}"
    flat = {name: flat.get(name, setting.default) for name, setting in SETTINGS.items()}
    for rule in IMPOSSIBLE:
        if rule.broken(flat):
            first, second = (shown(name, flat[name], source.get(name, "default")) for name in (rule.first, rule.second))
            raise SettingsError(f"{first} cannot work with {second}: {rule.reason}; use {rule.instead}")
    return nest(flat)


def without_effect(given: Iterable[str], table: Table) -> list[str]:
    """One sentence for each of the given settings (dotted names) that does nothing beside the others of the table."""
    flat, names = flatten(table), set(given)
    return [
        f"{rule.first} has no effect with {shown(rule.second, flat[rule.second])}: {rule.reason}"
        for rule in IDLE
        if rule.first in names and flat[rule.first] != SETTINGS[rule.first].default and rule.broken(flat)
    ]


def flatten(given: Mapping[str, Any], origins: Mapping[str, str] | str | None = None) -> dict[str, Value]:
    """Nested, dotted or short settings as dotted ones, each name and value checked."""
    flat: dict[str, Value] = {}
    for key, value in given.items():
        if isinstance(value, Mapping):
            if key not in TABLES:
                known = ", ".join(TABLES) + nearest(key, TABLES)
                raise SettingsError(f"[{key}]{origin_of(key, origins)}: no such table, expected one of {known}")
            pairs = [(f"{key}.{name}", inner) for name, inner in value.items()]
        else:
            pairs = [(key, value)]
        for written, inner in pairs:
            name = full_name(written, origins)
            flat[name] = checked(name, inner, origin_of(name, origins))
    return flat


def full_name(key: str, origins: Mapping[str, str] | str | None = None) -> str:
    """The dotted name of a setting that may be written short; refuses an unknown one with the nearest."""
    if key in SETTINGS:
        return key
    if key in SHORT:
        return SHORT[key]
    where = f"{key}{origin_of(key, origins)}"
    leaves = [name for name in SETTINGS if name.partition(".")[2] == key]
    if len(leaves) == 1:
        return leaves[0]
    if leaves:
        raise SettingsError(f"{where}: several settings have this name, expected one of {', '.join(leaves)}")
    known = [*SETTINGS, *SHORT, *LEAVES]
    if key.partition(".")[0] in TABLES and "." in key:
        known = [name for name in SETTINGS if name.startswith(key.partition(".")[0] + ".")]
    hint = nearest(key, known) or f"; expected one of {', '.join(n for n in known if '.' in n)}"
    raise SettingsError(f"{where}: no such setting{hint}")


def checked(name: str, value: Any, origin: str = "") -> Value:
    """The value of a setting in its own type, or an error that says what was seen and expected."""
    setting = SETTINGS[name]
    wrong = SettingsError(f"{name}{origin}: seen {value!r}, expected {setting.expected}")
    if isinstance(value, type) and setting.also == "class":
        return f"{value.__module__}:{value.__qualname__}"
    if setting.type is bool:
        if not isinstance(value, bool):
            raise wrong
        return value
    if setting.type is not str:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise wrong
        low, high = (value if limit is None else limit for limit in (setting.least, setting.most))
        if not low <= value <= high or (setting.type is int and value != int(value)):
            raise wrong
        return setting.type(value)
    if setting.many and isinstance(value, (list, tuple)):
        value = ",".join(map(str, value))
    if isinstance(value, Path):
        value = str(value)
    if not isinstance(value, str):
        raise wrong
    if setting.also == "rules" and value:
        from treewright.training.drop_arcs import DropArcs  # not at the start: it brings numpy

        DropArcs(value, place=name + origin)
        return value
    items = [item.strip() for item in value.split(",")] if setting.many else [value]
    items = [ALIASES.get(name, {}).get(item, item) for item in items]
    if value == setting.default == "":
        return value
    for item in items:
        if not allowed(setting, item):
            seen = repr(item) if len(items) == 1 else f"{item!r} in {value!r}"
            hint = nearest(item, setting.choices)
            raise SettingsError(f"{name}{origin}: seen {seen}, expected {setting.expected}{hint}")
    return ",".join(items)


def allowed(setting: Setting, item: str) -> bool:
    """Whether one item of text may be the value: a choice, or what may stand in place of one."""
    if setting.also in ("class", "function") and re.fullmatch(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.<>]*", item):
        return True
    return item in setting.choices or setting.also == "text" or (setting.also == "file" and item.endswith(".features"))


def from_text(name: str, text: str, origin: str = "") -> Value:
    """The value of a setting written as text, as on the command line."""
    kind = SETTINGS[name].type
    try:
        if kind is bool:
            return {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}[text.lower()]
        return checked(name, kind(text), origin)
    except (ValueError, KeyError, OverflowError):
        raise SettingsError(f"{name}{origin}: seen {text!r}, expected {SETTINGS[name].expected}") from None


def read_toml(path: str | Path) -> dict[str, Any]:
    """The tables of a settings file, as written; a key `preset` may stand before them."""
    try:
        import tomllib
    except ModuleNotFoundError:  # Python 3.10
        import tomli as tomllib  # type: ignore[no-redef]
    try:
        return tomllib.loads(Path(path).read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path}: not a TOML file: {error}") from None
    except UnicodeDecodeError as error:
        seen = f"byte 0x{error.object[error.start]:02x} at offset {error.start}"
        raise SettingsError(f"{path}: seen {seen}, expected UTF-8 text") from None
    except OSError as error:
        raise SettingsError(f"{path}: cannot read the settings: {error.strerror}") from None


def to_toml(table: Table) -> str:
    """The settings as the text of a TOML file that gives them again, in the order of the table above."""
    lines = []
    flat = {f"{part}.{name}": value for part, values in table.items() for name, value in values.items()}
    for part, values in nest({name: flat[name] for name in SETTINGS if name in flat}).items():
        lines.append(f"[{part}]")
        for name, value in values.items():
            lines.append(f"{name} = {json.dumps(value, ensure_ascii=False)}")
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"


def nest(flat: Mapping[str, Value]) -> Table:
    """Dotted settings as one dict for each part."""
    table: Table = {}
    for name, value in flat.items():
        part, _, key = name.partition(".")
        table.setdefault(part, {})[key] = value
    return table


def shown(name: str, value: Value, origin: str = "") -> str:
    """A setting with its value, as messages show it."""
    text = value if isinstance(value, str) else json.dumps(value)
    return f"{name} = {text}" + (f" ({origin})" if origin else "")


def origin_of(name: str, origins: Mapping[str, str] | str | None) -> str:
    """Where a setting was written, in brackets, or nothing."""
    origin = origins if isinstance(origins, str) else (origins or {}).get(name, "")
    return f" ({origin})" if origin else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """A question that names the nearest known word, or nothing."""
    found = difflib.get_close_matches(str(word), list(known), 1, 0.6)
    return f"; did you mean {found[0]!r}?" if found else ""


TABLES = tuple(dict.fromkeys(name.partition(".")[0] for name in SETTINGS))
LEAVES = tuple(dict.fromkeys(name.partition(".")[2] for name in SETTINGS))
