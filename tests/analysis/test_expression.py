"""The small language of `--where` and `find`: what it means, checked with plain loops, and what it refuses."""

import fnmatch
import random

import pytest

from tests.analysis.plain_criteria import frequencies, values
from tests.evaluation.invented import GOLD, disturbed, sentences
from treewright.analysis import WordTable, expression
from treewright.analysis.scores.expression_tokens import criteria_named, unclosed
from treewright.errors import SettingsError
from treewright.treebank import Sentence


def found(text, treebank=None):
    """The forms that an expression means."""
    table = WordTable(treebank or sentences(GOLD))
    forms = [form for sentence in table.sentences for form in sentence.forms]
    return [form for form, hit in zip(forms, expression(text).mask(table), strict=True) if hit]


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("upos=AUX", ["does", "were", "did"]),
        ("upos = AUX and lemma!=do", ["were"]),
        ("upos=AUX and not lemma=do", ["were"]),
        ("upos=PROPN or upos=INTJ", ["Ada", "Hush"]),
        ("upos in PROPN,INTJ", ["Ada", "Hush"]),
        ("upos in PROPN, INTJ and form=Ada", ["Ada"]),
        ("upos not in NOUN,VERB,DET,PUNCT,ADJ,NUM,PART,AUX,PRON,ADP", ["and", "Ada", "that", "Hush"]),
        ("form=kites or upos=NOUN and label=nmod", ["kites", "roof"]),
        ("(form=kites or upos=NOUN) and label=nmod", ["roof"]),
        ("length>5", ["Whom", "that", "saw", "?"]),
        ("length>=5 and length<6", ["kites", "."]),
        ("head=0", ["bark", "sold", "say", "Hush"]),
        ("root", ["bark", "sold", "say", "Hush"]),
        ("root and not next.punctuation", ["say"]),
        ("not projective", ["Whom"]),
        ("form~*s", ["'s", "does", "kites"]),
        ("form~?s", ["'s"]),
        ("form~[TW]*", ["The", "Two", "Whom"]),
        ("form!~*[a-z]*", [".", ",", ",", ".", "?", "!"]),
        ('form="\'s"', ["'s"]),
        ("form=','", [",", ","]),
        ("form in ',',\"!\"", [",", ",", "!"]),
        ("label~nsubj*", ["dog", "kites", "you", "owl"]),
        ("label=nsubj:pass", ["kites"]),
        ("universal-label=nsubj and upos=PRON", ["you"]),
        ("head.upos=ADJ", [",", "one"]),
        ("head.upos=ROOT", ["bark", "sold", "say", "Hush"]),
        ("head.upos!=ROOT and depth=1", []),
        ("head.head.upos=ROOT and label=ccomp", ["saw"]),
        ("child.label=det", ["miller", "owl", "roof"]),
        ("child.label=det and not child.label=case", ["owl"]),
        ("child(label=det and form~T*)", ["miller"]),
        ("child.child.label=det", ["dog", "owl", "saw"]),
        ("head(child.label=orphan)", [",", "and", "one"]),
        ("child(not upos=PUNCT) and children=1", ["dog"]),
        ("previous.form=The", ["old"]),
        ('next.form~"[.!?]"', ["bark", "one", "saw", "Hush"]),
        ("not previous.upos!=X and position=1", ["The", "Two", "Whom", "Hush"]),
        ("feats=_ and form=Hush", ["Hush"]),
        ("misc.SpaceAfter=No and upos=VERB", ["bark", "sold", "saw"]),
        ("misc.SpaceAfter=_ and upos=VERB", ["say"]),
        ("misc.SpaceAfter!=_ and upos=VERB", ["bark", "sold", "saw"]),
        ("upos=head.upos", ["miller", "roof", "saw"]),
        ("upos=NOUN and upos!=head.upos", ["dog", "kites", "owl"]),
        ("lemma=head.lemma", []),
    ],
)
def test_meanings(text, forms):
    assert found(text) == forms


def plain(word, text):
    name, sign, value = next((text.partition(sign)) for sign in ("!=", "<=", ">=", "=", "<", ">") if sign in text)
    has = word[name]
    if has is None:
        return False
    if sign in ("=", "!="):
        return (str(has) == value) == (sign == "=")
    return {"<": has < int(value), "<=": has <= int(value), ">": has > int(value), ">=": has >= int(value)}[sign]


def test_decimal_numbers():
    rows = ["1\ta\ta\tX\t_\t_\t0\troot\t_\tHeadConf=0.95", "2\tb\tb\tX\t_\t_\t1\tdep\t_\tHeadConf=0.905|Two=2"]
    table = WordTable([Sentence("".join(f"{row}\n" for row in rows).encode())])
    for text in ("misc.HeadConf<0.95", "misc.Two>1.5 and length<1.5"):
        assert expression(text).mask(table).tolist() == [False, True]
    with pytest.raises(SettingsError, match=r"seen '\.95' after >=, expected a number"):
        expression("misc.HeadConf>=.95")


