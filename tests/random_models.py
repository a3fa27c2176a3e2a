"""Models whose weights mean nothing, for what must hold whatever was learnt."""

from queue import SimpleQueue


def randomised(parser, rng):
    """The same parser with weights that mean nothing."""
    arrays = {name: array.copy() for name, array in parser.model.arrays().items()}
    slots = arrays["slots"].view("i2").reshape(-1, 8)
    short = slots[:, 2] != -1  # the others keep the length of their row there
    slots[short, 5:] = [[rng.randint(-9999, 9999) for _ in range(3)] for _ in range(int(short.sum()))]
    for rows in (arrays["pairs"].view("i2")[1::2], arrays["dense"]):
        rows[:] = [rng.randint(-9999, 9999) for _ in range(len(rows))]
    parser.model = type(parser.model)(parser.model.classes, arrays)
    parser.decoders = SimpleQueue()  # those there are have the old weights
    return parser
