"""The stack-LSTM, which reads the whole stack, buffer and history (Dyer et al. 2015).

`StackLSTM` is the classifier, `StackLearner` learns it with PyTorch (the layers: `StackNet`), `StackModel` parses without it.
"""
