"""The template language: what it accepts, what it refuses, and where."""

import re

import pytest

import treewright as tw
from treewright.features import FEATURES, FeatureModel

ATOM = re.compile(r"(?:[SN][0-3](?:h2|h|l2|l|r2|r)?\.\w+)|d")


def model(tmp_path, text, **settings):
    path = tmp_path / "own.features"
    path.write_text(text, encoding="utf-8")
    return FeatureModel(templates=str(path), **{"history": False, **settings})


def templates(feature_model):
    return [line for line in feature_model.text if not line.startswith("define")]


# The templates of Zhang and Nivre (2011), as Table 1 of the seed writes them, row by row.
TABLE = """
S0wp S0w S0p N0wp N0w N0p N1wp N1w N1p N2wp N2w N2p
S0wpN0wp S0wpN0w S0wN0wp S0wpN0p S0pN0wp S0wN0w S0pN0p N0pN1p
N0pN1pN2p S0pN0pN1p S0hpS0pN0p S0pS0lpN0p S0pS0rpN0p S0pN0pN0lp
S0wd S0pd N0wd N0pd S0wN0wd S0pN0pd
S0wvr S0pvr S0wvl S0pvl N0wvl N0pvl
S0hw S0hp S0l S0lw S0lp S0ll S0rw S0rp S0rl N0lw N0lp N0ll
S0h2w S0h2p S0hl S0l2w S0l2p S0l2l S0r2w S0r2p S0r2l N0l2w N0l2p N0l2l
S0pS0lpS0l2p S0pS0rpS0r2p S0pS0hpS0h2p N0pN0lpN0l2p
S0wsr S0psr S0wsl S0psl N0wsl N0psl
"""


def short(template):
    """A template in the table's own spelling: S0.w S0.p N0.w -> S0wpN0w."""
    position, text = "", ""
    for atom in template.split():
        if atom == "d":
            text += "d"
            continue
        place, attribute = atom.split(".")
        text += attribute if place == position else place + attribute
        position = place
    return text


def test_zn11_has_the_72_templates_of_the_paper():
    ours = [short(template) for template in templates(FeatureModel(history=False))]
    assert len(ours) == len(set(ours)) == 72
    assert set(ours) == set(TABLE.split())


def test_history_adds_the_last_transitions():
    with_history = FeatureModel()
    assert [line for line in with_history.text if line not in FeatureModel(history=False).text] == [
        "t1", "t1 t2", "t1 S0.p N0.p",
    ]  # fmt: skip


def test_every_template_file_describes_itself_and_can_be_read():
    assert {"zn11", "rich", "atoms", "morphology", "xpos", "lemma", "affixes"} <= set(FEATURES)
    for name, description in FEATURES.items():
        assert description and templates(FeatureModel(templates=name, history=False))


def test_atoms_are_single():
    assert all(len(line.split()) == 1 for line in templates(FeatureModel(templates="atoms", history=False)))


def test_comments_blank_lines_and_repeated_templates(tmp_path):
    found = model(tmp_path, "# what it is\n\n  S0.w   N0.p  # why\nS0.w N0.p\nS0.p\n")
    assert templates(found) == ["S0.w N0.p", "S0.p"]


def test_include_and_define(tmp_path):
    (tmp_path / "base.features").write_text("S0.p\n")
    found = model(tmp_path, f"include {tmp_path / 'base.features'}\ninclude xpos\ndefine r = p m[Case]\nN0.r S0.r\n")
    assert "S0.p" in found.text and "N0.r S0.r" in found.text and "define r = p m[Case]" in found.text
    assert any(".x" in line for line in found.text)


@pytest.mark.parametrize(
    "line",
    ["S0", "S0.", "S9.w", "S0.q", "N0x.w", "w", "S0.w[3]", "S0.m[]", "t5", "t0", "dd", "S0.w,N0.w", "S0.p N7.p",
     "S0.w =", "include", "define r p", "S0.e N0.p", "S0.F N0.F", "S0.p=N0.p", "S0.F=N0.p", "d=d", "S0.F=N0.F=S1.F",
     "define r = q", "define r = r p", "define r = l", "define r = F", "define w = p", " ".join(["S0.p", "N0.p"] * 7)],
)  # fmt: skip
def test_what_is_no_template_is_refused(tmp_path, line):
    with pytest.raises(tw.SettingsError) as caught:
        model(tmp_path, f"S0.p\n{line}\n")
    assert "\n" not in str(caught.value)
    assert "own.features:2" in str(caught.value) or f"template {line!r}" in str(caught.value)


def test_a_name_has_one_definition(tmp_path):
    found = model(tmp_path, "define r = p\ndefine  r  =  p\nS0.r\nS0.r  \n")
    assert found.text == ["define r = p", "S0.r"]
    with pytest.raises(tw.SettingsError, match=r"own.features:3: 'a' means something else already"):
        model(tmp_path, "define a = p\ndefine b = a\ndefine a = b\nS0.a\n")


def test_files_that_do_not_work(tmp_path):
    with pytest.raises(tw.SettingsError, match=r"'nothing' is neither a template file nor one of .*zn11"):
        FeatureModel(templates="nothing")
    with pytest.raises(tw.SettingsError, match="includes itself"):
        model(tmp_path, f"include {tmp_path / 'own.features'}\n")
    with pytest.raises(tw.SettingsError, match=r"a word beside another one has no vl"):
        model(tmp_path, "S0+1.vl\n")


def test_a_file_that_is_not_utf_8(tmp_path):
    (tmp_path / "x.features").write_bytes(b"S0.w\n# caf\xe9\n")
    with pytest.raises(tw.SettingsError, match=r"x\.features: seen byte 0xe9 at offset 10, expected UTF-8 text"):
        FeatureModel(templates=str(tmp_path / "x.features"))


def test_an_unknown_function_is_named_before_training(tmp_path):
    path = tmp_path / "own.features"
    path.write_text("S0.f[shape]\n")
    with pytest.raises(tw.SettingsError, match=r"f\[shape\], but no function of that name was given"):
        tw.Parser(features=str(path))


def test_delexicalised_and_without_labels():
    for name in ("zn11", "rich", "atoms"):
        bare = templates(FeatureModel(templates=name, options="affixes,lemma", lexicalised=False))
        assert bare and not any(re.search(r"\.(w|z|e)\b", line) for line in bare)
        unlabelled = templates(FeatureModel(templates=name, labels=False))
        assert unlabelled and not any(re.search(r"\.(l|sl|sr)\b", line) for line in unlabelled)


def test_a_delexicalised_model_sees_no_words_through_definitions(tmp_path):
    found = model(tmp_path, "define a = w p\nS0.a\nS0.p\n", lexicalised=False)
    assert templates(found) == ["S0.p"]


def test_templates_travel_as_text():
    one = FeatureModel(templates="rich", options="morphology")
    other = FeatureModel.from_text(one.text, lexicalised=True, labels=True)
    assert other.text == one.text and other.plain == one.plain and other.columns == one.columns
