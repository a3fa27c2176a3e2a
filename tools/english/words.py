"""What the tag of an English word says of its other columns, by the conventions of UD English-EWT 2.16."""

from __future__ import annotations

UPOS = {
    "CC": "CCONJ", "CD": "NUM", "DT": "DET", "EX": "PRON", "FW": "X", "IN": "ADP", "JJ": "ADJ", "JJR": "ADJ", "JJS": "ADJ",
    "LS": "NUM", "MD": "AUX", "NN": "NOUN", "NNS": "NOUN", "NNP": "PROPN", "NNPS": "PROPN", "PDT": "DET", "POS": "PART",
    "PRP": "PRON", "PRP$": "PRON", "RB": "ADV", "RBR": "ADV", "RBS": "ADV", "RP": "ADP", "TO": "PART", "UH": "INTJ",
    "WDT": "PRON", "WP": "PRON", "WP$": "PRON", "WRB": "ADV", "$": "SYM", "SYM": "SYM", "ADD": "PROPN", "NFP": "SYM",
    "GW": "X",
}  # fmt: skip
PUNCTUATION = {
    ".": ".", "?": ".", "!": ".", "!!": ".", "!!!": ".", "?!": ".", "??": ".", "???": ".", ",": ",", ";": ",", ":": ":",
    "...": ",", "--": ",", "–": ",",
    "—": ",", "(": "-LRB-", ")": "-RRB-", "[": "-LRB-", "]": "-RRB-", "<": "-LRB-", ">": "-RRB-", "“": "``", "”": "''",
    "‘": "``", "’": "''", '"': '"', "-": "HYPH", "*": "NFP", "•": "NFP", "…": ",",
}  # fmt: skip
PUNCTUATION_TAGS = {".", ",", ":", "``", "''", "-LRB-", "-RRB-", "HYPH"}
OPENING = {"(", "[", "<", "“", "‘", "$", "£", "€"}  # no space after them, and none before these:
CLOSING = {".", "?", "!", ",", ";", ":", ")", "]", ">", "”", "...", "!!", "!!!", "?!", "??", "???", "…"}
SQUARE = {"LSB": "[/-LRB-", "RSB": "]/-RRB-"}
CLITICS = {"n't", "'s", "'ll", "'ve", "'re", "'m", "'d", "'"}
DEGREES = {
    "JJ": "Degree=Pos", "JJR": "Degree=Cmp", "JJS": "Degree=Sup", "RBR": "Degree=Cmp", "RBS": "Degree=Sup",
}  # fmt: skip
LABELS = {  # of a word that has no other
    "CC": "cc", "CD": "nummod", "DT": "det", "EX": "expl", "IN": "case", "JJ": "amod", "JJR": "amod", "JJS": "amod",
    "MD": "aux",
    "PDT": "det:predet", "POS": "case", "PRP$": "nmod:poss", "RB": "advmod", "RBR": "advmod", "RBS": "advmod",
    "RP": "compound:prt", "TO": "mark", "UH": "discourse", "WP$": "nmod:poss", "WRB": "advmod", "LS": "discourse",
    "NFP": "discourse",
}  # fmt: skip
TAGS = {  # of words that have one tag in our sentences, unless another is given
    "CC": "and but or nor &",
    "DT": "the a an this these those some any no every each another",
    "IN": "of in on at by with from into onto over under near behind between through during across against without within "
    "about for around above below beside along beyond despite except "
    "inside like outside per since toward towards until up upon via "
    "if because although though while whether unless as after before than",
    "MD": "can could will would shall should may might must ca wo 'll",
    "PRP": "i you he she it we they me him us them myself yourself himself herself itself ourselves themselves",
    "PRP$": "my your his its our their her",
    "RB": "not n't very too also never always often usually soon already still almost here now then just only really quite "
    "away again ago perhaps maybe even together however once twice far ever forever yet instead rather so well",
    "UH": "please yes oh wow hello hi ouch hooray hey alas bravo",
    "WP": "who whom what",
    "WP$": "whose",
    "WRB": "when where why how",
    "WDT": "which",
    "NN": "today tomorrow tonight yesterday everyone someone somebody nobody everybody anybody anyone something nothing "
    "everything anything",
    "TO": "to",
    "VBP": "are am have do 're 've 'm",
    "VBZ": "is has does 's",
    "VBD": "was were had did",
    "VBN": "been",
    "VBG": "being",
    "VB": "be",
    "CD": "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million",
}
TAG_OF = {form: tag for tag, forms in TAGS.items() for form in forms.split()}

