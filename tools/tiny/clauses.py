"""The phrases and clauses of the tiny treebank: random English about a workshop, with its trees."""

from __future__ import annotations

import random
from typing import TypeVar

from tools.tiny.phrase import Phrase, Predicate, Word, top, under

T = TypeVar("T")
BE = ("be", "was", "been", "being", "is", "are")
BASE, PAST, PARTICIPLE, GERUND, SINGULAR, PLURAL = range(6)
TAGS = ("VB", "VBD", "VBN", "VBG", "VBZ", "VBP")
TENSES = ("past", "past", "past", "present", "present", "modal", "perfect", "progressive", "negated")
PREDICATES = (
    *["transitive"] * 9, *["passive"] * 3, *["particle"] * 3, *["dative"] * 3, *["adjective"] * 3, *["clausal"] * 4,
    *["thing"] * 3, *["intransitive"] * 3, *["prepositional"] * 3, *["infinitive"] * 2, *["person"] * 2,
    "nominal", "located", "there",
)  # fmt: skip
THINGS = ("product", "product", "piece", "piece", "tool")
INSTRUMENTS = {
    "measure": ("ruler", "pole"), "mark": ("pencil", "knife"), "plane": ("plane",), "carve": ("chisel", "knife"),
    "sand": ("paper", "block"), "polish": ("brush", "wax"), "scrape": ("knife", "file"),
}  # fmt: skip
CUTTERS = ("saw", "axe", "knife", "saw")
STATIVE = {"need", "like", "know", "believe", "see", "hope", "want", "think", "own"}
KNOWN_PEOPLE = {"neighbour", "apprentice", "master", "teacher", "child"}


