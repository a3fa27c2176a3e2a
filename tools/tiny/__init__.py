"""The grammar of the tiny treebank."""
