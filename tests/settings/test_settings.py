"""The table of settings: defaults, names, values, presets, impossible combinations, TOML."""

import pytest

from treewright import settings
from treewright.errors import SettingsError
from treewright.parser import Parser
from treewright.settings import (
    PARTS,
    PRESETS,
    SETTINGS,
    SHORT,
    flatten,
    from_text,
    read_toml,
    resolve,
    to_toml,
    without_effect,
)


def refusal(given=None, preset=None):
    with pytest.raises(SettingsError) as caught:
        resolve(given, preset)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_defaults_are_complete_and_valid():
    table = resolve(pipeline=True)
    own = ["ensemble.members", "ensemble.combine"]
    assert [*flatten(table), *own] == list(SETTINGS)  # which one parser does not have
    assert tuple(resolve()) == PARTS
    assert all(value == SETTINGS[name].default for name, value in flatten(table).items())
    assert all(setting.help and "\n" not in setting.help for setting in SETTINGS.values())


def test_every_default_is_an_allowed_value():
    for name, setting in SETTINGS.items():
        assert settings.checked(name, setting.default) == setting.default
        for choice in setting.choices:
            assert settings.checked(name, choice) == choice


@pytest.mark.parametrize("given", [{"search": {"beam": 4}}, {"search.beam": 4}, {"beam": 4}])
def test_nested_dotted_and_short_are_the_same(given):
    assert resolve(given)["search"] == {"decoder": "transitions", "tree": "auto", "beam": 4}


def test_a_part_by_its_short_name_and_by_its_table():
    assert resolve({"system": "arc-hybrid"})["system"]["name"] == "arc-hybrid"
    assert resolve({"system": {"name": "arc-hybrid"}, "root": "first"})["system"] == {
        "name": "arc-hybrid",
        "root": "first",
        "single_root": True,
        "tags": "none",
        "max_length": 3,
        "depth": 10,
        "crossing": "right2,left2,right3,left3,extract",
        "candidates": 4,
    }


def test_names_without_their_table_where_only_one_has_them():
    assert resolve({"shuffle": False})["training"]["shuffle"] is False
    assert resolve({"explore": "always"}) == resolve({"exploration": "always"})
    assert "oracle.name" in refusal({"name": "static"})


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_work_and_resolving_again_changes_nothing(preset):
    table = resolve(preset=preset)
    assert resolve(table) == table
    for part, values in PRESETS[preset].items():
        assert table[part].items() >= values.items()


def test_what_is_given_goes_before_the_preset():
    assert resolve({"epochs": 3}, "accurate")["training"]["epochs"] == 3
    assert resolve({"preset": "fast"}) == resolve(preset="fast")


def test_unknown_names_get_the_nearest():
    assert refusal({"search": {"bean": 4}}) == "search.bean: no such setting; did you mean 'search.beam'?"
    assert "did you mean 'beam'" in refusal({"baem": 4})
    assert "expected one of system, oracle, features" in refusal({"serch": {}})
    assert "did you mean 'accurate'" in refusal(preset="acurate")


@pytest.mark.parametrize(
    ("given", "preset", "said"),
    [
        ({"classifier": "biaffine"}, None, "biaffine is a decoder: search.decoder = biaffine (--decoder biaffine)"),
        ({"decoder": "bilstm"}, None, "bilstm is a classifier: classifier.name = bilstm (--classifier bilstm)"),
        ({}, "biaffine", "biaffine is a decoder: search.decoder = biaffine (--decoder biaffine)"),
        ({"strategy": "swap"}, None, "swap is a transition system: system.name = swap (--system swap)"),
        ({"classifier": "fast"}, None, "fast is a preset: --preset fast"),
    ],
)
def test_a_name_of_another_part_is_sent_there(given, preset, said):
    assert refusal(given, preset).endswith(f"; {said}")
    assert "system.name" in refusal({"qqqq": 4})


