"""Criteria, expressions and counts once more, with plain loops over words."""

from collections import Counter

from treewright.treebank.projectivity import nonprojective_arcs


def depth(heads, i):
    """Arcs from the root to word i, None if there is no way."""
    steps, word = 0, i + 1
    while word:
        word = heads[word - 1]
        steps += 1
        if word < 0 or steps > len(heads):
            return None
    return steps


def values(sentence, training):
    """The values of each word by criterion, as a list of dicts."""
    heads, forms, tags, labels = list(sentence.heads), sentence.forms, sentence.tags, sentence.labels
    crossing = {dependent for _, dependent in nonprojective_arcs(heads)}
    found = []
    for i, head in enumerate(heads):
        feats = sentence.words[i].feats
        found.append(
            {
                "form": forms[i],
                "lower": forms[i].lower(),
                "lemma": sentence.words[i].lemma or "_",
                "upos": tags[i] or "_",
                "xpos": sentence.words[i].xpos or "_",
                "label": labels[i] or "_",
                "universal-label": (labels[i] or "_").split(":")[0],
                "head": head if head >= 0 else None,
                "length": abs(head - i - 1) if head > 0 else None,
                "direction": None if head < 0 else "root" if head == 0 else "left" if head <= i else "right",
                "depth": depth(heads, i),
                "children": heads.count(i + 1),
                "siblings": heads.count(head) - 1 if head > 0 else None,
                "position": i + 1,
                "sentence-length": len(heads),
                "frequency": training[forms[i]],
                "unknown": "no" if training[forms[i]] else "yes",
                "projective": None if head < 0 else "no" if i + 1 in crossing else "yes",
                "root": None if head < 0 else "yes" if head == 0 else "no",
                "punctuation": "yes" if tags[i] == "PUNCT" else "no",
                "head.upos": None if head < 0 else "ROOT" if head == 0 else tags[head - 1] or "_",
                "head.head.form": grand(heads, forms, i),
                "head.length": None if head <= 0 or heads[head - 1] <= 0 else abs(heads[head - 1] - head),
                "previous.form": forms[i - 1] if i else None,
                "next.upos": (tags[i + 1] or "_") if i + 1 < len(heads) else None,
                "feats.Number": feats.get("Number"),
            }
        )
    return found


def grand(heads, forms, i):
    """The form of the head's head."""
    head = heads[i]
    if head <= 0:
        return None
    above = heads[head - 1]
    return None if above < 0 else "ROOT" if above == 0 else forms[above - 1]


def frequencies(sentences):
    return Counter(form for sentence in sentences for form in sentence.forms)
