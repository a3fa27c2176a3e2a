"""Makes treewright/data/tiny: sentences annotated by hand and sentences of a small grammar, the same bytes every time.

    python -m tools.make_tiny_treebank [folder]

Input: lexicon.txt and by_hand.txt in that folder; the grammar is in tools/tiny.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.tiny.grammar import Grammar
from tools.tiny.phrase import Word

FOLDER = Path(__file__).parent.parent / "treewright" / "data" / "tiny"
SIZES = {"train": 300, "dev": 60, "test": 60}
SEED = 1867
PUNCTUATION = {".": ".", "?": ".", "!": ".", ",": ",", ";": ":", ":": ":", '"': "''", "(": "-LRB-", ")": "-RRB-"}
UPOS = {
    "CC": "CCONJ", "CD": "NUM", "DT": "DET", "EX": "PRON", "IN": "ADP", "JJ": "ADJ", "JJR": "ADJ", "JJS": "ADJ",
    "MD": "AUX", "NN": "NOUN", "NNS": "NOUN", "NNP": "PROPN", "POS": "PART", "PRP": "PRON", "PRP$": "PRON",
    "RB": "ADV", "RBR": "ADV", "RBS": "ADV", "RP": "ADP", "TO": "PART", "UH": "INTJ", "WDT": "PRON", "WP": "PRON",
    "WP$": "PRON", "WRB": "ADV",
}  # fmt: skip
FEATS = {
    "CD": "NumForm=Word|NumType=Card", "JJ": "Degree=Pos", "JJR": "Degree=Cmp", "JJS": "Degree=Sup",
    "NN": "Number=Sing", "NNP": "Number=Sing", "NNS": "Number=Plur", "RBR": "Degree=Cmp", "RBS": "Degree=Sup",
    "VB": "VerbForm=Inf", "VBD": "Mood=Ind|Tense=Past|VerbForm=Fin", "VBG": "VerbForm=Ger",
    "VBN": "Tense=Past|VerbForm=Part", "VBP": "Mood=Ind|Tense=Pres|VerbForm=Fin",
    "VBZ": "Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin",
}  # fmt: skip
USUAL_LABEL = {
    "CC": "cc", "CD": "nummod", "DT": "det", "IN": "case", "JJ": "amod", "JJR": "amod", "JJS": "amod", "MD": "aux",
    "PRP$": "nmod:poss", "RB": "advmod", "RBR": "advmod", "UH": "discourse", "VBD": "amod", "VBN": "amod",
}  # fmt: skip
PRONOUNS = {"nobody", "nothing", "something", "someone", "everyone", "everything"}
CLITICS = {"n't", "'s", "'ll", "'ve", "'re", "'m", "'d"}
ORDINALS = {"first", "second", "third"}
CLAUSES = {"acl", "acl:relcl", "advcl", "ccomp", "csubj", "root", "parataxis", "conj", "xcomp"}


def ending(stem: str, suffix: str) -> str:
    """The regular spelling of stem + s, ed or ing."""
    if suffix == "s":
        if stem.endswith(("s", "x", "ch", "sh", "z")):
            return stem + "es"
        return stem[:-1] + "ies" if stem[-1] == "y" and stem[-2] not in "aeou" else stem + "s"
    if stem.endswith("e") and not stem.endswith("ee"):
        return stem[:-1] + suffix
    if suffix == "ed" and stem[-1] == "y" and stem[-2] not in "aeou":
        return stem[:-1] + "ied"
    return stem + suffix


class Lexicon:
    """Word classes for the grammar, and every form with its possible tags, lemmas and features."""

    def __init__(self, path: Path) -> None:
        self.classes: dict[str, list[tuple[str, ...]]] = {}
        self.forms: dict[str, dict[str, tuple[str, str]]] = {}
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                self._add(*line.split())

    def _add(self, kind: str, *rest: str) -> None:
        if kind == "word":
            form, xpos, lemma, feats = rest
            self.forms.setdefault(form, {})[xpos] = (lemma, feats)
        elif kind in ("noun", "verb", "adjective"):
            self.classes[f"{kind} {rest[0]}"] = [self._inflect(kind, *entry.split("/")) for entry in rest[1:]]
        else:
            xpos = {"adverb": "RB", "name": "NNP", "prepositions": "IN", "particles": "RP", "numerals": "CD"}[kind]
            self.classes[kind] = [self._forms((form,), (xpos,)) for form in rest]

    def _inflect(self, kind: str, lemma: str, *irregular: str) -> tuple[str, ...]:
        if kind == "noun":
            return self._forms((lemma, *(irregular or (ending(lemma, "s"),))), ("NN", "NNS"))
        if kind == "adjective":
            stem = ending(lemma, "ed")[:-1]
            return self._forms((lemma, *(irregular or (stem + "r", stem + "st"))), ("JJ", "JJR", "JJS"))
        past, participle = irregular[:2] or (ending(lemma, "ed"),) * 2
        doubled = past == lemma + lemma[-1] + "ed"
        gerund = irregular[2] if len(irregular) > 2 else ending(lemma + lemma[-1] if doubled else lemma, "ing")
        forms = (lemma, past, participle, gerund, ending(lemma, "s"), lemma)
        return self._forms(forms, ("VB", "VBD", "VBN", "VBG", "VBZ", "VBP"))

    def _forms(self, forms: tuple[str, ...], tags: tuple[str, ...]) -> tuple[str, ...]:
        for form, xpos in zip(forms, tags, strict=True):
            feats = "Degree=Pos|NumForm=Word|NumType=Ord" if form in ORDINALS else FEATS.get(xpos, "_")
            self.forms.setdefault(form, {}).setdefault(xpos, (forms[0], feats))
        return forms


def read_by_hand(path: Path, lexicon: Lexicon) -> list[list[Word]]:
    """The sentences of by_hand.txt, with tags where the lexicon leaves only one possibility."""
    sentences = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        words, heads = [], []
        for item in line.split():
            name, head, label, *_ = (*item.split("|"), "", "")
            form, xpos, lemma, *_ = (*name.split("/"), "", "")
            known = lexicon.forms.get(form, lexicon.forms.get(form.lower(), {}))
            usual = "punct" if form in PUNCTUATION else USUAL_LABEL.get(xpos or next(iter(known), ""), "")
            words.append(Word(form, xpos, label or ("root" if head == "0" else usual), lemma=lemma))
            heads.append(int(head) if head else -1)
        root = words[heads.index(0)]
        for word, number in zip(words, heads, strict=True):
            word.head = root if number < 0 else words[number - 1] if number else None
        for word in words:
            at, steps = word.head, 0
            while at is not None and steps <= len(words):
                at, steps = at.head, steps + 1
            if steps > len(words):
                raise SystemExit(f"{path.name}: a cycle at {word.form!r} in: {line}")
        for word in words:
            word.xpos = word.xpos or choose_tag(word, words, lexicon)
            if not word.label:
                raise SystemExit(f"{path.name}: no label for {word.form!r} in: {line}")
        sentences.append(words)
    return sentences


def choose_tag(word: Word, words: list[Word], lexicon: Lexicon) -> str:
    """The one tag of the lexicon that fits the word's place in the tree."""
    if word.form in PUNCTUATION:
        return PUNCTUATION[word.form]
    known = lexicon.forms.get(word.form) or lexicon.forms.get(word.form.lower()) or {}
    below = {w.label for w in words if w.head is word}
    infinitive = any(w.head is word and (w.form.lower() == "to" or w.label == "aux") for w in words)
    fits = {
        "RP": word.label == "compound:prt", "IN": word.label in ("case", "mark", "fixed"), "TO": word.label == "mark",
        "WDT": word.label not in ("mark", "det:predet"),
        "DT": word.label in ("det", "det:predet", "nsubj"), "EX": word.label == "expl",
        "WP": word.label != "det", "PRP$": word.label == "nmod:poss", "PRP": word.label != "nmod:poss",
        "RB": word.label in ("advmod", "root"),
        "VBN": bool(below & {"aux", "aux:pass"}) or word.label in ("acl", "amod", "aux:pass"),
        "VB": infinitive or word.label == "cop" or not below & {"nsubj", "nsubj:pass"},
        "CC": word.label in ("cc", "cc:preconj"), "POS": word.label == "case", "CD": word.label != "compound",
        "JJ": word.label != "advmod", "NN": not below & {"aux"},
    }  # fmt: skip
    tags = [t for t in known if fits.get(t, True)]
    beside = [w for w in words if w.head is word.head]
    if word.label == "aux" and {"VB", "VBP"} <= set(tags):  # finite unless it follows a modal or is a command
        modal = any("MD" in lexicon.forms.get(w.form.lower(), {}) for w in beside)
        return "VB" if modal or not any(w.label.startswith("nsubj") for w in beside) else "VBP"
    pairs = [("VBN", {"VBD", "VBN"}), ("VB", {"VB", "VBP"}), ("TO", {"IN", "TO"}), ("RP", {"RP", "RB"})]
    for tag, pair in [*pairs, ("WDT" if relative(word) else "DT", {"DT", "WDT"})]:
        if pair == set(tags):
            return tag
    if len(tags) != 1:
        text = " ".join(w.form for w in words)
        raise SystemExit(
            f"by_hand.txt: the tag of {word.form!r} ({word.label}) is one of {tags or list(known)} in: {text}"
        )
    return tags[0]


