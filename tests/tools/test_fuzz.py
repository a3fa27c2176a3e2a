"""The fuzzer finds planted bugs and says how to see them again; its cases are the same for the same seed."""

import re

import planted
import pytest

from tools import fuzz, fuzz_worker
from tools.fuzz import Campaign, main
from tools.fuzz_targets import Wrong, rows_of
from tools.fuzz_worker import target_of, try_case


@pytest.mark.parametrize(
    "bug, said",
    [
        (planted.key_error, "KeyError: 'not ours'"),
        (planted.crash, "the process ended: signal SIGSEGV"),
        (planted.leave, "the process ended: exit code 0"),
        (planted.hang, "hang: more than 0.2 s"),
        (planted.silence, "refused without a sentence"),
        (lambda: rows_of(b"1\ta\n\n"), "not a row of ten columns"),
    ],
)
def test_a_planted_bug_is_found(bug, said, tmp_path, monkeypatch):
    for module in (fuzz, fuzz_worker):
        monkeypatch.setattr(module, "CPU", 0.2)
    targets = planted.planted(bug)
    campaign = Campaign(5, None, targets, tmp_path)
    campaign.run(1.0, processes=2)
    assert len(campaign.faults) == 1 and said in campaign.report()
    case = campaign.faults[0][0]
    assert f"WRONG: seed 5 case {case}: planted: " in campaign.report()
    assert (tmp_path / f"seed-5-case-{case}.bin").read_bytes() == b"bad"  # what to look at
    name, random = target_of(5, case, targets)
    assert targets[name].make(None, random) == b"bad"  # and how to make it again
    accepted = campaign.cases["planted"] - campaign.refused["planted"] - campaign.wrong["planted"]
    assert campaign.wrong["planted"] > 0 and accepted > 0


def test_the_command_exits_with_1_if_anything_was_found(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(fuzz, "Seeds", lambda: None)
    assert main(["--seconds", "0.5", "--seed", "3"], planted.planted(planted.key_error)) == 1
    found = re.search(r"seed 3 case (\d+): planted: KeyError", capsys.readouterr().out)
    assert main(["--seed", "3", "--case", found[1]], planted.planted(planted.key_error)) == 1
    assert "Traceback" in capsys.readouterr().out
    assert main(["--seconds", "0.5"], planted.planted(lambda: None)) == 0
    assert "0 crashes, hangs or exceptions that are not ours (seed 1)" in capsys.readouterr().out


@pytest.fixture(scope="module")
def seeds():
    return fuzz.Seeds()


@pytest.mark.parametrize("name", fuzz.TARGETS)
def test_every_target_accepts_and_refuses(seeds, name, tmp_path):
    """Mutations that break everything, or nothing, find nothing; the same seed makes the same case."""
    targets = {name: fuzz.TARGETS[name]}
    outcomes = [try_case(1, case, targets, seeds, tmp_path) for case in range(40)]
    assert [outcome.fault for outcome in outcomes if outcome.fault] == []
    refused = sum(outcome.refused for outcome in outcomes)
    assert 0 < refused < 40 and all(outcome.said for outcome in outcomes if outcome.refused)
    made = [targets[name].make(seeds, target_of(1, case, targets)[1]) for case in (0, 0, 1)]
    assert made[0] == made[1] != made[2]


def test_rows():
    row = b"1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n"
    assert rows_of(b"# text = a\n" + row + b"\n") == [b"1", b""]
    for data in (row, row.replace(b"a", b""), row.replace(b"root", b"ro\not") + b"\n"):
        with pytest.raises(Wrong):
            rows_of(data)
