"""From configurations to keys: every kind of atom sees what it should, in Python as in C."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import treewright as tw
from treewright.features import FeatureModel, extraction_of
from treewright.features.embeddings import Embeddings
from treewright.features.extraction import keys_of
from treewright.transitions import TRANSITION_SYSTEMS

WORDS = [
    {"form": "Zwei", "lemma": "zwei", "upos": "NUM", "xpos": "CARD", "feats": {"Case": "Nom"}, "misc": "Gloss=two"},
    {"form": "ältere", "lemma": "alt", "upos": "ADJ", "xpos": "ADJA", "feats": {"Case": "Nom", "Degree": "Cmp"}},
    {"form": "Eichen", "lemma": "Eiche", "upos": "NOUN", "xpos": "NN", "feats": {"Case": "Nom", "Gender": "Fem"}},
    {"form": "fielen", "lemma": "fallen", "upos": "VERB", "xpos": "VVFIN", "feats": {"Tense": "Past"}},
    {"form": "um", "lemma": "um", "upos": "ADP", "xpos": "PTKVZ", "misc": "SpaceAfter=No|Gloss=over"},
    {"form": ".", "lemma": ".", "upos": "PUNCT", "xpos": "$."},
]


def sentence(**changes):
    """The sentence with some words changed: word1={...}."""
    words = [dict(word) for word in WORDS]
    for name, change in changes.items():
        words[int(name[4:]) - 1].update(change)
    rows = []
    for number, word in enumerate(words, 1):
        feats = "|".join(f"{k}={v}" for k, v in word.get("feats", {}).items()) or "_"
        columns = [
            number,
            word["form"],
            word["lemma"],
            word["upos"],
            word["xpos"],
            feats,
            "_",
            "_",
            "_",
            word.get("misc", "_"),
        ]
        rows.append("\t".join(map(str, columns)))
    return next(iter(tw.read(("\n".join(rows) + "\n\n").encode())))


@pytest.fixture
def made(tmp_path):
    def made(text, functions=None, **settings):
        path = tmp_path / "own.features"
        path.write_text(text, encoding="utf-8")
        model = FeatureModel(templates=str(path), **{"history": False, **settings})
        model.user_functions.update(functions or {})
        return model

    return made


def reached(path, root="last", system="arc-eager", labels=()):
    """A configuration by the names of its transitions."""
    transition_system = TRANSITION_SYSTEMS[system](root=root)
    c = transition_system.initial(len(WORDS))
    for i, name in enumerate(path.split()):
        transition_system.step(c, transition_system.kinds.index(name), labels[i] if i < len(labels) else 0)
    return c


def keys(model, path, example=None, root="last", embeddings=None, **more):
    extraction = extraction_of(model, embeddings)
    extraction.encode(example or sentence())
    return keys_of(extraction, reached(path, root, **more))


@pytest.mark.parametrize(
    "template, change, seen",
    [
        ("S0.w", {"word1": {"form": "Drei"}}, True),
        ("S0.w", {"word2": {"form": "Drei"}}, False),
        ("S0.p", {"word1": {"upos": "DET"}}, True),
        ("S0.p", {"word1": {"xpos": "DET"}}, False),
        ("S0.x", {"word1": {"xpos": "DET"}}, True),
        ("S0.z", {"word1": {"lemma": "2"}}, True),
        ("S0.w[:2]", {"word1": {"form": "Zwanzig"}}, False),
        ("S0.w[:3]", {"word1": {"form": "Zwanzig"}}, True),
        ("S0.w[-2:]", {"word1": {"form": "drei"}}, False),
        ("S0.w[-3:]", {"word1": {"form": "drei"}}, True),
        ("N0.w[:1]", {"word2": {"form": "ähnlich"}}, False),
        ("N0.w[:1]", {"word2": {"form": "alte"}}, True),
        ("N0.m[Degree]", {"word2": {"feats": {"Degree": "Sup"}}}, True),
        ("N0.m[Case]", {"word2": {"feats": {"Case": "Nom", "Degree": "Sup"}}}, False),
        ("N0.F", {"word2": {"feats": {"Case": "Acc"}}}, True),
        ("S0.misc[Gloss]", {"word1": {"misc": "Gloss=three"}}, True),
        ("S0.misc[Gloss]", {"word1": {"misc": "Other=x|Gloss=two"}}, False),
        ("N1.p", {"word3": {"upos": "X"}}, True),
        ("N2.p", {"word4": {"upos": "X"}}, True),
        ("N3.p", {"word5": {"upos": "X"}}, True),
        ("S0+1.p", {"word2": {"upos": "X"}}, True),
        ("N0-1.p", {"word1": {"upos": "X"}}, True),
    ],
)
def test_an_atom_sees_its_column_and_no_other(made, template, change, seen):
    model = made(f"{template}\n")
    before, after = keys(model, "shift"), keys(model, "shift", sentence(**change))
    assert before and (before != after) == seen


def test_agreement_of_two_words(made):
    model = made("S0.F=N0.F\n")
    assert len(keys(model, "shift")) == 1  # both have Case
    assert keys(model, "shift", sentence(word2={"feats": {"Degree": "Cmp"}})) == []
    assert keys(model, "shift") != keys(model, "shift", sentence(word2={"feats": {"Case": "Acc"}}))


def test_each_value_of_feats_is_a_feature(made):
    assert len(keys(made("N0.F\n"), "shift")) == 2
    assert len(keys(made("N0.F S0.p\n"), "shift")) == 2
    assert keys(made("N0.F\n"), "shift shift shift shift") == []  # no FEATS


def test_an_absent_atom_gives_no_feature(made):
    assert keys(made("S0.w\n"), "") == []
    assert keys(made("S1.w\n"), "shift") == []
    assert keys(made("S0.misc[Gloss] N0.misc[Gloss]\n"), "shift") == []
    assert keys(made("S0.m[Tense]\nS0.p\n"), "shift") == keys(made("S0.p\n"), "shift")
    assert keys(made("S0-1.w\n"), "shift") == []


def test_heads_and_dependents_of_the_configuration(made):
    """Arc-eager: Eichen gets two left dependents, um is a dependent of fielen."""
    path, labels = "shift shift left-arc left-arc shift left-arc shift right-arc", (0, 0, 3, 4, 0, 5, 0, 6)
    c = reached(path, labels=labels)
    assert (c.stack, c.heads) == ([4, 5], [3, 3, 4, -1, 4, -1])
    for template, word in (("S0h.w", 4), ("S1.w", 4), ("S0.w", 5), ("S1l.w", 3), ("S1r.w", 5), ("N0.w", 6)):
        before = keys(made(template + "\n"), path, labels=labels)
        assert before
        for number in range(1, 7):
            changed = sentence(**{f"word{number}": {"form": "andere"}})
            assert (keys(made(template + "\n"), path, changed, labels=labels) != before) == (number == word), template
    for template in ("S0h2.w", "S0l.w", "S1l2.w"):
        assert keys(made(template + "\n"), path, labels=labels) == []
    before = reached("shift shift left-arc left-arc", labels=labels)
    assert before.heads == [3, 3, -1, -1, -1, -1]
    for template, word in (("N0l.w", 1), ("N0l2.w", 2)):
        first = keys(made(template + "\n"), "shift shift left-arc left-arc", labels=labels)
        changed = sentence(**{f"word{word}": {"form": "andere"}})
        assert keys(made(template + "\n"), "shift shift left-arc left-arc", changed, labels=labels) != first


def test_the_topmost_token_without_a_head(made):
    """Arc-eager: L0 is S0 until S0 is attached, then what lies below; ROOT has no head either."""
    for path, word in (("shift", 1), ("shift shift", 2), ("shift shift right-arc", 2), ("shift shift right-arc right-arc", 2)):
        assert reached(path).stack[-1] >= word
        assert keys(made("L0.w\n"), path) == keys(made("L0.w\n"), " ".join(["shift"] * word)) != []
    right = keys(made("L0r.p\n"), "shift shift right-arc")
    assert right != keys(made("L0r.p\n"), "shift shift right-arc", sentence(word3={"upos": "X"}))
    assert keys(made("L0.w\n"), "") == []
    assert keys(made("S0.w\n"), "right-arc", root="first") != []
    assert keys(made("L0.p\n"), "right-arc right-arc", root="first") == keys(made("L0.p\n"), "", root="first")


@pytest.mark.parametrize("template, sees", [("S0.l", 1), ("S1r.l", 1), ("S1.sr", 1), ("t1", 1), ("S1.vr", 0), ("S0h.w", 0)])
def test_labels_of_the_configuration(made, template, sees):
    path = "shift right-arc"
    one, other = (keys(made(template + "\n"), path, labels=(0, label)) for label in (3, 4))
    assert one and (one != other) == bool(sees)


def test_valencies_and_distance(made):
    one, two = keys(made("S0.vl\n"), "shift"), keys(made("S0.vl\n"), "shift left-arc shift")
    assert one and two and one != two
    near, far = keys(made("d\n"), "shift"), keys(made("d\n"), "shift right-arc reduce")
    assert near != far
    assert keys(made("d\n"), "") == []


def test_history(made):
    model = made("t1\nt2\nt3\nt4\n")
    assert [len(keys(model, path)) for path in ("", "shift", "shift shift", "shift shift shift shift shift")] == [
        0,
        1,
        2,
        4,
    ]
    assert keys(model, "shift shift left-arc")[1:] != keys(model, "shift left-arc shift")[1:]


def test_root_is_seen(made):
    assert keys(made("S0.w\n"), "", root="first") != []
    assert keys(made("N1.w\n"), "shift shift shift shift left-arc left-arc left-arc left-arc shift") != []


def test_a_function_of_the_user(made):
    model = made("S0.f[capital]\n", {"capital": lambda word: word.form[0].isupper() or None})
    assert len(keys(model, "shift")) == 1  # Zwei
    assert keys(model, "shift shift") == []  # ältere
    model = made("define k = f[capital] p\nS0.k\n", {"capital": lambda word: str(word.form[0].isupper())})
    assert keys(model, "shift") != keys(model, "shift", sentence(word1={"form": "zwei"}))


def test_embeddings_are_real_valued(made):
    model = made("S0.e\nS0.p\n")
    vectors = Embeddings({"zwei": [0.5, -2.0, 1.0], "<UNK>": [9.0, 9.0, 9.0]})
    assert len(keys(model, "shift", embeddings=vectors)) == 1 + 3
    assert keys(model, "", embeddings=vectors) == []


def test_vectors_are_found_in_small_letters_of_all_alphabets():
    words = ["über", "école", "дом", "straße", "Ärger"]
    vectors = Embeddings({word: [float(number), 1.0] for number, word in enumerate(words, 1)})
    written = tw.Sentence.from_words(["Über", "ÉCOLE", "Дом", "Straße", "Ärger", "ÜBER", "ärger", "über"])
    assert [vectors.vector(written, i)[0] for i in range(len(written))] == [1, 2, 3, 4, 5, 1, 0, 1]


def test_parsers_learn_from_every_option(tmp_path):
    (tmp_path / "own.features").write_text("S0.misc[SpaceAfter] N0.p\nS0.f[short] N0.f[short]\n")
    from treewright.conformance.own_sentences import own_sentences

    own = own_sentences(6)
    vectors = {word.form: [float(len(word.form)), 1.0] for s in own for word in s.words}
    ways = [
        {"features.options": "morphology,xpos,lemma,affixes,neighbours"},
        {"features.lexicalised": False},
        {"features.labels": False},
        {"features.history": False},
        {"features": "rich"},
        {"features": "atoms"},
        {"features": f"zn11,{tmp_path / 'own.features'}", "functions": {"short": lambda word: len(word.form) < 4}},
        {"embeddings": vectors},
    ]
    for way in ways:
        parser = tw.Parser(strategy="local", epochs=6, **way)
        parser.train(own)
        assert parser.evaluate(own).uas > 60, way
        parser.save(tmp_path / "m.tw")
        again = tw.load(tmp_path / "m.tw", functions=way.get("functions"))
        assert [again(s).source for s in own] == [parser(s).source for s in own], way


def test_hashes_do_not_depend_on_compilation(tmp_path):
    """The keys of many configurations, computed here and by uncompiled copies of the same files, are equal."""
    from pure_copy import pure_copy

    script = tmp_path / "keys.py"
    script.write_text(KEYS)
    package = Path(tw.__file__).parents[1]
    compiled = subprocess.run([sys.executable, script], cwd=package, env=environment(package), capture_output=True, check=True)
    folder = pure_copy(tmp_path)
    plain = subprocess.run([sys.executable, script], cwd=folder, env=environment(folder), capture_output=True, check=True)
    assert compiled.stdout == plain.stdout and len(compiled.stdout.split()) > 5000


def environment(folder):
    return {**os.environ, "PYTHONPATH": str(folder)}


KEYS = """
import random
from pathlib import Path
import treewright as tw
from treewright.features import FeatureModel, extraction_of
from treewright.features.extraction import keys_of
from treewright.transitions import TRANSITION_SYSTEMS
model = FeatureModel(templates="rich", options="morphology,affixes,lemma,xpos,neighbours")
for number, sentence in enumerate(tw.read(Path(tw.__file__).parent / "data/tiny/dev.conllu")):
    if number == 4:
        break
    for name, cls in TRANSITION_SYSTEMS.items():
        if cls.family != "dependencies":
            continue
        rng, system = random.Random(number), cls(root="first")
        extraction = extraction_of(model)
        extraction.encode(sentence)
        c = system.initial(len(sentence))
        while not system.final(c):
            print(*keys_of(extraction, c))
            system.step(c, rng.choice(system.valid(c)), rng.randrange(9))
    for name, cls in TRANSITION_SYSTEMS.items():  # those of constituents: at all sites, from all views
        if cls.family == "dependencies":
            continue
        rng, system = random.Random(number), cls()
        views = extraction_of(FeatureModel(templates="set")).with_views()
        for extraction in views:
            extraction.encode(sentence)
        c = system.initial(len(sentence))
        while not system.final(c):
            for kind, site in system.transitions(c):
                system.show(c, site)
                print(*keys_of(views[c.view], c))
            kind, site = rng.choice(system.transitions(c))
            system.step(c, kind, rng.randrange(9), site)
"""