PRONOUNS = {
    "i": ("I", "Case=Nom|Number=Sing|Person=1"), "you": ("you", "Case=Nom|Person=2"), "we": ("we",
    "Case=Nom|Number=Plur|Person=1"),
    "he": ("he", "Case=Nom|Gender=Masc|Number=Sing|Person=3"), "she": ("she", "Case=Nom|Gender=Fem|Number=Sing|Person=3"),
    "it": ("it", "Case=Nom|Gender=Neut|Number=Sing|Person=3"), "they": ("they", "Case=Nom|Number=Plur|Person=3"),
    "me": ("I", "Case=Acc|Number=Sing|Person=1"), "him": ("he", "Case=Acc|Gender=Masc|Number=Sing|Person=3"),
    "her": ("she", "Case=Acc|Gender=Fem|Number=Sing|Person=3"), "us": ("we", "Case=Acc|Number=Plur|Person=1"),
    "'s": ("we", "Case=Acc|Number=Plur|Person=1"), "them": ("they", "Case=Acc|Number=Plur|Person=3"),
    "mine": ("my", "Number=Sing|Person=1|Poss=Yes"), "yours": ("your", "Person=2|Poss=Yes"),
}  # fmt: skip
REFLEXIVE = {
    "myself": "Number=Sing|Person=1", "yourself": "Number=Sing|Person=2", "himself": "Gender=Masc|Number=Sing|Person=3",
    "herself": "Gender=Fem|Number=Sing|Person=3", "itself": "Gender=Neut|Number=Sing|Person=3",
    "ourselves": "Number=Plur|Person=1", "themselves": "Number=Plur|Person=3",
}  # fmt: skip
POSSESSIVE = {
    "my": "Number=Sing|Person=1", "your": "Person=2", "his": "Gender=Masc|Number=Sing|Person=3",
    "our": "Number=Plur|Person=1",
    "her": "Gender=Fem|Number=Sing|Person=3", "its": "Gender=Neut|Number=Sing|Person=3", "their": "Number=Plur|Person=3",
}  # fmt: skip
DETERMINERS = {
    "the": ("the", "Definite=Def|PronType=Art"), "a": ("a", "Definite=Ind|PronType=Art"), "an": ("a",
    "Definite=Ind|PronType=Art"),
    "this": ("this", "Number=Sing|PronType=Dem"), "that": ("that", "Number=Sing|PronType=Dem"),
    "these": ("this", "Number=Plur|PronType=Dem"), "those": ("that", "Number=Plur|PronType=Dem"),
    **{form: (form, "PronType=Tot") for form in ("all", "every", "each", "both")},
    **{form: (form, "PronType=Ind") for form in ("some", "any", "another", "either", "such", "quite")},
    "no": ("no", "PronType=Neg"), "neither": ("neither", "PronType=Neg"), "half": ("half",
    "NumForm=Word|NumType=Frac|PronType=Ind"),
}  # fmt: skip
INDEFINITE = {"any": "Ind", "some": "Ind", "every": "Tot", "no": "Neg"}
ADVERBS = {
    **dict.fromkeys(("now", "then", "here", "there", "that", "this"), "PronType=Dem"),
    **dict.fromkeys(("well", "far", "soon", "long", "early", "late", "fast", "hard", "high", "near"), "Degree=Pos"),
    **dict.fromkeys(("never", "nowhere"), "PronType=Neg"), **dict.fromkeys(("always", "everywhere"), "PronType=Tot"),
    **dict.fromkeys(("ever", "somewhere", "anywhere", "sometimes", "somehow"), "PronType=Ind"),
    "first": "NumForm=Word|NumType=Ord", "once": "NumForm=Word|NumType=Mult", "twice": "NumForm=Word|NumType=Mult",
}  # fmt: skip
ORDINALS = set("first second third fourth fifth sixth seventh eighth ninth tenth twelfth twentieth hundredth".split())  # noqa: SIM905
PLURALIA = set("scissors pants trousers glasses jeans clothes headquarters shorts thanks stairs goods".split())  # noqa: SIM905
COMPARED = {
    "better": "good", "best": "good", "worse": "bad", "worst": "bad", "more": "more", "most": "most", "less": "less",
    "least": "least",
    "further": "far", "farther": "far", "elder": "old", "fewer": "few",
}  # fmt: skip
FINITE = {"VBD": "Past", "VBP": "Pres", "VBZ": "Pres"}
AUXILIARIES = {
    **dict.fromkeys(("is", "are", "am", "was", "were", "be", "been", "being", "'s", "'re", "'m"), "be"),
    **dict.fromkeys(("has", "have", "had", "having", "'ve"), "have"), **dict.fromkeys(("do", "does", "did", "done",
    "doing"), "do"),
    "ca": "can", "wo": "will", "'ll": "will", "n't": "not", "'d": "would", "'m": "be",
}  # fmt: skip
IRREGULAR = """
become became; begin began begun; bend bent; bite bit bitten; blow blew blown; break broke broken; bring brought;
build built; burn burnt; buy bought; catch caught; choose chose chosen; come came; cut cut; deal dealt; dig dug;
do did done does; draw drew drawn; dream dreamt; drink drank drunk; drive drove driven; eat ate eaten;
fall fell fallen; feed fed; feel felt; fight fought; find found; flee fled; fly flew flown; forget forgot forgotten;
forgive forgave forgiven; freeze froze frozen; get got gotten; give gave given; go went gone goes; grow grew grown;
hang hung; have had has; hear heard; hide hid hidden; hit hit; hold held; hurt hurt; keep kept; know knew known;
lay laid; lead led; leave left; lend lent; let let; lie lay lain lying lies; light lit; lose lost; make made;
mean meant; meet met; pay paid; put put; read read; ride rode ridden; ring rang rung; rise rose risen; run ran;
say said; see saw seen; seek sought; sell sold; send sent; set set; shake shook shaken; shine shone; shoot shot;
show shown; shrink shrank; shut shut; sing sang sung; sink sank sunk; sit sat; sleep slept; slide slid;
speak spoke spoken; spend spent; spill spilt; split split; spread spread; stand stood; steal stole stolen;
stick stuck; sting stung; strike struck; sweep swept; swim swam swum; swing swung; take took taken; teach taught;
tear tore torn; tell told; think thought; throw threw thrown; understand understood; wake woke woken; wear wore worn;
weep wept; win won; wind wound; write wrote written; tie tying ties; die dying; be was were been is are am being;
child children; man men; woman women; foot feet; tooth teeth; mouse mice; goose geese; knife knives; leaf leaves;
wife wives; shelf shelves; wolf wolves; loaf loaves; half halves; life lives; potato potatoes; tomato tomatoes;
hero heroes; echo echoes; sheep sheep; fish fish; deer deer; person people; shoe shoes; ox oxen; bus buses;
class classes; dress dresses; boss bosses; box boxes; church churches; axe axes; house houses;
horse horses; nurse nurses; purse purses; rose roses; nose noses; cause causes; bicycle bicycles; cookie cookies;
pie pies; movie movies; size sizes; prize prizes; breeze breezes; case cases; base bases; page pages; judge judges;
village villages; orange oranges; bridge bridges; sausage sausages; message messages; place places; face faces;
race races; price prices; office offices; voice voices; sentence sentences; piece pieces; cottage cottages;
garage garages; image images; edge edges; cabbage cabbages; exercise exercises; course courses; blouse blouses;
lens lenses; language languages; surprise surprises; fence fences; slice slices;
agree agreed; invite invited; lie lied; pour poured; sing singing; smile smiled;
smoke smoking smoked; taste tasted;
circle circled; die died; rename renamed
"""  # a lemma and its irregular forms
LEMMA_OF = {form: entry.split()[0] for entry in IRREGULAR.split(";") for form in entry.split()[1:]}
NOT_OF_VERBS = {"lives", "leaves", "halves", "houses", "lies", "ties"}  # plurals that are forms of other verbs
VOWELS = "aeiou"
SILENT_E = (
    "at iv uc nc rc iz rs ns ag dg rg us as ois ais bl tl pl dl kl ur u rv lv ap ak ot id ir os az in is av ov ut".split()  # noqa: SIM905
)  # ends of stems that have an e in the lemma, but for these:
NO_SILENT_E = tuple("eat oat eak ook oak ait ain ean oin eap oap air oot out eir visit hang raid open focus long".split())  # noqa: SIM905
ADJECTIVES_WITH_E = {"larg", "nic", "lat", "clos", "strang", "saf", "wid", "fin", "rar", "simpl", "wis", "brav"}


