"""Reads the export format of the NEGRA corpus, versions 3 and 4 (Brants 1997).

    #FORMAT 4
    #BOS 1 0 0 0 %% a comment             number, editor, date, origin
    Birds   bird  NNS  Plur  SB  500      form, lemma (version 4 only), tag, morphology, edge, parent, secondary edges in pairs
    #500    --    S    --    --  0        a constituent; 0 is the root, -- is nothing
    #EOS 1

Fields are separated by tabs, any number of them.  Editor, date and origin are comments of the tree (unless they
are 0), what stands between sentences (`#BOT` tables, comments) are the lines `before` the next one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from treewright.treebank.bracket_escapes import unescaped
from treewright.treebank.constituency_tree import Constituent, Token
from treewright.treebank.report import Problem
from treewright.treebank.text_lines import shown, text_lines
from treewright.treebank.tree_builder import Found, TreeBuilder

BEGIN = re.compile(r"#BOS[ \t]+([0-9]+)((?:[ \t]+(?!%%)[^ \t]+)*)[ \t]*(?:%% ?(.*))?")
END = re.compile(r"#EOS(?:[ \t]+([0-9]*))?[ \t]*")
NODE = re.compile(r"#(?:[5-9][0-9][0-9]|[1-9][0-9]{3,8})")  # other words may begin with # as well
FORMAT = re.compile(r"#FORMAT[ \t]+([0-9]+)[ \t]*")
TABLE = re.compile(r"#(BOT|EOT)\b")
OUTSIDE = re.compile(r"#(BO[ST]|FORMAT|EOT)\b|%%|\s*\Z")  # lines that may stand between sentences
FIELDS = ("editor", "date", "origin")


class ExportReader:
    """Blocks of a file in, trees out; remembers the version and what stands between sentences."""

    def __init__(self) -> None:
        self.version = 0  # unknown: by the number of fields
        self.before: list[str] = []
        self.table_line = 0  # where a table began that has not ended yet

    @staticmethod
    def cut(chunk: bytes) -> int:
        """Where the last whole sentence of a chunk ends, -1 if there is none."""
        at = chunk.rfind(b"\n#EOS")
        return chunk.find(b"\n", at + 1) + 1 or -1 if at >= 0 else -1

    def trees(self, block: bytes, line: int) -> Iterator[Found]:
        """The sentences of a block that begins at this line."""
        rows, broken = text_lines(block.removesuffix(b"\n"), line)
        at = 0
        while at < len(rows):
            begin = BEGIN.fullmatch(rows[at]) if rows[at].startswith("#BOS") and not self.table_line else None
            start = at
            if begin is None:
                found, at = self._outside(rows, at, line)
            else:
                found, at = self._sentence(begin, rows, at, line)
            if broken:
                found.problems.extend(broken[n] for n in range(line + start, line + at) if n in broken)
            if found.tree is not None or found.problems:
                yield found

    def finish(self) -> Iterator[Found]:
        """What is wrong at the end of the file."""
        if self.table_line:
            problem = Problem(self.table_line, "#BOT without #EOT", "a table that ends", "sentences left out")
            yield Found(self.table_line, None, [problem], "line")

    def notes(self) -> list[tuple[str, int]]:
        """Lines that come too late to be kept."""
        return [("lines after the last sentence, left out", len(self.before))] if self.before else []

    def _outside(self, rows: list[str], at: int, line: int) -> tuple[Found, int]:
        """A line outside sentences, or all up to the next sentence if it should not be there; and the row after."""
        start = at
        problem = self._between(rows[at], line + at)
        at += 1
        if problem is None or problem.repair is None:
            return Found(line + start, None, [problem] if problem else [], "line"), at
        while at < len(rows) and not OUTSIDE.match(rows[at]):
            at += 1
        if at - start > 1:
            problem = replace(problem, seen=f"{problem.seen} and {at - start - 1:,} more lines", repair="lines left out")
        return Found(line + start, None, [problem], "lines" if at - start > 1 else "line"), at

    def _between(self, row: str, line: int) -> Problem | None:
        """A line outside sentences."""
        if format := FORMAT.fullmatch(row):
            if format[1] not in ("3", "4"):
                return Problem(line, f"#FORMAT {format[1]}", "3 or 4")
            self.version = int(format[1])
            return None
        if table := TABLE.match(row):
            self.table_line = line if table[1] == "BOT" else 0
        elif not (self.table_line or row.startswith("%%") or not row.strip()):
            return Problem(line, shown(row), "#BOS, a table or a comment between sentences", "line left out")
        if row:
            self.before.append(row)
        return None

    def _sentence(self, begin: re.Match[str], rows: list[str], at: int, line: int) -> tuple[Found, int]:
        """The sentence that begins in row `at`, and the row after it."""
        builder = TreeBuilder(line + at)
        comments = [] if begin[3] is None else [begin[3]]
        stop, closed = at + 1, False
        tokens, token_parents, token_lines = builder.tokens, builder.token_parents, builder.token_lines
        version = self.version
        while stop < len(rows):
            row = rows[stop]
            stop += 1
            fields = row.split("\t")
            if row[:1] in "#%":
                if row.startswith("#EOS") and (end := END.fullmatch(row)):
                    closed = True
                    if end[1] and end[1] != begin[1]:
                        builder.problem(line + stop - 1, row, f"#EOS {begin[1]}", "read as the end of the sentence")
                    break
                if row.startswith("#BOS") and BEGIN.fullmatch(row):
                    stop -= 1
                    break
                if row.startswith("%%") and len(fields) < 5:
                    if not comments:
                        comments.append("")  # none in the first line
                    comments.append(row[2:].removeprefix(" "))
                    continue
                if NODE.fullmatch(fields[0] if len(fields) > 1 else row.partition(" ")[0]):
                    self._constituent(fields, builder, line + stop - 1)
                    continue
            if len(fields) != 6 or version != 4 or "" in fields or fields[5][0] == "%":
                fields, pairs, comment = self._fields(fields, builder, line + stop - 1)
                version = self.version
                if not fields:
                    continue
            else:
                comment, pairs = "", []
            form, lemma, tag, morphology, edge, parent = fields
            form, was_escaped = unescaped(form)
            token = Token(
                form,
                "" if tag == "--" else tag,
                "" if lemma == "--" else lemma,
                "" if morphology == "--" else morphology,
                "" if edge == "--" else edge,
            )
            if comment:
                token.comment = comment
            if was_escaped:
                token.escaped = True
            if pairs:
                builder.secondary += [(token, label, name, line + stop - 1) for label, name in pairs]
            if len(builder.parents) > 1:
                expected = "all tokens before the constituents"
                builder.problem(line + stop - 1, f"the token {shown(form)} after constituents", expected, "read where it is")
            tokens.append(token)
            token_parents.append(parent)
            token_lines.append(line + stop - 1)
        if not closed:
            where = f"before {shown(rows[stop])} in line {line + stop}" if stop < len(rows) else "at the end of the file"
            seen, expected = f"a sentence without end {where}", f"#EOS {begin[1]}"
            builder.problems.insert(0, Problem(builder.line, seen, expected, "sentence ended there"))  # the cause of others
        return self._finished(builder, begin, comments), stop

    def _finished(self, builder: TreeBuilder, begin: re.Match[str], comments: list[str]) -> Found:
        found = builder.build()
        values = begin[2].split()
        if len(values) not in (0, 3):
            expected = "number, editor, date and origin"
            builder.problem(builder.line, shown(f"#BOS {begin[1]}{begin[2]}"), expected, "kept as a comment")
            comments, values = [" ".join([*values, *comments]), *comments[1:]], []
        kept = [f"{key} = {value}" for key, value in zip(FIELDS, values, strict=False) if value != "0"]
        if found.tree is not None:
            names = [comment for comment in comments if comment.startswith("sent_id = ")]
            found.tree.name = names[0].removeprefix("sent_id = ") if names else begin[1]
            found.tree.comments = [*kept, *(comment for comment in comments if comment not in names)]
            found.tree.before, self.before = self.before, []
        return found

    def _constituent(self, fields: list[str], builder: TreeBuilder, line: int) -> None:
        fields, pairs, comment = self._fields(fields, builder, line)
        if not fields:
            return
        number, lemma, label, morphology, edge, parent = fields
        if number[1:] in builder.numbers:
            first = builder.lines[builder.numbers[number[1:]]]
            builder.problem(line, f"{number} again (first in line {first})", "each number once", "the second left out")
            return
        empty = ["" if value == "--" else value for value in (lemma, label, morphology, edge)]
        node = Constituent(empty[1], 0, empty[3], empty[0], empty[2], comment=comment)
        builder.secondary += [(node, label, name, line) for label, name in pairs]
        builder.numbers[number[1:]] = len(builder.constituents)
        builder.constituents.append(node)
        builder.parents.append(parent)
        builder.lines.append(line)

    def _fields(self, fields: list[str], builder: TreeBuilder, line: int) -> tuple[list[str], list[tuple[str, str]], str]:
        """Form, lemma, tag, morphology, edge and parent of a row, its secondary edges and its comment; or nothing."""
        between = "\t"
        if len(fields) == 1:
            fields, between = fields[0].split(), " "
        fields = [field for field in fields if field]
        at = next((i for i, field in enumerate(fields) if i >= 5 and field.startswith("%%")), len(fields))
        comment = between.join(fields[at:]).removeprefix("%%").removeprefix(" ")
        fields = fields[:at]
        if not self.version and len(fields) >= 5:
            self.version = 4 - len(fields) % 2  # secondary edges are pairs
        version = self.version or 4
        width = version + 2
        if len(fields) < width or (len(fields) - width) % 2:
            names = "form, " + ("lemma, " if version == 4 else "") + "tag, morphology, edge, parent"
            expected = f"{width} fields ({names}), and two for each secondary edge"
            builder.problem(line, f"{len(fields)} field{'s' if len(fields) != 1 else ''}", expected)
            return [], [], ""
        if version == 3:
            fields.insert(1, "--")
        return fields[:6], list(zip(fields[6::2], fields[7::2], strict=True)), comment