def relative(word: Word) -> bool:
    """Whether the clause of a wh-word is a relative clause."""
    at: Word | None = word
    while at is not None and at.label not in CLAUSES:
        at = at.head
    return at is not None and at.label == "acl:relcl"


def columns(word: Word, words: list[Word], lexicon: Lexicon) -> tuple[str, str, str]:
    """LEMMA, UPOS and FEATS from the tag and the place in the tree."""
    xpos, label = word.xpos, word.label
    if xpos in PUNCTUATION.values():
        return word.form, "PUNCT", "_"
    known = lexicon.forms.get(word.form) or lexicon.forms.get(word.form.lower()) or {}
    lemma, feats = known.get(xpos, ("", FEATS.get(xpos, "_")))
    if not (lemma or word.lemma) and xpos in ("NNS", "VBD", "VBN", "VBG", "VBZ", "JJR", "JJS"):
        raise SystemExit(f"by_hand.txt: {word.form}/{xpos} is not in the lexicon and has no lemma")
    lemma = word.lemma or lemma or (word.form if xpos == "NNP" else word.form.lower())
    upos = UPOS.get(xpos) or ("AUX" if label in ("aux", "aux:pass", "cop") else "VERB")
    below = [w for w in words if w.head is word]
    if (xpos == "DT" and label not in ("det", "det:predet")) or word.form.lower() in PRONOUNS:
        upos = "PRON"
    elif xpos == "WDT" and label.startswith("det"):
        upos = "DET"
    elif xpos == "IN" and (label == "mark" or any(w.label == "fixed" and w.form == "if" for w in below)):
        upos = "SCONJ"
    elif lemma == "not":
        upos = "PART"
    if word.form[0].isdigit():
        feats = "NumForm=Digit|NumType=Card"
    if xpos[0] == "W" and relative(word):
        feats = feats.replace("PronType=Int", "PronType=Rel")
    if xpos == "VBN" and upos == "VERB" and (label == "acl" or any(w.label == "aux:pass" for w in below)):
        feats = "Tense=Past|VerbForm=Part|Voice=Pass"
    if xpos == "VBG" and any(w.label == "aux" for w in below):
        feats = "Tense=Pres|VerbForm=Part"
    if xpos == "VB" and upos == "VERB" and imperative(word, words):
        feats = "Mood=Imp|VerbForm=Fin"
    if any(w.label == "fixed" for w in below):
        extended = "SCONJ" if label == "mark" else "ADP"
        feats = "|".join(sorted([f"ExtPos={extended}", *(f for f in feats.split("|") if f != "_")]))
    return lemma, upos, feats


