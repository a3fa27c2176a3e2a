"""All arcs between the words of a sentence with their scores, the best tree of them and its labels (McDonald et al. 2005).

The score of an arc is a sum of weights of its features, each of which has one weight for all arcs and one for each direction
and distance: what depends on one word alone is added up once for each word.  Labels are chosen when the tree is known.
Nothing is kept of an arc but its score, so memory is that of the scores.

It learns by margin-infused updates (MIRA with one best tree): the tree that scores best, each wrong head counted in its
favour, is compared with the gold one; weights change as little as it takes for that one to win by the number of wrong heads.
"""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import double_array, int_array
from treewright.classifiers.key_sums import KeySums
from treewright.classifiers.linear_scorer import LinearModel
from treewright.classifiers.weight_table import WeightTable
from treewright.errors import InputError
from treewright.features.arc_extraction import ArcExtraction
from treewright.features.feature_model import FeatureModel
from treewright.treebank.sentence import Sentence
from treewright.trees.cheapest_tree import CheapestTree

if not cython.compiled:  # in C these are names of .pxd files
    from treewright.features.arc_extraction import AT_ONCE
    from treewright.features.groups import OF_DEPENDENT, OF_HEAD
    from treewright.trees.cheapest_tree import IMPOSSIBLE

    CLASSES, NO_LABEL = 16, -1

MOST_WORDS = 3000  # of a sentence: memory grows with their square


def too_many_words(sentence: Sentence, decoder: str) -> InputError:
    """What refuses a sentence that is too long."""
    seen = f"{sentence.path or '(memory)'}:{sentence.line}: seen {sentence.size:,} words, expected {MOST_WORDS:,} at the most"
    why = f"memory grows with the square of the words (decoder {decoder})"
    return InputError(f"{seen}: {why}; cut the sentence, or take a parser by transitions")


