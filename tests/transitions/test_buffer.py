"""Tokens that are put back, set aside or on two stacks: what plain lists say, features see, and nothing committed changes."""

import random

import pytest

import treewright as tw
from treewright.features import FeatureModel, extraction_of
from treewright.features.extraction import keys_of
from treewright.transitions import Configuration

SIZE = 10


class Lists:
    """The same with lists: the front of the buffer comes first, the top of the stack last."""

    def __init__(self, root_first):
        self.root = 0 if root_first else SIZE + 1
        self.stack = [0] if root_first else []
        self.buffer = [*range(1, SIZE + 1)] if root_first else [*range(1, SIZE + 2)]
        self.aside = []
        self.dependents = {word: [] for word in range(SIZE + 2)}

    def copy(self):
        other = Lists(self.root == 0)
        other.stack, other.buffer, other.aside = list(self.stack), list(self.buffer), list(self.aside)
        other.dependents = {word: list(found) for word, found in self.dependents.items()}
        return other

    def choices(self):
        """What can be done: the name of a primitive of Configuration, and whether it makes an arc."""
        found = []
        if self.buffer and self.buffer[0] != self.root:
            found.append("shift")
        if self.stack and self.stack[-1] != self.root:
            found += ["put_back", "set_aside"]
            if self.buffer:
                found += ["put_behind_next", "arc from next"]
        if len(self.stack) > 1 and self.stack[-2] != self.root:
            found += ["put_back_second", "set_aside_second", "arc from top"]
        if len(self.stack) > 2 and self.stack[-3] != self.root and self.buffer:
            found.append("arc over two")
        if len(self.buffer) > 1 and self.buffer[0] != self.root and self.stack:
            found.append("arc to next")
        return found + ["take_back"] * bool(self.aside)

    def do(self, name):
        stack, buffer = self.stack, self.buffer
        if name == "shift":
            stack.append(buffer.pop(0))
        elif name == "put_back":
            buffer.insert(0, stack.pop())
        elif name == "put_behind_next":
            buffer.insert(1, stack.pop())
        elif name == "put_back_second":
            buffer.insert(0, stack.pop(-2))
        elif name == "set_aside":
            self.aside.append(stack.pop())
        elif name == "set_aside_second":
            self.aside.append(stack.pop(-2))
        elif name == "take_back":
            stack.append(self.aside.pop())
        elif name == "arc from next":
            self.dependents[buffer[0]].append(stack.pop())
        elif name == "arc over two":
            self.dependents[buffer[0]].append(stack.pop(-3))
        elif name == "arc to next":
            self.dependents[stack[-1]].append(buffer.pop(0))
        else:
            self.dependents[stack[-1]].append(stack.pop(-2))


def do(c, name):
    if name == "arc from next":
        c.add_arc(c.next(), c.pop(), 0)
    elif name == "arc from top":
        c.add_arc(c.top(), c.pop_second(), 0)
    elif name == "arc over two":
        c.add_arc(c.next(), c.pop_third(), 0)
    elif name == "arc to next":
        c.add_arc(c.top(), c.pop_next(), 0)
    else:
        getattr(c, name)()
    c.commit(0, 0)


def check(c, lists):
    stack, buffer = lists.stack, lists.buffer
    assert (c.stack, c.buffer, c.tokens_aside) == (stack, buffer, lists.aside)
    assert (c.stack_size(), c.buffer_size(), c.aside_size()) == (len(stack), len(buffer), len(lists.aside))
    words = [[token for token in tokens if token != lists.root] for tokens in (stack, buffer)]
    assert (c.words_on_stack(), c.words_in_buffer()) == (len(words[0]), len(words[1]))
    assert c.loose() == len(words[0])
    assert c.third() == (stack[-3] if len(stack) > 2 else -1) and c.aside() == (lists.aside[-1] if lists.aside else -1)
    assert c.next() == (buffer[0] if buffer else -1) and c.top() == (stack[-1] if stack else -1)
    assert c.next_dependents() == (len(lists.dependents[buffer[0]]) if buffer else 0)
    assert c.top_dependents() == (len(lists.dependents[stack[-1]]) if stack else 0)


