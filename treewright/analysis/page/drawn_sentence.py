"""A sentence of the evaluation page: pictures of what each parser made of it, and what a page needs to filter it by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from treewright.analysis.page.page_tables import html_table
from treewright.analysis.scores.table import Table
from treewright.treebank.picture import Picture, stacked, xml
from treewright.treebank.sentence import Sentence
from treewright.treebank.shown_text import right_to_left


@dataclass(frozen=True)
class Item:
    """A word or constituent: its gold label, its tag, and for each parser its label and whether it counts as wrong."""

    gold: str
    tag: str
    predicted: Sequence[str]
    wrong: Sequence[bool]


@dataclass(frozen=True)
class DrawnAnalysis:
    """One parser's analysis of a sentence: pictures, how many things are wrong of how many, and a table of these."""

    parser: str
    pictures: Sequence[Picture]
    wrong: int
    counted: int
    errors: Table
    note: str = ""

    @property
    def score(self) -> float:
        """What is right, in per cent."""
        return 100 * (self.counted - self.wrong) / self.counted if self.counted else 100.0


@dataclass(frozen=True)
class DrawnSentence:
    """A sentence with the analyses of all parsers."""

    number: int  # in the treebank, from 1 on
    sentence: Sentence
    analyses: Sequence[DrawnAnalysis]
    items: Sequence[Item]
    metric: str
    counting: str  # what the things are called

    def html(self) -> str:
        """The section of a page."""
        sentence = self.sentence
        text = sentence.text or " ".join(sentence.forms)
        place = sentence.place if sentence.path else ""
        name = " · ".join(part for part in (sentence.sent_id or f"sentence {self.number}", place) if part)
        turned = ' dir="rtl"' if right_to_left(sentence.forms) else ""
        lines = [
            f'<section class="sentence" id="sentence-{self.number}">',
            f'<h3><bdi>{xml(name)}</bdi> · <span class="size">{len(sentence):,} words</span></h3>',
            f'<p class="text" dir="auto">{xml(text)}</p>',
        ]
        for number, analysis in enumerate(self.analyses):
            told = f"{self.metric} {analysis.score:.2f}, {analysis.wrong:,} of {analysis.counted:,} {self.counting} wrong"
            lines.append(
                f'<figure data-parser="{number}"><figcaption><b><bdi>{xml(analysis.parser)}</bdi></b>: {told}</figcaption>'
            )
            for picture in analysis.pictures:
                lines.append(
                    f'<div class="tree" tabindex="0"{turned} aria-label="tree">{stacked([(None, picture)], "")}</div>'
                )
            lines += [f'<p class="note">{xml(analysis.note)}</p>'] if analysis.note else []
            if analysis.errors.rows:
                table = html_table(analysis.errors, last=False)
                lines.append(f"<details><summary>What is wrong, as a table</summary>{table}</details>")
            lines.append("</figure>")
        return "\n".join([*lines, "</section>"])

    def data(self, labels: dict[str, int], tags: dict[str, int]) -> dict[str, Any]:
        """What the page filters and sorts by; labels and tags are numbered as they come."""
        items = []
        for item in self.items:
            mask = sum(1 << k for k, wrong in enumerate(item.wrong) if wrong)
            numbers = [labels.setdefault(label, len(labels)) for label in (item.gold, *item.predicted)]
            items.append([tags.setdefault(item.tag, len(tags)), mask, *numbers])
        return {
            "n": self.number,
            "length": len(self.sentence),
            "wrong": [analysis.wrong for analysis in self.analyses],
            "score": [round(analysis.score, 4) for analysis in self.analyses],
            "items": items,
        }
