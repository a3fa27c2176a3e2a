"""A second, plain and slow implementation of the transition systems, to check the package against."""
