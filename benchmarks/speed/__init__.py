"""Speed, and whether it has dropped; `python -m benchmarks.speed` measures all stages."""
