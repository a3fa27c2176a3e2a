"""Writes trees in the export format of the NEGRA corpus, versions 3 and 4; see export_reader.py."""

from __future__ import annotations

import re
from collections import Counter

from treewright.errors import InputError
from treewright.treebank.bracket_escapes import count_ambiguous, escaped
from treewright.treebank.constituency_tree import ConstituencyTree, Constituent, Token

NOT_A_FORM = re.compile(r"#(?:[5-9][0-9][0-9]|[1-9][0-9]{3,8})|#[BE]OS|")  # what means something else there
FIRST = 500  # number of the first constituent
FIELDS = ("editor", "date", "origin")


class ExportWriter:
    """One file: the header, and sentences that are numbered unless their names are numbers."""

    def __init__(self, version: int = 4, losses: Counter[str] | None = None) -> None:
        self.version = version
        self.losses: Counter[str] = Counter() if losses is None else losses
        self.count = 0

    def header(self) -> str:
        """The first line of the file."""
        return f"#FORMAT {self.version}\n"

    def text(self, tree: ConstituencyTree, where: str = "tree") -> str:
        """The lines of one sentence."""
        self.count += 1
        named = tree.name.isascii() and tree.name.isdigit() and len(tree.name) < 19
        number = tree.name if named else str(self.count)
        known = dict(comment.split(" = ", 1) for comment in tree.comments if comment.startswith(BEGINNINGS))
        comments = [comment for comment in tree.comments if not comment.startswith(BEGINNINGS)]
        if tree.name and not named:
            comments = [f"sent_id = {tree.name}", *comments]
        begin = " ".join(["#BOS", number, *(known.get(key, "0") for key in FIELDS)])
        if comments and comments[0]:
            begin += f" %% {comments[0]}"
        root = tree.constituents[0]
        if root.label not in ("ROOT", "VROOT", ""):
            self.losses["labels of the root left out: export has none"] += 1
        lines = [*tree.before, begin, *(f"%% {comment}" for comment in comments[1:])]
        for i, token in enumerate(tree.tokens, 1):
            form = escaped(token.form) if token.escaped else token.form
            count_ambiguous(token.form, form, self.losses)
            if NOT_A_FORM.fullmatch(form):
                seen = f"the form {form!r}, which export cannot hold"
                raise InputError(f"{where}, token {i}: seen {seen}, expected another word")
            lines.append(self._row(form, token.tag, token))
        for i, node in enumerate(tree.constituents[1:], FIRST):
            lines.append(self._row(f"#{i}", node.label, node))
        text = "\n".join([*lines, f"#EOS {number}\n"])
        if "\r" in text or text.count("\n") != len(lines) + 1:
            raise InputError(f"{where}: seen a line break within a field or comment, expected none")
        return text

    def _row(self, form: str, label: str, node: Token | Constituent) -> str:
        parent = node.parent + FIRST - 1 if node.parent > 0 else 0
        fields = [form, label or "--", node.morphology or "--", node.edge or "--", str(parent)]
        if self.version == 4:
            fields.insert(1, node.lemma or "--")
        elif node.lemma:
            self.losses["lemmas left out: export version 3 has none"] += 1
        for name, target in node.secondary:
            fields += [name or "--", str(target + FIRST - 1 if target > 0 else 0)]
        if node.comment:
            fields.append(f"%% {node.comment}")
        return "\t".join(fields)


BEGINNINGS = tuple(f"{key} = " for key in FIELDS)
