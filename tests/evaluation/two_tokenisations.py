"""Two random treebanks of one random text that differ in sentences, tokens, words, tags, lemmas and trees."""

import random

LABELS = (
    *("nsubj", "nsubj:pass", "obj", "obl", "obl:arg", "root", "punct", "conj", "dep", "discourse"),
    *("det", "case", "case:loc", "aux", "aux:pass", "mark", "cop", "cc", "clf"),
)
TAGS = ("NOUN", "VERB", "ADP", "AUX", "DET", "PUNCT", "_")
FEATURES = (
    "_",
    "Case=Nom",
    "Case=Acc,Nom|Number=Sing",
    "Number=Sing|Case=Nom",
    "Case=Nom|Number=Sing",
    "Case=Nom|Clitic=Yes",
    "Case=Nom|Number[psor]=Sing",
    "Clitic=Yes",
    "Clitic=No",
    "Number",
)
LEMMAS = ("_", "a", "A", "b", "ab")
SPACES = (" ", "\N{NO-BREAK SPACE}", "\N{IDEOGRAPHIC SPACE}")


class Writer:
    """Writes treebanks of one text; what it says of a word mostly depends on the form, so that treebanks often agree."""

    def __init__(self, generator, agreement):
        self.generator, self.agreement = generator, agreement
        self.memory = {}

    def choose(self, what, form, choices):
        if self.generator.random() < self.agreement:
            return self.memory.setdefault((what, form), self.generator.choice(choices))
        return self.generator.choice(choices)

    def heads(self, size):
        """A tree; often each word hangs on the one before."""
        generator = self.generator
        order = list(range(1, size + 1))
        if generator.random() > self.agreement:
            generator.shuffle(order)
        heads = {order[0]: 0}
        for i in range(1, size):
            heads[order[i]] = order[i - 1 if generator.random() < self.agreement else generator.randrange(i)]
        return [heads[i] for i in range(1, size + 1)]

    def spaced(self, form):
        """The form, rarely with a space in it."""
        if self.generator.random() > 0.05:
            return form
        at = self.generator.randrange(len(form) + 1)
        return form[:at] + self.generator.choice(SPACES) + form[at:]

    def words(self, token, alphabet):
        """The words of a multiword token: often its pieces, rarely one word or others than its characters."""
        generator = self.generator
        if generator.random() < 0.6:
            cuts = sorted(generator.sample(range(1, len(token)), min(len(token) - 1, generator.randrange(3))))
            return [token[a:b] for a, b in zip([0, *cuts], [*cuts, len(token)], strict=True)]
        return ["".join(generator.choices(alphabet, k=generator.randrange(1, 3))) for _ in range(generator.randrange(1, 4))]

    def sentence(self, tokens, multiword, alphabet):
        """The rows of a sentence."""
        rows, size = [], 0
        for token in tokens:
            if self.generator.random() >= multiword:
                size += 1
                rows.append((str(size), self.spaced(token)))
                continue
            words = self.choose("words", token, [self.words(token, alphabet)])
            rows.append((f"{size + 1}-{size + len(words)}", self.spaced(token)))
            rows += [(str(size + i), self.spaced(word)) for i, word in enumerate(words, 1)]
            size += len(words)
        heads = iter(self.heads(size))
        lines = []
        for name, form in rows:
            if "-" in name:
                lines.append("\t".join([name, form, *"________"]))
                continue
            choose = self.choose
            tags = choose("lemma", form, LEMMAS), choose("upos", form, TAGS), choose("xpos", form, TAGS)
            tags += (choose("feats", form, FEATURES), str(next(heads)), choose("label", form, LABELS), "_", "_")
            lines.append("\t".join([name, form, *tags]))
            if self.generator.random() < 0.03:
                lines.append("\t".join([f"{name}.1", "empty", *"________"]))
        return "".join(f"{line}\n" for line in lines) + "\n"

    def treebank(self, text, boundaries, sentences, multiword, alphabet):
        """A treebank with tokens that end at the boundaries, and sentences at those that are in `sentences` too."""
        written, tokens, start = "", [], 0
        for end in [*sorted(boundaries), len(text)]:
            tokens.append(text[start:end])
            start = end
            if end in sentences or end == len(text):
                written += self.sentence(tokens, multiword, alphabet)
                tokens = []
        return written


def two_treebanks(seed):
    """Gold and system treebank in CoNLL-U."""
    generator = random.Random(seed)
    alphabet = generator.choice(("a", "ab", "abAB", "aAıİéÉ木😀.,"))
    size = generator.randrange(1, 40)
    text = "".join(generator.choices(alphabet, k=size))
    change, split, multiword = (generator.choice(shares) for shares in ((0, 0.1, 0.5), (0, 0.05, 0.3), (0, 0.15, 0.5)))
    writer = Writer(generator, generator.choice((0.5, 0.9, 1)))
    every, often = range(1, size), generator.choice((0.3, 0.6, 1))
    boundaries = {i for i in every if generator.random() < often}
    sentences = {i for i in boundaries if generator.random() < split}
    gold = writer.treebank(text, boundaries, sentences, multiword, alphabet)
    others = boundaries ^ {i for i in every if generator.random() < change}
    moved = {i for i in others if (i in sentences) != (generator.random() < change / 3)}
    return gold, writer.treebank(text, others, moved, multiword, alphabet)
