"""The bar of a training from Python: at a terminal, in a notebook, and not where nobody looks."""

import io
import sys
import types
from pathlib import Path

import pytest

import treewright as tw
from treewright.progress_bar import ProgressBar, TrainingBar, in_notebook

TINY = Path(tw.__file__).parent / "data" / "tiny" / "dev.conllu"


class Terminal(io.StringIO):
    def isatty(self):
        return True


def training(**more):
    parser = tw.Parser(preset="fast", seeds=1)  # very small treebanks have more by default
    return parser.train(list(tw.read(TINY)), dev=list(tw.read(TINY)), epochs=3, **more)


def seen(monkeypatch):
    """Stderr as a terminal; in the test itself, since pytest sets stderr again after fixtures."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", Terminal())
    return sys.stderr


@pytest.fixture
def notebook(monkeypatch):
    """What a notebook has: a shell with a kernel, and a way to show things and to change them."""
    shown = []

    class Cell:
        def update(self, thing, raw=False):
            shown.append(thing)

    def display(thing, display_id):
        shown.append(thing)
        return Cell()

    module = types.ModuleType("IPython")
    module.get_ipython = lambda: types.SimpleNamespace(kernel=object())
    module.display = types.ModuleType("IPython.display")
    module.display.display = display
    monkeypatch.setitem(sys.modules, "IPython", module)
    monkeypatch.setitem(sys.modules, "IPython.display", module.display)
    return shown


def test_a_bar_at_a_terminal(monkeypatch):
    terminal = seen(monkeypatch)
    training()
    assert "epoch 1 of 3" in terminal.getvalue() and "\u2501" in terminal.getvalue()
    assert "\x1b[?25h" in terminal.getvalue(), "the cursor is shown again"


def test_it_can_be_switched_off_or_replaced(monkeypatch):
    terminal = seen(monkeypatch)
    training(progress=False)
    steps = []
    training(progress=lambda done, total: steps.append((done, total)))
    assert terminal.getvalue() == "" and steps[-1] == (60, 60)


def test_no_bar_where_nobody_looks(capfd):
    training()
    assert capfd.readouterr() == ("", "")
    assert not in_notebook()


def test_it_is_taken_away_before_rows_are_printed_and_after_errors(monkeypatch):
    terminal = seen(monkeypatch)
    training(log=lambda row: terminal.write("row\n"))
    assert "\x1b[2K" in terminal.getvalue().partition("row\n")[0][-30:]
    with pytest.raises(KeyboardInterrupt), TrainingBar() as bar:
        bar.step(1, 2)
        raise KeyboardInterrupt
    assert terminal.getvalue().count("\x1b[?25l") == terminal.getvalue().count("\x1b[?25h")


def test_a_notebook_shows_it_in_a_cell(notebook, capfd):
    assert in_notebook()
    training()
    bundle = notebook[0]._repr_mimebundle_((), ())
    assert "epoch 1 of 3" in bundle["text/plain"] + bundle["text/html"]
    assert notebook[-1] == {"text/plain": ""}, "nothing is left behind"
    assert capfd.readouterr() == ("", "")


def test_a_pipeline_names_the_stage(monkeypatch):
    terminal = seen(monkeypatch)
    settings = {"tokenizer.epochs": 1, "tagger.epochs": 1, "tagger.folds": 2, "lemmatizer.epochs": 0, "epochs": 1}
    tw.Pipeline(settings, preset="fast").train(list(tw.read(TINY)))
    assert "training the tagger of upos" in terminal.getvalue() or "training the parser" in terminal.getvalue()


def test_a_total_that_is_not_known(monkeypatch):
    terminal = seen(monkeypatch)
    with ProgressBar() as bar:
        bar.show(5, None, "5 sentences")
    assert "5 sentences" in terminal.getvalue()
