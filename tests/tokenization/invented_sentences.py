"""Invented sentences for tests of tokenization."""

import treewright as tw

CONTRACTIONS = [("isn't", "is n't"), ("Don't", "Do n't"), ("don't", "do n't"), ("cannot", "can not"), ("it's", "it 's")]
NAMES = ["Ann", "Bob", "Carol", "Dora", "Emil", "Fritz"]
VERBS = ["sees", "hears", "likes", "meets", "calls"]


def sentence(words, comments=()):
    """Rows of tokens: (form, words of a multiword token or "", whether a space follows)."""
    rows, number = [], 0
    for form, parts, space in words:
        misc = "_" if space else "SpaceAfter=No"
        own = parts.split() or [form]
        if parts:
            rows.append(f"{number + 1}-{number + len(own)}\t{form}" + "\t_" * 7 + f"\t{misc}")
            misc = "_"
        for part in own:
            number += 1
            rows.append(f"{number}\t{part}\t_\tX\t_\t_\t{min(1, number - 1)}\tx\t_\t{misc}")
    return tw.Sentence("".join(row + "\n" for row in [*comments, *rows]).encode())


def sentences(count):
    """Invented sentences with full stops, commas, abbreviations and multiword tokens."""
    made = []
    for i in range(count):
        one, other, verb = NAMES[i % 6], NAMES[i // 6 % 6], VERBS[i % 5]
        form, parts = CONTRACTIONS[i % 5]
        middle = [("Mr.", "", True), (other, "", i % 3 != 0)] if i % 4 else [(other, "", i % 3 != 0)]
        comma = [(",", "", True), (form, parts, True), (verb, "", False)] if i % 3 == 0 else []
        comments = ["# newpar"] if i % 7 == 0 else []
        ending = [] if comma else [(form, parts, False)]
        made.append(sentence([(one, "", True), (verb, "", True), *middle, *comma, *ending, (".", "", True)], comments))
    return made


def spaced_sentences(count):
    """The same with a token that has a space in it, and one that ends within a run of letters."""
    made = []
    for i in range(count):
        one, other = NAMES[i % 6], NAMES[i // 6 % 6]
        tokens = [(one, True), ("New York", True), ("un", False), (other, False), ("!", True)]
        made.append(sentence([(form, "", space) for form, space in tokens]))
    return made
