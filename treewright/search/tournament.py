"""The best of many scores that change one by one: a tree in which each node has the better one of the two below it."""

from __future__ import annotations

import cython

from treewright.arrays import float_array, int_array

if not cython.compiled:  # in C this comes from libc
    from math import inf as INFINITY


class Tournament:
    """Scores of players 0, 1, 2 ...; a change and the question for the first of the best take few steps."""

    def __init__(self) -> None:
        self.room = 0

    def _make_room(self) -> int:
        with cython.gil:
            self.score, self.winner = float_array(self.places), int_array(2 * self.places)
            self.room = self.places
        return 0

    def start(self, count: int) -> int:
        """So many players, without a score."""
        self.places = 1
        while self.places < count:
            self.places *= 2
        if self.places > self.room:
            self._make_room()
        for player in range(self.places):
            self.score[player] = -INFINITY
            self.winner[self.places + player] = player
        for node in range(self.places - 1, 0, -1):
            self.winner[node] = self.winner[2 * node]
        return 0

    def set(self, player: int, score: float) -> int:
        """Give a player another score."""
        self.score[player] = score
        node = (self.places + player) // 2
        while node > 0:
            left, right = self.winner[2 * node], self.winner[2 * node + 1]
            better = left if self.score[left] >= self.score[right] else right
            if better == self.winner[node] and better != player:
                break  # it makes no difference further up
            self.winner[node] = better
            node //= 2
        return 0

    def best(self) -> int:
        """The first of the players with the highest score."""
        return self.winner[1]
