"""Every setting of a parser: type, default, choices, help; and the presets."""

from __future__ import annotations

from typing import NamedTuple

from treewright.settings.declared import CLASSIFIERS, DECODERS, STRATEGIES, SYSTEMS, TAGGING_NETWORKS

Value = str | int | float | bool
Table = dict[str, dict[str, Value]]


class Setting(NamedTuple):
    """One setting; its type is the type of its default."""

    default: Value
    help: str
    choices: tuple[str, ...] = ()
    short: str = ""
    also: str = ""  # what may stand in place of a choice, a key of OTHER
    many: bool = False  # a comma list
    least: float | None = None
    most: float | None = None

    @property
    def type(self) -> type:
        """The Python type of the value: str, int, float or bool."""
        return type(self.default)

    @property
    def expected(self) -> str:
        """What a value looks like, for help texts and messages."""
        if self.type is bool:
            return "true or false"
        if self.type is not str:
            number = "a whole number" if self.type is int else "a number"
            if self.most is not None:
                return f"{number} from {self.least:g} to {self.most:g}"
            return number if self.least is None else f"{number} of at least {self.least:g}"
        names = [*self.choices, *([OTHER[self.also]] if self.also else [])]
        text = names[0] if len(names) == 1 else "one of " + ", ".join(names)
        return "a comma list; each " + text if self.many else text


OTHER = {
    "class": '"module:Class"',
    "function": '"module:function"',
    "file": "a path ending in .features",
    "text": "a path",
    "folder": "a folder",
    "members": 'a list such as "accurate seeds=3; bilstm; graph"',
    "rules": 'rules as in "0.5" or "0.9 label=punct; 0.5 length>7"',
}
CROSSING = ("right2", "left2", "right3", "left3", "extract")  # of attardi
SETS = (  # of templates, to start from
    "zn11", "rich", "rich-stack", "fast", "fast-stack", "atoms", "desr", "set", "merge-gap", "merge-swap",
    "slots", "few-slots", "set-slots", "merge-slots", "graph",
)  # fmt: skip
GROUPS = (  # of templates, to add
    "morphology", "xpos", "lemma", "affixes", "neighbours", "second", "swift", "around", "planes", "attardi", "covington",
    "given", "joint",
)  # fmt: skip
TAGGING = (  # template sets for taggers
    "tagging", "tagging-more", "lemmas", "tokenization", "multiword", "tagging-slots", "tagging-few-slots", "lemma-slots",
)  # fmt: skip
OF_STAGES = ("averaged-perceptron", *TAGGING_NETWORKS)  # classifiers of taggers and lemmatizers
TARGETS = ("upos", "xpos", "feats", "upos+xpos", "upos+feats", "xpos+feats", "upos+xpos+feats")

