"""A write plan without a model: modest, but real (SPEC L1, S3).

What is said in so many words becomes a belief; what the reader takes from a turn besides is believed where a second look finds it
sure enough, and otherwise only supposed: a wrong belief is worse than none.
"""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from omoide.domain.beliefs.preference import PreferenceOp, PreferenceUpdate
from omoide.domain.beliefs.write_plan import (
    LONGEST_NAME,
    MOST_MENTIONS,
    MOST_UPDATES,
    Shown,
    WritePlan,
    breaks_voice,
)
from omoide.domain.events.event import Annotations, EventId, Mention
from omoide.domain.feelings.affect import Affect
from omoide.domain.text.language import Language, detect
from omoide.domain.time.timeline.reading import about_time
from omoide.domain.understanding.appraisal import Appraisal, SpokenTurn
from omoide.domain.understanding.appraisal_by_rules import feelings
from omoide.domain.understanding.beliefs import names as naming
from omoide.domain.understanding.beliefs.acquaintance import acquaintance
from omoide.domain.understanding.beliefs.clauses import Sentence, sentences
from omoide.domain.understanding.beliefs.linking import links, threads
from omoide.domain.understanding.beliefs.said_states import StateReader
from omoide.domain.understanding.beliefs.self_facts import Known
from omoide.domain.understanding.beliefs.tastes import Taste, tastes
from omoide.domain.understanding.beliefs.told_beliefs import REASON
from omoide.domain.understanding.feelings.sympathy import felt_with
from omoide.domain.understanding.judging.understood import Understood
from omoide.domain.understanding.means import Means


def write_plan(
    shown: Shown, *, tz: ZoneInfo, felt: Appraisal | None, talk: SpokenTurn | None, means: Means
) -> WritePlan:
    """Return what the turn changes, as far as it can be told; `felt` and `talk` where they are known already."""
    language = detect(shown.said or shown.event.assistant or "", default=means.language)
    known = acquaintance(shown)
    turn = talk or _in_its_talk(shown)
    names = naming.named(shown.said, language=language)
    heard = _heard(shown, known, language) if shown.is_trusted else []
    states = StateReader(shown, tz, language, names, known).updates(heard)
    liked = _preferences(heard, known, event_id=shown.event.id, language=language)
    if shown.is_trusted and means.read is not None:
        [reading] = means.read([turn.in_place])
        understood = Understood(shown, turn, tz, language, reading, known, means.agreement)
        states, liked, names = understood.states(states), understood.tastes(liked), understood.names(names)
    return WritePlan(
        annotations=_annotations(shown, names, tz=tz, language=language),
        states=tuple(update for update in states if breaks_voice(update.body) is None)[:MOST_UPDATES],
        preferences=tuple(liked)[:MOST_UPDATES],
        affect=_affect(shown, felt, turn, means, language),
        threads=threads(names),
        links=links(shown),
    )


def _heard(shown: Shown, known: Known, language: Language) -> list[Sentence]:
    return sentences(shown.said, language=language, names=known.people | known.pets)


def _preferences(
    heard: list[Sentence], known: Known, *, event_id: EventId, language: Language
) -> list[PreferenceUpdate]:
    found = tastes(heard, asked=known.asked, language=language)
    told = [taste for taste in found if taste.subject and breaks_voice(taste.subject) is None]
    return [_preference(taste, event_id=event_id, language=language) for taste in told[:MOST_UPDATES]]


def _preference(taste: Taste, *, event_id: EventId, language: Language) -> PreferenceUpdate:
    is_hint = taste.op is PreferenceOp.CANDIDATE
    return PreferenceUpdate(
        op=taste.op,
        domain=taste.domain,
        polarity=taste.polarity,
        subject=taste.subject[:LONGEST_NAME],
        note="",
        confidence=0.6 if is_hint else 0.9,
        evidence=(event_id,),
        reason=REASON[language]["hint" if is_hint else "taste"],
    )


def _in_its_talk(shown: Shown) -> SpokenTurn:
    """Return the turn with what stands before it in its session."""
    earlier = [one for one in shown.in_order if one.id != shown.event.id and one.session_id == shown.event.session_id]
    before = earlier[-1] if earlier else None
    answered, said = (before.assistant or "", before.user) if before is not None else ("", "")
    return SpokenTurn(shown.said, shown.event.assistant or "", answered, said)


def _annotations(shown: Shown, names: Sequence[Mention], *, tz: ZoneInfo, language: Language) -> Annotations:
    entities = tuple(Mention(one.kind, one.name[:LONGEST_NAME], one.confidence) for one in names[:MOST_MENTIONS])
    when = about_time(shown.said, now=shown.event.created, tz=tz, language=language)
    if when is None:
        return Annotations(entities=entities)
    return Annotations(
        about_start=when.start,
        about_end=when.end,
        about_year_start=when.year_start,
        about_year_end=when.year_end,
        life_stage=when.life_stage,
        about_time_confidence=when.confidence,
        entities=entities,
    )


def _affect(shown: Shown, felt: Appraisal | None, turn: SpokenTurn, means: Means, language: Language) -> Affect | None:
    if felt is not None:
        return felt_with(shown.said, felt.feeling, intensity=felt.intensity, language=language)
    if not (turn.user or turn.assistant).strip():
        return None
    [found] = feelings([turn], means=means)
    return felt_with(shown.said, found.feeling, intensity=found.intensity, language=language)
