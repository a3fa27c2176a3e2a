"""Settings of the property tests: a busy machine is no failure."""

from hypothesis import settings

settings.register_profile("treebank", deadline=None)
settings.load_profile("treebank")