SETTINGS: dict[str, Setting] = {
    "system.name": Setting("arc-eager", "transition system", tuple(SYSTEMS), "system", "class"),
    "system.root": Setting("last", "position of the artificial root", ("first", "last", "none"), "root"),
    "system.single_root": Setting(
        True, "exactly one word depends on the root (with partial systems, at most one)", (), "single_root"
    ),
    "system.tags": Setting(
        "none", "tag that shift predicts along with the tree; adds the templates joint",
        ("none", "upos"), "joint_tags"
    ),
    "system.max_length": Setting(
        3, "maximum length of an arc, with arc-eager-span and arc-hybrid-span", short="max_length", least=1, most=100_000
    ),
    "system.depth": Setting(10, "how deep in the stack a word can be attached, with arc-swift", least=1, most=28),
    "system.crossing": Setting(
        ",".join(CROSSING), "non-projective transitions that are allowed, with attardi; insert goes with extract",
        (*CROSSING, "none"), "crossing", many=True
    ),
    "system.candidates": Setting(
        4, "how many items of the set, the latest ones, may be combined with the focus, with set-based; 0 = all",
        least=0, most=1_000_000
    ),
    "oracle.name": Setting(
        "dynamic", "how transitions are judged against the gold tree", ("dynamic", "static"), "oracle", "class"
    ),
    "oracle.swap": Setting(
        "lazy", "whether gold paths swap words late or early, with system.name = swap", ("lazy", "eager")
    ),
    "oracle.rule": Setting(
        "exact", "which transitions the dynamic oracle of set-based calls right: all that lose nothing, or those of the paper",
        ("exact", "paper")
    ),
    "features.templates": Setting(
        "rich", "template sets; files add your own templates", (*SETS, *GROUPS, *TAGGING), "features", "file", True
    ),
    "features.by_size": Setting(
        True, "with fewer than 75 training sentences, fast replaces rich; off if you give rich yourself"
    ),
    "features.lexicalised": Setting(True, "use word forms; false gives a delexicalised parser"),
    "features.labels": Setting(True, "use the labels of arcs already built"),
    "features.history": Setting(False, "use the last transitions"),
    "features.options": Setting("", "groups of templates to add", GROUPS, many=True),
    "features.second_order": Setting(
        False, "add all pairs of single-atom templates; with plain atoms, a kernel of degree two"
    ),
    "features.embeddings": Setting(
        "", "text file of pre-trained word vectors, used as real-valued features, or by a network beside its own", also="text"
    ),
    "features.functions": Setting("", "Python functions of a word, used as atoms", also="function", many=True),
    "classifier.name": Setting("averaged-perceptron", "classifier", tuple(CLASSIFIERS), "classifier", "class"),
    "classifier.labels": Setting(
        "joint",
        "labels scored with the transitions, by a second classifier, or not at all",
        ("joint", "second", "none"),
        "labels",
    ),
    "classifier.update": Setting(
        "single",
        "on an error, penalise the class that won, or evenly all wrong classes that beat the right one",
        ("single", "uniform"),
    ),
    "classifier.tied": Setting(
        False, "right-arcs of all depths share their weights: each token popped is scored as a reduce, with arc-swift"
    ),
    "classifier.cost": Setting(0.5, "penalty for errors (C), with SVMs and logistic-regression", least=1e-6, most=1e6),
    "classifier.gamma": Setting(0.1, "gamma of the kernel (gamma x.x' + 1)^2 of poly2-svm", least=1e-6, most=1e6),
    "classifier.least_count": Setting(
        1, "drop features that occur less often in training, with SVMs and logistic-regression", least=1
    ),
    "classifier.neighbours": Setting(
        5, "number of nearest distances that vote (k), with nearest-neighbours", least=1, most=1000
    ),
    "classifier.weighting": Setting("gain-ratio", "how nearest-neighbours weighs atoms", ("gain-ratio", "information-gain")),
    "classifier.prune": Setting(
        0.0, "after training, drop features whose weights are all below this", short="prune", least=0.0
    ),
    "network.word": Setting(50, "size of the vectors of words; 0 leaves them out", least=0, most=4096),
    "network.lemma": Setting(50, "size of the vectors of lemmas", least=0, most=4096),
    "network.affixes": Setting(50, "size of the vectors of prefixes and suffixes", least=0, most=4096),
    "network.upos": Setting(24, "size of the vectors of tags (UPOS)", least=0, most=4096),
    "network.xpos": Setting(24, "size of the vectors of tags (XPOS)", least=0, most=4096),
    "network.feats": Setting(48, "size of the vectors of morphological features", least=0, most=4096),
    "network.characters": Setting(
        0, "size of the states, in each direction, of a BiLSTM over the characters of each word; 0 = none", least=0, most=1024
    ),
    "network.character_vectors": Setting(50, "size of the vectors of characters that it reads", least=1, most=1024),
    "network.label": Setting(24, "size of the vectors of labels", least=1, most=4096),
    "network.transformer": Setting(
        "", "folder with a pre-trained transformer (Hugging Face), whose vectors of words in context are added", also="folder"
    ),
    "network.tune": Setting(
        False, "go on training the vectors of features.embeddings and network.transformer; false leaves them as they are"
    ),
    "network.layers": Setting(2, "layers of the BiLSTM; 0 = none", least=0, most=8),
    "network.tagger": Setting(
        False, "predict the tags of constituency trees with the first layer of the BiLSTM; those of the input are not seen"
    ),
    "network.width": Setting(128, "size of the states of a BiLSTM in each direction, or of a stack-LSTM", least=1, most=4096),
    "network.arc": Setting(100, "units that show a word as a head or a dependent where arcs are scored", least=1, most=4096),
    "network.relation": Setting(50, "units that show a word as head or dependent where labels are scored", least=1, most=1024),
    "network.hidden": Setting(200, "size of the hidden layer", least=1, most=8192),
    "network.activation": Setting("relu", "activation of the hidden layer", ("relu", "tanh", "cube")),
    "network.dropout": Setting(1.0, "scale of the dropout that suits the size of the treebank; 0 = none", least=0.0, most=2.0),
    "network.rate": Setting(0.002, "highest rate of learning", least=1e-6, most=1.0),
    "network.batch": Setting(100, "words that are learnt from at once", least=1, most=100_000),
    "network.average": Setting(0.99, "decay of the moving average of weights", least=0.0, most=0.99999),
    "search.decoder": Setting(
        "transitions", "how trees are found: by transitions, in the graph of all arcs (biaffine: by a network), or by a "
        "decoder of your own",
        tuple(DECODERS), "decoder", "class"
    ),
    "search.tree": Setting(
        "auto", "trees that a graph-based parser finds: all (mst, the maximum spanning tree) or projective ones (eisner); "
        "auto: by the share of non-projective arcs in the training data",
        ("auto", "mst", "eisner"), "tree"
    ),
    "search.beam": Setting(8, "size of the beam; 1 = greedy, 0 = unlimited", short="beam", least=0),
    "training.strategy": Setting("laso", "which configurations are updated", tuple(STRATEGIES), "strategy", "class"),
    "training.loss": Setting(
        "auto",
        "what an update makes better: perceptron, right beats wrong by the margin; likelihood, the probability of what is "
        "right, among the transitions of a decision or among the paths of a beam; auto: likelihood for networks",
        ("auto", "perceptron", "likelihood"),
    ),
    "training.local_share": Setting(
        0.0, "share of the epochs, the first ones and never the last, that train locally before a global strategy begins",
        least=0.0, most=1.0
    ),
    "training.local_beside": Setting(False, "whether single decisions are still learnt from, beside the paths of a beam"),
    "training.normalise": Setting(
        0.0,
        "weight of (log Z)² in the loss of a decision, where Z is the sum of exp(score) over the valid transitions: it keeps "
        "scores near log probabilities, whose sums a beam can compare",
        least=0.0
    ),
    "training.restart": Setting(
        "positive",
        "after an update, continue from the positive or negative configuration",
        ("none", "positive", "negative"),
        "restart",
    ),
    "training.exploration": Setting(
        "after-first",
        "when training continues from a wrong configuration",
        ("never", "always", "after-first", "sampled"),
        "explore",
    ),
    "training.exploration_rate": Setting(
        0.9, "probability of continuing from it, with exploration = after-first or sampled", least=0, most=1
    ),
    "training.exploration_start": Setting(
        1, "epochs before exploration starts, with exploration = after-first or sampled", least=0
    ),
    "training.margin": Setting(
        1.0, "margin, per active feature, by which gold transitions must win", short="margin", least=0
    ),
    "training.positive": Setting(
        "score",
        "the positive configuration: best score, longest shared prefix, or best of all references",
        ("score", "prefix", "all"),
    ),
    "training.references": Setting("all", "all gold paths are correct, or only a single one", ("all", "single")),
    "training.reinitialise": Setting(0, "restart the beam after this many transitions; 0 = never", least=0),
    "training.averaging": Setting(
        "sentence", "weights are averaged over their values after each sentence, or after each transition",
        ("sentence", "transition"),
    ),
    "training.drop_arcs": Setting(
        "", "drop a share of the gold arcs, different ones in each epoch", short="drop_arcs", also="rules"
    ),
    "training.given_heads": Setting(
        0.0, "share of the gold heads given as constraints, different ones in each epoch", least=0, most=1
    ),
    "training.pseudo_projective": Setting(
        "auto",
        "how non-projective trees are made projective for training and restored after parsing; auto: head or none, by the "
        "share of non-projective arcs in the training data",
        ("auto", "none", "head", "path", "head+path"),
        "pseudo_projective",
    ),
    "training.facts": Setting(
        0.99, "share of training cases in which a fact must hold to be enforced in parses; 0 = only the label of roots",
        short="facts", least=0, most=1
    ),
    "training.shuffle": Setting(True, "shuffle the sentences before each epoch"),
    "training.epochs": Setting(
        15, "number of passes over the training data; 0: as many as suit a network, 8 to 120 by the number of words",
        short="epochs", least=0
    ),
    "training.patience": Setting(
        0, "epochs after which training ends if dev has not become better; 0: never", short="patience", least=0
    ),
    "training.time_limit": Setting(
        0.0, "minutes after which training ends with the best model so far; the seeds of one model share them, and each "
        "member of an ensemble has its own; 0: never", short="time_limit", least=0.0
    ),
    "training.seed": Setting(1, "seed of all random choices; same seed, same bytes", short="seed", least=0),
    "training.threads": Setting(
        1, "threads to train in: PyTorch's for a network, else each with a copy of the weights; a different number gives a "
        "different model",
        short="threads", least=1, most=64
    ),
    "training.seeds": Setting(
        0, "models with consecutive seeds, summed into one; 0: 3 with fewer than 200 training sentences, else 1",
        short="seeds", least=0
    ),
    "tokenizer.units": Setting(
        "auto", "where a token may end: after any character, or after a run of letters or digits; auto: by the treebank",
        ("auto", "runs", "characters"),
    ),
    "tokenizer.often": Setting(
        2, "the splitter of multiword tokens does not train on one-word tokens with at least this count", least=1
    ),
    "tokenizer.epochs": Setting(10, "number of passes over the training data; 0 = no tokenizer", least=0),
    "tagger.targets": Setting(
        "upos,xpos,feats", "what is tagged, one after another; a+b is predicted jointly", TARGETS, many=True
    ),
    "tagger.classifier": Setting("averaged-perceptron", "classifier; networks have the settings of [network]", OF_STAGES),
    "tagger.encoder": Setting(
        "own", "own: each network has a BiLSTM of its own; shared: taggers and parser learn one together", ("own", "shared")
    ),
    "tagger.templates": Setting(
        "", "template sets; without any, tagging, and after UPOS tagging-more, or the slots of a network", TAGGING,
        also="file", many=True
    ),
    "tagger.beam": Setting(1, "size of the beam; 1 = greedy, 0 = unlimited", least=0),
    "tagger.strategy": Setting("local", "which configurations are updated", tuple(STRATEGIES)),
    "tagger.epochs": Setting(10, "number of passes over the training data", least=1),
    "tagger.known_count": Setting(
        20, "minimum count of a word for lookup instead of prediction; 0 = predict every word", least=0
    ),
    "tagger.known_share": Setting(
        0.995, "share of occurrences of such a word that must have the same tag", least=0.5, most=1
    ),
    "tagger.prune": Setting(0.0, "after training, drop features whose weights are all below this", least=0.0),
    "tagger.folds": Setting(
        5, "folds of jackknifing: later stages learn from tags predicted by models trained on the other folds; 0 = gold tags",
        least=0, most=100
    ),
    "lemmatizer.classifier": Setting("averaged-perceptron", "classifier; networks have the settings of [network]", OF_STAGES),
    "lemmatizer.templates": Setting("lemmas", "template sets", TAGGING, also="file", many=True),
    "lemmatizer.epochs": Setting(10, "number of passes over the training data; 0 = no lemmas", least=0),
    "lemmatizer.prune": Setting(0.0, "after training, drop features whose weights are all below this", least=0.0),
    "ensemble.members": Setting(
        "", "parsers that are trained for one model and vote on its trees: a preset, classifier or decoder each, and settings",
        also="members"
    ),
    "ensemble.combine": Setting(
        "reparse", "how members are combined: votes on the arcs of their trees, or on each transition of one search",
        ("reparse", "vote")
    ),
}
SHORT = {setting.short: name for name, setting in SETTINGS.items() if setting.short}
ALIASES = {"system.name": {"nivreeager": "arc-eager", "nivrestandard": "arc-standard"}}  # MaltParser's names

PRESETS: dict[str, dict[str, dict[str, Value]]] = {
    "accurate": {},  # the defaults
    "fast": {
        "features": {"templates": "fast", "history": False},
        "search": {"beam": 1},
        "training": {
            "strategy": "local", "exploration": "after-first", "margin": 0.3, "epochs": 15, "pseudo_projective": "none",
        },
    },
    "panparser": {  # as in the paper; what its strategies imply (a beam of 1, a restart) still follows from them
        "features": {"templates": "zn11", "history": True},
        "training": {
            "strategy": "early-update", "restart": "none", "exploration": "never", "margin": 0.0, "epochs": 15, "seeds": 1,
            "pseudo_projective": "none",
        },
    },
    "best": {"ensemble": {"members": "accurate seeds=3; bilstm; bilstm system=arc-hybrid-swap; graph; biaffine"}},
}

TABLES = tuple(dict.fromkeys(name.partition(".")[0] for name in SETTINGS))
PARTS = ("system", "oracle", "features", "classifier", "network", "search", "training")  # others: pipelines, ensembles
LEAVES = tuple(dict.fromkeys(name.partition(".")[2] for name in SETTINGS if name.partition(".")[0] in PARTS))
