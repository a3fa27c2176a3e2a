"""The page of the speed of networks: the least of the treebanks counts, and lock-step is judged by what it saves."""

import sys
from pathlib import Path

import treewright as tw
from benchmarks.speed import networks, networks_page
from benchmarks.studies.lock_step import ROWS, TOGETHER, OutputLayer

TINY = Path(tw.__file__).parent / "data" / "tiny"
LAYER = {0: 250.0, 8: 210.0, 16: 200.0, 32: 205.0}
ALL_UNITS = {0: 700.0, 8: 210.0, 16: 200.0, 32: 205.0}


def rates(factor):
    memory = {name: {"cold": [factor, factor / 2], "warm": [2 * factor], "alone": [factor]} for name in networks.FLAGS}
    files = {name: {"files": [factor, 3 * factor, factor]} for name in (*networks.FLAGS, *networks.PEERS)}
    files["UDPipe 1, greedy"] = {"files": [factor / 2, factor / 4]}
    return memory, files


def test_the_page():
    (one, its_files), (two, other_files) = rates(20_000), rates(10_000)
    other_files[networks_page.GREEDY] = {"files": [10_000]}
    curves = {5: dict.fromkeys(networks.FLAGS, 2.0), 250: dict.fromkeys(networks.FLAGS, 3.25)}
    memory, files = {"One": one, "Two": two}, {"One": its_files, "Two": other_files}
    fresh = {"One": [(5_000, 4e5, 1e5), (90_000, 6e5, 1e5)], "Two": [(4_000, 3e5, 2e5), (80_000, 5e5, 2e5)]}
    lines = networks_page.page(memory, files, fresh, curves, [LAYER, ALL_UNITS])
    assert "| feed-forward, greedy, to UDPipe 1 greedy, warm | 3x | 2.0x |" in lines
    assert "| the same, both just loaded, dev |  | 1.5x |" in lines
    assert "| the same, both just loaded, the whole treebank |  | 2.5x |" in lines
    assert "| One | 90,000 | 600,000 | 100,000 | 6.0x |" in lines
    assert "| biaffine, tokens/s | 12,000 | 10,000 |" in lines
    assert "| One | biaffine | 20,000 | 40,000 | 20,000 |" in lines
    assert "| One | biaffine | 60,000 | 20,000 | 6.0x | 1.0x |" in lines
    assert any(line.startswith("| 250 | 3.2 |") for line in lines)
    assert "| feed-forward, greedy | 25.00 | 2 % | 0 % | 4 % |" in lines  # 2 x 250, 2 x 50 ns and 2 x 500 of 25,900


def test_without_udpipe():
    memory, files = rates(1000)
    for name in networks.PEERS:
        del files[name]
    assert networks_page.goal_rows({"One": memory}, {"One": files}, {})[0][-1] == "-"
    assert networks_page.file_rows("One", files)[0][-2:] == ["-", "-"]


def test_the_output_layer_alone_and_together(compiled, tmp_path):
    layer = OutputLayer(tmp_path)
    alone = layer.run(0)
    expected = layer.hidden @ layer.weights + layer.bias
    assert alone.shape == (ROWS, 112) and abs(alone - expected).max() < 1e-3
    for some in TOGETHER:
        assert abs(layer.run(some) - expected).max() < 1e-3


def test_measuring_with_a_linear_model(compiled, tmp_path, monkeypatch):
    monkeypatch.delitem(sys.modules, "torch", raising=False)  # of other tests
    parser = tw.Parser(preset="fast", epochs=1)
    sentences = list(tw.read(TINY / "test.conllu"))
    parser.train(tw.read(TINY / "train.conllu"), progress=False)
    parser.save(tmp_path / "m.tw")
    models = {"linear": tmp_path / "m.tw"}
    found = networks.in_memory(models, sentences, 2)["linear"]
    assert all(len(found[way]) == 2 and min(found[way]) > 0 for way in ("cold", "warm", "alone"))
    words = sum(map(len, sentences))
    assert len(networks.from_files(models, None, TINY / "test.conllu", words, 2)["linear"]["files"]) == 2
    monkeypatch.setattr(networks, "LENGTHS", (5, 40))
    assert all(own["linear"] > 0 for own in networks.by_length(models, sentences).values())