class Clauses:
    """Draws phrases and clauses; the same seed gives the same ones in every version of Python."""

    def __init__(self, classes: dict[str, list[tuple[str, ...]]], seed: int) -> None:
        self.classes = classes
        self._random = random.Random(seed)
        self._past = True  # one tense for all clauses of a sentence

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self._random.random() < probability

    def pick(self, choices: list[T] | tuple[T, ...], skew: float = 1.0) -> T:
        """One of the choices; a skew above 1 prefers the first ones."""
        return choices[int(len(choices) * self._random.random() ** skew)]

    def entry(self, name: str) -> tuple[str, ...]:
        """The forms of a random word of a class."""
        return self.pick(self.classes[name], 1.4)  # a few frequent words, some that only the test set has

    # phrases

    def noun_phrase(self, kind: str, depth: int = 0, plural: bool | None = None, pronoun: float = 0.0,
                    indefinite: bool = False) -> Phrase:  # fmt: skip
        """A noun with what belongs to it, a name or a pronoun."""
        if kind == "person" and self.chance(pronoun):
            return [
                Word(self.pick(("he", "she", "they", "we", "I", "you") if plural is None else ("he", "she")), "PRP")
            ]
        if kind == "person" and self.chance(0.2):
            return [Word(self.entry("name")[0], "NNP")]
        plural = kind not in ("place", "part") and self.chance(0.3) if plural is None else plural
        noun = Word(self.entry(f"noun {kind}")[plural], "NNS" if plural else "NN")
        words = self.determiner(noun, plural, kind, indefinite)
        if self.chance(0.3):
            name = kind if kind in ("person", "place", "tool") else "quality"
            adjective = Word(self.entry(f"adjective {name}")[0], "JJ", "amod", noun)
            words += [Word("very", "RB", "advmod", adjective)] if self.chance(0.1) else []
            words += [adjective]
        if kind in ("product", "piece") and self.chance(0.25):
            words += [Word(self.entry("noun tree")[0], "NN", "compound", noun)]
        words += [noun]
        if kind in ("place", "time", "part") or depth > 1:
            return words
        if self.chance(0.16):
            words += self.noun_modifier(noun, kind, depth)
        if self.chance(0.10):
            words += self.relative_clause(noun, kind, depth)
        elif self.chance(0.10):
            again = kind if kind != "idea" else "product"
            other = self.noun_phrase(again, 2)
            conjunction = Word(self.pick(("and", "and", "or")), "CC", "cc", top(other))
            words += [conjunction, *under(noun, "conj", other)]
        return words

    def determiner(self, noun: Word, plural: bool, kind: str, indefinite: bool) -> Phrase:
        """What stands before the adjectives of a noun."""
        if indefinite:
            return [] if plural else [Word("a", "DT", "det", noun)]
        if plural:
            if self.chance(0.25):
                number = Word(self.pick(self.classes["numerals"], 1.5)[0], "CD", "nummod", noun)
                return [number] if self.chance(0.6) else [Word("the", "DT", "det", noun), number]
            return (
                [Word(self.pick(("the", "the", "these", "some", "those")), "DT", "det", noun)]
                if self.chance(0.8)
                else []
            )
        if kind != "place" and self.chance(0.07):
            owner = self.noun_phrase("person", 2, False)
            clitic = Word("'s", "POS", "case", top(owner))
            return [*under(noun, "nmod:poss", owner), clitic]
        if (kind != "person" or noun.form in KNOWN_PEOPLE) and self.chance(0.2):
            return [Word(self.pick(("his", "her", "their", "my", "our")), "PRP$", "nmod:poss", noun)]
        common = ("the", "the", "the", "the") if kind == "place" else ("the", "the", "a", "a")
        return [
            Word(self.pick((*common, *common, "this", "every" if kind == "person" else "another")), "DT", "det", noun)
        ]

    def prepositional(self, head: Word, label: str, prepositions: str, kind: str, depth: int = 2) -> Phrase:
        """A preposition and a noun phrase, attached."""
        phrase = self.noun_phrase(kind, depth)
        return [Word(self.pick(prepositions.split()), "IN", "case", top(phrase)), *under(head, label, phrase)]

    def noun_modifier(self, noun: Word, kind: str, depth: int) -> Phrase:
        """A prepositional phrase that belongs to a noun."""
        if kind == "person":
            return self.prepositional(
                noun, "nmod", *self.pick((("from in near", "place"), ("with", "tool"), ("with", "piece")))
            )
        choices = [("in from behind near", "place"), ("of", "person"), ("from", "person")]
        choices += [("with without", "part")] * 3 if kind != "idea" else [("for", "product"), ("about", "tool")]
        return self.prepositional(noun, "nmod", *self.pick(choices), depth=depth + 1)

    def relative_clause(self, noun: Word, kind: str, depth: int, extraposed: bool = False) -> Phrase:
        """A full or reduced relative clause of a noun."""
        if kind != "person" and not extraposed and self.chance(0.3):
            verb = Word(self.entry("verb instrument")[PARTICIPLE], "VBN", "acl", noun)
            return [
                verb,
                *self.prepositional(verb, *self.pick((("obl:agent", "by", "person"), ("obl", "in", "place")))),
            ]
        if kind != "person" and self.chance(0.7):
            verb = Word("", "", "acl:relcl", noun)
            subject = self.noun_phrase("person", depth + 2, pronoun=0.3)
            gap = [Word("that", "WDT", "obj", verb)] if extraposed or self.chance(0.6) else []
            predicate = Predicate(verb, self.entry("verb transitive"), self.adjuncts(verb, 3))
            return gap + self.inflect(predicate, subject, ("past", "perfect", "present"))
        kinds = (
            ("intransitive", "transitive", "prepositional") if kind == "person" else ("thing", "passive", "adjective")
        )
        predicate = self.predicate(depth + 2, self.pick(kinds))
        pronoun = [Word(self.pick(("who", "who", "that")) if kind == "person" else "that", "WP")]
        pronoun[0].xpos = "WP" if pronoun[0].form == "who" else "WDT"
        words = self.inflect(predicate, pronoun, ("past", "present", "perfect"), plural=noun.xpos == "NNS")
        return under(noun, "acl:relcl", words)

    def adjuncts(self, verb: Word, depth: int, tool: str = "") -> Phrase:
        """Instrument, place, time and reason, each with some probability."""
        words: Phrase = []
        if tool and self.chance(0.45):
            noun = Word(self.pick(INSTRUMENTS.get(tool, CUTTERS)), "NN", "obl", verb)
            words += [
                Word("with", "IN", "case", noun),
                *self.determiner(noun, False, "tool", noun.form not in ("wax", "paper")),
            ]
            words = words[:1] if noun.form in ("wax", "paper") else words
            words += [Word("sharp", "JJ", "amod", noun)] if noun.form in CUTTERS and self.chance(0.3) else []
            words += [noun]
            words += self.prepositional(noun, "nmod", "with", "part") if self.chance(0.1) else []
        if self.chance(0.25):
            words += self.prepositional(verb, "obl", "in in near behind", "place")
        if self.chance(0.25 if depth < 2 else 0.1):
            words += self.time(verb)
        if depth < 1 and self.chance(0.15):
            words += self.adverbial_clause(verb, depth)
        return words

    def time(self, verb: Word) -> Phrase:
        """An adverb or a phrase of time."""
        if self.chance(0.5):
            adverbs = ("yesterday" if self._past else "today", "again", "slowly", "carefully", "quickly", "twice")
            return [Word(self.pick(adverbs), "RB", "advmod", verb)]
        noun = Word(self.entry("noun time")[0], "NN")
        if self.chance(0.5):
            return [Word(self.pick(("every", "this")), "DT", "det", noun), *under(verb, "obl:unmarked", [noun])]
        noun.form = self.pick(("morning", "evening", "winter", "summer"))
        return [Word("in", "IN", "case", noun), Word("the", "DT", "det", noun), *under(verb, "obl", [noun])]

    def adverbial_clause(self, head: Word, depth: int) -> Phrase:
        """A subordinate clause with its conjunction."""
        if self.chance(0.3):
            predicate = self.predicate(depth + 2, self.pick(("transitive", "particle", "intransitive")))
            verb = predicate.verb
            verb.form, verb.xpos = predicate.forms[GERUND], "VBG"
            clause = [
                Word(self.pick(("before", "after", "without", "while")), "IN", "mark", verb),
                verb,
                *predicate.rest,
            ]
        elif self.chance(0.3):
            clause = self.infinitive(depth + 2)
        else:
            clause = self.clause(depth + 1)
            mark = self.pick(("because", "if", "when", "while", "although", "before", "until"))
            clause = [
                Word(mark, "WRB" if mark == "when" else "IN", "advmod" if mark == "when" else "mark", top(clause)),
                *clause,
            ]
        return under(head, "advcl", clause)

    def infinitive(self, depth: int, bare: bool = False) -> Phrase:
        """A clause with an infinitive, with or without to."""
        predicate = self.predicate(
            depth, self.pick(("transitive", "transitive", "particle", "intransitive", "prepositional"))
        )
        verb = predicate.verb
        verb.form, verb.xpos = predicate.forms[BASE], "VB"
        return ([] if bare else [Word("to", "TO", "mark", verb)]) + [verb, *predicate.rest]

    # predicates

    def predicate(self, depth: int, kind: str) -> Predicate:
        """A random predicate of the kind named."""
        verb = Word("", "")
        thing = self.pick(THINGS)
        if kind == "transitive":
            tool = self.chance(0.5)
            forms = self.entry("verb instrument" if tool else "verb transitive")
            if tool or forms[0] in STATIVE:
                thing = self.pick(("piece", "product") if tool else ("person", "idea", "product"))
            rest = under(verb, "obj", self.noun_phrase(thing, depth))
            return Predicate(verb, forms, rest + self.adjuncts(verb, depth, forms[0] if tool else ""))
        if kind == "passive":
            rest = self.prepositional(verb, "obl:agent", "by", "person") if self.chance(0.4) else []
            tool = self.chance(0.5)
            forms = self.entry("verb instrument" if tool else "verb transitive")
            rest += self.adjuncts(verb, depth, forms[0] if tool else "")
            return Predicate(verb, forms, rest, self.pick(("piece", "product")) if tool else thing, "passive")
        if kind == "particle":
            particle = self.pick(("up", "down", "away", "off"))
            parts = [[Word(particle, "RP", "compound:prt", verb)], under(verb, "obj", self.noun_phrase(thing, 2))]
            if self.chance(0.4):
                parts.reverse()
            return Predicate(verb, self.entry(f"verb {particle}"), parts[0] + parts[1] + self.adjuncts(verb, depth))
        if kind == "dative":
            forms, person, gift = (
                self.entry("verb dative"),
                self.noun_phrase("person", 2),
                self.noun_phrase(thing, depth + 1),
            )
            if self.chance(0.5):
                return Predicate(verb, forms, under(verb, "iobj", person) + under(verb, "obj", gift))
            to = Word("to", "IN", "case", top(person))
            return Predicate(verb, forms, [*under(verb, "obj", gift), to, *under(verb, "obl", person)])
        if kind == "adjective":
            subject = self.pick(("person", "product", "piece", "tool"))
            verb.form, verb.xpos = (
                self.entry("adjective state" if subject == "person" else "adjective quality")[0],
                "JJ",
            )
            degree = [Word(self.pick(("very", "too", "still")), "RB", "advmod", verb)] if self.chance(0.4) else []
            return Predicate(verb, BE, self.adjuncts(verb, depth), subject, "copula", degree)
        if kind == "clausal":
            clause = self.clause(depth + 1)
            marker = [Word("that", "IN", "mark", top(clause))] if self.chance(0.5) else []
            return Predicate(verb, self.entry("verb clause"), marker + under(verb, "ccomp", clause))
        if kind in ("thing", "intransitive"):
            rest = self.prepositional(verb, "obl", "in behind near", "place") if self.chance(0.4) else []
            return Predicate(verb, self.entry(f"verb {kind}"), rest + self.adjuncts(verb, depth + 1),
                             thing if kind == "thing" else "person")  # fmt: skip
        if kind == "prepositional":
            preposition = self.pick(("for", "at", "about"))
            rest = self.prepositional(verb, "obl", preposition, self.pick(("person", "product", "idea")), depth + 1)
            return Predicate(verb, self.entry(f"verb {preposition}"), rest)
        if kind == "infinitive":
            return Predicate(verb, self.entry("verb infinitive"), under(verb, "xcomp", self.infinitive(depth + 1)))
        if kind == "person":
            rest = under(verb, "obj", self.noun_phrase("person", 2)) + under(verb, "xcomp", self.infinitive(depth + 1))
            return Predicate(verb, self.entry("verb person"), rest)
        if kind == "there":
            rest = under(verb, "nsubj", self.noun_phrase(thing, depth, indefinite=True))
            return Predicate(verb, BE, rest + self.prepositional(verb, "obl", "in in near", "place"), "there")
        phrase = self.noun_phrase("person" if kind == "nominal" else "place", 2, False)
        verb = top(phrase)
        before = [] if kind == "nominal" else [Word(self.pick(("in", "behind", "near")), "IN", "case", verb)]
        subject = "someone" if kind == "nominal" else thing
        return Predicate(
            verb, BE, phrase[phrase.index(verb) + 1 :], subject, "copula", before + phrase[: phrase.index(verb)]
        )

    def inflect(self, predicate: Predicate, subject: Phrase, tenses: list[str] | tuple[str, ...] = TENSES,
                question: bool = False, plural: bool | None = None) -> Phrase:  # fmt: skip
        """The clause of a subject and a predicate, its verb in agreement; a question has one auxiliary in front."""
        verb, first = predicate.verb, top(subject)
        if predicate.subject == "there":
            plural = any(w.label == "nsubj" and w.head is verb and w.xpos == "NNS" for w in predicate.rest)
        if plural is None:
            last = next((w for w in subject if w.label == "conj" and w.head is first), first)
            both = any(w.form == "and" and w.head is last for w in subject)
            plural = both or last.xpos == "NNS" or first.form in ("they", "we", "I", "you")
        tense = self.pick(tuple(tenses))
        if tense == "progressive" and predicate.forms[0] in STATIVE:
            tense = "past"
        forms = predicate.forms if predicate.voice == "active" else BE
        chain = self.chain(forms, tense, plural, first.form == "I", question)
        if predicate.voice == "active":
            verb.form, verb.xpos = chain.pop()
        elif predicate.voice == "passive":
            verb.form, verb.xpos = predicate.forms[PARTICIPLE], "VBN"
        aux = [Word(form, xpos, "advmod" if xpos == "RB" else "aux", verb) for form, xpos in chain]
        if predicate.voice != "active":
            be = [w for w in aux if w.form in ("be", "was", "were", "been", "is", "are", "am")][-1]
            be.label = "cop" if predicate.voice == "copula" else "aux:pass"
        passive = ":pass" if predicate.voice == "passive" else ""
        subject = under(verb, "expl" if predicate.subject == "there" else "nsubj" + passive, subject)
        if question:
            if not aux:  # a full verb that is its own auxiliary: there is
                return [verb, *subject, *predicate.rest]
            front = 2 if len(aux) > 1 and aux[1].form == "n't" else 1
            return [*aux[:front], *subject, *aux[front:], *predicate.before, verb, *predicate.rest]
        return [*subject, *aux, *predicate.before, verb, *predicate.rest]

    def chain(
        self, forms: tuple[str, ...], tense: str, plural: bool, is_i: bool, question: bool
    ) -> list[tuple[str, str]]:
        """Auxiliaries, negation and the verb itself, as forms and tags."""

        def finite(verb: tuple[str, ...], past: bool) -> tuple[str, str]:
            if verb is BE and (plural or is_i):
                form = ("was" if past else "am") if is_i else ("were" if past else "are")
                return form, "VBD" if past else "VBP"
            index = PAST if past else PLURAL if plural else SINGULAR
            return verb[index], TAGS[index]

        past = self._past
        if tense == "negated":
            negation = (self.pick(("n't", "not")) if not is_i else "not", "RB")
            if forms is BE:
                return [finite(BE, past), negation]
            return [finite(("do", "did", "done", "doing", "does", "do"), past), negation, (forms[BASE], "VB")]
        if tense == "modal":
            return [
                (self.pick(("could", "would", "might") if past else ("will", "will", "can", "must", "should")), "MD"),
                (forms[BASE], "VB"),
            ]
        if tense == "perfect":
            return [finite(("have", "had", "had", "having", "has", "have"), past), (forms[PARTICIPLE], "VBN")]
        if tense == "progressive" and forms is not BE:
            return [finite(BE, past), (forms[GERUND], "VBG")]
        if question and forms is not BE:
            return [finite(("do", "did", "done", "doing", "does", "do"), past), (forms[BASE], "VB")]
        return [finite(forms, past)]

    # clauses and sentences

    def clause(self, depth: int, question: bool = False) -> Phrase:
        """A subject with its predicate."""
        predicate = self.predicate(depth, self.pick(PREDICATES if depth < 2 else PREDICATES[:18]))
        if predicate.subject == "there":
            return self.inflect(predicate, [Word("there", "EX")], ("past", "present"), question)
        single = False if predicate.subject == "someone" else None
        subject = self.noun_phrase(
            "person" if single is False else predicate.subject, depth + 1, single, 0.25 + 0.15 * depth
        )
        words = self.inflect(predicate, subject, question=question)
        if not question and self.chance(0.08) and predicate.subject == "person" and self._past:
            more = self.predicate(2, self.pick(("transitive", "intransitive", "particle")))
            more.verb.form, more.verb.xpos = more.forms[PAST], "VBD"
            verb = predicate.verb
            if verb.xpos == "VBD":
                words += [Word("and", "CC", "cc", more.verb), *under(verb, "conj", [more.verb, *more.rest])]
        return words
