"""The sentences of our own that the English model is trained on, and what their columns are made with."""
