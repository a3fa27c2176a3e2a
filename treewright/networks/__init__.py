"""Networks: trained with PyTorch, which is an optional extra; everything else, parsing above all, needs numpy only."""

from treewright.classifiers.classifier import Classifier
from treewright.networks.network import BiLSTMNetwork, FeedForward

NETWORKS: dict[str, type[Classifier]] = {"feed-forward": FeedForward, "bilstm": BiLSTMNetwork}

__all__ = ["NETWORKS"]
