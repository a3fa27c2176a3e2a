"""Networks that score transitions by what they see in slots of a configuration: feed-forward, or over a BiLSTM.

`Network` is the classifier, `Learner` learns it with PyTorch (the layers: `TransitionNet`), `NetworkModel` parses without it.
"""
