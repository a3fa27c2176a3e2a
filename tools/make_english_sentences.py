"""Converts bracketed sentences to CoNLL-U, for the training data of the English model.

    python -m tools.make_english_sentences SENTENCES.txt ... > sentences.conllu

    [nsubj the old/JJ man] sat/VBD [obl on a bench] .            a bracket is a dependent; its head is the word without a label
    She:nsubj knows/VBZ [ccomp that/IN:mark he:nsubj left/VBD] .  form/TAG/lemma:label; what is left out is found by rules
    [obj [nmod:poss Anna 's/POS] cat]                            's, n't, 'll ... make one token with the word before
    [obj 50 _%/NN]                                               _ before a form: no space before it

A star after a word makes it the head.  LSB and RSB are square brackets.  `english/columns.py` finds the other columns.
A line with `##` begins a document, one with `#` and an empty one a paragraph.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.english import words
from tools.english.brackets import Word, read_sentence
from tools.english.columns import fill


def spaces_after(sentence: list[Word]) -> list[bool]:
    """Whether a space follows each word; straight quotation marks open and close in turn."""
    spaces, quoted = [], False
    for word, after in zip(sentence, [*sentence[1:], None], strict=True):
        opens = word.form in words.OPENING
        if word.form == '"':
            opens = quoted = not quoted
            word.xpos = "``" if opens else "''"
        if after is None:
            spaces.append(False)
            continue
        closes = after.form in words.CLOSING or (after.form == '"' and quoted) or after.xpos == "POS"
        spaces.append(not (opens or closes or after.glued or after.is_clitic))
    return spaces


def to_conllu(sentence: list[Word], comments: str) -> str:
    """One sentence as CoNLL-U; clitics make multiword tokens with the word before them."""
    fill(sentence)
    spaces = spaces_after(sentence)
    number = {id(word): i for i, word in enumerate(sentence, 1)}
    last = len(sentence) - 1
    rows = []
    for i, word in enumerate(sentence):
        begins_token = i < last and sentence[i + 1].is_clitic
        if begins_token and not word.is_clitic:
            end = i + 1
            while end < last and sentence[end + 1].is_clitic:
                end += 1
            form = "".join(part.form for part in sentence[i : end + 1])
            misc = "_" if spaces[end] or end == last else "SpaceAfter=No"
            rows.append(f"{i + 1}-{end + 1}\t{form}" + "\t_" * 7 + f"\t{misc}")
        misc = "_" if begins_token or word.is_clitic or spaces[i] or i == last else "SpaceAfter=No"
        head = str(number[id(word.head)] if word.head else 0)
        fields = (str(i + 1), word.form, word.lemma, word.upos, word.xpos, word.feats, head, word.label, "_", misc)
        rows.append("\t".join(fields))
    text = "".join(word.form + " " * space for word, space in zip(sentence, spaces, strict=True))
    return f"{comments}# text = {text}\n" + "\n".join(rows) + "\n\n"


def convert(path: Path) -> str:
    """All sentences of a file as CoNLL-U."""
    out: list[str] = []
    before = "# newdoc\n# newpar\n"
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("##"):
            before = "# newdoc\n# newpar\n"
        elif not line.strip() or line.startswith("# "):
            before = before or "# newpar\n"
        else:
            comments = f"{before}# sent_id = {path.stem}-{len(out) + 1}\n"
            out.append(to_conllu(read_sentence(line), comments))
            before = ""
    return "".join(out)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    options = argparse.ArgumentParser(
        "python -m tools.make_english_sentences", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("files", type=Path, nargs="+", metavar="SENTENCES.txt")
    sys.stdout.write("".join(map(convert, options.parse_args().files)))
