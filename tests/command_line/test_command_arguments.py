"""Help, bad flags, and the exit codes of a command that cannot start."""

import importlib
import re
import subprocess
import sys

import pytest

from treewright.command_line.main import VERBS, main
from treewright.settings import SETTINGS, SHORT

HEAVY = ("numpy", "rich", "treewright.treebank", "treewright.parser", "treewright.storage.model_file")


def test_help_lists_every_verb_and_imports_nothing_heavy():
    code = "import sys; from treewright.command_line.main import main; main(['--help'])"
    code = f"import sys\ntry:\n {code}\nfinally:\n print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert all(re.search(rf"^  {verb} ", done.stdout, re.M) for verb in VERBS)
    assert not set(HEAVY) & set(done.stderr.split())


@pytest.mark.parametrize("verb", [*VERBS, "predict"])
def test_each_verb_has_help_with_examples(verb, capsys):
    with pytest.raises(SystemExit) as left:
        main([verb, "--help"])
    out = capsys.readouterr().out
    assert left.value.code == 0
    assert f"usage: treewright {verb} " in out
    assert f"examples:\n  treewright {'parse' if verb == 'predict' else verb}" in out


def test_train_help_has_every_setting(capsys):
    with pytest.raises(SystemExit):
        main(["train", "--help"])
    out = capsys.readouterr().out
    for name, setting in SETTINGS.items():
        assert f"--{name}" in out or setting.type is bool, name
    for short in SHORT:
        assert f"--{short.replace('_', '-')}" in out


@pytest.mark.parametrize("verb", VERBS)
def test_unknown_flags_get_the_nearest(verb, capsys):
    with pytest.raises(SystemExit) as left:
        main([verb, "x", "y", "--to", "conllu", "--quite"] if verb == "convert" else [verb, "x", "--quite"])
    assert left.value.code == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "--quite: no such flag; did you mean --quiet?" in err or verb == "parts"


def test_version_verbs_and_aliases(run):
    assert re.fullmatch(r"treewright \d+\.\d+\.\d+\n", run("--version").out)
    assert run().refused("no verb", "train, parse")
    assert run("trian").refused("trian: no such verb", "did you mean train?")
    assert run("predict", "absent.tw").refused("absent.tw")


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["x.conllu"], ["-o: missing"]),
        (["-o", "m.tw"], ["TREEBANK", "seen none"]),
        (["x.conllu", "-o", "-"], ["-o", "stdout"]),
        (["x.conllu", "-o", "no/such/m.tw"], ["no/such", "does not exist"]),
        (["x.conllu", "-o", "."], ["a folder"]),
        (["x.conllu", "-o", "m.tw", "--beam", "big"], ["search.beam (--beam)", "'big'", "whole number"]),
        (["x.conllu", "-o", "m.tw", "--search.beam", "-2"], ["search.beam", "-2", "at least 0"]),
        (["x.conllu", "-o", "m.tw", "--serch.beam", "2"], ["did you mean --search.beam"]),
        (["x.conllu", "-o", "m.tw", "--width", "2"], ["--width: no such flag; did you mean --network.width?"]),
        (["x.conllu", "-o", "m.tw", "--system", "arc-eagr"], ["did you mean 'arc-eager'"]),
        (["x.conllu", "-o", "m.tw", "--preset", "quick"], ["preset", "'quick'", "accurate, fast"]),
        (["x.conllu", "-o", "m.tw", "--settings", "absent.toml"], ["absent.toml: no such file"]),
        (["x.conllu", "-o", "m.tw", "--explore", "always", "--oracle", "static"], ["(--explore)", "use oracle.name"]),
        (["x.conllu", "-o", "m.tw", "--preset", "fast", "--beam", "8"], ["(preset fast)", "(--beam)"]),
        (["x.conllu", "-o", "m.tw", "--on-error", "ignore"], ["--on-error", "'ignore'", "repair"]),
        (["x.conllu", "--cross-validate", "1"], ["--cross-validate", "at least 2"]),
        (["x.conllu", "--cross-validate", "5", "-o", "m.tw"], ["-o cannot be used with --cross-validate"]),
        (["-", "-", "-o", "m.tw"], ["stdin", "twice"]),
    ],
)
def test_training_is_refused_before_anything_is_read(run, arguments, parts, tmp_path):
    assert run("train", *arguments).refused(*parts)
    assert not list(tmp_path.iterdir())