def imperative(word: Word, words: list[Word]) -> bool:
    """Whether a base form is a command: no subject, no marker, no modal, at the top of its sentence."""
    below = [w for w in words if w.head is word]
    if any(w.label in ("nsubj", "mark") or (w.label == "aux" and w.form.lower() != "do") for w in below):
        return False
    if word.label == "conj" and word.head is not None:
        return word.head.xpos == "VB" and imperative(word.head, words)
    return word.label == "root"


def to_conllu(words: list[Word], sent_id: str, lexicon: Lexicon) -> str:
    """One sentence as CoNLL-U lines; clitics make multiword tokens with the word before them."""
    rows, text, quotes = [], "", 0
    number = {id(w): i for i, w in enumerate(words, 1)}
    for i, word in enumerate(words, 1):
        after = words[i].form if i < len(words) else ""
        quotes += word.form == '"'
        opening = word.form == "(" or (word.form == '"' and quotes % 2 == 1)
        closes = after in PUNCTUATION and after != "(" and not (after == '"' and quotes % 2 == 0)
        space = bool(after) and not opening and not closes and after not in CLITICS
        if word.form in PUNCTUATION and word.form == '"':
            word.xpos = "``" if opening else "''"
        misc = "_" if space or not after or after in CLITICS else "SpaceAfter=No"
        if after in CLITICS:
            rows.append(
                f"{i}-{i + 1}\t{word.form}{after}" + "\t_" * 7 + "\t" + ("SpaceAfter=No" if glued(words, i) else "_")
            )
        elif word.form in CLITICS:
            misc = "_"
        head = number[id(word.head)] if word.head else 0
        lemma, upos, feats = columns(word, words, lexicon) if word.form != '"' else ('"', "PUNCT", "_")
        rows.append("\t".join((str(i), word.form, lemma, upos, word.xpos, feats, str(head), word.label, "_", misc)))
        text += word.form + (" " if space else "")
    return f"# sent_id = {sent_id}\n# text = {text}\n" + "\n".join(rows) + "\n\n"


