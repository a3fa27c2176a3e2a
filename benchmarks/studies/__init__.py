"""Measurements made once, for a decision."""
