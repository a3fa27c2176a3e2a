"""What may be wrong in a treebank."""

from treewright.analysis.doctor.doctor import Doctor

__all__ = ["Doctor"]
