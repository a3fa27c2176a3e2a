"""Scripts that make data and run checks."""
