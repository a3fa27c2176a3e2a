"""Accuracy of parses; `python -m benchmarks.accuracy` compares presets and settings."""
