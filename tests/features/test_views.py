"""Views of templates: how they are read and refused, and that atoms of a set of items are what they say."""

import random
from collections import defaultdict

import pytest
from own_trees import random_tree
from plain_set_view import CORNERS, NAMES, OWN, PlainSet

import treewright as tw
from treewright.features import Extraction, FeatureModel, extraction_of
from treewright.features.extraction import atoms_of, keys_of
from treewright.features.stack_extraction import StackExtraction
from treewright.features.view_extraction import ViewExtraction
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank.head_ranks import HeadRanks

VIEWS = ("shift", "combine", "word", "label")


def model(tmp_path, text, name="own", **settings):
    path = tmp_path / f"{name}.features"
    path.write_text(text, encoding="utf-8")
    return FeatureModel(templates=str(path), **{"history": False, **settings})


# Reading ------------------------------------------------------------------------------------------------------------------


def test_sections(tmp_path):
    own = model(tmp_path, "define x2 = x w[-2:]\nview shift\nF.c\nview combine with a q\nC.c F.c\n1\nview shift\nN0.x2\nF.c\n")
    assert own.text == [
        "define x2 = x w[-2:]", "view shift", "F.c", "view combine", "a q C.c F.c", "a q 1", "view shift", "N0.x2",
    ]  # fmt: skip
    assert [len(tables.plain) for tables in own.tables] == [2, 2, 0, 0, 0]
    assert own.fits(("shift", "combine")) and not own.fits(VIEWS) and not own.fits(("stack",))
    again = FeatureModel.from_text(own.text)
    assert again.text == own.text and [t.plain for t in again.tables] == [t.plain for t in own.tables]


def test_a_file_that_is_included_belongs_to_the_view(tmp_path):
    (tmp_path / "more.features").write_text("F.c\nview label\nF.k\n")
    own = model(tmp_path, f"view shift with a\nq\ninclude {tmp_path / 'more.features'}\nF.s\n")
    assert own.text == ["view shift", "a q", "a F.c", "view label", "F.k", "view shift", "a F.s"]


def test_two_files_of_one_kind(tmp_path):
    (tmp_path / "more.features").write_text("view word\nFl.w\n")
    own = model(tmp_path, "view shift\nF.c\n", options=str(tmp_path / "more.features"))
    assert own.text == ["view shift", "F.c", "view word", "Fl.w"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("view\n", "own.features:1: seen 'view', expected view and one of shift, combine, word, label"),
        ("view nothing\n", "own.features:1: seen 'view nothing', expected view and one of shift"),
        ("view shift with\n", "own.features:1: seen 'view shift with', expected .* then perhaps with and atoms"),
        ("view shift and a\n", "own.features:1: seen 'view shift and a', expected"),
        ("view shift with S0.w\n", "own.features:1: 'S0.w' is not an atom; expected position.attribute such as Fl.w"),
        ("view shift\nF.w\n", "own.features:2: 'F.w' is not an atom"),
        ("view shift\nFl.k\n", "own.features:2: 'Fl.k' is not an atom"),
        ("view shift\nS0.w\n", "own.features:2: 'S0.w' is not an atom"),
        ("view shift\nFx.w\n", "own.features:2: 'Fx.w' is not an atom"),
        ("view shift\nF+1.c\n", r"own.features:2: 'F\+1.c' is not an atom"),
        ("view shift\nt5\n", "own.features:2: 't5' is not an atom"),
        ("S0.w\nview shift\nF.c\n", "seen view shift after templates that look at a stack and a buffer, expected"),
        ("view shift\nF.c\nview stack\nS0.w\n", "own.features:3: seen view stack after templates that look at constituents"),
        ("view label\n" + "F.c " * 9 + "\n", "9 atoms, expected 8 at the most"),
    ],
)
def test_what_is_refused_and_where(tmp_path, text, message):
    with pytest.raises(tw.SettingsError, match=message):
        model(tmp_path, text)


def test_a_template_in_no_view_is_refused(tmp_path):
    with pytest.raises(tw.SettingsError, match=r"constant.features:2: seen a template in no view, expected a line before it"):
        model(tmp_path, "view shift\nF.c\n", options="constant")


def test_a_configuration_of_another_kind_is_refused():
    stack, items = TRANSITION_SYSTEMS["arc-eager"]().initial(2), TRANSITION_SYSTEMS["set-based"]().initial(2)
    for templates, c in (("set", stack), ("zn11", items)):
        extraction = extraction_of(FeatureModel(templates=templates))
        extraction.encode(tw.Sentence.from_words(["a", "b"]))
        for ask in (keys_of, atoms_of):
            with pytest.raises(TypeError, match="which these templates look at"):
                ask(extraction, c)


# Keys and atoms -----------------------------------------------------------------------------------------------------------


def walk(system, own, rng, *ranks):
    """All configurations of a random derivation, beside the same in plain Python."""
    c, plain = system.initial(len(own)), PlainSet([token.tag for token in own.tree.tokens], *ranks)
    while True:
        yield c, plain
        transitions = system.transitions(c)
        if not transitions:
            return
        kind, site = rng.choice(transitions)
        label = rng.randrange(4) if system.kinds[kind] == "label" else 0
        plain.step(system.kinds[kind], label, site)
        system.step(c, kind, label, site)


def encoded(model, own):
    views = extraction_of(model).with_views()
    for extraction in views:
        extraction.encode(own)
    return views


def test_another_configuration_is_not_taken_for_the_last_one():
    """What is known of nodes is remembered, but not beyond their configuration."""
    rng, system = random.Random(5), TRANSITION_SYSTEMS["set-based"]()
    own = random_tree(rng, 9)
    model = FeatureModel(templates="set")
    views, found = encoded(model, own), []
    for _ in range(20):
        for c, _ in walk(system, own, rng):
            for _, site in system.transitions(c):
                system.show(c, site)
                found.append((keys_of(views[c.view], c), keys_of(encoded(model, own)[c.view], c)))
                break
    assert len(found) > 500 and all(one == other for one, other in found)


