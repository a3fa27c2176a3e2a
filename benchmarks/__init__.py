"""Benchmarks; each script is run as a module from the project's root: `python -m benchmarks.speed.guard`."""

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy, which every script imports after this