def glued(words: list[Word], clitic: int) -> bool:
    """Whether punctuation follows the clitic at this place without a space."""
    return clitic + 1 < len(words) and words[clitic + 1].form in PUNCTUATION


def main(folder: Path) -> None:
    """Write the three parts of the treebank to a folder."""
    lexicon = Lexicon(folder / "lexicon.txt")
    by_hand = read_by_hand(folder / "by_hand.txt", lexicon)
    grammar = Grammar(lexicon.classes, SEED)
    parts: dict[str, list[tuple[str, list[Word]]]] = {part: [] for part in SIZES}
    for i, words in enumerate(by_hand):  # of ten, six for training and two each for dev and test
        parts[("train", "dev", "train", "test", "train")[i % 5]].append((f"hand-{i + 1}", words))
    seen = {" ".join(w.form for w in words) for words in by_hand}
    for part, size in SIZES.items():
        while len(parts[part]) < size:
            words = grammar.sentence()
            text = " ".join(w.form for w in words)
            if text not in seen:
                seen.add(text)
                parts[part].append((f"grammar-{len(seen) - len(by_hand)}", words))
        lines = [to_conllu(words, f"tiny-{part}-{name}", lexicon) for name, words in parts[part]]
        (folder / f"{part}.conllu").write_bytes("".join(lines).encode())


if __name__ == "__main__":
    options = argparse.ArgumentParser("python -m tools.make_tiny_treebank", description="Makes the tiny treebank.")
    options.add_argument("folder", type=Path, nargs="?", default=FOLDER, help="of lexicon.txt and by_hand.txt")
    main(options.parse_args().folder)
