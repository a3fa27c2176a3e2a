"""Heads and constituents side by side: each command speaks of the kind that is there, and leaves nothing out in silence."""

from pathlib import Path

import pytest

import treewright as tw
from treewright.settings.declared import SYSTEMS

DATA = Path(tw.__file__).parent / "data"
TREES, HEADS = DATA / "tiny-trees" / "dev.export", DATA / "tiny" / "dev.conllu"
QUICK = {"seeds": 1, "epochs": 1, "preset": "fast"}
WRITTEN = "json, tree, svg, html, export, export3, discbracket, bracket"
EMPTY = ("empty.export", "empty.discbracket", "empty.mrg", "empty.xml", "only-format.export")


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    folder = tmp_path_factory.mktemp("models")
    for name, system, path in (("trees", "set-based", TREES), ("heads", "arc-eager", HEADS)):
        parser = tw.Parser(system=system, **QUICK)
        parser.train(list(tw.read(path)), progress=False)
        parser.save(folder / f"{name}.tw")
    return folder


@pytest.fixture
def empty(tmp_path):
    for name in (*EMPTY, "empty.conllu"):
        (tmp_path / name).write_text("#FORMAT 4\n" if name.startswith("only") else "")
    return EMPTY


@pytest.mark.parametrize("name", ["q.xml", "q.xml.gz", "q.tigerxml"])
def test_tiger_xml_is_not_written(run, models, tmp_path, name):
    for command in (("parse", models / "trees.tw", TREES), ("parse", models / "heads.tw", HEADS), ("convert", TREES)):
        assert run(*command, "-o", name).refused(f"-o {name}: TIGER-XML is read, but not written, expected one of {WRITTEN}")
        assert not (tmp_path / name).exists()
    assert run("convert", TREES, "-o", name, "--to", "export").code == 0  # as one likes


def test_a_name_that_tells_no_format(run, models, tmp_path):
    told = "q.foo: no known format in the name, so it is written as export; --to names another"
    assert told in run("parse", models / "trees.tw", TREES, "-o", "q.foo").err
    assert (tmp_path / "q.foo").read_text().startswith("#FORMAT 4\n")
    for more in (("-o", "q.export"), ("-o", "r.foo", "--to", "discbracket"), ()):
        assert "no known format" not in run("parse", models / "trees.tw", TREES, *more).err
    assert run("convert", TREES, "-o", "s.foo").refused("no format, and none in the name s.foo, expected one of")


def test_formats_of_trees_without_trees(run, models, tmp_path):
    for flags in (("-o", "q.export"), ("--to", "bracket")):
        done = run("parse", models / "heads.tw", HEADS, *flags)
        assert done.refused(f"{' '.join(flags)}: ", "this model gives none, expected one of conllu, conllx, json")
    assert not (tmp_path / "q.export").exists()


def test_trees_of_the_input_that_are_not_kept(run, models, tmp_path):
    told = "25 constituency trees of the input left out: this model gives none"
    for name in ("dev.export", "dev.discbracket", "dev.jsonl"):
        assert run("convert", TREES, "-o", name).code == 0
        done = run("parse", models / "heads.tw", name)
        assert done.code == 0 and done.err.count(told) == 1, done.err
    assert "left out" not in run("parse", models / "heads.tw", HEADS).err
    assert "left out" not in run("parse", models / "trees.tw", TREES).err


def test_heads_of_the_input_that_are_not_kept(run, models):
    words = sum(map(len, tw.read(HEADS)))
    for flags in ((), ("--to", "discbracket")):
        done = run("parse", models / "trees.tw", HEADS, *flags)
        assert done.code == 0 and f"{words:,} heads left out: {flags[-1] if flags else 'export'} has none" in done.err
    assert "left out" not in run("parse", models / "trees.tw", HEADS, "--to", "json").err