@pytest.mark.parametrize(
    ("given", "parts"),
    [
        ({"beam": "8"}, ("search.beam", "'8'", "a whole number of at least 0")),
        ({"beam": -1}, ("-1", "at least 0")),
        ({"beam": 1.5}, ("1.5", "whole number")),
        ({"beam": True}, ("True", "whole number")),
        ({"epochs": -1}, ("training.epochs", "at least 0")),
        ({"margin": float("nan")}, ("nan", "a number")),
        ({"margin": float("inf")}, ("inf", "a number")),
        ({"exploration_rate": 1.1}, ("1.1", "from 0 to 1")),
        ({"shuffle": 1}, ("training.shuffle", "true or false")),
        ({"root": "middle"}, ("system.root", "'middle'", "one of first, last")),
        ({"system": "arc-eagre"}, ("arc-hybrid", "module:Class", "did you mean 'arc-eager'")),
        ({"strategy": None}, ("None", "early-update")),
        ({"features": "zn11,zn12"}, ("'zn12' in 'zn11,zn12'", ".features")),
        ({"options": "lemmas"}, ("features.options", "did you mean 'lemma'")),
        ({"functions": "shout"}, ("features.functions", "module:function")),
    ],
)
def test_wrong_values_name_setting_seen_and_expected(given, parts):
    message = refusal(given)
    assert "seen" in message and "expected" in message
    for part in parts:
        assert part in message


def test_names_of_other_parsers_classes_and_files():
    class Mine:
        pass

    assert resolve({"system": "nivrestandard"})["system"]["name"] == "arc-standard"
    assert resolve({"system": "my.module:Mine"})["system"]["name"] == "my.module:Mine"
    assert resolve({"strategy": Mine})["training"]["strategy"].endswith("Mine")
    assert resolve({"features": ["rich", "my/own.features"]})["features"]["templates"] == "rich,my/own.features"


@pytest.mark.parametrize(
    ("given", "first", "second"),
    [
        ({"oracle": "static", "explore": "always"}, "training.exploration = always", "oracle.name = static"),
        ({"oracle": "static", "restart": "negative"}, "training.restart = negative", "oracle.name = static"),
        ({"oracle": "static", "references": "all"}, "training.references = all", "oracle.name = static"),
        ({"strategy": "local", "beam": 8}, "training.strategy = local", "search.beam = 8"),
        ({"epochs": 0}, "training.epochs = 0", "classifier.name = averaged-perceptron (default)"),
        ({"classifier": "bilstm", "network.layers": 0}, "network.layers = 0", 'network.transformer = "" (default)'),
        ({"strategy": "local", "beam": 0}, "training.strategy = local", "search.beam = 0"),
        ({"strategy": "local", "restart": "positive"}, "training.restart = positive", "training.strategy = local"),
        ({"labels": "none", "features.labels": True}, "features.labels = true", "classifier.labels = none"),
        (
            {"lexicalised": False, "options": "xpos,lemma"},
            "features.options = xpos,lemma",
            "features.lexicalised = false",
        ),
        ({"lexicalised": False, "classifier": "bilstm"}, "features.lexicalised = false", "classifier.name = bilstm"),
        ({"lexicalised": False, "decoder": "biaffine"}, "features.lexicalised = false", "search.decoder = biaffine"),
    ],
)
def test_impossible_combinations_say_why_and_what_would(given, first, second):
    message = refusal(given)
    assert message.startswith(f"{first} cannot work with {second}: ")
    assert "; use " in message


def test_a_refusal_says_where_its_settings_come_from():
    assert "training.strategy = local (preset fast)" in refusal({"beam": 8}, "fast")
    assert "training.strategy = local (because of search.beam)" in refusal({"beam": 1, "restart": "positive"})


def test_defaults_that_depend_on_another_setting():
    assert resolve({"strategy": "local"})["search"]["beam"] == 1
    assert resolve({"beam": 1})["training"]["strategy"] == "local"
    assert resolve({"beam": 1, "strategy": "early-update"})["training"]["strategy"] == "early-update"
    assert resolve({"oracle": "static"})["training"]["references"] == "single"
    assert resolve({"labels": "none"})["features"]["labels"] is False


