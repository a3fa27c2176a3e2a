"""Edit scripts: whatever the lemma, the script of a form gives it back."""

from hypothesis import given
from hypothesis import strategies as st

from treewright.tagging.edit_script import lemma_of, script_of

FIELD = st.text(st.characters(exclude_characters="\t\n", exclude_categories=["Cs"]), min_size=1, max_size=12)


@given(FIELD, FIELD)
def test_a_script_makes_its_lemma(form, lemma):
    assert lemma_of(form, script_of(form, lemma)) == lemma


@given(FIELD, FIELD, FIELD)
def test_a_script_fits_other_forms_or_leaves_them(form, lemma, other):
    made = lemma_of(other, script_of(form, lemma))
    assert made and "\t" not in made


def test_words_that_change_alike_have_one_script():
    assert script_of("Carried", "carry") == script_of("hurried", "hurry") == "small\t0\t\t3\ty"
    assert script_of("Londons", "London") == script_of("ROMES", "Rome")
    assert script_of("went", "go") == "=go"
    assert lemma_of("a", script_of("carried", "carry")) == "a"  # too short
    assert lemma_of("\u0130zmirden", script_of("Londradan", "Londra")) == "\u0130zmir"  # one character, not I and a dot
