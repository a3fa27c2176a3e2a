"""Constituency trees of our own invention, and ways to get them wrong."""

from __future__ import annotations

import copy
import random

from treewright.treebank.constituency_tree import ConstituencyTree, Constituent
from treewright.treebank.discbracket import DiscbracketReader

# gold and predicted trees over the same tokens: what is scored, and what is odd about it
PAIRS = """
(ROOT (S (NP (DT 0=The) (NN 1=cat)) (VP (VBZ 2=sleeps)) (. 3=.)))
(ROOT (S (NP (DT 0=The) (NN 1=cat)) (VP (VBZ 2=sleeps)) (. 3=.)))
(ROOT (SBARQ (VP (WHNP (WP 0=What)) (VB 3=read)) (SQ (MD 1=should) (NP (PRP 2=I))) (. 4=?)))
(ROOT (SBARQ (WHNP (WP 0=What)) (SQ (MD 1=should) (NP (PRP 2=I)) (VP (VB 3=read))) (. 4=?)))
(ROOT (S (NP (NN 0=Rain)) (VP (VBZ 2=falls) (ADVP (RB 3=here))) (, 1=,)))
(ROOT (S (NP (NN 0=Rain)) (, 1=,) (VP (VBZ 2=falls) (PRT (RP 3=here)))))
(ROOT (NP (NP (NP (NNS 0=Stones))) (PP (IN 1=from) (NP (NNP 2=Mars)))))
(ROOT (NP (NP (NP (NP (NNS 0=Stones)))) (PP (IN 1=from) (NP (NNP 2=Mars)))))
(ROOT (UH 0=Yes))
(ROOT (UH 0=Yes))
(ROOT (INTJ (UH 0=No)))
(ROOT (NP (NN 0=No)))
(ROOT (. 0=...))
(ROOT (FRAG (. 0=...)))
(ROOT (NP (NN 0=Cost) (PRN (: 1=-) (NP ($ 2=$) (CD 3=5)) (: 4=-))))
(ROOT (NP (NN 0=Cost) (NP ($ 2=$) (CD 3=5))) (: 1=-) (: 4=-))
(ROOT (S (NP (NN 0=Tea) (PRN (-LRB- 1=-LRB-) (JJ 2=green) (-RRB- 3=-RRB-))) (VP (VBZ 4=is) (ADJP (JJ 5=hot)))))
(ROOT (S (NP (NN 0=Tea) (PRN (-LRB- 1=-LRB-) (NN 2=green) (-RRB- 3=-RRB-))) (VP (VBZ 4=is)) (ADJP (JJ 5=hot))))
(ROOT (S (NP-SBJ (PRP 0=She)) (VP (VBD 1=gave) (NP-OBJ=2 (PRP 2=it)) (RB 3=up))) (. 4=!))
(ROOT (S (NP-TMP (PRP 0=She)) (VP (VBD 1=gave) (NP (PRP-X 2=it)) (ADVP (RB 3=up)))) (. 4=!))
(ROOT (S (VP (VB 0=a) (VB 2=c) (VB 4=e)) (NP (NN 1=b) (NN 3=d))) (X 5=f))
(ROOT (S (VP (VB 0=a) (VB 2=c) (VB 4=e)) (NP (NN 1=b)) (NP (NN 3=d))) (X 5=f))
(ROOT (S (VP (VP (VB 0=a) (VB 3=c)) (NN 2=b)) (PUNCT 1=,) (Y 4=d)))
(ROOT (NOPARSE (VB 0=a) (PUNCT 1=,) (NN 2=b) (VB 3=c) (Y 4=d)))
(TOP (S (NN 0=x) (TOP (NN 1=y))))
(VROOT (S (NN 0=x) (NN 1=y)))
"""
LABELS = ("NP", "VP", "ADVP", "PRT", "S", "PP", "TOP", "NOPARSE", "NP-SBJ", "X=2", ",", "PUNCT")
TAGS = ("NN", ",", ".", "PRT", "ADVP", "punct", "-NONE-", "N-SG")


def tree(text: str) -> ConstituencyTree:
    """The tree of a line in discbracket."""
    found = DiscbracketReader().tree(text, 1)
    assert found.tree is not None and not found.problems, found
    return found.tree


def pairs() -> tuple[list[ConstituencyTree], list[ConstituencyTree]]:
    """The trees above, gold and predicted, and one with more tokens than the usual cutoff."""
    lines = PAIRS.strip().split("\n")
    leaves = [f"({'NN' if i % 5 else 'JJ'} {i}=w{i})" for i in range(45)]
    lines.append(f"(ROOT (NP {' '.join(leaves[:20])}) (VP {' '.join(leaves[20:])}))")
    lines.append(f"(ROOT (NP {' '.join(leaves[:21])}) (VP {' '.join(leaves[20:])}))".replace("(JJ 20=w20)", "", 1))
    trees = [tree(line) for line in lines]
    return trees[::2], trees[1::2]


def disturbed(given: ConstituencyTree, rate: float, seed: int) -> ConstituencyTree:
    """A copy with other tags and labels, tokens and constituents elsewhere, constituents more and less."""
    chance, changed = random.Random(seed), copy.deepcopy(given)
    nodes = changed.constituents
    for token in changed.tokens:
        if chance.random() < rate:
            token.tag = chance.choice(TAGS)
        if chance.random() < rate:
            token.parent = chance.randrange(len(nodes))
    for number in range(1, len(nodes)):
        what = chance.random() / max(rate, 1e-9)
        if what < 1:
            nodes[number].label = chance.choice(LABELS)
        elif what < 2:  # a unary chain, often of one label
            nodes.append(Constituent(chance.choice([nodes[number].label, *LABELS]), nodes[number].parent))
            nodes[number].parent = len(nodes) - 1
        elif what < 3:
            above = chance.randrange(len(nodes))
            if number not in changed.above(above):
                nodes[number].parent = above
    kept = [bracket for bracket in changed.brackets() if bracket[1] and chance.random() >= rate / 2]
    return ConstituencyTree.from_brackets(changed.tokens, kept, nodes[0].label)