def test_empty_files_of_trees(run, empty):
    done = run("check", *empty)
    assert done.code == 2 and "arc" not in done.out and done.out.count("seen no sentences, expected") == len(empty)
    for name in empty:
        assert '"discontinuous_trees"' in run("check", name, "--json").out
        assert run("evaluate", name, name).out.startswith("F1 -")
    assert run("evaluate", "empty.conllu", "empty.conllu").out.startswith("UAS -")


@pytest.mark.parametrize("path, kind", [(TREES, "constituents"), (HEADS, "dependencies")])
def test_hints_name_systems_of_the_kind(run, tmp_path, path, kind):
    (tmp_path / "own.toml").write_text('[system]\nname = "arc-baset"\n')
    for flags in (("--system", "arc-baset"), ("--settings", "own.toml")):
        done = run("train", path, "-o", "m.tw", *flags)
        assert done.refused(f"system.name ({flags[-1] if '.' in flags[-1] else flags[0]}): seen 'arc-baset', expected one of")
        words = {word.strip(";,?'") for word in done.err.split("expected one of")[1].split()}
        assert words & {*SYSTEMS} == {name for name, system in SYSTEMS.items() if system.family == kind}


@pytest.mark.parametrize(
    "name, expected", [("trees", "constituency trees (export, discbracket ...)"), ("heads", "CoNLL-U, CoNLL-X or JSON lines")]
)
def test_raw_text_for_a_parser(run, models, name, expected):
    for flags in ((), ("--input", "horizontal")):
        done = run("parse", models / f"{name}.tw", *flags, stdin=b"A dog barks .\n")
        assert done.refused(f"this model is a parser alone, expected {expected}")


def test_nothing_is_written_before_the_first_tree_is_read(run, tmp_path):
    (tmp_path / "bad.discbracket").write_text("(ROOT (S (X 0=a))\n")
    done = run("convert", "bad.discbracket", "--to", "export")
    assert done.refused("1 ( without )") and done.out == ""


def test_a_hint_about_the_oracle(run):
    done = run("train", TREES, "-o", "m.tw", "--system", "merge-swap", "--oracle", "dynamic")
    assert done.refused("use oracle.name = static or system.name = set-based")
    done = run("train", HEADS, "-o", "m.tw", "--system", "swap", "--oracle", "dynamic")
    assert done.refused("use oracle.name = static or system.name = arc-hybrid-swap")


def test_ranks_of_heads_are_for_people(run, models):
    (line,) = [line for line in run("info", models / "trees.tw").out.split("\n") if line.startswith("heads: ")]
    assert line.startswith("heads: of constituents, by labels and tags, the likeliest first: ")
    names = line.rpartition("(")[2].split(", ")
    assert {"VP", "VBD"} & {*names} and not any(name.isdigit() for name in names)


def test_functions_mean_one_thing(run, models):
    done = run("parse", models / "trees.tw", TREES, "--functions", "my_parts:shape")
    assert done.refused("--functions: the flag for functions of words is --features.functions, as in train")
    assert "--functions" not in run("parse", "--help").out.replace("--features.functions", "")


def test_a_file_that_was_cut_is_one_error(run, models, tmp_path):
    text = TREES.read_text()
    (tmp_path / "cut.export").write_text(text[: text.index("#EOS 3\n") - 40])
    line = text[: text.index("#BOS 3 ")].count("\n") + 1
    told = f"cut.export:{line} (sent_id 3): seen a sentence without end at the end of the file, expected #EOS 3; and "
    done = run("parse", models / "trees.tw", "cut.export", "-o", "q.export")
    assert done.refused(told, "more in this sentence") and done.err.count("\n") == 1
    for how in ("skip", "repair"):
        done = run("convert", "cut.export", "--to", "discbracket", "--on-error", how)
        assert done.out.count("\n") == 2 and done.err.count("expected") == 1 and "1 sentence skipped" in done.err
    assert run("check", "cut.export").out.startswith(f"cut.export: 1 error\n  error: {told}")