def walk(seed, root_first):
    """Random steps, at most one for each word put back and some more; yields what to compare after each."""
    rng = random.Random(seed)
    c, lists = Configuration(SIZE, root_first), Lists(root_first)
    for _ in range(90):
        choices = lists.choices()
        if not choices:
            return
        name = rng.choice(choices + ["shift"] * 2 * ("shift" in choices))
        do(c, name)
        lists.do(name)
        yield c, lists


@pytest.mark.parametrize("root_first", [True, False])
def test_a_configuration_is_what_lists_say(root_first):
    put_back = 0
    for seed in range(150):
        seen = []
        for c, lists in walk(seed, root_first):
            check(c, lists)
            put_back += lists.buffer != sorted(lists.buffer)
            seen.append((c.snapshot(), lists.copy()))
        for snapshot, earlier in random.Random(seed).sample(seen, min(5, len(seen))):
            c.restore(snapshot)
            check(c, earlier)
            for name in earlier.choices():  # another way on from there leaves the first one as it was
                c.restore(snapshot)
                other = earlier.copy()
                other.do(name)
                do(c, name)
                check(c, other)
        for snapshot, earlier in seen:
            c.restore(snapshot)
            check(c, earlier)
    assert put_back > 300


def sentence():
    return tw.Sentence.from_words([{"form": f"w{i}", "upos": "X"} for i in range(1, SIZE + 1)])


def template_extraction(tmp_path, template):
    path = tmp_path / f"{template}.features"
    path.write_text(template + "\n", "utf-8")
    extraction = extraction_of(FeatureModel(templates=str(path), history=False), None)
    extraction.encode(sentence())
    return extraction


@pytest.mark.parametrize("base", ["N0", "N1", "N2", "N3", "S0", "S1", "S2", "S3", "T0", "T1"])
def test_features_see_the_true_order(tmp_path, base):
    """N2 has the key of word 5 if and only if word 5 is in the third place of the buffer."""
    extraction = template_extraction(tmp_path, f"{base}.w")
    place = int(base[1])
    found, compared = {}, 0
    c = Configuration(SIZE, False)
    for _ in range(SIZE):  # first in the order of the sentence
        tokens = {"N": c.buffer, "S": c.stack[::-1], "T": []}[base[0]]
        if place < len(tokens):
            found[tokens[place]] = keys_of(extraction, c)
        c.shift()
        c.commit(0, 0)
    assert len(found) >= SIZE - 1 - place or base[0] == "T"
    for seed in range(150):
        for c, lists in walk(seed, False):
            tokens = {"N": lists.buffer, "S": lists.stack[::-1], "T": lists.aside[::-1]}[base[0]]
            if place >= len(tokens):
                assert keys_of(extraction, c) == []
            else:
                assert keys_of(extraction, c) == found.setdefault(tokens[place], keys_of(extraction, c))
                compared += 1
    assert compared > 100
    assert len({tuple(keys) for keys in found.values()}) == len(found) >= SIZE - 2


@pytest.mark.parametrize("relation", ["l", "l2", "r", "r2"])
@pytest.mark.parametrize("base", ["N0", "N1", "S0", "S1"])
def test_features_see_the_outermost_dependents(tmp_path, base, relation):
    """In whatever order the dependents came, and wherever their head has been since."""
    extraction = template_extraction(tmp_path, f"{base}{relation}.w")
    place, found, compared = int(base[1]), {}, 0
    for seed in range(600):
        for c, lists in walk(seed, False):
            tokens = lists.buffer if base[0] == "N" else lists.stack[::-1]
            word = tokens[place] if place < len(tokens) else 0
            left = relation[0] == "l"
            side = sorted((d for d in lists.dependents[word] if (d < word) == left), reverse=not left)
            at = 1 if relation.endswith("2") else 0
            if at >= len(side):
                assert keys_of(extraction, c) == []
            else:
                assert keys_of(extraction, c) == found.setdefault(side[at], keys_of(extraction, c))
                compared += 1
    assert compared > 10 and len({tuple(keys) for keys in found.values()}) == len(found) > 2


