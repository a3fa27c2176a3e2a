"""How fast it is, and whether it has become slower; `python -m benchmarks.speed` measures all stages."""
