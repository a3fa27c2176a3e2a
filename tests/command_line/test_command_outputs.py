"""Where results go: templates, temporary files, what must not be overwritten; rows of the training table."""

import gzip
import json

import pytest

from treewright.command_line import outputs
from treewright.command_line.messages import Messages
from treewright.command_line.progress import Progress, clock, shown
from treewright.errors import InputError


def test_templates():
    assert outputs.plan(["a/x.conllu.gz", "-"], "out/{}.conllu") == [
        ("out/x.conllu", ["a/x.conllu.gz"]),
        ("out/stdin.conllu", ["-"]),
    ]
    assert outputs.plan(["a", "b"], "all.conllu") == [("all.conllu", ["a", "b"])]
    assert outputs.stem("dir/.conllu") == ".conllu"
    with pytest.raises(InputError, match=r"a/x\.conllu and b/x\.conllu would both be written to x\.out"):
        outputs.plan(["a/x.conllu", "b/x.conllu"], "{}.out")


def test_files_appear_when_complete(tmp_path):
    path = tmp_path / "out.txt"
    with outputs.opened(str(path)) as file:
        file.write(b"one")
        assert not path.exists()
    assert path.read_bytes() == b"one"
    with pytest.raises(KeyboardInterrupt), outputs.opened(str(path)) as file:
        file.write(b"two")
        raise KeyboardInterrupt
    assert path.read_bytes() == b"one"
    assert [p.name for p in tmp_path.iterdir()] == ["out.txt"]


def test_compressed_files_and_devices(tmp_path):
    contents = []
    for name in ("a.gz", "b.gz"):
        with outputs.opened(str(tmp_path / name)) as file:
            file.write(b"same")
        contents.append((tmp_path / name).read_bytes())
    assert contents[0] == contents[1]
    assert gzip.decompress(contents[0]) == b"same"
    with outputs.opened("/dev/null") as file:
        file.write(b"gone")


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    with outputs.opened(str(tmp_path / "link")) as file:
        file.write(b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_refuses_to_overwrite_what_it_reads(tmp_path):
    path = tmp_path / "m.tw"
    path.write_bytes(b"")
    with pytest.raises(InputError, match="seen the model itself"):
        outputs.refuse_overwriting(str(path), [str(tmp_path / "." / "m.tw")], "model")
    outputs.refuse_overwriting(str(tmp_path / "other"), [str(path)], "model")


def test_rows_of_the_training_table(tmp_path, capsys):
    row = {"epoch": 3, "updates": 12345, "dev_uas": 81.234, "dev_las": 77.7, "tokens_per_second": 65432.1}
    row |= {"elapsed": 75.2, "best": True}
    assert shown(row).split() == ["3", "12,345", "81.23", "77.70", "65,432", "1:15", "*"]
    assert shown({"epoch": 1, "updates": 2}).split() == ["1", "2", "-", "-", "-", "0:00"]
    assert clock(3725) == "1:02:05"
    with Progress(Messages(), str(tmp_path / "log")) as progress:
        progress.progress(1, 10)  # no terminal: no bar
        progress.log(row)
        progress.log({**row, "epoch": 4, "best": False})
    assert [json.loads(line)["epoch"] for line in (tmp_path / "log").read_text().splitlines()] == [3, 4]
    out, err = capsys.readouterr()
    assert out == "" and len(err.splitlines()) == 3
    with Progress(Messages(quiet=True)) as progress:
        progress.log(row)
    assert capsys.readouterr().err == ""
