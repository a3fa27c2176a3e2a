"""LEMMA, UPOS and FEATS of English words by tag, form and place in the tree, as in UD English-EWT 2.16."""

from __future__ import annotations

from tools.english import words
from tools.english.brackets import Word

SENTENCE_LIKE = ("root", "ccomp", "conj", "parataxis")
GERUNDS = ("csubj", "xcomp", "acl", "amod", "nsubj", "obj", "compound", "obl", "root", "nmod")
CLAUSES = ("acl:relcl", "advcl:relcl", "ccomp", "csubj", "root", "parataxis", "advcl")
EXTENDED = {"case": "ADP", "mark": "SCONJ", "advmod": "ADV", "cc": "CCONJ"}


def fill(sentence: list[Word]) -> None:
    """Fill in the columns of all words; verbs agree with subjects, so finite verbs come last."""
    for word in sentence:
        word.upos, word.feats = columns(word)
        word.lemma = word.lemma or lemma(word)
    for word in sentence:
        if word.xpos in words.FINITE:
            number, person = agreement(word)
            word.feats = f"Mood=Ind|Number={number}|Person={person}|Tense={words.FINITE[word.xpos]}|VerbForm=Fin"
        if any(other.label == "fixed" for other in word.below):
            own = [feature for feature in word.feats.split("|") if feature != "_"]
            word.feats = "|".join(sorted([f"ExtPos={EXTENDED.get(word.label, 'PRON')}", *own]))


def lemma(word: Word) -> str:
    """The lemma by form and tag."""
    if word.is_punctuation or word.upos in ("SYM", "X"):
        return word.form
    if word.xpos == "PRP":
        return words.PRONOUNS.get(word.low, (word.low, ""))[0]
    if word.xpos == "DT":
        return words.DETERMINERS.get(word.low, (word.low, ""))[0]
    if word.xpos == "POS":
        return "'s"
    return words.lemma_of(word.form.replace("’", "'"), word.xpos)


def columns(word: Word) -> tuple[str, str]:
    """UPOS and FEATS, without the agreement of verbs."""
    low, xpos, label = word.low, word.xpos, word.label
    if word.is_punctuation:
        return "PUNCT", "_"
    if xpos.startswith("VB"):
        return ("AUX" if label in ("aux", "aux:pass", "cop") else "VERB"), verb_features(word)
    if xpos == "MD":
        return "AUX", "VerbForm=Fin"
    if xpos in ("NN", "NNS", "NNP", "NNPS"):
        return noun(word)
    if xpos in ("PRP", "PRP$"):
        return "PRON", personal(word)
    if xpos in ("DT", "PDT"):
        upos = "DET" if label in ("det", "det:predet") else "ADV" if label == "advmod" else "PRON"
        return upos, words.DETERMINERS[low][1]
    if xpos in ("WDT", "WP", "WP$", "WRB"):
        upos = "DET" if xpos == "WDT" and label in ("det", "det:predet") else words.UPOS[xpos]
        return upos, ("Poss=Yes|" if xpos == "WP$" else "") + f"PronType={'Rel' if relative(word) else 'Int'}"
    if xpos in ("JJ", "JJR", "JJS"):
        return "ADJ", words.DEGREES[xpos] + ("|NumForm=Word|NumType=Ord" if low in words.ORDINALS else "")
    if low in ("not", "n't") and xpos == "RB":
        return "PART", "Polarity=Neg"
    if xpos in ("RB", "RBR", "RBS"):
        return "ADV", words.ADVERBS.get(low, "_") if xpos == "RB" else words.DEGREES[xpos]
    if xpos in ("CD", "LS"):
        kind = "Digit" if low[0].isdigit() else "Word"
        return "NUM", "_" if xpos == "LS" and kind == "Word" else f"NumForm={kind}|NumType=Card"
    if xpos == "FW":
        return ("ADV", "_") if low in ("e.g.", "i.e.") else ("NOUN", "Abbr=Yes|Number=Plur")  # etc.
    if xpos == "UH":
        return "INTJ", {"yes": "Polarity=Pos", "no": "Polarity=Neg"}.get(low, "_")
    if xpos not in words.UPOS:
        raise SystemExit(f"seen tag {xpos} of {word.form}, expected one of the Penn Treebank")
    return ("SCONJ" if xpos == "IN" and label == "mark" else words.UPOS[xpos]), "_"


