"""A reflection without a model: plain, and true to what was said (SPEC D2, L1).

It names the strongest words, what was spoken of again, what came to be known, and how the talk was weighted; outside quotation marks stand
only counts and days.  The strategy says how to meet the strongest words; it claims nothing.  A weekly or monthly one may make a goal
of the question that pulls most, and a monthly one of what was spoken of on most days.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from omoide.domain.episodes.by_rules.quoting import quoted, subject
from omoide.domain.feelings.emotion import Valence
from omoide.domain.goals.goal import GoalTerm
from omoide.domain.reflection.levels import DAILY, MONTHLY, WEEKLY
from omoide.domain.reflection.reflecting import (
    ActiveGoal,
    GoalMove,
    GoalMoves,
    LearntThing,
    Reflected,
    ReflectedTurn,
    ToldSight,
    WantedTopic,
    WishedGoal,
)
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.language import Language, counted

LONGEST_QUOTE: Final = {Language.JA: 60, Language.EN: 100}
LONGEST_SUBJECT: Final = 24
LONGEST_LEARNT: Final = 90
MOST_LEARNT: Final = 2
STRONG: Final = 50
"""0..100: intensity from which talk counts as moving."""
MOST_OPEN_GOALS: Final = 3
"""Short-term goals of the rules' own making that stand at a time."""
MOST_LASTING: Final = 2
FEWEST_DAYS: Final = {WEEKLY: 2, MONTHLY: 4}
"""On which something must have been spoken of to be told as recurring."""


def reflect(
    turns: Sequence[ReflectedTurn],
    *,
    level: int,
    learnt: Sequence[LearntThing] = (),
    goals: Sequence[ActiveGoal] = (),
    wanted: Sequence[WantedTopic] = (),
    language: Language,
) -> Reflected:
    """Return what is made of the turns; nothing is seen where nothing was said."""
    ranked = sorted(range(len(turns)), key=lambda at: (-turns[at].intensity, -turns[at].arousal, at))
    recurring = _recurring(turns, level)
    sights = [
        *([] if level == DAILY else [_counted(turns, level, language)]),
        *_strongest(turns, ranked, level, language),
        *_again(recurring, level, language),
        *_balance(turns, level, language),
        *_learnt(learnt, language),
    ]
    first = turns[ranked[0]] if ranked else None
    about = recurring[0][0] if recurring else ("" if first is None else _named(first.user))
    return Reflected(
        tuple(sights),
        "" if first is None else _strategy(first, about, language),
        _log(turns, level, language),
        _topic(turns, ranked, recurring),
        _moves(level, goals, wanted, recurring, language),
    )


def _strongest(
    turns: Sequence[ReflectedTurn], ranked: Sequence[int], level: int, language: Language
) -> list[ToldSight]:
    """Return what stays most, and what weighed on the other side of it."""
    sayable = [(at, said.words) for at in ranked if (said := quoted(turns[at].user, longest=LONGEST_QUOTE[language]))]
    if not sayable:
        return []
    (first, words), *others = sayable
    is_strong, sides = turns[first].intensity >= STRONG, {Valence.POSITIVE, Valence.NEGATIVE}
    told = [ToldSight(_stays(words, level, language, is_strong=is_strong), (first + 1,))]
    for at, beside in others:
        if turns[at].intensity >= STRONG and {turns[first].valence, turns[at].valence} == sides:
            return [*told, ToldSight(_beside(beside, language), (at + 1,))]
    return told


def _recurring(turns: Sequence[ReflectedTurn], level: int) -> list[tuple[str, tuple[int, ...], int]]:
    """Return the words that were spoken of again: in two turns of a day, or on several days; with their turns and days."""
    spoken: dict[str, list[int]] = {}
    for at, turn in enumerate(turns):
        for word in dict.fromkeys(turn.keywords):
            if 1 < len(word) <= LONGEST_SUBJECT or not word.isascii():
                spoken.setdefault(word, []).append(at)
    found = []
    for word, places in spoken.items():
        days = len({turns[at].day for at in places})
        if (days >= FEWEST_DAYS[level]) if level in FEWEST_DAYS else (len(places) > 1):
            found.append((word, tuple(at + 1 for at in places), days))
    return sorted(found, key=lambda each: (-each[2], -len(each[1]), each[1], each[0]))