def verb_stem(stem: str) -> str:
    """The lemma of a regular verb without its -ed or -ing."""
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "lszfeo":  # stopp(ed)
        return stem[:-1]
    if stem.endswith(tuple(SILENT_E)) and not stem.endswith(NO_SILENT_E):
        return stem + "e"
    short = len(stem) == 3 and stem[0] not in VOWELS and stem[1] in VOWELS and stem[2] not in VOWELS + "wxy"
    if short or (len(stem) > 2 and stem[-1] in "cvz"):  # bak(ed)
        return stem + "e"
    return stem[:-1] + "y" if stem.endswith("i") else stem


def lemma_of(form: str, xpos: str) -> str:
    """The lemma of a form by its tag; names keep their capitals."""
    low = form.lower()
    if xpos in ("NNP", "ADD", "NFP", "NNPS"):
        return form.removesuffix("s") if xpos == "NNPS" else form
    if low in AUXILIARIES and (xpos.startswith("V") or xpos == "MD" or low == "n't"):
        return AUXILIARIES[low]
    if low in LEMMA_OF and xpos in ("VBD", "VBN", "VBG", "VBZ", "NNS") and not (xpos == "VBZ" and low in NOT_OF_VERBS):
        return LEMMA_OF[low]
    if xpos in ("NNS", "VBZ"):
        return singular(low)
    if xpos in ("VBD", "VBN") and low.endswith("ed"):
        return verb_stem(low[:-2])
    if xpos == "VBG" and low.endswith("ing"):
        return verb_stem(low[:-3])
    if xpos in ("JJR", "JJS", "RBR", "RBS"):
        return positive(low, xpos)
    return low


def singular(low: str) -> str:
    """A form without its -s, of nouns and verbs."""
    if low in PLURALIA or low[0].isdigit():
        return low
    if low.endswith("ies") and len(low) > 4:
        return low[:-3] + "y"
    return low[:-2] if low.endswith(("ches", "shes", "sses", "xes", "zzes")) else low.removesuffix("s")


def positive(low: str, xpos: str) -> str:
    """The first degree of adjectives and adverbs."""
    if xpos.startswith("RB") and low in ("better", "best"):
        return "well"
    if low in COMPARED:
        return COMPARED[low]
    stem = low.removesuffix("er" if xpos.endswith("R") else "est")
    if stem.endswith("i"):
        return stem[:-1] + "y"
    if stem[-1] == stem[-2] and stem[-1] != "l":
        return stem[:-1]
    return stem + "e" if stem in ADJECTIVES_WITH_E else stem
