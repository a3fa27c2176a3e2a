"""Networks: trained with PyTorch, which is an optional extra; everything else, parsing above all, needs numpy only."""

from treewright.classifiers.classifier import Classifier
from treewright.decoding.decoder import Decoder
from treewright.networks.biaffine_decoder import BiaffineDecoder
from treewright.networks.network import BiLSTMNetwork, FeedForward
from treewright.networks.stack_lstm import StackLSTM

NETWORKS: dict[str, type[Classifier]] = {"feed-forward": FeedForward, "bilstm": BiLSTMNetwork, "stack-lstm": StackLSTM}
NETWORK_DECODERS: dict[str, type[Decoder]] = {"biaffine": BiaffineDecoder}

__all__ = ["NETWORKS", "NETWORK_DECODERS"]
