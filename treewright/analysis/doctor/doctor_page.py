"""The doctor's findings as one web page: each with its tree, the doubted arc in red, the preferred one below in green."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence

from treewright.analysis.doctor.doctor import Doctor, heading
from treewright.analysis.doctor.finding import Finding
from treewright.treebank.html_page import END, page_start
from treewright.treebank.html_page import STYLE as TREE_STYLE
from treewright.treebank.overlay import Overlay
from treewright.treebank.picture import stacked, xml
from treewright.treebank.sentence import Sentence
from treewright.treebank.shown_text import right_to_left
from treewright.treebank.svg import to_svg

STYLE = (
    TREE_STYLE
    + """
h1 { font-size: 1.4rem }
summary { cursor: pointer; font-size: 1.1rem; padding: .5rem 0; font-weight: bold }
details { border-top: 1px solid #ccc }
table { border-collapse: collapse; margin: 0 0 1rem }
td { padding: .15rem .8rem .15rem 0; text-align: left }
td:first-child { text-align: right; font-variant-numeric: tabular-nums }
mark { background: #fde2e2; padding: 0 .15em }
p.told { font-size: .95rem; color: #222 }
p.keys { font-size: .9rem; color: #555 }
b.red { color: #c22 } b.green { color: #0a7a3c }
@media (max-width: 40rem) { body { padding: .5rem .7rem } p { font-size: 1rem } }"""
)
AROUND = 60  # words of the sentence that are shown on each side
OPEN = ("arc", "tree")  # kinds that are unfolded at first


class DoctorPage:
    """Findings of a doctor, so many of each kind at the most (0: all)."""

    def __init__(self, doctor: Doctor, most: int = 200) -> None:
        self.doctor, self.most = doctor, most
        self.of_path: dict[str, list[Sentence]] = defaultdict(list)
        for sentence in doctor.sentences:
            self.of_path[sentence.path].append(sentence)
        self.lines = {path: [sentence.line for sentence in sentences] for path, sentences in self.of_path.items()}

    def pieces(self) -> Iterator[str]:
        """The page piece by piece."""
        counts = {kind: count for kind, count in self.doctor.counts().items() if count}
        words = sum(map(len, self.doctor.sentences))
        yield (
            f"{page_start('Treebank doctor', STYLE)}<h1>Treebank doctor</h1>\n"
            f"<p>{xml(', '.join(path or '(memory)' for path in self.of_path))}: "
            f"{len(self.doctor.sentences):,} sentences, {words:,} words</p>\n"
        )
        rows = [
            f'<tr><td>{count:,}</td><td><a href="#{kind}">{xml(heading(kind))}</a></td></tr>' for kind, count in counts.items()
        ]
        yield "<table>\n" + "\n".join(rows or ["<tr><td></td><td>nothing found</td></tr>"]) + "\n</table>\n"
        yield (
            '<p class="keys"><b class="red">Red</b>: annotated. <b class="green">Green, below</b>: preferred. '
            "An arc with two labels: the second one is preferred.</p>\n"
        )
        for kind, count in counts.items():
            yield from self._kind(kind, count)
        yield END

    def _kind(self, kind: str, count: int) -> Iterator[str]:
        found = [finding for finding in self.doctor.findings if finding.kind == kind]
        shown = found if self.most <= 0 else found[: self.most]
        some = f", the first {len(shown):,} of {count:,}" if len(shown) < count else f": {count:,}"
        unfolded = " open" if kind in OPEN else ""
        yield f'<details id="{kind}"{unfolded}>\n<summary>{xml(heading(kind))}{some}</summary>\n'
        for number, finding in enumerate(shown, 1):
            yield self._section(f"{kind}-{number}", finding)
        yield "</details>\n"

    def _section(self, name: str, finding: Finding) -> str:
        """One finding: where, the text with the word highlighted, what was found, the tree."""
        sentence = self._sentence(finding)
        place = " ".join(filter(None, [finding.place, finding.sent_id]))
        lines = [f'<section id="{name}">', f'<h2><a href="#{name}">{xml(place)}</a></h2>']
        if sentence is not None:
            lines.append(f'<p dir="auto">{_highlighted(sentence.forms, finding.word)}</p>')
        word = f"<bdi>{xml(finding.form)}</bdi>: " if finding.word else ""
        lines.append(f'<p class="told">{word}{xml(finding.text)}</p>')
        if sentence is not None:
            direction = ' dir="rtl"' if right_to_left(sentence.forms) else ""
            if finding.word and finding.head is not None and finding.label is not None:
                overlay = Overlay.of_doubt(sentence, finding.word, finding.head, finding.label)
                picture = stacked([(None, overlay.picture())], "")
            else:
                picture = to_svg(sentence)
            lines.append(f'<div class="tree"{direction} tabindex="0">\n{picture}</div>')
        return "\n".join([*lines, "</section>\n"])

    def _sentence(self, finding: Finding) -> Sentence | None:
        """The sentence of a finding; the validator names only a line."""
        if finding.sentence is not None:
            return finding.sentence
        at = bisect_right(self.lines.get(finding.path, []), finding.line) - 1
        return self.of_path[finding.path][at] if at >= 0 else None


def _highlighted(forms: Sequence[str], word: int) -> str:
    """The words, one of them highlighted; of a very long sentence, those around it."""
    shown = [xml(form) for form in forms]
    if word:
        shown[word - 1] = f"<mark>{shown[word - 1]}</mark>"
    first, stop = max(0, word - AROUND), max(word, 1) + AROUND
    return " ".join([*(["…"] if first else []), *shown[first:stop], *(["…"] if stop < len(shown) else [])])
