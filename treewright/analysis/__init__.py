"""What a treebank is like, and what parsers can make of it."""
