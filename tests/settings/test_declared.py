"""What the settings know of the parts is what the classes declare: names, types, defaults, choices, attributes."""

import ast
import inspect
import sys
from pathlib import Path

import pytest
from systems import DEPENDENCY_SYSTEMS

import treewright as tw
from treewright.classifiers import CLASSIFIERS
from treewright.features import FEATURES, FeatureModel
from treewright.networks import NETWORKS
from treewright.oracles import ORACLES
from treewright.oracles.swap import WAYS
from treewright.parser.decoders import DECODERS
from treewright.search import SEARCHES
from treewright.settings import SETTINGS, declared, resolve
from treewright.settings.table import CROSSING
from treewright.tagging.tagger import Tagger
from treewright.tokenization.tokenizer import UNITS, Tokenizer
from treewright.training import AT_SITES, STRATEGIES
from treewright.training.strategy import AVERAGINGS, EXPLORATIONS, LOSSES, POSITIVES, RESTARTS
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.transitions.arc_swift import DEEPEST
from treewright.transitions.attardi import CROSSING as CROSSING_OF_ATTARDI
from treewright.transitions.transition_system import ROOTS
from treewright.treebank.pseudo_projective import ENCODINGS

NO_SETTINGS = {"as_printed", "most", "canonical"}  # of Attardi's system and oracle, for tests; oracle.name = static
# a class has the default of the paper, the table the best we know
OF_PAPERS = {"templates", "history", "margin", "exploration", "candidates", "loss"}


