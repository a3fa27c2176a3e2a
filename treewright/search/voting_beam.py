"""A search in which several parsers vote on every step.

A beam of one: in every configuration each parser gives its weight to the valid transition (kind and label) that it scores
highest; the transition with the most points is taken, and of several with as many the one that the first parser scores
highest.

A beam of k: every parser has its own score of each path in the beam, the sum of its scores of the path's transitions.  In
every step each parser ranks the transitions from all items by the scores of the paths that they would end.  It gives k times
its weight to the best, k - 1 times to the second, and so on down to once to the k-th.  The k with the most points are kept,
best first; of several with as many, the first parser's score decides, then the order in which the parsers named them.

So a single parser, or the same one several times, does what it does alone.  (A sum of votes over the whole path would not:
it would favour long paths, and nothing could ever beat the path of the transitions that are best one by one.)
"""

from __future__ import annotations

from treewright.arrays import double_array, int_array
from treewright.constraints.given import Given
from treewright.search.beam import Beam
from treewright.search.transition_classes import TransitionClasses
from treewright.search.voter import Ballot, Voter
from treewright.transitions.transition_system import TransitionSystem
from treewright.treebank.sentence import Sentence

SLACK = 1e-9  # weights such as 0.1 + 0.2 and 0.3 are meant to be the same


class VotingBeam(Beam):
    """The best paths side by side, as several parsers together see them."""

    def __init__(self, system: TransitionSystem, voter: Voter, classes: TransitionClasses, size: int) -> None:
        """`voter` is the first of the chain, `classes` are its classes."""
        super().__init__(system, voter.scorer, classes, size)
        self.voter = voter
        chain = [voter]
        while chain[len(chain) - 1].following is not None:
            chain.append(chain[len(chain) - 1].following)
        self.slack = SLACK * sum(one.weight for one in chain) * size
        self.ballot = Ballot(len(chain) * size)
        self.first_score = double_array(len(chain) * size)
        self.items = int_array(size)
        voter.share(self.c)

    def needs_python(self) -> bool:
        """Whether a sentence cannot be encoded without Python."""
        return self.voter.needs_python()

    def begin_batch(self, sentences: list[Sentence]) -> None:
        """These sentences come next."""
        self.voter.begin_batch(sentences)

    def encode(self, sentence: Sentence) -> None:
        """Take a sentence; what follows runs without the GIL."""
        self.look_up(sentence.source, sentence.cuts, sentence.size)
        self.voter.encode(sentence)
        self.take_size(sentence.size)

    def encode_text(self, text: object, length: int, cuts: object, size: int) -> int:
        """Take a sentence that needs nothing of Python."""
        self.look_up(text, cuts, size)
        return self.voter.encode_text(text, length, cuts, size)

    def constrain(self, given: Given | None) -> None:
        """Take the constraints of the next sentence; given labels are written, but not forced upon the voters."""
        Beam.constrain(self, given)
        self.voter.tell(None if given is None else given.heads)

    def decode(self) -> float:
        """Parse the encoded sentence; returns the first parser's score of the path."""
        self.c.start(self.size, self.system.root_first)
        self.voter.start(self.size, self.system.root_first)
        self.begin(self.c.state)
        while self._vote():
            pass
        self.read_tree(self.state[0])
        return self.total[0]

    def _vote(self) -> bool:
        """Extend the items by the transitions that get the most points; returns False if all items were final already."""
        self.voter.begin_step()
        moved = False
        slowest = self.words_of_slowest() if self.by_words else 0
        for i in range(self.count):
            self.c.restore(self.state[i])
            if self.c.words_in_buffer() < slowest or self.system.is_final(self.c):
                self.voter.rank_final(i)
                continue
            moved = True
            self.voter.rank(i, self.state[i], self.confirmed_kinds())
        if not moved:
            return False
        self._count()
        self.voter.follow(self.system, self.candidates, self.items)
        self.keep(self.candidates)
        return True

    def _count(self) -> int:
        """Put the transitions with the most points into `candidates`, best first, and what they start from into `items`."""
        self.ballot.count = 0
        self.voter.vote(self.ballot)
        for at in range(self.ballot.count):
            self.first_score[at] = self.voter.score_of(self.ballot.item[at], self.ballot.kind[at], self.ballot.label[at])
        self.candidates.count = 0
        while self.candidates.count < self.beam and self.candidates.count < self.ballot.count:
            best = -1
            for at in range(self.ballot.count):
                if self.ballot.points[at] >= 0.0 and (best < 0 or self._is_better(at, best)):
                    best = at
            j = self.candidates.count
            self.items[j] = self.ballot.item[best]
            self.candidates.total[j] = self.first_score[best]
            self.candidates.origin[j] = self.state[self.ballot.item[best]]
            self.candidates.kind[j] = self.ballot.kind[best]
            self.candidates.label[j] = self.ballot.label[best]
            self.candidates.correct[j] = 0
            self.candidates.count = j + 1
            self.ballot.points[best] = -1.0  # taken
        return 0

    def _is_better(self, one: int, other: int) -> bool:
        lead = self.ballot.points[one] - self.ballot.points[other]
        if lead > self.slack or lead < -self.slack:
            return lead > 0.0
        return self.first_score[one] > self.first_score[other]

    def twin(self) -> Beam:
        """No beam learns by votes."""
        raise TypeError("a vote cannot be trained; train the parsers one by one")

