"""What is left open in the settings of a parser is decided by what its training data shows, before it is trained."""

from __future__ import annotations

from collections.abc import Sequence

from treewright.settings import Table
from treewright.transitions import TransitionSystem
from treewright.treebank.projectivity import nonprojective_arcs
from treewright.treebank.pseudo_projective import LIFTED_FROM
from treewright.treebank.sentence import Sentence

OPEN = (  # what may be decided here
    ("features", "templates"), ("training", "seeds"), ("training", "epochs"), ("training", "pseudo_projective"),
    ("search", "tree"),
)  # fmt: skip
TINY, SMALL = 75, 200  # fewer sentences are best learnt from with fewer templates, with several seeds (docs/accuracy.md)
SEEDS_OF_SMALL = 3
FEWEST_EPOCHS, MOST_EPOCHS = 8, 120  # of networks
FEW = 0.1  # less than this share of the epochs that suit a network is most likely a mistake, or a trial
WORDS_LEARNT_FROM = 700_000  # in all epochs: a network of a small treebank needs as many updates as that of a larger one


def adapt(table: Table, system: TransitionSystem, sentences: Sequence[Sentence]) -> list[str]:
    """Decide in place what is open in the settings of a parser; a sentence for each setting that is not what it mostly is."""
    told = []
    features, training = table["features"], table["training"]
    count = sum(len(sentence) > 0 for sentence in sentences)
    if features["by_size"] and count < TINY:
        templates = ",".join(_smaller(name) for name in str(features["templates"]).split(","))
        if templates != features["templates"]:
            features["templates"] = templates
            told.append(f"features.templates = {templates}")
    if training["seeds"] == 0:
        training["seeds"] = SEEDS_OF_SMALL if count < SMALL else 1
        if count < SMALL:
            told.append(f"training.seeds = {SEEDS_OF_SMALL}")
    told = [f"only {count} sentence{'' if count == 1 else 's'}, so {' and '.join(told)}"] if told else []
    told += adapt_epochs(table, sentences)
    if training["pseudo_projective"] == "auto":
        share = nonprojective_share(sentences) if system.reaches == "projective" and not system.partial else 0.0
        training["pseudo_projective"] = "head" if share >= LIFTED_FROM else "none"
        if share >= LIFTED_FROM:
            told.append(f"{100 * share:.1f} % of the arcs are non-projective, so training.pseudo_projective = head")
    return told


def adapt_epochs(table: Table, sentences: Sequence[Sentence]) -> list[str]:
    """Decide in place how long a network learns; a sentence if that was open."""
    if table["training"]["epochs"] != 0:
        return []
    words = sum(map(len, sentences))
    table["training"]["epochs"] = epochs_for(words)
    return [f"{words:,} word{'' if words == 1 else 's'}, so training.epochs = {epochs_for(words)}"]


def too_few_epochs(epochs: int, words: int) -> str:
    """What is to be said if a network hardly learns in so few epochs; nothing if they are enough, or 0."""
    usual = epochs_for(words)
    if not 0 < epochs < usual * FEW:
        return ""
    seen = f"training.epochs = {epochs}: too few for a network to learn from {words:,} words"
    return f"{seen}; training.epochs = 0, the default, would give it {usual}"


def adapt_tree(table: Table, sentences: Sequence[Sentence]) -> list[str]:
    """Decide in place which trees a graph-based parser finds; a sentence if these are not projective ones."""
    if table["search"]["tree"] != "auto":
        return []
    share = nonprojective_share(sentences)
    table["search"]["tree"] = "mst" if share >= LIFTED_FROM else "eisner"
    return [f"{100 * share:.1f} % of the arcs are non-projective, so search.tree = mst"] if share >= LIFTED_FROM else []


def epochs_for(words: int) -> int:
    """How many passes over so many words a network should make."""
    return max(FEWEST_EPOCHS, min(MOST_EPOCHS, round(WORDS_LEARNT_FROM / max(1, words))))


def _smaller(name: str) -> str:
    """The template set of fast that has the place of one of the default."""
    return name.replace("rich", "fast") if name in ("rich", "rich-stack") else name


def nonprojective_share(sentences: Sequence[Sentence]) -> float:
    """The share of arcs that are non-projective."""
    arcs = sum(head >= 0 for sentence in sentences for head in sentence.heads)
    return sum(len(nonprojective_arcs(sentence.heads)) for sentence in sentences) / max(1, arcs)
