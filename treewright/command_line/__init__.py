"""The command `treewright`: one file per verb, each with `add_arguments` and `run`."""