class ArcGraph:
    """The graph of one sentence after the other; each thread has its own."""

    def __init__(
        self, features: FeatureModel, tree: CheapestTree, arcs: LinearModel, labels: LinearModel, label_count: int,
        root_label: Any, other_label: Any,
    ) -> None:  # fmt: skip
        """`root_label` and `other_label` say which labels arcs from ROOT, and other arcs, may have."""
        self.arcs = ArcExtraction(features)
        self.relations = ArcExtraction(features, number=1, beside=self.arcs)
        self.arc_sums, self.label_sums = KeySums(arcs), KeySums(labels)
        self.tree, self.labels = tree, label_count
        self.root_label, self.other_label = root_label, other_label
        self.waiting, self.room = 0, -1
        self.waiting_head, self.waiting_word = int_array(AT_ONCE), int_array(AT_ONCE)

    def use(self, arcs: LinearModel, labels: LinearModel) -> None:
        """Score with other tables of weights."""
        self.arc_sums.use(arcs)
        self.label_sums.use(labels)

    def take(self, sentence: Sentence) -> None:
        """Take the words of a sentence."""
        self.size, self.width = sentence.size, sentence.size + 1
        if self.size > MOST_WORDS:
            raise too_many_words(sentence, "graph")
        if self.size > self.room:
            room = 2 * self.size
            self.head_part, self.word_part = double_array(CLASSES * (room + 1)), double_array(CLASSES * (room + 1))
            self.head, self.label = int_array(room + 1), int_array(room + 1)
            self.room = room
        self.arcs.take(sentence)
        self.relations.take(sentence)
        self.tree.begin(self.size, [])

    def parse(self, sentence: Sentence, given: Any, heads: Any, labels: Any, at: int) -> None:
        """Write the heads and labels of a sentence to arrays, from place `at` on."""
        if sentence.size == 0:
            return
        self.take(sentence)
        with cython.nogil:
            self.score()
        if given is not None:
            self.constrain(given)
        with cython.nogil:
            found = self.find_tree()
            if found:
                self.find_labels()
        if not found:
            raise InputError(f"{sentence.path or '(memory)'}:{sentence.line}: seen constraints that no tree satisfies")
        for i in range(self.size):
            heads[at + i] = self.head[i + 1]
            labels[at + i] = self.label[i + 1]

    def constrain(self, given: Any) -> None:
        """Keep the heads that are given, no arcs that are banned, and spans."""
        bans = given.banned is not None
        if given.spans:
            self.tree.take_spans(given.spans)
        self.keep(given.heads, given.banned if bans else self.waiting_head, bans)

    # Scores ---------------------------------------------------------------------------------------------------------

    def score(self) -> int:
        """Make costs of the scores of all arcs."""
        self._score_words()
        for head in range(self.width):
            bits = 0
            for word in range(head + 1, self.width):
                self._add(head, word, bits)
                bits |= self.arcs.bit_of(word)
            bits = 0
            for word in range(head - 1, 0, -1):
                self._add(head, word, bits)
                bits |= self.arcs.bit_of(word)
        return self._flush()

    def _score_words(self) -> int:
        """Add up what depends on one word alone."""
        for word in range(self.width):
            self.arcs.show(word, word, 0)
            count = self.arcs.keys_of_group(OF_HEAD, 0)
            self.arc_sums.ends[0] = count
            self.arc_sums.ends[1] = self.arcs.keys_of_group(OF_DEPENDENT, count)
            self.arc_sums.add_up(self.arcs.key, 2)
            for number in range(1, CLASSES):
                self.head_part[word * CLASSES + number] = self.arc_sums.sum_of(0, 0) + self.arc_sums.sum_of(0, number)
                self.word_part[word * CLASSES + number] = self.arc_sums.sum_of(1, number)
        return 0

    def _add(self, head: int, word: int, between: int) -> int:
        """Extract the features of an arc; some arcs are scored at once, so that memory is quick."""
        self.arcs.show(head, word, between)
        start = 0 if self.waiting == 0 else self.arc_sums.ends[self.waiting - 1]
        self.arc_sums.ends[self.waiting] = self.arcs.own_keys(start)
        self.waiting_head[self.waiting], self.waiting_word[self.waiting] = head, word
        self.waiting += 1
        return self._flush() if self.waiting == AT_ONCE else 0

    def _flush(self) -> int:
        """Score the arcs that wait."""
        if self.waiting == 0:
            return 0
        self.arc_sums.add_up(self.arcs.key, self.waiting)
        for i in range(self.waiting):
            head, word = self.waiting_head[i], self.waiting_word[i]
            own = self.arcs.class_of(head, word)
            score = self.arc_sums.sum_of(i, 0) + self.arc_sums.sum_of(i, own)
            score += self.head_part[head * CLASSES + own] + self.word_part[word * CLASSES + own]
            self.tree.cost[head * self.width + word] = -score
        self.waiting = 0
        return 0

    def keep(self, heads: Any, banned: Any, bans: bool) -> int:
        """Make arcs impossible: all into a word but the given one, and those that are banned."""
        for word in range(1, self.width):
            for head in range(self.width):
                i = head * self.width + word
                if (heads[word - 1] >= 0 and heads[word - 1] != head) or (bans and banned[i]):
                    self.tree.cost[i] = IMPOSSIBLE
        return 0

    def find_tree(self) -> bool:
        """Leave the best tree in `head`; False if there is none."""
        if self.tree.least(True) >= IMPOSSIBLE / 2:
            return False
        self.head[0] = -1
        for word in range(1, self.width):
            self.head[word] = self.tree.head[word]
        return True

    def find_labels(self) -> int:
        """Leave the best label of each arc of the tree in `label`."""
        self.relations.take_tree(self.head)
        for word in range(1, self.width):
            self.label[word] = 0
            if self.labels > 1:
                self._score_labels(self.head, word)
                self.label[word] = self._best_label(self.head[word] == 0, NO_LABEL)
        return 0

    def _score_labels(self, heads: Any, word: int) -> int:
        """Add up the weights of all labels for an arc of the tree that was taken; returns how many features it has."""
        self.relations.show_in_tree(heads, word)
        count = self.relations.keys_of_group(OF_HEAD, 0)
        count = self.relations.keys_of_group(OF_DEPENDENT, count)
        count = self.relations.own_keys(count)
        self.label_sums.ends[0] = count
        self.label_sums.add_up(self.relations.key, 1)
        return count

    def _best_label(self, root: bool, other_than: int) -> int:
        """The label that scores the most of those that such an arc may have, but for one."""
        best, most, seen = 0, 0.0, False
        for number in range(self.labels):
            if number == other_than or not (self.root_label[number] if root else self.other_label[number]):
                continue
            if not seen or self.label_sums.sum_of(0, number) > most:
                best, most, seen = number, self.label_sums.sum_of(0, number), True
        return best

    # Learning -------------------------------------------------------------------------------------------------------

    def learn(
        self, arcs: WeightTable, labels: WeightTable, heads: Any, gold: Any, given: Any, steps: float, most: float
    ) -> int:
        """Learn from the sentence that was taken: gold heads and labels of words from 1 on, -1 where unknown."""
        with cython.nogil:
            self.score()
        if given is not None:
            self.constrain(given)
        with cython.nogil:
            updates = self.learn_arcs(arcs, heads, steps, most)
            if self.labels > 1:
                updates += self.learn_labels(labels, heads, gold, steps, most)
        return updates

    def learn_arcs(self, table: WeightTable, gold: Any, steps: float, most: float) -> int:
        """Make the gold tree score more than the best one, by the number of wrong heads; returns how many were wrong."""
        for word in range(1, self.width):
            for head in range(self.width):
                if gold[word] >= 0 and head != gold[word]:
                    self.tree.cost[head * self.width + word] -= 1.0
        if not self.find_tree():
            return 0
        loss, norm, wrong = 0.0, 0.0, 0
        for word in range(1, self.width):
            if gold[word] >= 0 and gold[word] != self.head[word]:
                own, other = gold[word] * self.width + word, self.head[word] * self.width + word
                if self.tree.cost[own] >= IMPOSSIBLE / 2:
                    return 0
                loss += self.tree.cost[own] - self.tree.cost[other]
                norm += self._count_features(gold[word], word) + self._count_features(self.head[word], word)
                wrong += 1
        if loss <= 0.0 or wrong == 0:
            return 0
        amount = min(most, loss / norm)
        for word in range(1, self.width):
            if gold[word] >= 0 and gold[word] != self.head[word]:
                other = self.head[word]
                own = self.arcs.class_of(gold[word], word) != self.arcs.class_of(other, word)
                self._change(table, gold[word], word, own, amount, steps)
                self._change(table, other, word, own, -amount, steps)
        return wrong

    def _count_features(self, head: int, word: int) -> int:
        """How many weights an arc has: each feature has two."""
        self.arcs.show(head, word, self.arcs.tags_between(head, word))
        count = self.arcs.keys_of_group(OF_HEAD, 0)
        return 2 * self.arcs.own_keys(count)

    def _change(self, table: WeightTable, head: int, word: int, alone: bool, amount: float, steps: float) -> int:
        """Add to the weights of an arc; what depends on the dependent alone differs only between classes (`alone`)."""
        own = self.arcs.class_of(head, word)
        self.arcs.show(head, word, self.arcs.tags_between(head, word))
        start = self.arcs.keys_of_group(OF_DEPENDENT, 0) if alone else 0
        count = self.arcs.keys_of_group(OF_HEAD, start)
        count = self.arcs.own_keys(count)
        table.fetch(self.arcs.key, 0, count, own)
        for i in range(count):
            table.add(self.arcs.key[i], own, amount, amount * steps)
            if i >= start:
                table.add(self.arcs.key[i], 0, amount, amount * steps)
        return 0

    def learn_labels(self, table: WeightTable, heads: Any, gold: Any, steps: float, most: float) -> int:
        """Make the gold label of each gold arc score one more than any other; returns how many did not."""
        updates = 0
        self.relations.take_tree(heads)
        for word in range(1, self.width):
            if heads[word] < 0 or gold[word] < 0:
                continue
            count = self._score_labels(heads, word)
            wrong = self._best_label(heads[word] == 0, gold[word])
            loss = 1.0 + self.label_sums.sum_of(0, wrong) - self.label_sums.sum_of(0, gold[word])
            if wrong == gold[word] or loss <= 0.0:
                continue
            amount = min(most, loss / (2 * count))
            table.fetch(self.relations.key, 0, count, gold[word])
            for i in range(count):
                table.add(self.relations.key[i], gold[word], amount, amount * steps)
                table.add(self.relations.key[i], wrong, -amount, -amount * steps)
            updates += 1
        return updates
