"""A paired randomisation test, the same for the same seed."""

from __future__ import annotations

import numpy

ROUNDS = 10_000
AT_ONCE = 2_000_000  # signs in memory


def paired_test(differences: numpy.ndarray, *, rounds: int = ROUNDS, seed: int = 1) -> float:
    """How often chance makes a sum of differences as far from 0 as the real one, in either direction.

    In each round the sign of each difference changes or stays, by chance (Noreen 1989, approximate randomisation). The real
    sum counts as one round, so the answer is never 0.
    """
    differences = differences[differences != 0]
    real = abs(differences.sum())
    generator = numpy.random.PCG64(seed)
    words = len(differences) // 64 + 1
    hits = done = 0
    while done < rounds:
        now = min(rounds - done, max(1, AT_ONCE // (64 * words)))
        raw = generator.random_raw(now * words).astype("<u8")  # the same bits on every machine
        signs = numpy.unpackbits(raw.view(numpy.uint8)).reshape(now, 64 * words)[:, : len(differences)]
        sums = 2 * (signs @ differences) - differences.sum()
        hits += int(numpy.count_nonzero(numpy.abs(sums) >= real))
        done += now
    return (hits + 1) / (rounds + 1)