@pytest.mark.parametrize("given", [{}, {"beam": 1}, {"oracle": "static"}, {"labels": "none"}, {"strategy": "laso"}])
def test_resolving_is_idempotent_and_toml_gives_it_again(given, tmp_path):
    table = resolve(given)
    file = tmp_path / "settings.toml"
    file.write_text(to_toml(table), "utf-8")
    assert resolve(table) == table == resolve(read_toml(file))


def test_settings_without_effect_are_told():
    table = resolve({"exploration_rate": 0.5, "exploration": "never"})
    assert without_effect(["training.exploration_rate"], table) == [
        "training.exploration_rate has no effect with training.exploration = never: only after-first and sampled read it"
    ]
    assert without_effect(["search.beam"], table) == []
    assert without_effect(["system.max_length"], resolve({"max_length": 2})) == [
        "system.max_length has no effect with system.name = arc-eager: "
        "only arc-eager-span and arc-hybrid-span leave out long arcs"
    ]
    assert without_effect(["system.max_length"], resolve({"max_length": 2, "system": "arc-hybrid-span"})) == []
    assert without_effect(["system.max_length"], resolve({"max_length": 2, "system": "my:System"})) == []
    assert without_effect(["system.depth"], resolve({"depth": 5})) == [
        "system.depth has no effect with system.name = arc-eager: only arc-swift has right-arcs for each depth of the stack"
    ]
    assert without_effect(["system.depth"], resolve({"depth": 5, "system": "arc-swift"})) == []
    assert without_effect(SETTINGS, resolve(preset="accurate")) == []
    assert without_effect(SETTINGS, resolve(preset="fast")) == []


def test_text_of_the_command_line():
    assert from_text("system.single_root", "No") is False
    assert from_text("training.margin", "1") == 1.0
    assert isinstance(from_text("training.margin", "1"), float)
    for name, text in [("system.single_root", "maybe"), ("search.beam", "2.0"), ("training.margin", "wide")]:
        with pytest.raises(SettingsError, match=name):
            from_text(name, text)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"[search]\nbeam = \n", "not a TOML file"),
        (b"[search]\nbeam = '\xff'\n", "byte 0xff"),
        (b"[search]\nbeam = 1\nbeam = 2\n", "not a TOML file"),
    ],
)
def test_bad_files_are_refused_by_name(content, expected, tmp_path):
    file = tmp_path / "bad.toml"
    file.write_bytes(content)
    with pytest.raises(SettingsError, match=expected) as caught:
        read_toml(file)
    assert str(file) in str(caught.value)
    with pytest.raises(SettingsError, match=r"absent\.toml: no such file"):
        read_toml(tmp_path / "absent.toml")


def test_short_names_are_those_of_the_command_line():
    assert set(SHORT) == set(
        [
            "system",
            "root",
            "single_root",
            "joint_tags",
            "max_length",
            "crossing",
            "classifier",
            "decoder",
            "tree",
            "prune",
            "threads",
            "oracle",
            "features",
            "labels",
            "beam",
            "drop_arcs",
            "facts",
            "pseudo_projective",
            "strategy",
            "restart",
            "explore",
            "margin",
            "epochs",
            "patience",
            "time_limit",
            "seed",
            "seeds",
        ]
    )


@pytest.mark.parametrize("name, value", [("system.name", "{}"), ("{}", 1), ("features.templates", "{}.features")])
def test_messages_are_short_whatever_was_given(name, value):
    given = {name.format("x" * 70_000): value.format("x" * 70_000) if isinstance(value, str) else value}
    with pytest.raises(SettingsError, match=r"xxx \.\.\. ") as caught:
        Parser(given)
    assert len(str(caught.value)) < 1600


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 5000, "[" * 5000 + "]" * 5000])
def test_what_the_reader_of_toml_gives_up_on(value, tmp_path):
    (tmp_path / "x.toml").write_text(f"seed = {value}", "utf-8")
    with pytest.raises(SettingsError, match=r"x\.toml: cannot be read: "):
        read_toml(tmp_path / "x.toml")
