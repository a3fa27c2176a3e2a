"""Made-up treebanks for the evaluation page: gold sentences, and two parsers with a known number of errors."""

import random

import treewright as tw

LABELS, TAGS = ("nsubj", "obj", "obl", "det"), ("NOUN", "VERB", "DET")
HEBREW = "אבגדהוזחטיכלמנ"


def words_of(rng, size, letters="abdefgiklmnoprstu"):
    """A random tree with random words."""
    order = rng.sample(range(1, size + 1), size)
    heads = {order[0]: 0, **{word: rng.choice(order[:k]) for k, word in enumerate(order) if k}}
    return [
        {
            "form": "".join(rng.choice(letters) for _ in range(rng.randint(2, 6))),
            "upos": rng.choice(TAGS),
            "head": heads[i],
            "deprel": "root" if heads[i] == 0 else rng.choice(LABELS),
        }
        for i in range(1, size + 1)
    ]


def with_errors(rng, words, heads=0, labels=0):
    """The words with so many wrong heads and, elsewhere, wrong labels."""
    changed = [dict(word) for word in words]
    places = rng.sample(range(len(words)), heads + labels)
    for i in places[:heads]:
        others = [head for head in range(1, len(words) + 1) if head not in (i + 1, words[i]["head"])]
        changed[i]["head"] = rng.choice(others)
    for i in places[heads:]:
        changed[i]["deprel"] = next(label for label in LABELS if label != words[i]["deprel"])
    return changed


def three_treebanks(seed=1):
    """Gold, and two parsers: sentence k of n has n - k wrong heads, and k wrong labels in the second one."""
    rng = random.Random(seed)
    gold = [words_of(rng, size, letters) for size, letters in ((9, "abdeg"), (8, HEBREW), (12, "abdeg"), (40, "aeioklm"))]
    one = [with_errors(rng, words, heads=3 - k) for k, words in enumerate(gold)]
    other = [with_errors(rng, words, heads=3 - k, labels=k) for k, words in enumerate(gold)]
    return [[tw.Sentence.from_words(words) for words in treebank] for treebank in (gold, one, other)]
