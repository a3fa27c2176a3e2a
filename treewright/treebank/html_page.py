"""Trees as one web page: a picture for each sentence under its text; no scripts, no fonts, nothing from the internet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from treewright.treebank.picture import ESCAPES
from treewright.treebank.sentence import Sentence
from treewright.treebank.shown_text import printable, right_to_left
from treewright.treebank.svg import to_svg

TOLD = ("sent_id", "text", "newdoc", "newpar")  # comments that are not listed, because the page shows their content
STYLE = """\
body { margin: 0 auto; padding: 1rem 2rem; max-width: 80rem; background: #fff; color: #000; font-family: sans-serif }
section { margin: 0 0 2.5rem; break-inside: avoid; content-visibility: auto; contain-intrinsic-size: auto 16rem }
h2 { margin: 0; font-size: .8rem; font-weight: normal; color: #767676 }
h2 a { color: inherit; text-decoration: none }
p { margin: .3rem 0; font-size: 1.1rem; line-height: 1.5; overflow-wrap: break-word }
p.comment { font-size: .8rem; color: #767676 }
.tree { overflow-x: auto; padding-bottom: .5rem }
.tree svg { display: block }"""
END = "</body>\n</html>\n"


def page_start(title: str, style: str, *, language: str | None = "en") -> str:
    """How every page begins: its head, and the start of its body."""
    return f"""\
<!DOCTYPE html>
<html{f' lang="{language}"' if language else ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Treewright">
<title>{_safe(title)}</title>
<style>
{style.rstrip()}
</style>
</head>
<body>
"""


def pieces(sentences: Iterable[Sentence]) -> Iterator[str]:
    """The page piece by piece, so that it may have any number of trees."""
    yield page_start("Trees", STYLE, language=None)  # texts are in any language
    for number, sentence in enumerate(sentences, 1):
        yield _section(number, sentence)
    yield END


def _section(number: int, sentence: Sentence) -> str:
    """A sentence: its name, text, other comments and tree."""
    text = sentence.text or " ".join(sentence.forms)
    comments = [comment.removeprefix("#").strip() for comment in sentence.comments]
    others = [comment for comment in comments if comment.partition("=")[0].split(" ")[0].strip() not in TOLD]
    direction = ' dir="rtl"' if right_to_left(sentence.forms) else ""
    lines = [
        f'<section id="tree-{number}">',
        f'<h2><a href="#tree-{number}">{_safe(sentence.sent_id or str(number))}</a></h2>',
        f'<p dir="auto">{_safe(text)}</p>',
        *(f'<p class="comment" dir="auto">{_safe(comment)}</p>' for comment in others),
    ]
    if len(sentence):
        lines.append(f'<div class="tree"{direction} tabindex="0">\n{to_svg(sentence)}</div>')
    return "\n".join([*lines, "</section>\n"])


def _safe(text: str) -> str:
    return printable(text).translate(ESCAPES)
