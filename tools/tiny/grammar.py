"""The grammar of the tiny treebank: random English sentences about a workshop, with their trees."""

from __future__ import annotations

from itertools import pairwise

from tools.tiny.clauses import THINGS, Clauses
from tools.tiny.phrase import Phrase, Predicate, Word, top, under


class Grammar(Clauses):
    """Draws whole sentences."""

    def sentence(self) -> Phrase:
        """A whole sentence, its top word labelled root."""
        kinds = (*["plain"] * 11, *["fronted", "coordinated", "question", "wh"] * 2, "time", "command", "extraposed")
        kind = self.pick(kinds)
        self._past = kind == "extraposed" or (kind != "command" and self.chance(0.6))
        end = "?" if kind in ("question", "wh") else "."
        words: Phrase = getattr(self, f"_{kind}")()
        root = top(words)
        root.label = "root"
        words.append(Word(end, ".", "punct", root))
        for word, after in pairwise(words):
            if word.form == "a" and after.form[0] in "aeiou":
                word.form = "an"
        words[0].form = words[0].form[0].upper() + words[0].form[1:]
        return words

    def _plain(self) -> Phrase:
        return self.clause(0)

    def _question(self) -> Phrase:
        return self.clause(0, question=True)

    def _fronted(self) -> Phrase:
        main = self.clause(1)
        before = self.adverbial_clause(top(main), 0)
        verb = next(w for w in before if w.head is top(main))
        return [*before, Word(",", ",", "punct", verb), *main]

    def _time(self) -> Phrase:
        main = self.clause(0)
        phrase = self.pick((self.time, lambda v: self.prepositional(v, "obl", "in near behind", "place")))(top(main))
        noun = next(w for w in phrase if w.head is top(main))
        return phrase + ([Word(",", ",", "punct", noun)] if self.chance(0.4) else []) + main

    def _coordinated(self) -> Phrase:
        first, second = self.clause(1), self.clause(1)
        comma = [Word(",", ",", "punct", top(second))] if self.chance(0.5) else []
        link = Word(self.pick(("and", "and", "but")), "CC", "cc", top(second))
        return [*first, *comma, link, *under(top(first), "conj", second)]

    def _command(self) -> Phrase:
        words = self.infinitive(0, bare=True)
        if self.chance(0.3):
            words = [Word("do", "VB", "aux", top(words)), Word("n't", "RB", "advmod", top(words)), *words]
        return [Word("please", "UH", "discourse", top(words)), *words] if self.chance(0.2) else words

    def _extraposed(self) -> Phrase:
        """A relative clause that follows the verb, away from its noun."""
        kind = self.pick(("person", "product", "tool"))
        noun_phrase = self.noun_phrase(kind, 2, plural=self.chance(0.3))
        noun = top(noun_phrase)
        verb = self.pick(
            (("come", "came", "come"), ("arrive", "arrived", "arrived"), ("fall", "fell", "fallen"))[
                : 2 if kind == "person" else 3
            ]
        )
        predicate = Predicate(Word("", ""), (*verb, "", "", ""), [])
        predicate.rest = [Word(self.pick(("yesterday", "again", "later", "in")), "RB", "advmod", predicate.verb)]
        if noun.xpos == "NNP":  # a name takes no restrictive relative clause
            return self.inflect(predicate, noun_phrase, ("past",))
        return self.inflect(predicate, noun_phrase, ("past",)) + self.relative_clause(noun, kind, 1, True)

    def _wh(self) -> Phrase:
        kind = self.pick(("subject", "object", "adverb", "stranded", "long"))
        if kind == "subject":
            predicate = self.predicate(1, self.pick(("transitive", "dative", "particle", "prepositional")))
            return self.inflect(predicate, [Word("who", "WP")], ("past", "modal", "perfect"))
        subject = self.noun_phrase("person", 2, pronoun=0.4)
        if kind == "adverb":
            predicate = self.predicate(1, self.pick(("transitive", "particle", "dative", "infinitive")))
            gap = [Word(self.pick(("where", "when", "why")), "WRB", "advmod", predicate.verb)]
            return gap + self.inflect(predicate, subject, ("past", "modal", "perfect", "present"), question=True)
        wh = [Word(self.pick(("what", "who")) if kind == "stranded" else "what", "WP")]
        if self.chance(0.4):
            noun = Word(self.entry(f"noun {self.pick(THINGS)}")[0], "NN")
            wh = [Word("which", "WDT", "det", noun), noun]
        verb = Word("", "")
        if kind == "object":
            predicate = Predicate(verb, self.entry("verb transitive"), self.adjuncts(verb, 2))
            wh = under(verb, "obj", wh)
        elif kind == "stranded":
            preposition = self.pick(("for", "at", "about"))
            predicate = Predicate(verb, self.entry(f"verb {preposition}"), [Word(preposition, "IN", "case", top(wh))])
            wh = under(verb, "obl", wh)
        else:
            inner = Predicate(Word("", ""), self.entry("verb transitive"), [])
            clause = self.inflect(inner, self.noun_phrase("person", 2, pronoun=0.3), ("past", "perfect", "modal"))
            marker = [Word("that", "IN", "mark", inner.verb)] if self.chance(0.5) else []
            predicate = Predicate(verb, self.entry("verb clause"), marker + under(verb, "ccomp", clause))
            wh = under(inner.verb, "obj", wh)
        return wh + self.inflect(predicate, subject, ("past", "present"), question=True)