@pytest.mark.parametrize("seed", range(8))
def test_random_expressions_against_plain_loops(seed):
    generator = random.Random(seed)
    treebank = disturbed(sentences(GOLD) * 4, 0.6, seed)
    words = [word for sentence in treebank for word in values(sentence, frequencies(treebank))]
    table = WordTable(treebank, training=treebank)

    def atom():
        if generator.random() < 0.5:
            name, value = generator.choice(["length", "depth", "children", "position", "frequency"]), generator.randrange(1, 6)
            return f"{name}{generator.choice(['=', '!=', '<', '<=', '>', '>='])}{value}"
        name = generator.choice(["upos", "label", "head.upos", "direction", "next.upos", "projective"])
        return f"{name}{generator.choice(['=', '!='])}{generator.choice(words)[name]}"

    for _ in range(40):
        atoms = [atom() for _ in range(4)]
        text = f"{atoms[0]} and not ({atoms[1]} or {atoms[2]}) or {atoms[3]}"
        expected = [
            (plain(word, atoms[0]) and not (plain(word, atoms[1]) or plain(word, atoms[2]))) or plain(word, atoms[3])
            for word in words
        ]
        assert expression(text).mask(table).tolist() == expected, text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "column 1 of '': seen the end, expected a criterion such as upos"),
        ("upos", "column 5 of 'upos': seen the end, expected a sign"),
        ("upos=", "column 6 of 'upos=': seen the end, expected a value"),
        ("upos=VERB and", "column 14 of .*: seen the end, expected a criterion"),
        ("upos=VERB child.label=iobj", "column 11 of .*: seen 'child.label', expected and, or, or the end"),
        ("tag=VERB", "column 1 of 'tag=VERB': seen the criterion 'tag', expected one of form, lower, lemma, upos"),
        ("upos=VERB and head.tag=X", "column 15 of .*: seen the criterion 'head.tag'"),
        ("(upos=VERB", "column 11 of .*: seen the end, expected and, or, or \\)"),
        ("upos=VERB)", "column 10 of .*: seen '\\)', expected and, or, or the end"),
        ("form='it", "column 6 of .*: seen a text whose quotes are never closed"),
        ("length>five", "column 8 of .*: seen 'five' after >, expected a number"),
        ("upos>5", "column 6 of .*: seen upos >, expected a criterion that is a number: head, length"),
        (
            "parent(upos=VERB)",
            "column 1 of .*: seen 'parent' before \\(, expected one of head, previous, next, gold, predicted",
        ),
        ("upos not VERB", "column 10 of .*: seen 'VERB', expected in after not"),
        ("upos in ", "column 8 of .*: seen the end, expected a value"),
        ("upos=child.upos", "column 6 of .*: seen 'child.upos' after =, expected a value, or a path without child."),
        ("upos~head.upos", "column 6 of .*: seen ~ before 'head.upos', expected = or !="),
        ("upos=head.tag", "column 6 of .*: seen the criterion 'head.tag'"),
        ("upos == VERB", "column 7 of .*: seen '=', expected a value"),
        ("!upos=VERB", "column 1 of .*: seen '!', expected a criterion, a sign, a bracket or a value, in quotes"),
        ("not " * 60 + "root", "seen more than 50 brackets or nots within each other, expected fewer"),
        ("(" * 5000 + "root" + ")" * 5000, "seen more than 50 brackets or nots within each other, expected fewer"),
        ("__import__('os').system('true')", "column 1 of .*: seen '__import__' before \\("),
        (7, "seen 7, expected an expression such as"),
    ],
)
def test_wrong_expressions_are_refused_with_their_place(text, message):
    with pytest.raises(SettingsError, match=f"^where: {message}" if str(text)[:1] not in "(n7" else message):
        expression(text)


def test_predicted_needs_a_predicted_treebank():
    with pytest.raises(SettingsError, match=r"predicted.: seen with one treebank, expected a gold and a predicted one"):
        found("label!=predicted.label")


def test_patterns_that_are_slow_elsewhere():
    """A pattern of many stars over a long form: what a regular expression might never finish."""
    sentence = Sentence.from_words([{"form": "a" * 5000, "upos": "X", "head": 0, "deprel": "root"}])
    assert found(f"form~{'*a' * 30}*b", [sentence]) == []
    assert found('form~"(a+)+b"', [sentence]) == []


def test_only_what_is_no_value_may_name_a_function():
    text = "label=acl:relcl and child.label in nmod:poss,acl:relcl or mine:vowels>2"
    assert criteria_named(text, "where") == ["label", "and", "child.label", "in", "or", "mine:vowels"]


@pytest.mark.parametrize(
    ("pattern", "open"),
    [("[", True), ("[]", True), ("[!]", True), ("[]]", False), ("[!]]", False),
     ("[ab]c[d", True), ("[[]", False), ("ab]", False), ("[[][x]", False)],
)  # fmt: skip
def test_brackets_of_patterns(pattern, open):
    """Open is what fnmatch takes for the sign itself: it then matches the pattern's own text."""
    assert unclosed(pattern) == open
    if pattern.count("[") == 1 and pattern.startswith("["):
        assert fnmatch.fnmatchcase(pattern, pattern) == open
