"""Topics and their members for people and programs."""

from typing import TYPE_CHECKING

from omoide.domain.text.excerpt import one_line
from omoide.domain.time import moment
from omoide.entrypoints.cli.context import as_json
from omoide.entrypoints.cli.topics.words import word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from omoide.domain.personas.persona import Persona
    from omoide.domain.text.language import Language
    from omoide.domain.topics.topic import Topic, TopicMember
    from omoide.entrypoints.cli.context import CliContext

LONGEST_LISTED = 100


def topic_json(topic: "Topic", persona: "Persona") -> dict[str, object]:
    """Return a topic for programs."""
    span = topic.span(tz=persona.tz)
    fields = as_json(
        id=topic.id,
        name=topic.name,
        nickname=topic.nickname or None,
        named_by=topic.named_by or None,
        fixed=topic.is_fixed,
        description=topic.description or None,
        memories=topic.facts.memories,
        archived_memories=topic.facts.archived,
        episodes=topic.facts.episodes,
        size=topic.facts.size,
        first_date=None if span is None else span.first.isoformat(),
        last_date=None if span is None else span.last.isoformat(),
        summary=topic.told,
        sentences=[{"text": one.text, "memories": list(one.evidence)} for one in topic.summary],
        created_at=moment.iso(topic.created, tz=persona.tz),
        archived=True if topic.is_archived else None,
    )
    return dict(fields)


def member_json(member: "TopicMember", persona: "Persona") -> dict[str, object]:
    """Return a member for programs."""
    fields = as_json(
        kind=member.kind.value,
        id=member.label,
        date=str(member.span(tz=persona.tz)),
        similarity=round(member.similarity, 4),
        text=member.text,
        archived=True if member.is_archived else None,
    )
    return dict(fields)


def called(topic: "Topic", language: "Language") -> str:
    """Return what a topic is called, in a list."""
    named = topic.name or word("unnamed", language)
    return f"{named}（{topic.nickname}）" if topic.nickname else named


def marks(topic: "Topic", language: "Language") -> str:
    """Return what sort of topic it is, where that is to be said."""
    kept = [("fixed", topic.is_fixed), ("archived", topic.is_archived)]
    return " ".join(word(name, language) for name, holds in kept if holds)


def tabled(context: "CliContext", found: "Sequence[Topic]", persona: "Persona") -> None:
    """Show topics as a table."""
    language = context.language
    rows = [
        (
            str(topic.id),
            called(topic, language),
            str(topic.facts.size),
            str(topic.span(tz=persona.tz) or ""),
            marks(topic, language),
            one_line(topic.told, longest=LONGEST_LISTED),
        )
        for topic in found
    ]
    headings = [word(key, language) for key in ("id", "name", "size", "days", "kind", "summary")]
    context.table(rows, headings=headings, flat=True, spare=(4, 3, 2))


def whole(context: "CliContext", topic: "Topic", members: "Sequence[TopicMember]", persona: "Persona") -> None:
    """Show one topic with its members."""
    language = context.language
    context.say("  ".join(part for part in (f"{topic.id}  {called(topic, language)}", marks(topic, language)) if part))
    facts = topic.facts
    counted = word("counted", language, memories=facts.memories, archived=str(facts.archived), episodes=facts.episodes)
    context.say(f"{topic.span(tz=persona.tz) or ''}  {counted}".strip())
    if topic.description:
        context.say(word("description", language, text=topic.description))
    for sentence in topic.summary:
        context.say(f"  {sentence.text}")
        context.say(f"    {word('rests_on', language, ids=', '.join(map(str, sentence.evidence)))}")
    if topic.named_by:
        context.say(word("named_by", language, by=topic.named_by))
    for member in members:
        mark = f" [{word('archived', language)}]" if member.is_archived else ""
        text = one_line(member.text, longest=LONGEST_LISTED)
        context.say(f"- {member.label}  {member.span(tz=persona.tz)}  {member.similarity:.2f}{mark}  {text}")
