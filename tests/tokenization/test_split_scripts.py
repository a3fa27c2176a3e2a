"""Scripts that split multiword tokens."""

from hypothesis import given, settings
from hypothesis import strategies as st

from treewright.tokenization.split_scripts import best_scripts, scripts_for

WORD = st.text("abçIiİßﬁ'-A", min_size=1, max_size=5)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(WORD, st.lists(WORD, min_size=2, max_size=3).map(tuple))
def test_a_script_makes_the_words_it_was_made_of(form, words):
    scripts = scripts_for(form, words)
    assert scripts and all(script.words(form) == words for script in scripts)


def test_the_script_that_explains_most_is_taken():
    counts = {("don't", ("do", "n't")): 3, ("isn't", ("is", "n't")): 2, ("Won't", ("Wo", "n't")): 1, ("au", ("à", "le")): 4}
    best = best_scripts(counts)
    script = best["don't", ("do", "n't")]
    assert script == best["isn't", ("is", "n't")] == best["Won't", ("Wo", "n't")]
    assert script.words("CAN'T") == ("CA", "N'T") and script.words("Haven't") == ("Have", "n't")
    assert script.words("cannot") is None and script.words("n't") is None
    literal = best["au", ("à", "le")]
    assert literal.words("Au") == ("À", "le") and literal.words("eau") is None
