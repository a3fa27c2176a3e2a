"""Networks: trained with PyTorch, which is an optional extra; everything else, parsing above all, needs numpy only."""

from treewright.classifiers.classifier import Classifier
from treewright.decoding.decoder import Decoder
from treewright.networks.biaffine.biaffine_decoder import BiaffineDecoder
from treewright.networks.stack_lstm.stack_lstm import StackLSTM
from treewright.networks.transition_based.network import BiLSTMNetwork, FeedForward

NETWORKS: dict[str, type[Classifier]] = {"feed-forward": FeedForward, "bilstm": BiLSTMNetwork, "stack-lstm": StackLSTM}
NETWORK_DECODERS: dict[str, type[Decoder]] = {"biaffine": BiaffineDecoder}

__all__ = ["NETWORKS", "NETWORK_DECODERS"]