class TwoStacks:
    """A word may lie on both stacks, and knows its head and dependents on both."""

    def __init__(self, root_first):
        self.root = 0 if root_first else SIZE + 1
        self.stacks = [[0], [0]] if root_first else [[], []]
        self.buffer = [*range(1, SIZE + 1)] if root_first else [*range(1, SIZE + 2)]
        self.heads = [-1] * (SIZE + 2)
        self.popped = set()

    def copy(self):
        other = TwoStacks(self.root == 0)
        other.stacks, other.buffer = [list(stack) for stack in self.stacks], list(self.buffer)
        other.heads, other.popped = list(self.heads), set(self.popped)
        return other

    def choices(self):
        stack, b = self.stacks[0], self.buffer[0] if self.buffer else self.root
        found = ["shift_to_both"] * 2 * (b != self.root) + ["exchange_stacks"] * (b != 1)
        if stack and stack[-1] != self.root:
            found.append("pop")
            found += ["left arc"] * bool(self.buffer and self.heads[stack[-1]] < 0)
        return found + ["right arc"] * bool(stack and b != self.root and self.heads[b] < 0)

    def do(self, name):
        stack = self.stacks[0]
        if name == "shift_to_both":
            word = self.buffer.pop(0)
            for stack in self.stacks:
                stack.append(word)
        elif name == "exchange_stacks":
            self.stacks.reverse()
        elif name == "pop":
            self.popped.add(stack.pop())
        elif name == "left arc":
            self.heads[stack[-1]] = self.buffer[0]
        else:
            self.heads[self.buffer[0]] = stack[-1]

    def is_cycle(self, name):
        """Whether an arc would make one."""
        if not name.endswith("arc"):
            return False
        top, b = self.stacks[0][-1], self.buffer[0]
        return self.topmost(b) == top if name == "left arc" else self.topmost(top) == b

    def topmost(self, word):
        while self.heads[word] >= 0:
            word = self.heads[word]
        return word


def do_on_two(c, name):
    if name.endswith("arc"):
        ends = (c.next(), c.top()) if name == "left arc" else (c.top(), c.next())
        c.add_arc_in_both(*ends, 0)
    else:
        getattr(c, name)()
    c.commit(0, 0)


def check_two(c, lists):
    first, second = lists.stacks
    assert (c.stack, c.buffer) == (first, lists.buffer)
    assert c.tokens_aside == second or lists.buffer[:1] == [1]
    assert [c.head_of(word) for word in range(SIZE + 2)] == lists.heads
    assert [c.topmost(word) for word in range(SIZE + 2)] == [lists.topmost(word) for word in range(SIZE + 2)]
    assert c.words_without_head() == SIZE - sum(head >= 0 for head in lists.heads)
    assert c.roots() == lists.heads.count(lists.root)
    assert [c.was_popped(word) for word in first] == [word in lists.popped for word in first]
    for _ in range(2 if second and lists.buffer[:1] != [1] else 1):  # what features see of the tops of both
        if c.stack:
            assert c.top_has_head() == (lists.heads[c.top()] >= 0) and c.top_dependents() == lists.heads.count(c.top())
            words = [word for word in c.stack if word != lists.root]
            assert c.loose() == sum(lists.heads[word] < 0 for word in words)
        c.exchange_stacks()
    c.restore(c.snapshot())
    if lists.buffer:
        assert c.next_dependents() == lists.heads.count(c.next()) and c.next_has_head() == (lists.heads[c.next()] >= 0)


@pytest.mark.parametrize("root_first", [True, False])
def test_two_stacks_are_what_lists_say(root_first):
    arcs_on_both = 0
    for seed in range(60):
        rng = random.Random(seed)
        c, lists, seen = Configuration(SIZE, root_first), TwoStacks(root_first), []
        for _ in range(60):
            choices = [name for name in lists.choices() if not lists.is_cycle(name)]
            if not choices:
                break
            name = rng.choice(choices)
            arcs_on_both += name.endswith("arc") and lists.stacks[0][-1] in lists.stacks[1]
            do_on_two(c, name)
            lists.do(name)
            check_two(c, lists)
            seen.append((c.snapshot(), lists.copy()))
        for snapshot, earlier in rng.sample(seen, len(seen)):  # there and back, as a beam goes
            c.restore(snapshot)
            check_two(c, earlier)
            for name in earlier.choices():
                if not earlier.is_cycle(name):
                    c.restore(snapshot)
                    other = earlier.copy()
                    other.do(name)
                    do_on_two(c, name)
                    check_two(c, other)
    assert arcs_on_both > 100