def constructor(cls):
    """The keyword-only parameters of a class: name -> (type as written, default); compiled classes do not tell them."""
    for base in cls.__mro__:
        source = Path(sys.modules[base.__module__].__file__).parent / (base.__module__.rpartition(".")[2] + ".py")
        if not source.exists():
            continue
        tree = ast.parse(source.read_text("utf-8"))
        own = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == base.__name__)
        made = [node for node in own.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
        if made:
            names = vars(sys.modules[base.__module__])
            pairs = zip(made[0].args.kwonlyargs, made[0].args.kw_defaults, strict=True)
            return {a.arg: (ast.unparse(a.annotation), eval(ast.unparse(default), names)) for a, default in pairs}
    raise AssertionError(f"{cls.__name__} has no constructor")


def compare(part, found, cls):
    """Parameters against the settings of a part: type and default."""
    for name, (kind, default) in found.items():
        setting = SETTINGS[f"{part}.{name}"]
        assert kind.removesuffix(" | None") == setting.type.__name__, f"{cls.__name__}: {name}"
        if default is not None and name not in OF_PAPERS:
            assert default == setting.default, f"{cls.__name__}: {name}"


def attributes(cls, known):
    return {name: getattr(cls, name) for name in known._fields}


def test_names_are_those_of_the_registries():
    assert [*declared.SYSTEMS] == [*TRANSITION_SYSTEMS] == [*ORACLES] == [*SETTINGS["system.name"].choices]
    assert [*declared.CLASSIFIERS] == [*CLASSIFIERS, *NETWORKS] == [*SETTINGS["classifier.name"].choices]
    assert [*declared.STRATEGIES] == [*STRATEGIES] == [*SETTINGS["training.strategy"].choices]
    assert [*declared.DECODERS] == [*DECODERS] == [*SETTINGS["search.decoder"].choices]


@pytest.mark.parametrize("name", [name for name, own in declared.DECODERS.items() if not own.by_transitions])
def test_decoders(name):
    known, cls = declared.DECODERS[name], DECODERS[name]
    assert known[1:] == (tuple(cls.views), cls.more_settings, cls.takes_network)
    assert {*inspect.signature(cls).parameters} == {
        "alphabets", *(setting.partition(".")[2] for setting in cls.more_settings), *(["features"] if cls.views else []),
        *(["seed"] if cls.seeded else []), *(["settings", "embeddings", "threads"] if cls.takes_network else []),
    }  # fmt: skip


@pytest.mark.parametrize("name", TRANSITION_SYSTEMS)
def test_systems_and_their_oracles(name):
    known, system, oracle = declared.SYSTEMS[name], TRANSITION_SYSTEMS[name], ORACLES[name]
    seen = known._replace(
        reaches=system.reaches, family=system.family, partial=system.partial, tied=bool(system.tied), search=system.search,
        more_settings=tuple(system.more_settings), dynamic=oracle.dynamic, exact=oracle.exact,
        whole_trees=oracle.whole_trees, oracle_settings=tuple(oracle.more_settings),
    )  # fmt: skip
    assert seen == known
    found = {n: p for n, p in constructor(system).items() if n not in NO_SETTINGS}
    assert {*found} == {"root", "single_root", *system.more_settings}
    compare("system", found, system)
    found = {n: p for n, p in constructor(oracle).items() if n not in NO_SETTINGS}
    assert {*found} == {*oracle.more_settings}
    compare("oracle", found, oracle)


@pytest.mark.parametrize("name", {**CLASSIFIERS, **NETWORKS})
def test_classifiers(name):
    cls = {**CLASSIFIERS, **NETWORKS}[name]
    assert declared.CLASSIFIERS[name]._asdict() == attributes(cls, declared.CLASSIFIERS[name])
    found = constructor(cls)
    found.pop("embeddings", None)  # of features.embeddings
    assert found.pop("seed", None) == (("int", SETTINGS["training.seed"].default) if cls.seeded else None)
    assert {*found} == {*cls.more_settings}
    compare("classifier", found, cls)


@pytest.mark.parametrize("name", STRATEGIES)
def test_strategies(name):
    cls, table = STRATEGIES[name], resolve({"training.strategy": name})["training"]
    assert declared.STRATEGIES[name]._asdict() == attributes(cls, declared.STRATEGIES[name])
    found = constructor(cls)
    compare("training", found, cls)
    for own in {*found} - OF_PAPERS:
        attribute = "exploration_rate_after" if own == "exploration_rate" else own
        assert getattr(cls, attribute) == table[own], own


def test_features_tokenizer_and_tagger():
    found = constructor(FeatureModel)
    assert {f"features.{name}" for name in found} == {n for n in SETTINGS if n.startswith("features.")} - {"features.by_size"}
    compare("features", found, FeatureModel)
    found = constructor(Tokenizer)
    assert found.pop("seed") == ("int", SETTINGS["training.seed"].default)
    assert {f"tokenizer.{name}" for name in found} == {name for name in SETTINGS if name.startswith("tokenizer.")}
    compare("tokenizer", found, Tokenizer)
    compare("tagger", constructor(Tagger), Tagger)
    epochs = Tagger().parser.settings["training"]["epochs"]
    assert epochs == SETTINGS["tagger.epochs"].default == SETTINGS["lemmatizer.epochs"].default


@pytest.mark.parametrize(
    ("setting", "choices"),
    [
        ("system.root", ROOTS),
        ("oracle.swap", WAYS),
        ("training.restart", RESTARTS),
        ("training.exploration", EXPLORATIONS),
        ("training.positive", POSITIVES),
        ("training.loss", ("auto", *LOSSES)),
        ("training.averaging", AVERAGINGS),
        ("training.pseudo_projective", ("auto", "none", *ENCODINGS)),
        ("tokenizer.units", UNITS),
    ],
)
def test_choices(setting, choices):
    assert {*SETTINGS[setting].choices} == {*choices}


def test_more_choices():
    assert tuple(CROSSING_OF_ATTARDI) == CROSSING
    assert SETTINGS["system.depth"].most == DEEPEST
    templates = SETTINGS["features.templates"].choices
    assert {*templates} <= {*FEATURES}
    assert all(FeatureModel(templates=name).text for name in templates if name != "given")


@pytest.mark.parametrize("name", TRANSITION_SYSTEMS)
def test_given_heads_are_refused_where_a_search_cannot_keep_them(name):
    def refused(action):
        try:
            action()
        except tw.SettingsError:
            return True
        return False

    made = tw.Parser(system=name).make_constraint_filter
    assert refused(made) == refused(lambda: resolve({"system": name, "given_heads": 0.5}))


@pytest.mark.parametrize("name", DEPENDENCY_SYSTEMS)
def test_oracles_of_whole_trees_have_no_path_to_others(name):
    oracle = ORACLES[name](DEPENDENCY_SYSTEMS[name]())
    oracle.prepare([2, 0, 2], [0, 0, 0])
    assert oracle.derivable
    oracle.prepare([-1, 0, 2], [0, 0, 0])
    assert oracle.derivable != oracle.whole_trees


@pytest.mark.parametrize("name", declared.OWN_SEARCH)
def test_searches_of_their_own_do_what_the_rules_say(name):
    search = SEARCHES[declared.SYSTEMS[name].search]
    assert not search.sized and not search.keeps_constraints
    assert {*AT_SITES} == {STRATEGIES[name] for name in declared.BY_DECISION}
