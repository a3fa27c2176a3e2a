"""The plot of speed and accuracy: groups and sets of templates, what is measured again, page and plot, one short run."""

import json
import shutil
from pathlib import Path

import pytest

import treewright as tw
from benchmarks.speed import speed_accuracy
from benchmarks.speed.speed_accuracy_page import figures, noise, page
from benchmarks.speed.speed_accuracy_plot import plot
from benchmarks.studies import template_groups
from benchmarks.studies.template_groups import FILES, FULL, STEP, TemplateSet, all_sets, groups, preset_points
from treewright.features.feature_model import FeatureModel

DATA = Path(tw.__file__).parent / "data"


def test_each_template_is_in_one_group():
    grouped = [line for lines in groups().values() for line in lines]
    every = FeatureModel(templates=",".join(FILES), history=False).text
    assert sorted(grouped) == sorted(line for line in every if not line.startswith("define "))


def test_sets(tmp_path):
    sets = all_sets()
    assert len(sets[FULL].templates) == sum(map(len, groups().values()))
    steps = [{*one.templates} for one in sets.values() if one.kind == STEP]
    assert all(larger > smaller for larger, smaller in zip([{*sets[FULL].templates}, *steps], steps, strict=False))
    for name in ("without pair: two forms", "step 5", "rich"):  # what is written can be read
        read = FeatureModel(templates=str(sets[name].file(tmp_path)), history=False)
        assert sorted(read.text) == sorted(sets[name].lines)


def test_the_order_of_templates_does_not_matter():
    assert TemplateSet("a", FULL, ("S0.w", "N0.w")).digest == TemplateSet("b", STEP, ("N0.w", "S0.w")).digest


def test_presets_are_where_their_templates_are():
    points = preset_points()
    assert {*points} == {"fast", "accurate"}
    assert points["accurate"][0] == all_sets()["rich"].digest


@pytest.fixture
def content():
    made = {"date": "2026-11-16", "git": "a", "core": "b", "machine": "a machine"}
    rows = []
    for at, (name, one) in enumerate(all_sets().items()):
        for beam in (1, 8) if name in ("full", "rich") else (1,):
            run = {"made": 0, "data": "c", "step": 1e-8, "full_cost": 200.0, "train_seconds": 2.0, "slower": 0.5 + beam / 2}
            runs = {f"{bank} {seed}": {**run, "las": 70 + at / 10 + seed} for bank in ("One", "Two") for seed in (1, 2)}
            row = {"set": name, "kind": one.kind, "beam": beam, "epochs": 15, "size": len(one.templates)}
            rows.append({**row, "templates": one.digest, "settings": f"s{beam}", "runs": runs})
    asked = {"treebanks": ["One", "Two"], "seeds": 2, "epochs": [15], "rounds": 9, "command": "python"}
    return {"asked": asked, "made": [made], "rows": rows}


def test_figures_page_and_plot(content, tmp_path):
    digest = all_sets()["rich"].digest
    found = figures(content, {"accurate": (digest, 8)}, all_sets())
    assert len(found) == len(content["rows"])
    assert [one.name for one in found if one.presets] == ["rich"]
    assert found[0].rate == pytest.approx(1 / (200 * 1e-8)) and found[0].las == pytest.approx(71.5)
    assert noise(found) == pytest.approx(0.5)
    text = page(found, content, drawn=False)
    assert "| full |  | 127 | 1 | 71.50 ± 0.71 | +0.00 | 500k | 1.00x | 4 | 71.50 | 71.50 |" in text
    assert "| rich | **accurate** |" in text
    pytest.importorskip("matplotlib")
    assert plot(found, tmp_path / "a.png") and plot(found[:1], tmp_path / "b.png")


def test_what_cannot_be_compared_is_left_out(content):
    content["rows"][0]["templates"] = "changed"
    content["rows"][1]["epochs"] = 2
    del content["rows"][2]["runs"]["Two 2"]
    assert len(figures(content, {}, all_sets())) == len(content["rows"]) - 3


def test_what_is_known_is_not_measured_again(content, tmp_path):
    path = tmp_path / "speed_accuracy.json"
    path.write_text(json.dumps(content))
    results = speed_accuracy.Results(path)
    first = {key: value for key, value in results.rows[0].items() if key != "runs"}
    assert len(results.row({**first, "set": "another name"}, "b")["runs"]) == 4  # the same templates and settings
    assert len(results.rows) == len(content["rows"]) + 1
    assert results.row({**first, "settings": "others"}, "b")["runs"] == {}
    assert results.row({**first, "set": "one more"}, "another core")["runs"] == {}
    assert len(results.row({**first, "set": "and one more"}, None)["runs"]) == 4


@pytest.mark.usefixtures("compiled")
def test_a_short_run(tmp_path, run_benchmark):
    if not shutil.which("cc"):
        pytest.skip("no C compiler")

    def run(*given):
        places = ("--data", DATA, "--results", tmp_path, "--cache", tmp_path / "cache")
        return run_benchmark("speed.speed_accuracy", *given, *places)

    given = ("groups", "beams", "--quick", "--treebanks", "tiny", "--epochs", 1, "--rounds", 1, "--sets", "full,step 5")
    first = run(*given, "--beams", "1,2")
    assert first.returncode == 0, first.stderr
    kept = json.loads((tmp_path / "speed_accuracy.json").read_text())
    assert [(row["set"], row["beam"]) for row in kept["rows"]] == [("full", 1), ("step 5", 1), ("full", 2)]
    for row in kept["rows"]:
        assert row["runs"]["tiny 1"]["las"] > 30 and row["runs"]["tiny 1"]["slower"] > 0
    assert str(tmp_path) not in first.stdout and str(tmp_path) not in json.dumps(kept)
    assert len(list((tmp_path / "cache").glob("*.tw"))) == 1  # of the full set
    again = run(*given, "--beams", "1,2")
    assert again.returncode == 0 and "seed 1: LAS" not in again.stderr  # nothing is trained
    assert json.loads((tmp_path / "speed_accuracy.json").read_text())["rows"] == kept["rows"]
    once_more = run("plot")
    assert once_more.returncode == 0 and once_more.stdout == again.stdout
    assert run("groups", "--sets", "no such set").returncode == 2


def test_a_step_names_groups_that_exist(monkeypatch):
    monkeypatch.setitem(template_groups.STEPS, "step 6", ("no such group",))
    with pytest.raises(ValueError, match="no such group"):
        all_sets()