def test_the_same_template_has_other_keys_in_other_views(tmp_path):
    text = "".join(f"view {view}\n1\nF.s Fl.w\n" for view in VIEWS)
    rng, system = random.Random(3), TRANSITION_SYSTEMS["set-based"]()
    own = random_tree(rng, 12)
    views = encoded(model(tmp_path, text), own)
    keys = defaultdict(set)
    for c, _ in walk(system, own, rng):
        for _, site in system.transitions(c):
            system.show(c, site)
            keys[c.view].update(keys_of(views[c.view], c))
    assert sorted(keys) == [0, 1, 2, 3] and all(len(found) > 3 for found in keys.values())
    assert sum(map(len, keys.values())) == len(set().union(*keys.values()))


def test_templates_of_many_values_stay_in_their_views(tmp_path):
    """FEATS and agreement: positions are numbered anew in each view."""
    text = "view shift\nN0.x\nview combine\nCl.x Cr.x Fl.x\nFr.F\nCl.F=Fr.F\nview label\nFl.F\n"
    feats = ("Case=Nom|Number=Sing", "Number=Plur", "Case=Nom")
    rows = [f"{i}\tw{i}\t_\t_\tN\t{values}\t_\t_\t_\t_" for i, values in enumerate(feats, 1)]
    own = next(iter(tw.read(("\n".join(rows) + "\n\n").encode())))
    views = encoded(model(tmp_path, text), own)
    system = TRANSITION_SYSTEMS["set-based"]()
    c = system.initial(3)

    def counts():
        found = {}
        for _, site in system.transitions(c):
            system.show(c, site)
            found[VIEWS[c.view], site] = len(keys_of(views[c.view], c))
        return found

    def step(kind, site=0):
        system.step(c, system.kinds.index(kind), 0, site)

    assert counts() == {("shift", 0): 1}
    step("shift")
    assert counts() == {("word", 0): 0}
    step("no-label")
    step("shift")
    step("no-label")
    assert counts() == {("shift", 0): 1, ("combine", 1): 3}  # Number of both
    step("shift")
    step("no-label")
    assert counts() == {("combine", 1): 2, ("combine", 2): 3}  # the second and the third have nothing in common
    step("combine", 2)
    assert counts() == {("label", 0): 2}


@pytest.mark.parametrize("size", [1, 7, 30, 100])
def test_atoms_are_what_they_say(tmp_path, size):
    """Configurations have the same atom if and only if plain Python sees the same there; it is 0 where there is nothing."""
    words = [f"{name}{corner}{offset}" for name in NAMES for corner in CORNERS for offset in ("", "-1", "+2")]
    words += ["N0", "N1", "N2", "N3", "N0-1"]
    columns = [f"{word}.{attribute}" for word in words for attribute in "wx"]
    values = [f"{name}.{own}" for name in NAMES for own in OWN]
    atoms = [*columns, *values, *"adq1", "t1", "t2", "t3", "t4"]
    made = model(tmp_path, "".join(f"view {view}\n" + "\n".join(atoms) + "\n" for view in VIEWS))
    system, rng = TRANSITION_SYSTEMS["set-based"](), random.Random(size)
    made.heads = HeadRanks([4, 1, 6], {"NN": 5, "VB": 7, "IN": 2, "DT": 3})  # labels of higher numbers and JJ have none
    meaning = defaultdict(lambda: defaultdict(set))  # of each atom: by value, what plain Python sees
    for _ in range(6 if size < 50 else 1):
        own = random_tree(rng, size)
        views = encoded(made, own)
        inverse = [[int(number) for number in extraction.inverse_of_atoms()] for extraction in views]
        for c, plain in walk(system, own, rng, made.heads.labels, made.heads.tags):
            for _, site in system.transitions(c):
                system.show(c, site)
                view = VIEWS[c.view]
                seen = plain.seen(view, site)
                found = atoms_of(views[c.view], c)
                for name, atom, factor in zip(made.tables[c.view].atom_names, found, inverse[c.view], strict=True):
                    meaning[view, name][atom * factor % 2**64].add(described(name, seen, own))
    assert len(meaning) == (4 if size > 1 else 2) * len(atoms)
    for (view, name), by_value in meaning.items():
        assert all(len(described) == 1 for described in by_value.values()), (view, name)
        told = [next(iter(described)) for described in by_value.values()]
        assert len(set(told)) == len(told), (view, name)
        assert (None in told) == (0 in by_value), (view, name)
        assert by_value.get(0, {None}) == {None}


def described(name, seen, own):
    """What an atom says: a form or tag, or a value of the configuration; None if there is nothing."""
    if name in seen:
        return seen[name]
    position, attribute = name.split(".")
    place, offset = (position[:-2], int(position[-2:])) if position[-2] in "+-" else (position, 0)
    word = seen[place]
    if word is None or not 0 <= word + offset <= len(own) + 1:
        return None
    if word + offset in (0, len(own) + 1):
        return "ROOT"
    token = own.tree.tokens[word + offset - 1]
    return token.form if attribute == "w" else token.tag


@pytest.mark.parametrize(("kind", "templates"), [(StackExtraction, "set"), (ViewExtraction, "rich"), (Extraction, "rich")])
def test_an_extraction_refuses_templates_of_other_configurations(kind, templates):
    with pytest.raises(tw.SettingsError, match=f"^{kind.__name__}: seen templates of other configurations"):
        kind(FeatureModel(templates=templates))
