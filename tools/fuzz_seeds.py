"""The seeds of fuzzing: a few sentences in all formats, and small models trained on the tiny treebank."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import Any

import treewright as tw
from tools.tree_seeds import TREES
from treewright.features import feature_model
from treewright.storage import model_file
from treewright.treebank.conllx import to_conllx
from treewright.treebank.formats import encoded

TINY = Path(tw.__file__).parent / "data" / "tiny"
SENTENCES = 60  # to train with
FAST = {"system.name": "arc-hybrid", "training.epochs": 1, "training.seeds": 1}
BEAM = {**FAST, "search.beam": 3, "training.strategy": "early-update", "training.pseudo_projective": "head"}
STAGES = {"tagger.epochs": 1, "tokenizer.epochs": 1, "lemmatizer.epochs": 1, "tagger.folds": 0, "tagger.targets": "upos,feats"}
PARSERS: dict[str, dict[str, Any]] = {
    "parser": FAST,
    "joint": {**FAST, "system.tags": "upos"},
    "beam": BEAM,
    "neighbours": {"system.name": "arc-hybrid", "classifier.name": "nearest-neighbours"},
    "easy": {**FAST, "system.name": "easy-first"},
}
ROWS = b"""# sent_id = s1
# text = Don't sing, birds.
1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\t_
1\tDo\tdo\tAUX\tVBP\tMood=Imp\t3\taux\t3:aux\t_
2\tn't\tnot\tPART\tRB\tPolarity=Neg\t3\tadvmod\t3:advmod\t_
3\tsing\tsing\tVERB\tVB\tMood=Imp|VerbForm=Fin\t0\troot\t0:root\tSpaceAfter=No
4\t,\t,\tPUNCT\t,\t_\t5\tpunct\t_\t_
4.1\tyou\tyou\tPRON\tPRP\t_\t_\t_\t3:nsubj\t_
5\tbirds\tbird\tNOUN\tNNS\tNumber=Plur\t3\tvocative\t_\tSpaceAfter=No
6\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_

"""


def _is_template(line: str) -> bool:
    return line.split()[:1] not in ([], ["include"], ["define"]) and "#" not in line


class Seeds:
    """Sentences, texts, templates and models; the same in every process that makes them."""

    def __init__(self) -> None:
        train = list(tw.read(TINY / "train.conllu"))[:SENTENCES]
        self.sentences = [*tw.read(ROWS), *list(tw.read(TINY / "dev.conllu"))[:6]]
        self.conllu = b"".join(sentence.source for sentence in self.sentences)
        self.conllx = b"".join(to_conllx(sentence).source for sentence in self.sentences)
        file = io.BytesIO()
        tw.write(self.sentences, file, format="json")
        self.json = file.getvalue()
        trees = tw.read(TREES["export"].encode())
        self.tree_json = b"".join(encoded(trees, "json")) * 2  # changes take up to three lines
        self.text = "\n".join(" ".join(word.form for word in sentence.words) for sentence in train)
        files = [path.read_text("utf-8").splitlines() for path in sorted(feature_model.FOLDER.glob("*.features"))]
        self.definitions = sorted({line for lines in files for line in lines if line.startswith("define ")})
        self.templates = [lines for file in files if (lines := list(filter(_is_template, file)))]
        self.words = sorted({word for lines in self.templates for line in lines for word in line.split()})
        self.models: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._train(train)

    def _train(self, train: list[tw.Sentence]) -> None:
        """One model of each kind, and the contents of their files."""
        for name, settings in PARSERS.items():
            parser = tw.Parser(settings, preset="fast")
            parser.train(train, progress=False)
            self.models[name] = self._said(parser)
            if name == "parser":
                self.parser = parser
        tagger = tw.Tagger("upos", {"epochs": 1})
        tagger.train(train, progress=False)
        self.models["tagger"] = self._said(tagger)
        self.pipeline = tw.Pipeline({**FAST, **STAGES}, preset="fast")
        self.pipeline.train(train, progress=False)
        self.models["pipeline"] = self._said(self.pipeline)

    @staticmethod
    def _said(model: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Header and arrays as they are read from a file."""
        return model_file.read("(seed)", data=model_file.to_bytes(*model.contents()))
