"""The graph-based parser: a linear first-order model of arcs, and the best tree (McDonald et al. 2005)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

from treewright.arrays import int_array, ints
from treewright.classifiers.packed_weights import PackedWeights
from treewright.classifiers.weight_table import WeightTable
from treewright.constraints.given import Given
from treewright.decoding.arc_graph import MOST_WORDS, ArcGraph
from treewright.decoding.decoder import finish
from treewright.decoding.learning_decoder import LearningDecoder
from treewright.errors import ModelError
from treewright.families.family import Alphabets
from treewright.families.prediction import Prediction
from treewright.features.arc_extraction import ARC_CLASSES
from treewright.features.feature_model import FeatureModel
from treewright.features.names import ARC
from treewright.storage.named_arrays import Arrays
from treewright.storage.sections import joined, section
from treewright.treebank.sentence import Sentence
from treewright.trees import CheapestTree, ProjectiveTree, SpanningTree

TREES: dict[str, type[CheapestTree]] = {"mst": SpanningTree, "eisner": ProjectiveTree, "auto": ProjectiveTree}
MOST = 0.1  # the most that one sentence may change a weight by


class GraphDecoder(LearningDecoder):
    """Scores all arcs of a sentence, finds the best tree, then its labels; both are learnt by MIRA, and averaged."""

    in_python = False
    most_words = MOST_WORDS
    keeps_heads = keeps_constraints = True
    views = ARC.views
    more_settings = ("search.tree", "classifier.prune")

    def __init__(
        self, alphabets: Alphabets, *, features: FeatureModel | None = None, tree: str = "eisner", prune: float = 0.0
    ) -> None:
        """`features` are templates that look at arcs, `tree` says which trees are found: mst (all) or eisner (projective).

        Features whose weights are all below `prune` are dropped from what is parsed with.
        """
        super().__init__(alphabets)
        self.prune = prune
        self.features = FeatureModel(templates="graph", history=False) if features is None else features
        self.projective = tree != "mst"
        self.tree = TREES[tree]()
        self.labels = len(alphabets.labels)
        self.allowed = {name: numpy.ones(max(1, self.labels), numpy.uint8) for name in ("root", "other")}
        self.seen = {name: numpy.zeros(max(1, self.labels), numpy.uint8) for name in self.allowed}
        self.steps = 1.0
        self.tables = {"arcs": WeightTable(ARC_CLASSES), "labels": WeightTable(max(2, self.labels))}
        self.packed: dict[str, PackedWeights] = {}  # what is parsed with: averages of the tables
        self.graph: Any = None

    # Parsing --------------------------------------------------------------------------------------------------------

    def decode(self, sentences: list[Sentence], givens: Sequence[Given | None] | None = None) -> Prediction:
        """The best tree of each sentence."""
        graph = self._graph(self._pack())
        words = sum(sentence.size for sentence in sentences)
        heads, labels = int_array(words), int_array(words)
        at = 0
        for number, sentence in enumerate(sentences):
            graph.parse(sentence, None if givens is None else givens[number], heads, labels, at)
            at += sentence.size
        return finish(Prediction(heads, labels), sentences, givens, None)

    def _graph(self, models: dict[str, Any]) -> ArcGraph:
        """The graph of sentences, with these weights."""
        if self.graph is None:
            own = self.allowed
            self.graph = ArcGraph(
                self.features, self.tree, models["arcs"], models["labels"], self.labels, own["root"], own["other"]
            )
        self.graph.use(models["arcs"], models["labels"])
        return self.graph  # type: ignore[no-any-return]

    def _pack(self) -> dict[str, PackedWeights]:
        """The averages of what has been learnt, made once until it learns again."""
        if not self.packed:
            averages = {name: table.averaged(self.steps).without_small(self.prune) for name, table in self.tables.items()}
            self.packed = {name: PackedWeights.of(weights) for name, weights in averages.items()}
        return self.packed

    # Learning -------------------------------------------------------------------------------------------------------

    def learn(self, examples: Sequence[Any]) -> int:
        """Learn from some sentences; returns how many heads and labels had to be learnt."""
        updates = 0
        graph = self._graph(self.tables)
        for sentence, (heads, labels), given in examples:
            if not sentence.size:
                continue
            gold, numbers = ints([-1, *map(int, heads)]), ints([-1, *map(int, labels)])
            self._notice(gold, numbers)
            graph.take(sentence)
            updates += graph.learn(self.tables["arcs"], self.tables["labels"], gold, numbers, given, self.steps, MOST)
            self.steps += 1.0
        self.packed = {}
        return updates

    def _notice(self, heads: Any, labels: Any) -> None:
        """Note which labels arcs from ROOT, and other arcs, have; until some are known, all are possible."""
        for word in range(1, len(heads)):
            if heads[word] >= 0 and labels[word] >= 0:
                self.seen["root" if heads[word] == 0 else "other"][labels[word]] = 1

    def end_epoch(self) -> None:
        """All trees have been seen: labels that arcs never had they never get."""
        self._allow(self.seen)

    def _allow(self, seen: dict[str, Any]) -> None:
        for name, own in seen.items():
            self.allowed[name][:] = own if own.any() else 1

    # What has been learnt -------------------------------------------------------------------------------------------

    def figures(self) -> dict[str, Any]:
        """How many features have weights."""
        return {"rows": sum(table.row_count for table in self.tables.values())}

    def arrays(self) -> Arrays:
        """Averaged weights, ready to parse with, and which labels arcs had."""
        return {**joined({name: packed.arrays() for name, packed in self._pack().items()}), **joined({"seen": self.seen})}

    def state(self) -> Arrays:
        """The weights of the moment and their sums."""
        own = {name: {**_sorted(table.entries()), "steps": numpy.array([self.steps])} for name, table in self.tables.items()}
        return {**joined(own), **joined({"seen": self.seen, "allowed": self.allowed})}

    def restore(self, state: Arrays) -> None:
        """Take what `arrays` or `state` gave; refuses what does not fit together."""
        seen = section(state, "seen")
        for name, own in self.seen.items():
            if name not in seen or seen[name].shape != own.shape or seen[name].dtype != own.dtype:
                raise ModelError(f"seen.{name}: seen no such array of {len(own)} bytes, expected one for each label")
        self.seen = {name: numpy.array(seen[name]) for name in self.seen}
        self._allow({name: state.get(f"allowed.{name}", own) for name, own in self.seen.items()})
        if "arcs.keys" not in state:
            self.packed = {name: PackedWeights(table.classes, section(state, name)) for name, table in self.tables.items()}
            return
        for name, table in self.tables.items():
            entries = section(state, name)
            rows = 1 + int(numpy.count_nonzero(numpy.diff(entries["keys"])))
            self.tables[name] = WeightTable(table.classes, rows=rows).add_entries(entries)
            self.steps = float(entries["steps"][0])
        self.packed = {}


def _sorted(entries: Arrays) -> Arrays:
    """The entries of a table by key and class: where they lie in it does not matter."""
    order = numpy.lexsort((entries["classes"], entries["keys"]))
    return {name: array[order] for name, array in entries.items()}
