"""How right its trees are; `python -m benchmarks.accuracy` compares presets and settings."""
