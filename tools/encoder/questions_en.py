"""Makes English questions and negations out of plain statements, by rule.

"I bought a new camera last week." yields what somebody may ask of the speaker later ("When did Caroline buy a new camera?"),
the same in the third person, and its negation, which must not be taken for it.  No model writes anything here.
"""

import random
import re
from dataclasses import dataclass

from lemminflect import getInflection, getLemma

NAMES = (  # noqa: SIM905 (eighty lines say no more)
    "Alice Amy Anna Ben Beth Brian Carl Carol Chris Clara Daniel David Diana Ed Ella Emily Emma Eric Eva Frank "
    "Fred George Grace Hana Hannah Harry Helen Henry Ian Irene Jack James Jane Jean Jenny Jim Joe John Judy "
    "Julia Kate Keiko Ken Kevin Laura Leo Linda Lisa Lucy Luke Mark Mary Max Megan Mia Mike Mio Nancy Naomi "
    "Nick Nina Oliver Olivia Paul Peter Rachel Ray Rita Robert Rose Ruth Sam Sara Simon Sophie Steve Sue "
    "Takashi Taro Tina Tom Victor Wendy Will Yuki Zoe "
).split()
HEAD = re.compile(
    r"^(?:(?:well|so|oh|yes|yeah|actually|and|but),? )?(?P<who>I|We|He|She|They)(?P<short>'ve|'m|'d|'ll)? "
    r"(?:(?P<adverb>just|also|really|always|never|often|already|finally|recently|still|even) )?(?P<rest>.+)$",
    re.IGNORECASE,
)
WHEN = re.compile(
    r"[ ,]+(?:yesterday|today|tonight|tomorrow|(?:last|next|this|every) \w+|(?:\w+ )?\w+ ago"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)day\w*"
    r"|in (?:\d{4}|january|february|march|april|may|june|july|august|september|october|november|december)|at \w+ o'clock|recently)\b.*$",
    re.IGNORECASE,
)
BREAK = re.compile(
    r"\s(?:in|at|on|with|for|to|from|after|before|when|because|while|if|but|and|so|that|as|by|about|until)\s",
    re.IGNORECASE,
)
OTHERS = {
    "my": "their",
    "our": "their",
    "me": "them",
    "us": "them",
    "myself": "themselves",
    "i": "they",
    "we": "they",
    "mine": "theirs",
    "i'm": "they're",
    "i've": "they've",
}
YOURS = {
    "my": "your",
    "our": "your",
    "me": "you",
    "us": "you",
    "myself": "yourself",
    "i": "you",
    "we": "you",
    "mine": "yours",
}
OWNED = re.compile(
    r"^(?:(?:well|so|oh|yes|yeah|actually|and|but),? )?(?P<np>(?:my|our|his|her|the|this|that) .+)$", re.IGNORECASE
)
BE = {"am": "is", "is": "is", "are": "is", "was": "was", "were": "was"}
MODALS = {"can", "could", "will", "would", "should", "must", "may", "might"}
DIRECT = ["what", "when", "where", "why", "how", "who"]


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement taken apart: its helping verb in the third person, its main verb's plain form, and what follows."""

    helper: str
    verb: str
    tail: str
    said: str


def clause(statement: str) -> Clause | None:
    """Return the parts of a statement about somebody, or None where no rule fits."""
    text = statement.strip().rstrip(".!")
    head = HEAD.match(text)
    if head is None or "?" in text or len(text) > 160:
        return None
    words = head["rest"].split(" ")
    first, tail = words[0].lower(), " ".join(words[1:])
    short = (head["short"] or "").lower()
    if short == "'m" or (not short and first in BE):
        said = f"{'is' if short else BE[first]} {head['rest'] if short else tail}"
        return Clause("is" if short else BE[first], "", head["rest"] if short else tail, said)
    if short == "'ve" or (not short and first in {"have", "has", "had"} and tail and is_form(words[1].lower(), "VBN")):
        body = head["rest"] if short else tail
        return Clause("had" if first == "had" else "has", "", body, f"has {body}")
    if short in {"'ll", "'d"} or first in MODALS:
        helper = {"'ll": "will", "'d": "would"}.get(short, first)
        return Clause(helper, "", head["rest"] if short else tail, f"{helper} {head['rest'] if short else tail}")
    lemma = (getLemma(first, "VERB") or ("",))[0]
    if not lemma:
        return None
    if is_form(first, "VBD") and first != lemma:
        return Clause("did", lemma, tail, f"{first} {tail}")
    if first == lemma or first.endswith("s"):
        present = (getInflection(lemma, "VBZ") or (lemma + "s",))[0]
        return Clause("does", lemma, tail, f"{present} {tail}")
    return None


def is_form(word: str, tag: str) -> bool:
    """Tell whether `word` is this form (Penn tag) of some verb."""
    return any(word in getInflection(lemma, tag) for lemma in getLemma(word, "VERB"))


def third_person(text: str) -> str:
    """Return the text with the speaker's pronouns turned into somebody else's."""
    return " ".join(OTHERS.get(w.lower(), w) for w in text.split(" "))


def second_person(text: str) -> str:
    """Return the text with the speaker's pronouns turned into those of the one spoken to."""
    return " ".join(YOURS.get(w.lower(), w) for w in text.split(" "))