def _counted(turns: Sequence[ReflectedTurn], level: int, language: Language) -> ToldSight:
    days, every = len({turn.day for turn in turns}), tuple(range(1, len(turns) + 1))
    if language is Language.JA:
        span = "この一週間" if level == WEEKLY else "この一か月"
        return ToldSight(f"{span}、{days}日にわたる会話を振り返った。", every)
    span = "this week" if level == WEEKLY else "this month"
    return ToldSight(f"Looking back on {span}, we spoke on {counted(days, 'day', 'days')}.", every)


def _again(recurring: Sequence[tuple[str, tuple[int, ...], int]], level: int, language: Language) -> list[ToldSight]:
    if not recurring:
        return []
    word, places, days = recurring[0]
    if language is Language.JA:
        often = f"{len(places)}回" if level == DAILY else f"{days}日にわたって"
        return [ToldSight(f"「{word}」の話が{often}出た。", places)]
    often = counted(len(places), "time", "times") if level == DAILY else f"on {counted(days, 'day', 'days')}"
    return [ToldSight(f"“{word}” came up {often}.", places)]


def _balance(turns: Sequence[ReflectedTurn], level: int, language: Language) -> list[ToldSight]:
    """Return how many moving turns were bright and how many heavy, as they were read; only where there are several."""
    moving = [(at + 1, turn.valence) for at, turn in enumerate(turns) if turn.intensity >= STRONG]
    counts = Counter(valence for _, valence in moving)
    bright, heavy = counts[Valence.POSITIVE], counts[Valence.NEGATIVE]
    if level == DAILY or bright + heavy < 2:
        return []
    rests = tuple(number for number, valence in moving if valence is not Valence.NEUTRAL)
    if language is Language.JA:
        return [ToldSight(f"心の動いた会話のうち、明るい話は{bright}件、重い話は{heavy}件と受けとめた。", rests)]
    return [ToldSight(f"Of the talk that moved, I took {bright} as bright and {heavy} as heavy.", rests)]


def _learnt(learnt: Sequence[LearntThing], language: Language) -> list[ToldSight]:
    told = []
    for each in [each for each in learnt if each.rests_on][:MOST_LEARNT]:
        body = one_line(each.body.rstrip("。."), longest=LONGEST_LEARNT)
        if language is Language.JA:
            text = f"「{body}」と知った。" if each.is_new else f"「{body}」と思い直した。"
        else:
            text = f"I learnt: “{body}”." if each.is_new else f"I now see it so: “{body}”."
        told.append(ToldSight(text, each.rests_on))
    return told


def _stays(words: str, level: int, language: Language, *, is_strong: bool) -> str:
    """Return what stays most; where nothing moved, only what was said."""
    if language is Language.JA:
        when = {DAILY: "この日", WEEKLY: "この一週間", MONTHLY: "この一か月"}[level]
        by = "" if level == DAILY else "で"
        told = f"{when}{by}いちばん心に残ったのは「{words}」という言葉だった。"
        return told if is_strong else f"{when}は「{words}」という話をした。"
    when = {DAILY: "that day", WEEKLY: "that week", MONTHLY: "that month"}[level]
    return f"What stays with me most of {when}: “{words}”." if is_strong else f"We spoke of this {when}: “{words}”."


def _beside(words: str, language: Language) -> str:
    return f"その一方で「{words}」という言葉もあった。" if language is Language.JA else f"And beside them: “{words}”."


