"""What templates see of a set of items, in plain Python from lists of tokens: the judge of features/set_view.py."""

from bisect import bisect_left

CLASSES = (1, 2, 3, 4, 5, 7, 10, 15, 25)  # sizes up to each of them are told apart
CORNERS, OWN, NAMES = "lrghm", "ckKnsgb", ("F", "C", "A", "B", "S1", "S2", "S3")


def size_class(size):
    return 0 if size <= 0 else 1 + bisect_left(CLASSES, size)


class Item:
    """Some tokens, perhaps with a label, and the two items that it was made of."""

    def __init__(self, tokens, parts=()):
        self.tokens, self.parts, self.label = sorted(tokens), parts, None

    def blocks(self):
        return sum(token - 1 not in self.tokens for token in self.tokens)

    def gaps(self):
        return [token for token in range(self.tokens[0], self.tokens[-1]) if token not in self.tokens]

    def children(self):
        """Tokens and constituents in it; what has no label and several tokens is no child."""
        found = []
        for part in self.parts:
            found += [part] if part.label is not None or not part.parts else part.children()
        return found


class PlainSet:
    """A configuration that makes the same transitions as the real one."""

    def __init__(self, tags, label_ranks=(), tag_ranks=()):
        self.tags, self.size = tags, len(tags)
        self.label_ranks, self.tag_ranks = label_ranks, dict(tag_ranks)
        self.items, self.next, self.path = [], 0, []  # the focus is the last item

    def step(self, kind, label, site):
        if kind == "shift":
            self.items.append(Item([self.next]))
            self.next += 1
        elif kind == "combine":
            focus, other = self.items.pop(), self.items.pop(-site)
            self.items.append(Item(focus.tokens + other.tokens, (other, focus)))
        elif kind == "label":
            self.items[-1].label = label
        self.path.append((kind, label))

    def item(self, depth):
        return self.items[-1 - depth] if 0 <= depth < len(self.items) else None

    def category(self, item):
        if item.label is not None:
            return "label", item.label
        if not item.parts:
            return self.tag(item.tokens[0])
        while item.parts and item.label is None:
            item = self.head_part(item)
        return "without label", self.category(item)

    def rank(self, item):
        if item.label is not None and item.label < len(self.label_ranks):
            return self.label_ranks[item.label]
        return self.rank(self.head_part(item)) if item.parts else self.tag_ranks.get(self.tags[item.tokens[0]], 0)

    def head_part(self, item):
        one, focus = item.parts
        return one if self.rank(one) > self.rank(focus) else focus

    def head(self, item):
        while item.parts:
            item = self.head_part(item)
        return item.tokens[0]

    def tag(self, token):
        return "tag", self.tags[token]

    def seen(self, view, site):
        """Words (a number from 1, None if there is none) and values of all names, at a site."""
        depth = site if view == "combine" else None
        shown = {"F": self.item(0), **{f"S{i}": self.item(i) for i in (1, 2, 3)}, "C": None, "A": None, "B": None}
        if depth is not None:
            shown.update(C=self.item(depth), A=self.item(depth - 1) if depth > 1 else None, B=self.item(depth + 1))
        found = {}
        for name, item in shown.items():
            found.update(self._of_item(name, item))
        for i in range(4):
            word = self.next + 1 + i
            found[f"N{i}"] = word if word <= self.size + 1 else None
        found.update(q=min(max(len(self.items) - 1, 0), 5), **{"1": True}, **self._relation(view, site, depth))
        for i in range(4):
            found[f"t{i + 1}"] = self.path[-1 - i] if i < len(self.path) else None
        return found

    def _of_item(self, name, item):
        if item is None:
            words = {name + corner: None for corner in CORNERS}
            return {**words, **{f"{name}.{own}": None for own in OWN}, f"{name}.c": "absent"}
        gaps, children = item.gaps(), item.children()
        words = [item.tokens[0] + 1, item.tokens[-1] + 1, *((gaps[0] + 1, gaps[-1] + 1) if gaps else (None, None))]
        words.append(self.head(item) + 1)
        first = self.category(min(children, key=lambda child: child.tokens[0])) if children else self.tag(item.tokens[0])
        last = self.category(max(children, key=lambda child: child.tokens[-1])) if children else self.tag(item.tokens[0])
        values = [
            self.category(item), first, last, min(len(children), 6), size_class(len(item.tokens)),
            (min(item.blocks(), 3), size_class(len(gaps))) if gaps else 0,
            tuple(sorted(map(self.category, children or [item]))),
        ]  # fmt: skip
        return {
            **{name + corner: word for corner, word in zip(CORNERS, words, strict=True)},
            **{f"{name}.{own}": value for own, value in zip(OWN, values, strict=True)},
        }

    def _relation(self, view, site, depth):
        focus, other = self.item(0), self.item(1 if depth is None else depth)
        if view in ("word", "label"):
            return {"a": (min(focus.blocks(), 3), self.next == self.size and len(self.items) == 1), "d": None}
        if focus is None or other is None:
            return {"a": "alone", "d": None}
        together = Item(focus.tokens + other.tokens).blocks()
        closed = focus.blocks() + other.blocks() - together
        gaps = focus.blocks() > 1, other.blocks() > 1
        recency = min(site - 1, 3) if site else 0
        return {
            "a": (min(together, 4), min(closed, 3), *gaps, recency),
            "d": size_class(focus.tokens[-1] - other.tokens[-1]),
        }