def test_settings_file_preset_and_flags_together(run, tmp_path):
    file = tmp_path / "s.toml"
    file.write_text('preset = "accurate"\n[search]\nbeam = 4\n[training]\nepochs = 3\n')
    done = run("train", "--settings", "s.toml", "--training.epochs", "7", "--no-single-root", "--print-settings")
    assert done.code == 0
    assert 'strategy = "laso"' in done.out and "beam = 4" in done.out and "epochs = 7" in done.out
    assert "single_root = false" in done.out
    (tmp_path / "t.toml").write_text(done.out)
    assert run("train", "--settings", "t.toml", "--print-settings").out == done.out
    file.write_text("[search]\nbean = 4\n")
    assert run("train", "--settings", "s.toml", "--print-settings").refused("search.bean (s.toml)", "'search.beam'")
    file.write_text("[search]\nbeam = 'x'\n")
    assert run("train", "--settings", "s.toml", "--print-settings").refused("search.beam (s.toml)", "seen 'x'")


def test_a_file_of_all_settings_beside_a_preset_or_a_system(run, tmp_path):
    (tmp_path / "all.toml").write_text(run("train", "--print-settings").out)
    (tmp_path / "stack.toml").write_text(run("train", "--system", "arc-standard", "--print-settings").out)
    (tmp_path / "one.toml").write_text("[training]\nepochs = 3\n")

    def told(*flags):
        done = run("train", "--print-settings", "--settings", *flags)
        assert done.code == 0, done.err
        return done.err

    for preset in ("fast", "accurate"):
        assert f"--preset {preset} has no effect: all.toml has lines for all" in told("all.toml", "--preset", preset)
        assert told("one.toml", "--preset", preset) == ""
    kept = "keeps features.templates = {}; without that line it would be \"{}\""
    assert kept.format("rich", "rich-stack") in told("all.toml", "--system", "arc-standard")
    assert kept.format("rich-stack", "rich") in told("stack.toml", "--system", "arc-eager")
    assert "features.options" in told("all.toml", "--system", "covington")
    assert told("all.toml") == told("stack.toml") == told("all.toml", "--beam", "4", "--seed", "3") == ""
    assert told("all.toml", "--system", "arc-standard", "--features", "rich") == ""


def test_a_setting_without_effect_is_warned_of(run):
    arguments = ("train", "--training.exploration-rate", "0.5", "--explore", "never", "--print-settings")
    assert "warning: training.exploration_rate has no effect" in run(*arguments).err
    assert run(*arguments, "-q").err == ""


def test_flags_and_files_may_come_in_any_order():
    from treewright.command_line.argument_parser import ArgumentParser

    parser = ArgumentParser(prog="treewright parse")
    importlib.import_module("treewright.command_line.parse").add_arguments(parser)
    arguments = parser.parse(["m.tw", "--threads", "2", "a.conllu", "-o", "{}.x", "-"])
    assert (arguments.model, arguments.inputs, arguments.threads) == ("m.tw", ["a.conllu", "-"], 2)


def test_an_internal_error_is_one_sentence_and_has_another_exit_code(monkeypatch, capsys):
    from treewright.command_line import parts

    monkeypatch.setattr(parts, "REGISTRIES", {"searches": 5})  # so that our own code fails
    assert main(["parts"]) == 1
    assert "internal error: TypeError: cannot unpack" in capsys.readouterr().err
    with pytest.raises(TypeError):
        main(["parts", "-v"])


def test_an_error_of_the_users_own_code_is_told_with_its_place(monkeypatch, capsys):
    from treewright.command_line import parts

    def broken(arguments, messages):
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(parts, "run", broken)
    assert main(["parts"]) == 2
    told = capsys.readouterr().err
    assert "test_command_arguments.py, line" in told and "in broken: ZeroDivisionError: oops" in told


def test_interruption_is_quiet(monkeypatch, capsys):
    from treewright.command_line import parts

    def stopped(arguments, messages):
        raise KeyboardInterrupt

    monkeypatch.setattr(parts, "run", stopped)
    assert main(["parts"]) == 130
    assert capsys.readouterr().err == ""
