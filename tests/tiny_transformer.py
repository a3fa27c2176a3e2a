"""A tiny transformer, made on the spot with random weights, and parsers that see nothing else of a word."""

import random

import torch
import transformers

import treewright as tw
from treewright.conformance.own_sentences import own_sentences

# nothing but the transformer shows what a word is
BLIND = {f"network.{name}": 0 for name in ("word", "lemma", "affixes", "upos", "xpos", "feats")}
SMALL = {**BLIND, "network.width": 32, "network.layers": 1, "network.batch": 12, "network.rate": 0.01, "network.dropout": 0.0}
HEAD = {"network.label": 8, "network.hidden": 64}
NETWORKS = {"bilstm": {"classifier": "bilstm", **HEAD}, "feed-forward": {"classifier": "feed-forward", **HEAD},
            "biaffine": {"decoder": "biaffine", "network.arc": 30, "network.relation": 20}}  # fmt: skip
LIMIT = 64  # pieces that the tiny transformer takes
WIDTH = 64


def make_folder(folder, seed=1, limit=LIMIT, config=None, **more):
    """A folder as Hugging Face's libraries write it: BERT with 2 layers, or another, and pieces of one or more letters."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    letters = "abcdefghijklmnopqrstuvwxyz0123456789.,'-?!\"():;"
    words = sorted({word.form.lower() for sentence in own_sentences(10) for word in sentence if len(word.form) > 1})
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *letters, *(f"##{letter}" for letter in letters), *words]
    numbers = {piece: number for number, piece in enumerate(pieces)}
    tokenizer = Tokenizer(models.WordPiece(vocab=numbers, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    around = [("[CLS]", 2), ("[SEP]", 3)]
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=around)
    tokenizer.enable_truncation(8)  # as sentence transformers do; words must not be cut
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / "tokenizer.json"))
    sizes = {"hidden_size": WIDTH, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 48}
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        usual = transformers.BertConfig(
            vocab_size=len(pieces), max_position_embeddings=limit, initializer_range=0.3, **{**sizes, **more}
        )
        transformers.AutoModel.from_config(config or usual).save_pretrained(folder)
    return folder


def settings(name, folder, **more):
    chosen = {**SMALL, **NETWORKS[name], "network.transformer": str(folder), **more}
    if name == "feed-forward":
        del chosen["network.width"], chosen["network.layers"]
    return chosen


def trained(name, folder, sentences, epochs=2, **more):
    parser = tw.Parser({**settings(name, folder, **more), "epochs": epochs})
    parser.train(sentences, progress=False)
    return parser


def parsed(parser, sentences, **more):
    return b"".join(parser.parse_bytes(sentences, **more))


def long_sentence(words=120):
    return tw.Sentence.from_words([{"form": form} for form in random.Random(1).choices(["dog", "cat", "of", "xyz"], k=words)])
