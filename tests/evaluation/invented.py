"""A few invented sentences (no treebank's), and random trees over them."""

import random

from treewright.treebank.sentence import Sentence

GOLD = """\
# sent_id = invented-1
# text = The old miller's dog doesn't bark.
1	The	the	DET	DT	_	3	det	_	_
2	old	old	ADJ	JJ	_	3	amod	_	_
3-4	miller's	_	_	_	_	_	_	_	_
3	miller	miller	NOUN	NN	_	5	nmod:poss	_	_
4	's	's	PART	POS	_	3	case	_	_
5	dog	dog	NOUN	NN	_	8	nsubj	_	_
6-7	doesn't	_	_	_	_	_	_	_	_
6	does	do	AUX	VBZ	_	8	aux	_	_
7	n't	not	PART	RB	_	8	advmod	_	_
8	bark	bark	VERB	VB	_	0	root	_	SpaceAfter=No
9	.	.	PUNCT	.	_	8	punct	_	_

# sent_id = invented-2
# text = Two kites, one red, were sold, and Ada one.
1	Two	two	NUM	CD	_	2	nummod	_	_
2	kites	kite	NOUN	NNS	_	7	nsubj:pass	_	SpaceAfter=No
3	,	,	PUNCT	,	_	5	punct	_	_
4	one	one	NUM	CD	_	5	nummod	_	_
5	red	red	ADJ	JJ	_	2	appos	_	_
6	were	be	AUX	VBD	_	7	aux:pass	_	_
7	sold	sell	VERB	VBN	_	0	root	_	SpaceAfter=No
8	,	,	PUNCT	,	_	10	punct	_	_
9	and	and	CCONJ	CC	_	10	cc	_	_
10	Ada	Ada	PROPN	NNP	_	7	conj	_	_
10.1	got	get	VERB	VBD	_	_	_	_	_
11	one	one	NUM	CD	_	10	orphan	_	SpaceAfter=No
12	.	.	PUNCT	.	_	7	punct	_	_

# sent_id = invented-3
# text = Whom did you say that the owl on the roof saw?
1	Whom	who	PRON	WP	_	11	obj	_	_
2	did	do	AUX	VBD	_	4	aux	_	_
3	you	you	PRON	PRP	_	4	nsubj	_	_
4	say	say	VERB	VB	_	0	root	_	_
5	that	that	SCONJ	IN	_	11	mark	_	_
6	the	the	DET	DT	_	7	det	_	_
7	owl	owl	NOUN	NN	_	11	nsubj	_	_
8	on	on	ADP	IN	_	10	case	_	_
9	the	the	DET	DT	_	10	det	_	_
10	roof	roof	NOUN	NN	_	7	nmod	_	_
11	saw	see	VERB	VBD	_	4	ccomp	_	SpaceAfter=No
12	?	?	PUNCT	.	_	4	punct	_	_

# sent_id = invented-4
# text = Hush!
1	Hush	hush	INTJ	UH	_	0	root	_	SpaceAfter=No
2	!	!	PUNCT	.	_	1	punct	_	_
"""

LABELS = [
    "nsubj",
    "nsubj:pass",
    "obj",
    "obl",
    "obl:arg",
    "det",
    "case",
    "punct",
    "aux",
    "aux:pass",
    "conj",
    "cc",
    "root",
]


def sentences(text, path="gold.conllu"):
    """The sentences of a text in CoNLL-U, without the reader of files."""
    found, line = [], 1
    for block in text.removesuffix("\n").split("\n\n"):
        found.append(Sentence(f"{block}\n".encode(), path=path, line=line))
        line += block.count("\n") + 2
    return found


def text_of(treebank):
    return "".join(sentence.to_conllu() for sentence in treebank)


def random_heads(size, generator):
    """The heads of a random tree, projective or not."""
    order = generator.sample(range(1, size + 1), size)
    heads = [0] * size
    for i in range(1, size):
        heads[order[i] - 1] = order[generator.randrange(i)]
    return heads


def disturbed(treebank, share, seed, path="predicted.conllu"):
    """The same words; a share of the sentences has random trees and a share of the words random labels."""
    generator = random.Random(seed)
    made = []
    for sentence in treebank:
        heads = list(sentence.heads)
        if generator.random() < share:
            heads = random_heads(len(sentence), generator)
        labels = [generator.choice(LABELS) if generator.random() < share else label for label in sentence.labels]
        tree = sentence.with_tree(heads, labels)
        made.append(Sentence(tree.source, path=path, line=sentence.line))
    return made