def _strategy(first: ReflectedTurn, about: str, language: Language) -> str:
    """Return how to meet what stayed most: by its subject, or by the words themselves."""
    said = quoted(first.user, longest=LONGEST_QUOTE[language] // 2)
    what = about or ("" if said is None else said.words)
    if not what:
        return ""
    if language is Language.JA:
        how = {
            Valence.NEGATIVE: f"「{what}」のことを気にかけ、急がずに話を聞く。",
            Valence.POSITIVE: f"「{what}」を一緒に喜び、その続きを聞く。",
            Valence.NEUTRAL: f"「{what}」の話の続きを聞く。",
        }
    else:
        how = {
            Valence.NEGATIVE: f"Keep “{what}” in mind, and listen without hurry.",
            Valence.POSITIVE: f"Be glad together about “{what}”, and ask how it goes on.",
            Valence.NEUTRAL: f"Ask how it goes on with “{what}”.",
        }
    return how[first.valence if first.intensity >= STRONG else Valence.NEUTRAL]


def _named(text: str) -> str:
    """Return the word that tells best what a text is about; none where that is only a number."""
    word = subject(text)
    return "" if any(map(str.isdigit, word)) else word


def _log(turns: Sequence[ReflectedTurn], level: int, language: Language) -> str:
    strong = sum(turn.intensity >= STRONG for turn in turns)
    if not turns:
        return ""
    first, last = min(turn.day for turn in turns).isoformat(), max(turn.day for turn in turns).isoformat()
    span = last if level == DAILY else f"{first}~{last}"
    if language is Language.JA:
        return f"眠りのなかで{span}の会話{len(turns)}件を思い返した。心の動いたものは{strong}件。"
    return f"Asleep, I went over {counted(len(turns), 'turn', 'turns')} of {span}; {strong} of them moved me."


def _topic(
    turns: Sequence[ReflectedTurn], ranked: Sequence[int], recurring: Sequence[tuple[str, tuple[int, ...], int]]
) -> str:
    words = [word for word, _, _ in recurring[:2]]
    words += [word for at in ranked[:2] if (word := _named(turns[at].user))]
    return " ".join(list(dict.fromkeys(words))[:3])


def _moves(
    level: int,
    goals: Sequence[ActiveGoal],
    wanted: Sequence[WantedTopic],
    recurring: Sequence[tuple[str, tuple[int, ...], int]],
    language: Language,
) -> GoalMoves:
    """Return what becomes of goals: those whose question is answered are reached, those whose question went are given up."""
    over = _OVER[language]
    completed = [GoalMove(number, over[0]) for number, goal in enumerate(goals, start=1) if goal.is_answered]
    abandoned = [GoalMove(number, over[1]) for number, goal in enumerate(goals, start=1) if goal.is_pointless]
    left = [goal for goal in goals if not (goal.is_answered or goal.is_pointless)]
    new: list[WishedGoal] = []
    if level >= WEEKLY and wanted and sum(goal.term is GoalTerm.SHORT for goal in left) < MOST_OPEN_GOALS:
        new.append(WishedGoal(_ask_about(wanted[0].topic, language), question=1))
    if level == MONTHLY and recurring and sum(goal.term is GoalTerm.LONG for goal in left) < MOST_LASTING:
        new.append(WishedGoal(_go_on_with(recurring[0][0], language), GoalTerm.LONG))
    return GoalMoves(tuple(new), (), tuple(completed), tuple(abandoned))


_OVER: Final = {
    Language.JA: ("気になっていたことの答えを聞けた。", "もう気にしなくてよくなった。"),
    Language.EN: ("I have heard what I wanted to know.", "It is no longer open."),
}


def _ask_about(topic: str, language: Language) -> str:
    named = one_line(topic, longest=LONGEST_QUOTE[language])
    return f"「{named}」がどうなったか聞く" if language is Language.JA else f"Ask what became of “{named}”"


def _go_on_with(word: str, language: Language) -> str:
    return f"「{word}」の話をこれからも聞いていく" if language is Language.JA else f"Go on listening about “{word}”"
