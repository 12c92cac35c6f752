"""The words around what was said in a day: the persona's first person, in Japanese and English.

Nothing here claims what somebody felt; outside quotation marks stand only times, numbers and who spoke.
"""

from collections.abc import Sequence
from datetime import date
from itertools import groupby
from typing import Final

from omoide.domain.episodes.by_rules.quoting import Quote, Utterance
from omoide.domain.text.language import Language, counted

_WEEKDAYS_JA: Final = "月火水木金土日"
_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_TIMES: Final = (
    (5, "夜中", "In the night"),
    (11, "朝", "In the morning"),
    (14, "昼", "Around noon"),
    (18, "午後", "In the afternoon"),
    (24, "夜", "In the evening"),
)
"""Up to which hour a time of day goes, and what it is called."""
THEN: Final = {Language.JA: ("それから", "そのあと", "また"), Language.EN: ("Later", "After that", "Then")}
"""How the second, third and fourth sentence of a sitting begin."""
_ENDS: Final = "?!？！…"
_HEARD_JA: Final = {Utterance.TELLS: "と聞い", Utterance.ASKS: "と尋ねられ", Utterance.REQUESTS: "と頼まれ"}
_LINKED_JA: Final = {Utterance.TELLS: "と聞き", Utterance.ASKS: "と尋ねられ", Utterance.REQUESTS: "と頼まれ"}
_HEARD_EN: Final = {Utterance.TELLS: "heard", Utterance.ASKS: "was asked", Utterance.REQUESTS: "was asked for this:"}
_HEARING_EN: Final = {
    Utterance.TELLS: "hearing",
    Utterance.ASKS: "being asked",
    Utterance.REQUESTS: "being asked for this:",
}


def time_of_day(at: str, language: Language) -> str:
    """Return what a local time, `21:14`, is called."""
    hour = int(at.partition(":")[0])
    return next(names[0 if language is Language.JA else 1] for until, *names in _TIMES if hour < until)


def again(time: str, language: Language) -> str:
    """Return a time of day at which there was talk once more."""
    return f"{time}にまた" if language is Language.JA else f"Again {time[:1].lower()}{time[1:]}"


def day_named(day: date, language: Language) -> str:
    """Return the day as one speaks of it."""
    if language is Language.JA:
        return f"{day.month}月{day.day}日（{_WEEKDAYS_JA[day.weekday()]}）"
    return f"{_WEEKDAYS[day.weekday()]}, {day.day} {_MONTHS[day.month - 1]}"


def short_day(day: date, language: Language) -> str:
    """Return the day without its weekday."""
    return f"{day.month}月{day.day}日" if language is Language.JA else f"{day.day} {_MONTHS[day.month - 1]}"


def opening(day: date, turns: int, language: Language) -> str:
    """Return how often there was talk that day."""
    if language is Language.JA:
        return f"{day_named(day, language)}、{turns}回ことばを交わした。"
    return f"{day_named(day, language)}: we spoke {counted(turns, 'time', 'times')}."


def heard(quotes: Sequence[Quote], language: Language, *, lead: str = "") -> str:
    """Return one sentence about what was said to me, those of a kind together."""
    groups = [(kind, [quote.words for quote in some]) for kind, some in groupby(quotes, key=lambda each: each.saying)]
    if language is Language.JA:
        clauses = ["".join(f"「{words}」" for words in some) + _LINKED_JA[kind] for kind, some in groups[:-1]]
        kind, last = groups[-1]
        clauses.append("".join(f"「{words}」" for words in last) + f"{_HEARD_JA[kind]}た。")
        return (f"{lead}、" if lead else "") + "、".join(clauses)
    clauses = [f"{_HEARD_EN[kind]} {_listed([f'“{words}”' for words in some])}" for kind, some in groups]
    return _ended(f"{lead + ', ' if lead else ''}I {_listed(clauses)}")


def answered(quote: Quote, answer: Quote, language: Language, *, lead: str = "") -> str:
    """Return one sentence about what was said to me and what I said to it."""
    if language is Language.JA:
        front = f"{lead}、" if lead else ""
        return f"{front}「{quote.words}」{_HEARD_JA[quote.saying]}て、私は「{answer.words}」と答えた。"
    return _ended(
        f"{lead + ', ' if lead else ''}I {_HEARD_EN[quote.saying]} “{quote.words}” and answered “{answer.words}”"
    )


def strongest(quote: Quote, answer: Quote | None, language: Language) -> str:
    """Return the sentence about what stays most."""
    if language is Language.JA:
        told = f"いちばん心に残っているのは、「{quote.words}」{_HEARD_JA[quote.saying]}たことだ。"
        return told if answer is None else f"{told[:-2]}で、私は「{answer.words}」と答えた。"
    told = f"What stays with me most is {_HEARING_EN[quote.saying]} “{quote.words}”"
    return _ended(told if answer is None else f"{told}; I answered “{answer.words}”")


def spoke(answer: Quote, language: Language, *, lead: str = "") -> str:
    """Return one sentence about what I said unasked."""
    if language is Language.JA:
        return f"{lead + '、' if lead else ''}私から「{answer.words}」と話しかけた。"
    return _ended(f"{lead + ', ' if lead else ''}I said “{answer.words}”")


def besides(subjects: Sequence[str], wordless: int, language: Language) -> str:
    """Return the line about the rest: what it was about, or how many short turns there were."""
    if language is Language.JA:
        told = f"ほかに、{'、'.join(f'「{each}」' for each in subjects)}の話も出た" if subjects else ""
        short = f"短いやりとりが{wordless}回あった" if wordless else ""
        return ("し、".join(part for part in (told, short) if part) if told else f"ほかに、{short}") + "。"
    told = f"talk of {_listed([f'“{each}”' for each in subjects])}" if subjects else ""
    short = counted(wordless, "short exchange", "short exchanges") if wordless else ""
    return f"Besides, there {'were' if not told and wordless > 1 else 'was'} {' and '.join(p for p in (told, short) if p)}."


def week_opening(first: date, last: date, days: int, language: Language) -> str:
    """Return on how many days of a week there was talk."""
    if language is Language.JA:
        return f"{short_day(first, language)}から{short_day(last, language)}のあいだに、{days}日ことばを交わした。"
    return f"From {short_day(first, language)} to {short_day(last, language)} we spoke on {days} days."


def week_day(day: date, text: str, language: Language) -> str:
    """Return a sentence of a day as it stands in a week."""
    if language is Language.JA:
        return f"{short_day(day, language)}、{text}"
    return f"{short_day(day, language)}: {text}"


def week_rest(subjects: Sequence[tuple[date, str]], language: Language) -> str:
    """Return the line about the other days: what each was about."""
    if language is Language.JA:
        told = "、".join(f"{short_day(day, language)}は「{word}」" for day, word in subjects)
        return f"ほかの日は、{told}の話をした。"
    return f"On the other days we spoke of {_listed([f'“{word}” ({short_day(day, language)})' for day, word in subjects])}."


def _ended(sentence: str) -> str:
    """Return an English sentence with its full stop, which a quotation that ends in a mark of its own makes needless."""
    return sentence if sentence[-1:] == "”" and sentence[-2:-1] in _ENDS else f"{sentence}."


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
