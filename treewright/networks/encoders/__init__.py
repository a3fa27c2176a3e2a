"""Encoders: vectors of words in their sentence, from forms, tags, affixes and characters, and a BiLSTM over them.

`Lexicon` gives numbers to words; `Encoder` encodes for a parser; what is called `torch_` learns and imports PyTorch.
"""
