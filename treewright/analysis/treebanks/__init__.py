"""What a treebank is like, and what transition systems can make of it."""
