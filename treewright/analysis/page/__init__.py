"""The evaluation page: what `evaluate --html` writes."""
