"""One list of everything that was found (SPEC R0).

A memory, its event and its episode are one recollection, shown once.  What rests on a turn that is listed (a belief, a taste, an
insight) is shown beside it.  A told day stands for its turns where several of them would be listed and it tells of what was asked about as
well as they do, or where it does so better than any; else the turn is the better detail, and the day is shown beside it.

All kinds share one scale: relevance, 0..1.  Turns have theirs from the ranking; everything else has to reach a floor of its own, for a text
that is merely near would else be listed for every cue.  Where turns were looked for and none of them answers, what was made of turns stays
silent with them.  What is far weaker than the best is left out, whatever it is.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from omoide.domain.events.event import Event
from omoide.domain.recall.kinds.intent_score import SCORED, IntentScoreRules, falling
from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.recall.recollection import Recollection
from omoide.domain.recall.relevance import TAIL_SHARE

TellsTurn = Callable[[Recollection, Event], bool]
"""Tells whether a told day is of the day on which a turn was said."""


@dataclass(frozen=True, slots=True)
class JoiningRules:
    """What must speak for something that was not said."""

    least_relevance: float = 0.35
    """0..1: from here on it has to do with the cue; the same number decides what a prompt is met with."""
    least_alone: float = 0.5
    """The same where nothing that was said comes to mind: then only what comes close is told."""


DEFAULT_RULES: Final = JoiningRules()


def least(best_said: float | None, *, asks_for_said: bool, rules: JoiningRules = DEFAULT_RULES) -> float:
    """Return what anything that was not said must reach to be told.

    `best_said` is the number of the best of what was said; `None` where nothing of it comes to mind, although it was looked for
    (`asks_for_said`) or because it was not.
    """
    if best_said is None:
        return rules.least_alone if asks_for_said else rules.least_relevance
    return max(rules.least_relevance, TAIL_SHARE * best_said)


def is_made_of_turns(each: Recollection) -> bool:
    """Tell whether a thing says only what turns have said: where those cannot answer, it cannot either."""
    return each.kind is RecollectionKind.TOPIC or (each.thing is not None and bool(each.thing.evidence))


def ordered_by_intent(found: Sequence[Recollection], *, rules: IntentScoreRules) -> list[Recollection]:
    """Return things of all kinds with those that have a three-term score in its order, the strongest number first.

    Of them only as many as NEX shows; whatever stands before others by its intent takes the number of what it passes.
    """
    plain = [each for each in found if each.kind not in SCORED]
    by_intent = sorted((each for each in found if each.kind in SCORED), key=_composite)[: rules.after_threshold]
    numbers = falling([each.score for each in by_intent])
    lifted = [replace(each, score=number) for each, number in zip(by_intent, numbers, strict=True)]
    return sorted([*plain, *lifted[: rules.shown]], key=lambda each: -each.score)


def joined(
    said: Sequence[Recollection], others: Sequence[Recollection], *, tells: TellsTurn, limit: int
) -> list[Recollection]:
    """Return everything as one list, the strongest first; both are given from the strongest on."""
    listed, alone = list(said), list[Recollection]()
    for each in others:
        if each.kind is RecollectionKind.EPISODE:
            _take_in_episode(listed, alone, each, tells)
        elif (place := _resting_on(listed, each)) is not None:
            listed[place] = _with(listed[place], each)
        else:
            alone.append(each)
    whole = sorted([*listed, *alone], key=lambda each: -each.score)
    best = whole[0].score if whole else 0.0
    kept = [each for each in whole if each.score >= TAIL_SHARE * best or _is_said(each)]
    return kept[: max(0, limit)]


def _is_said(each: Recollection) -> bool:
    """Tell whether it was listed by the ranking of turns, which has its own cut."""
    return each.thing is None or bool(each.stands_for)


def _resting_on(listed: Sequence[Recollection], each: Recollection) -> int | None:
    """Return the first listed turn that a thing rests on."""
    evidence = set(each.thing.evidence) if each.thing is not None else set()
    return next((at for at, one in enumerate(listed) if any(event.id in evidence for event in one.events)), None)


def _with(one: Recollection, other: Recollection) -> Recollection:
    return one if other.thing is None else replace(one, beside=(*one.beside, other.thing))


def _take_in_episode(
    listed: list[Recollection], alone: list[Recollection], episode: Recollection, tells: TellsTurn
) -> None:
    of_it = [one for one in listed if one.turn is not None and not one.stands_for and tells(episode, one.turn)]
    if not of_it:
        alone.append(episode)
        return
    best = max(of_it, key=lambda one: one.score)
    closeness, theirs = _closeness(episode), max(_closeness(one) for one in of_it)
    if closeness > theirs or (len(of_it) > 1 and closeness >= TAIL_SHARE * theirs):
        place = listed.index(best)
        listed[place] = replace(
            episode,
            score=max(best.score, episode.score),
            stands_for=tuple(of_it),
            beside=tuple(thing for one in of_it for thing in one.beside),
        )
        for one in of_it:
            if one is not best:
                listed.remove(one)
    else:
        listed[listed.index(best)] = _with(best, episode)


def _closeness(one: Recollection) -> float:
    """Return how well something matches by itself: by meaning, for a long text holds many words by chance; else by words."""
    return one.why.nearness if one.why.cosine is not None else one.why.coverage


def _composite(one: Recollection) -> float:
    return one.why.composite if one.why.composite is not None else float("inf")
