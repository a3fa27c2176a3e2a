"""A second, plain and slow implementation of the transition systems, which ours are compared with."""
