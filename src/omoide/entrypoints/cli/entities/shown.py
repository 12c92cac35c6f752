"""Entities as people and programs read them."""

from typing import TYPE_CHECKING

from omoide.domain.entities.entity import Entity
from omoide.domain.entities.revision import EntityRevision
from omoide.domain.personas.persona import Persona
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.printable import label
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.entities.words import act_word, word
from omoide.usecases.entities.proposals import ProposedEntity

if TYPE_CHECKING:
    from omoide.entrypoints.library.entities import KnownEntity

SHOWN = 60
"""Characters of a profile in a list."""


def clock(at: Moment, persona: Persona) -> str:
    """Return when it was, on the persona's clock."""
    return f"{moment.local(at, tz=persona.tz):%Y-%m-%d %H:%M}"


def entity_json(entity: Entity, persona: Persona) -> dict[str, object]:
    """Return an entity without its text, as JSON shows it."""
    return {
        "name": entity.name,
        "aliases": list(entity.aliases),
        "version": entity.version,
        "created": moment.iso(entity.created, tz=persona.tz),
        "changed": moment.iso(entity.changed, tz=persona.tz),
        "archived": None if entity.archived is None else moment.iso(entity.archived, tz=persona.tz),
        "characters": len(entity.text),
    }


def known_json(known: "KnownEntity", persona: Persona) -> dict[str, object]:
    """Return an entity with its text and what is believed of it, as JSON shows it."""
    beliefs = [
        {
            "id": state.id,
            "body": state.body,
            "valid_from": None if state.valid_from is None else moment.iso(state.valid_from, tz=persona.tz),
            "last_confirmed": None if state.last_confirmed is None else moment.iso(state.last_confirmed, tz=persona.tz),
        }
        for state in known.beliefs
    ]
    return {
        **entity_json(known.entity, persona),
        "text": known.text,
        "beliefs": beliefs,
        "markdown": known.markdown(),
    }


def table(context: CliContext, found: list[Entity], persona: Persona) -> None:
    """Print entities as a table."""
    headings = [word(key, context.language) for key in ("name", "aliases", "version", "changed", "begins")]
    away = word("put_away", context.language)
    rows = [
        (
            label(each.name) + (f" ({away})" if each.is_archived else ""),
            label(", ".join(each.aliases)),
            str(each.version),
            clock(each.changed, persona),
            one_line(each.text, longest=SHOWN),
        )
        for each in found
    ]
    context.table(rows, headings=headings, spare=(4, 1, 3, 2))


def tell_kept(context: CliContext, persona: Persona, before: int, after: Entity) -> None:
    """Say what became of an edit of the version that was there before."""
    if context.json:
        context.show({**entity_json(after, persona), "is_changed": after.version != before})
        return
    key = "unchanged" if after.version == before else "kept"
    name = label(after.name)
    context.say(word(key, context.language, name=name, version=after.version, size=len(after.text)))


def tell(context: CliContext, persona: Persona, key: str, entity: Entity, **values: object) -> None:
    """Say what was done to an entity."""
    if context.json:
        context.show(entity_json(entity, persona))
        return
    names = label(", ".join((entity.name, *entity.aliases)))
    context.say(word(key, context.language, name=label(entity.name), names=names, **values))


def revision_json(revision: EntityRevision, persona: Persona) -> dict[str, object]:
    """Return an edit as JSON shows it."""
    return {
        "version": revision.version,
        "at": moment.iso(revision.at, tz=persona.tz),
        "by": revision.author.value,
        "act": revision.act.value,
        "reason": revision.reason,
        "added": len(revision.splice.added),
        "removed": revision.splice.removed,
        "names": list(revision.names),
    }


def steps(context: CliContext, found: list[EntityRevision], persona: Persona) -> None:
    """Print every edit, oldest first."""
    language = context.language
    headings = [word(key, language) for key in ("version", "when", "who", "what", "size", "reason")]
    rows = [
        (
            str(each.version),
            clock(each.at, persona),
            word(each.author.value, language),
            act_word(each.act.value, language),
            f"+{len(each.splice.added)} -{each.splice.removed}",
            each.reason or (label(", ".join(each.names)) if each.act.value in ("name", "merge") else ""),
        )
        for each in found
    ]
    context.table(rows, headings=headings, texts=(5,), spare=(5, 4, 2))


def proposed_json(found: ProposedEntity, persona: Persona) -> dict[str, object]:
    """Return a proposal as JSON shows it."""
    proposal = found.proposal
    return {
        "id": proposal.id,
        "name": proposal.name,
        "kind": None if proposal.kind is None else proposal.kind.value,
        "status": proposal.status.value,
        "is_news": proposal.entity_id is not None,
        "days": proposal.days,
        "sessions": proposal.sessions,
        "turns": proposal.uses,
        "memories": [memory.label for memory in found.memories],
        "lines": [{"text": line.text, "events": list(line.evidence)} for line in found.lines],
        "by": proposal.by or None,
        "made": moment.iso(proposal.made, tz=persona.tz),
    }


def tell_proposed(context: CliContext, found: ProposedEntity) -> None:
    """Print a proposal."""
    proposal, language = found.proposal, context.language
    kind = word("new_name" if proposal.entity_id is None else "news", language)
    often = word("often", language, uses=proposal.uses, days=proposal.days)
    context.say(f"{proposal.id}  {label(proposal.name)}  {kind}  {often}")
    for line in found.lines:
        context.say(f"  {one_line(line.text, longest=4 * SHOWN)}")
    if found.memories:
        labels = ", ".join(memory.label for memory in found.memories)
        context.say(f"  {word('memories', language, labels=labels)}")