def owned(statement: str) -> tuple[str, Clause] | None:
    """Return the subject of a statement about somebody's own ("my brother", "my cat's name") and the rest of it."""
    text = statement.strip().rstrip(".!")
    if "?" in text or len(text) > 160 or (head := OWNED.match(text)) is None:
        return None
    words = head["np"].split(" ")
    for at in range(2, min(5, len(words) - 1)):
        word, who, tail = words[at].lower(), " ".join(words[:at]), " ".join(words[at + 1 :])
        who = who[0].lower() + who[1:]
        if word in {"is", "are", "was", "were"} or word in MODALS:
            return who, Clause(word, "", tail, f"{word} {tail}")
        if word in {"has", "have", "had"} and is_form(words[at + 1].lower(), "VBN"):
            return who, Clause(word, "", tail, f"{word} {tail}")
        lemma = (getLemma(word, "VERB") or ("",))[0]
        if lemma and lemma != word and not words[at - 1].endswith(("'s", "s'")):
            if is_form(word, "VBD"):
                return who, Clause("did", lemma, tail, f"{word} {tail}")
            after = words[at + 1].lower()
            if word in getInflection(lemma, "VBZ") and after not in {"is", "are", "was", "were", "has", "had", *MODALS}:
                return who, Clause("does", lemma, tail, f"{word} {tail}")
    return None


class Asker:
    """Asks about statements; the same seed gives the same questions."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)

    def questions(self, statement: str) -> list[str]:
        """Return up to two questions whose answer is in `statement`; none where no rule fits."""
        parts = clause(statement)
        if parts is None:
            return self._owned(statement)
        if not parts.tail:
            return []
        spoken = re.match(r"(?:\w+,? )?(?:i|we)\b", statement.strip(), re.IGNORECASE) is not None
        roll = self._dice.random()
        who = ("I" if roll < 0.35 else "you" if roll < 0.45 else "") if spoken else ""
        seen = {"I": str, "you": second_person}.get(who, third_person)
        who = who or self._dice.choice(NAMES)
        helper = {
            "I": {"is": "am", "has": "have", "does": "do"},
            "you": {"is": "are", "was": "were", "has": "have", "does": "do"},
        }.get(who, {}).get(parts.helper, parts.helper)
        tail = seen(parts.tail)
        untimed = WHEN.sub("", " " + tail).strip()
        body = f"{parts.verb} {untimed}".strip()
        cut = BREAK.split(" " + untimed + " ", maxsplit=1)
        rest = untimed[max(0, len(cut[0]) - 1) :].strip() if len(cut) > 1 else ""
        thing = cut[0].strip() or untimed
        options = [
            f"When {helper} {who} {body}?",
            f"Where {helper} {who} {body}?",
            f"Why {helper} {who} {body}?",
            f"{helper.capitalize()} {who} {body}?",
            f"What {helper} {who} {parts.verb} {rest}?",
            f"What {helper} {who} {parts.verb} {rest}?",
            f"Who {third_person(parts.said)}?",
            f"How {helper} {who} {body}?",
            f"What did {who} say about {thing}?",
            f"{who}: {thing}",
            f"{who} {third_person(parts.said)}" if seen is third_person else f"the time {who} {body}",
            f"{thing} {rest}",
        ]
        return [re.sub(r"\s+", " ", q).replace(" ?", "?") for q in self._dice.sample(options, 2)]

    def _owned(self, statement: str) -> list[str]:
        """Return up to two questions about somebody's own: "Where does my brother live?", "What's my cat's name?"."""
        found = owned(statement)
        if found is None or not found[1].tail:
            return []
        who, parts = found
        if self._dice.random() < 0.2:
            who = second_person(who)
        body = f"{parts.verb} {WHEN.sub('', ' ' + parts.tail).strip()}".strip()
        cut = BREAK.split(" " + parts.tail + " ", maxsplit=1)
        rest = parts.tail[max(0, len(cut[0]) - 1) :].strip() if len(cut) > 1 else ""
        options = [
            f"What {parts.helper} {who} {parts.verb} {rest}?",
            f"What {parts.helper} {who} {parts.verb}?",
            f"Where {parts.helper} {who} {parts.verb or body}?",
            f"When {parts.helper} {who} {body}?",
            f"Why {parts.helper} {who} {body}?",
            f"{'Who' if not parts.verb else 'How'} {parts.helper} {who} {parts.verb}?",
            f"How {parts.helper} {who} {parts.verb}?",
            f"{parts.helper.capitalize()} {who} {body}?",
            f"What did I say about {who}?",
            f"{who} {cut[0].strip()}",
        ]
        return [re.sub(r"\s+", " ", q).replace(" ?", "?") for q in self._dice.sample(options, 2)]

    def negation(self, statement: str) -> str | None:
        """Return the statement denied, or None where no rule fits."""
        parts = clause(statement)
        if parts is None or re.search(r"\b(not|never|no)\b|n't", statement):
            return None
        who = statement.strip().split(" ")[0].split("'")[0]
        third = who.lower() in {"he", "she"}
        helper = parts.helper
        if not third:
            helper = {
                "is": "am" if who.lower() == "i" else "are",
                "was": "was" if who.lower() == "i" else "were",
                "has": "have",
                "does": "do",
            }.get(helper, helper)
        return re.sub(r"\s+", " ", f"{who} {helper} not {parts.verb} {parts.tail}").strip() + "."
