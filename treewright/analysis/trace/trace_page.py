"""Derivations as one web page, to step through with arrow keys or buttons; nothing comes from the internet."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from importlib import resources
from typing import TYPE_CHECKING, Any

from treewright.analysis.trace.step import Step
from treewright.analysis.trace.trace_text import ROOM, added_text, figure, figure_titles, notes, option_text, titles
from treewright.treebank.html_page import END, page_start
from treewright.treebank.picture import xml
from treewright.treebank.shown_text import END_OF_ISOLATE, ISOLATE, printable, right_to_left
from treewright.treebank.svg import growing_svg
from treewright.treebank.tree_sentence import TreeSentence
from treewright.treebank.unary_chains import expanded_brackets

if TYPE_CHECKING:
    from treewright.analysis.trace.derivation import Derivation

OPTIONS = 12  # transitions of a step that the page has
NEAR = 7  # words or arcs of a cell of the table; the card of the current step has more
NAME = 40  # characters of a sentence in the list of sentences
CONTROLS = (("first", "|◀", "first step"), ("back", "◀", "step back"), ("next", "▶", "next step"), ("last", "▶|", "last step"))


def page(derivations: Iterable[Derivation]) -> str:
    """The page; a menu chooses between several derivations."""
    listed = list(derivations)
    sections = [_section(number, one) for number, one in enumerate(listed)]
    menu = ""
    if len(listed) > 1:
        names = "".join(f"<option>{_name(number, one)}</option>" for number, one in enumerate(listed, 1))
        menu = f'<select aria-label="sentence">{names}</select>'
    buttons = [f'<button data-go="{go}" aria-label="{told}" title="{told}">{sign}</button>' for go, sign, told in CONTROLS]
    return "\n".join([
        page_start("Derivations", _file("css")).rstrip(), *sections, '<nav aria-label="steps">', menu, *buttons[:2],
        '<input type="range" min="0" value="0" aria-label="step">', '<output aria-live="polite"></output>', *buttons[2:],
        "</nav>", f"<script>\n{_file('js')}</script>", END,
    ])  # fmt: skip


def _file(ending: str) -> str:
    return (resources.files("treewright.analysis.trace") / f"trace_page.{ending}").read_text("utf-8")


def _name(number: int, derivation: Derivation) -> str:
    text = derivation.sentence.text or " ".join(derivation.sentence.forms)
    return xml(f"{number}: {text[:NAME]}{'…' if len(text) > NAME else ''}")


def _section(number: int, derivation: Derivation) -> str:
    sentence = derivation.sentence
    turned = right_to_left(sentence.forms)
    about = [derivation.system, f"{len(derivation) - 1} transitions", *notes(derivation)]
    names, numbers = titles(derivation), figure_titles(derivation)
    head = "".join(f'<th scope="col"{_numeric(name, numbers)}>{name}</th>' for name in names)
    body = [_row(derivation, step, turned) for step in derivation.steps]
    picture = growing_svg(derivation.result) if len(sentence) and derivation.family != "tags" else ""
    options = "".join(f'<th scope="col" class="n">{name}</th>' for name in numbers if name != "total")
    data = json.dumps(_data(derivation), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return "\n".join([
        f'<section class="trace" id="trace-{number + 1}">', "<header>",
        f'<h1 dir="auto">{xml(sentence.text or " ".join(sentence.forms))}</h1>',
        f'<p class="about">{xml("; ".join(about))}</p>', "</header>",
        f'<div class="tree" tabindex="0" aria-label="tree">{picture}</div>' if picture else '<div class="tree" hidden></div>',
        f'<div class="rows" tabindex="0" aria-label="steps"><table><thead><tr>{head}</tr></thead>', "<tbody>", *body,
        "</tbody></table></div>", '<div class="card">', "<dl></dl>",
        f'<table class="options"><thead><tr><th scope="col">transition</th>{options}</tr></thead><tbody></tbody></table>',
        '<p class="about rest"></p>', "</div>", f'<script type="application/json">{data}</script>', "</section>",
    ])  # fmt: skip


def _numeric(name: str, numbers: list[str]) -> str:
    return ' class="n"' if name in numbers or name == "step" else ""


def _row(derivation: Derivation, step: Step, turned: bool) -> str:
    """A row of the table; its cells are also what the card of the current step shows."""
    forms = [printable(form) for form in derivation.forms]
    direction = ' dir="rtl"' if turned else ""
    cells = [f'<td class="n">{step.number}</td>']
    for name in derivation.columns:
        items = [_chip(" ".join(forms[word] for word in group)) for group in step.shown.get(name, [])]
        cells.append(f"<td{direction}>{_some(items, first=name == 'buffer')}</td>")
    added = [_chip(added_text(one, forms, derivation.family)) for one in derivation.added(step.number)]
    cells.append(f"<td{direction}>{_some(added, first=False)}</td>")
    cells.append(f"<td>{xml(option_text(step.made, forms)) if step.made else ''}</td>")
    figures: list[float | int | None] = []
    if derivation.scored:
        figures += [step.made.score if step.made else None, step.total]
    if derivation.costs:
        figures.append(step.made.cost if step.made else None)
    return f"<tr>{''.join(cells)}{''.join(f'<td class=n>{figure(number)}</td>' for number in figures)}</tr>"


def _chip(text: str) -> str:
    """A text in a frame; what is isolated in it (see shown_text) is so in the page, too."""
    parts = re.split(f"{ISOLATE}(.*?){END_OF_ISOLATE}", text)
    shown = [f"<bdi>{xml(part)}</bdi>" if at % 2 else xml(part) for at, part in enumerate(parts)]
    return f'<bdi class="w">{"".join(shown)}</bdi>'


def _some(items: list[str], *, first: bool) -> str:
    """As many items as fit: the first ones of a buffer, the last ones of all else; the table shows fewer than the card."""
    count = len(items)
    near = items[:NEAR] if first else items[-NEAR:]
    far = [item.replace('class="w"', 'class="w far"') for item in (items[NEAR:ROOM] if first else items[-ROOM:-NEAR])]
    in_table = [f'<span class="more near">… +{count - NEAR}</span>'] if count > NEAR else []
    in_card = [f'<span class="more far">… +{count - ROOM}</span>'] if count > ROOM else []
    return " ".join([*near, *far, *in_table, *in_card] if first else [*in_table, *in_card, *far, *near])


def _data(derivation: Derivation) -> list[dict[str, Any]]:
    """Of each step: its transitions, the parts of the tree that are there from this step on, and the word to look at."""
    forms = [printable(form) for form in derivation.forms]
    parts = _parts(derivation)
    found = []
    for step in derivation.steps:
        shown = step.options[:OPTIONS]
        if step.made is not None and not any(option is step.made for option in shown):
            shown = [*shown[: OPTIONS - 1], step.made]
        options = [
            [option_text(o, forms), None if o.score is None else figure(o.score), o.cost, int(o is step.made)] for o in shown
        ]
        rest = len(step.options) - len(options)
        found.append({"options": options, "rest": max(0, rest), "parts": parts[step.number], "at": _word_at(step)})
    return found


def _parts(derivation: Derivation) -> dict[int, list[int]]:
    """The parts of the picture that appear at each step: what the transition before it added."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    last = len(derivation) - 1
    if derivation.family == "constituents":
        result = derivation.result
        assert isinstance(result, TreeSentence)
        waiting: defaultdict[tuple[str, tuple[int, ...]], list[int]] = defaultdict(list)
        for number, (node, covered) in enumerate(zip(result.tree.constituents, result.tree.yields(), strict=True)):
            if number:
                waiting[node.label, tuple(sorted(covered))].append(number)
        for step in derivation.steps:
            if step.added is not None:
                words = tuple(word - 1 for word in step.added.words)
                for label, _ in expanded_brackets([(str(step.added.label), words)]):
                    found[step.number + 1].append(waiting[label, words].pop())
        found[last].append(0)
    elif derivation.family == "dependencies":
        made = {step.added.words[0]: step.number for step in derivation.steps if step.added is not None}
        for word, number in made.items():
            found[min(last, number + 1)].append(word)
    return found


def _word_at(step: Step) -> int:
    """The word to look at: the next one, or the last one that was taken."""
    for name, place in (("buffer", 0), ("focus", 0), ("stack", -1), ("pending", 0)):
        words = [word for group in step.shown.get(name, []) for word in group if word]
        if words:
            return words[place]
    return 0
