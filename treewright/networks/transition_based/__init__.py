"""Networks that score transitions by what they see in slots of a configuration: feed-forward, or over a BiLSTM.

`Network` is the classifier; `TransitionLearner` learns it with PyTorch (the layers: `TransitionNet`), and `NetworkModel`
parses without it.
"""