def verb_features(word: Word) -> str:
    """FEATS of a form that is not finite."""
    auxiliaries = [other.label for other in word.below]
    if word.xpos == "VB":
        return "Mood=Imp|VerbForm=Fin" if imperative(word) else "VerbForm=Inf"
    if word.xpos == "VBG":
        gerund = word.label in GERUNDS and not any(label in ("aux", "nsubj") for label in auxiliaries)
        return "VerbForm=Ger" if gerund else "Tense=Pres|VerbForm=Part"
    if word.xpos == "VBN":
        active = "aux" in auxiliaries and "aux:pass" not in auxiliaries
        alone = not any(label.startswith(("aux", "nsubj")) for label in auxiliaries)
        if word.label == "conj" and word.head is not None and alone:
            active = word.head.xpos == "VBN" and "Voice=Pass" not in verb_features(word.head)
        is_auxiliary = word.label in ("aux", "aux:pass", "cop")
        return "Tense=Past|VerbForm=Part" + ("" if active or is_auxiliary else "|Voice=Pass")
    return "_"


def noun(word: Word) -> tuple[str, str]:
    """UPOS and FEATS of nouns, names and words such as nobody."""
    for start, kind in words.INDEFINITE.items():
        if word.low in (start + "one", start + "body", start + "thing"):
            return "PRON", f"Number=Sing|PronType={kind}"
    if word.low == "%":
        return "SYM", "Number=Sing"
    if word.low in words.PLURALIA and word.xpos == "NNS":
        return "NOUN", "Number=Ptan"
    return words.UPOS[word.xpos], "Number=Plur" if word.xpos.endswith("S") else "Number=Sing"


def personal(word: Word) -> str:
    """FEATS of personal, possessive and reflexive pronouns."""
    if word.xpos == "PRP$":
        return ordered(f"Case=Gen|{words.POSSESSIVE[word.low]}|Poss=Yes|PronType=Prs")
    if word.low in words.REFLEXIVE:
        kind = "Emp" if word.label.endswith(":unmarked") else "Prs"
        return ordered(f"Case=Acc|{words.REFLEXIVE[word.low]}|PronType={kind}|Reflex=Yes")
    feats = words.PRONOUNS[word.low][1]
    if word.low in ("you", "it") and not word.label.startswith(("nsubj", "expl")):
        feats = feats.replace("Case=Nom", "Case=Acc")
    return ordered(feats + "|PronType=Prs")


def ordered(feats: str) -> str:
    """The features in the order of UD."""
    return "|".join(sorted(feats.split("|"), key=str.lower))


def relative(word: Word) -> bool:
    """Whether a wh-word belongs to a relative clause, or has one (free relatives)."""
    if any(other.label == "acl:relcl" for other in word.below):
        return True
    at: Word | None = word
    while at is not None and at.label not in CLAUSES:
        at = at.head
    return at is not None and at.label.endswith("relcl")


def imperative(word: Word) -> bool:
    """Whether a base form, or the clause of an auxiliary, is a command: no marker, no modal, no subject."""
    top = word.head if word.label in ("aux", "cop", "aux:pass") and word.head is not None else word
    for other in top.below:
        if other.label.startswith(("nsubj", "mark")) or (other.label == "aux" and other.low != "do"):
            return False
    if top.label == "conj" and top.head is not None:
        return top.head.xpos == "VB" and imperative(top.head)
    return top.label in SENTENCE_LIKE


def subject_of(word: Word) -> Word | None:
    """The subject of a predicate; the second of two verbs has that of the first."""
    at: Word | None = word
    while at is not None:
        found = [other for other in at.below if other.label.startswith(("nsubj", "csubj"))]
        if found:
            return found[0]
        at = at.head if at.label == "conj" else None
    return None


def agreement(word: Word) -> tuple[str, str]:
    """Number and person of a finite verb, which are its subject's."""
    top = word.head if word.label in ("aux", "aux:pass", "cop") and word.head is not None else word
    subject = subject_of(top)
    if subject is None:
        return "Sing", "1" if word.low == "thank" else "3"
    if subject.xpos in ("WDT", "WP") and top.label == "acl:relcl" and top.head is not None:
        subject = top.head
    conjuncts = [other for other in subject.below if other.label == "conj"]
    if any(other.low == "and" for conjunct in conjuncts for other in conjunct.below):
        return "Plur", "3"
    feats = dict(feature.split("=") for feature in subject.feats.split("|") if "=" in feature)
    person = feats.get("Person", "3")
    plural = feats.get("Number") in ("Plur", "Ptan") or (person == "3" and word.low in ("are", "were", "'re", "have", "do"))
    return "Plur" if plural and word.xpos != "VBZ" else "Sing", person
