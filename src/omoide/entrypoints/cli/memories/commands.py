"""`omoide memories list|show|search|why|protect|release|archive|restore`."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from omoide.domain.memories.protection import Granted
from omoide.domain.recall.recalled_memory import RecalledMemory
from omoide.domain.time import moment
from omoide.entrypoints.cli.context import CliContext, plain
from omoide.entrypoints.cli.dashed import DashedText
from omoide.entrypoints.cli.events import said
from omoide.entrypoints.cli.memories.json import memory_json, recalled_json, shown_json
from omoide.entrypoints.cli.memories.words import cause_word, level_word, word
from omoide.entrypoints.cli.words import word as shared

if TYPE_CHECKING:
    from omoide.domain.memories.levels import Level
    from omoide.domain.memories.memory import Memory
    from omoide.domain.personas.persona import Persona
    from omoide.domain.text.language import Language
    from omoide.domain.time.moment import Moment
    from omoide.entrypoints.library.mind import Mind
    from omoide.usecases.memories.manual_edits import Foreseen

app = typer.Typer(help="Memories that fade: look at them, tend them.", no_args_is_help=True, rich_markup_mode=None)

_BLANK_AT_JAPANESE = re.compile(r"(?<=[→🛡]) (?=[\u3000-\u30ff\u4e00-\u9fff])|(?<=[\u3000-\u30ff\u4e00-\u9fff]) (?=→)")
_LEAD_IN = re.compile(r'^[^"\n]{1,40}: (?=")')
Name = Annotated[str, typer.Argument(help="Id of a memory, such as mem_20260118_001.", metavar="ID")]


@app.command("list", epilog="Example: omoide memories list --level 1 --level 2 --limit 20")
def list_(
    ctx: typer.Context,
    level: Annotated[
        list[int] | None, typer.Option(help="Only this level (1-4); may be repeated.", min=1, max=4)
    ] = None,
    protected: Annotated[bool, typer.Option("--protected", help="Only protected ones.")] = False,
    waiting: Annotated[bool, typer.Option("--waiting", help="Only those that wait for protection.")] = False,
    category: Annotated[str | None, typer.Option(help="casual, work, decision or emotional.")] = None,
    limit: Annotated[int, typer.Option(help="At most this many, the newest.", min=1)] = 50,
) -> None:
    """List memories, the newest first.  Looking is not recalling: nothing changes."""
    context: CliContext = ctx.obj
    mind = context.mind()
    look = mind.memories
    found = look.waiting() if waiting else look.all(
        levels=level or (), protected=protected, category=category, limit=limit
    )  # fmt: skip
    if context.json:
        context.show([memory_json(each, mind.persona) for each in found])
    elif not found:
        context.say(word("none", context.language))
    else:
        _tell_all(context, found, mind.persona)


@app.command(epilog="Example: omoide memories show mem_20260118_001")
def show(ctx: typer.Context, name: Name) -> None:
    """Show everything about one memory: how it fades, what it leads to, its history, the words it came from."""
    context: CliContext = ctx.obj
    mind = context.mind()
    if context.json:
        context.show(shown_json(mind, name))
        return
    memory = mind.memories.get(name)
    context.say(Text.assemble((memory.label, "bold"), "  ", level_word(memory.current_level, context.language)))
    context.say(f"{memory.trigger} → {memory.content}")
    context.table(_facts(context, mind, memory), headings=["", ""])
    origin = mind.memories.origin(name)
    if origin is not None:
        context.say(Text(word("said", context.language), style="bold"))
        context.say(said(origin))
    _tell_relations(context, mind, memory)
    _tell_history(context, mind, memory)


@app.command(cls=DashedText, epilog='Example: omoide memories recall "猫は元気？" --session s1')
def recall(
    ctx: typer.Context,
    cue: Annotated[str, typer.Argument(help="What is said.")],
    session: Annotated[str, typer.Option(help="Session whose feeling counts, and is carried on.")] = "",
    limit: Annotated[int | None, typer.Option(help="At most this many (default: retrieval.top_k).", min=1)] = None,
    as_block: Annotated[bool, typer.Option("--block", help="Print the block that a model is given.")] = False,
) -> None:
    """Recall as the persona does: what comes to mind is strengthened by the coming night."""
    context: CliContext = ctx.obj
    mind = context.mind()
    if as_block:
        context.write(mind.memories.block(cue, session_id=session))
        return
    _tell_found(context, mind, mind.memories.recall(cue, session_id=session, limit=limit))


@app.command(cls=DashedText, epilog='Example: omoide memories search "歯医者"')
def search(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(help="Words or a question.")],
    limit: Annotated[int, typer.Option(help="At most this many.", min=1)] = 20,
) -> None:
    """Search memories, archived ones too.  Looking is not recalling: nothing changes."""
    context: CliContext = ctx.obj
    mind = context.mind()
    _tell_found(context, mind, mind.memories.search(text, limit=limit))


@app.command(cls=DashedText, epilog='Example: omoide memories why mem_20260118_001 "うちの猫は元気？"')
def why(
    ctx: typer.Context,
    name: Name,
    cue: Annotated[str, typer.Argument(help="What would be said.")],
    session: Annotated[str, typer.Option(help="Session whose feeling counts.")] = "",
) -> None:
    """Say why a memory would, or would not, come to mind for a cue."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.memories.why(cue, name, session_id=session)
    if context.json:
        hit = recalled_json(RecalledMemory(found.memory, found.why), mind.persona)
        context.show({"rank": found.rank, **hit, "spared": found.spared})
        return
    context.say(f"{found.memory.label}: {word('rank', context.language, rank=found.rank)}")
    context.say(found.why.sentence(context.language))
    if found.spared is not None:
        context.say(_spared(context, found.memory, found.spared))


@app.command(epilog="Example: omoide memories protect mem_20260118_001")
def protect(ctx: typer.Context, name: Name) -> None:
    """Keep a memory from ever fading."""
    context: CliContext = ctx.obj
    mind = context.mind()
    answer = mind.memories.protect(name)
    granted = isinstance(answer, Granted)
    oldest = () if isinstance(answer, Granted) else answer.oldest
    if context.json:
        context.show({"protected": granted, "oldest": [memory_json(each, mind.persona) for each in oldest]})
        return
    if isinstance(answer, Granted):
        context.say(word("is_protected", context.language, id=name))
        return
    context.say(word("is_waiting", context.language, id=name, limit=answer.limit))
    _tell_all(context, oldest, mind.persona)
    context.say(word("release_with", context.language))


@app.command(epilog="Example: omoide memories release mem_20260118_001")
def release(ctx: typer.Context, name: Name) -> None:
    """Let a protected memory fade again; one that waited takes its place."""
    context: CliContext = ctx.obj
    promoted = context.mind().memories.release(name)
    if context.json:
        context.show({"released": name, "protected": [each.label for each in promoted]})
        return
    context.say(word("is_released", context.language, id=name))
    for each in promoted:
        context.say(word("took_place", context.language, id=each.label))


@app.command(epilog="Example: omoide memories archive mem_20260118_001")
def archive(ctx: typer.Context, name: Name) -> None:
    """Put a memory into the archive, out of mind; `restore` brings it back.  To have it gone for good: omoide erase."""
    context: CliContext = ctx.obj
    mind = context.mind()
    memory = mind.memories.archive(name)
    if context.json:
        context.show(memory_json(memory, mind.persona))
    else:
        context.say(word("is_archived", context.language, id=memory.label))


@app.command(epilog="Example: omoide memories restore mem_20260118_001")
def restore(ctx: typer.Context, name: Name) -> None:
    """Bring a memory back from the archive, or, within the grace period, after a night deleted it."""
    context: CliContext = ctx.obj
    mind = context.mind()
    memory = mind.memories.restore(name)
    if context.json:
        context.show(memory_json(memory, mind.persona))
    else:
        level = level_word(memory.current_level, context.language)
        context.say(word("is_back", context.language, id=memory.label, level=level))


def _tell_found(context: CliContext, mind: "Mind", found: list[RecalledMemory]) -> None:
    if context.json:
        context.show([recalled_json(hit, mind.persona) for hit in found])
    elif not found:
        context.say(word("none_found", context.language))
    for hit in [] if context.json else found:
        context.say(hit_text(context, hit, mind.persona))


def hit_text(context: CliContext, hit: RecalledMemory, persona: "Persona") -> Text:
    """Return a memory that was found, for people."""
    mark = f" [{word('archived', context.language)}]" if hit.is_archived else ""
    mark += "" if hit.memory.origin.is_owners_word else f" [{shared(f'origin_{hit.memory.origin}', context.language)}]"
    level = level_word(hit.memory.current_level, context.language)
    head = f"{hit.memory.label}  {_day(hit.memory.created, persona)}  {level}{mark}"
    reasons = plain(hit.why.sentence(context.language))
    reasons.stylize("dim")
    body = plain(f"{hit.memory.trigger} → {hit.memory.content}")
    return Text.assemble((head, "bold"), "\n", body, "\n", reasons, "\n")


def _tell_all(context: CliContext, found: Sequence["Memory"], persona: "Persona") -> None:
    headings = [word(key, context.language) for key in ("id", "when", "level", "retention", "memory")]
    rows = [
        (
            each.label,
            _day(each.created, persona),
            level_word(each.current_level, context.language),
            f"{each.retention_score:.1f}",
            _closed_up(f"{'🛡 ' if each.protected else ''}{words_first(each.trigger)} → {each.content}"),
        )
        for each in found
    ]
    # A narrow terminal does without the day, which the id holds too, then the score, then the level.
    context.table(rows, headings=headings, flat=True, spare=(1, 3, 2))


def _closed_up(text: str) -> str:
    """Return a line without blanks between signs and Japanese, which has none: at each one it would break."""
    return _BLANK_AT_JAPANESE.sub("", text)


def words_first(text: str) -> str:
    """Return a text for a line of a list: without what only leads up to the words that were said."""
    return _LEAD_IN.sub("", text, count=1)


def _facts(context: CliContext, mind: "Mind", memory: "Memory") -> list[list[str]]:
    language = context.language
    recalled = word("times", language, count=memory.recall_count)
    if memory.recalls_since_last_batch:
        recalled += " + " + word("tonight", language, count=memory.recalls_since_last_batch)
    tags = ", ".join(tag.value for tag in memory.emotional_tags)
    feeling = f"{memory.emotional_intensity} {memory.emotional_valence} / {memory.emotional_arousal} {tags}"
    facts = [
        ("when", moment.iso(memory.created, tz=mind.persona.tz)),
        ("origin", "" if memory.origin.is_owners_word else shared(f"origin_{memory.origin}", language)),
        ("category", memory.category),
        ("feeling", feeling.strip()),
        ("keywords", ", ".join(memory.keywords)),
        ("retention", f"{memory.retention_score:.1f}"),
        ("fades", word("a_day", language, value=f"{memory.decay_coefficient:.3f}")),
        ("recalled", recalled),
        ("protected", "✓" if memory.protected else ""),
        ("kept_until", _day(memory.kept_until, mind.persona) if memory.kept_until else ""),
        ("archived", _day(memory.archived_at, mind.persona) if memory.archived_at else ""),
        ("asks_back", "✓" if memory.revival_requested else ""),
        ("next", _next(context, mind, memory)),
    ]
    return [[word(key, language), value] for key, value in facts if value]


def _next(context: CliContext, mind: "Mind", memory: "Memory") -> str:
    if memory.is_archived:
        return ""
    falls = mind.memories.forecast_of(memory.label)
    if not falls:
        return word("stays", context.language)
    return ", ".join(_step(each, context.language) for each in falls)


def _step(each: "Foreseen", language: "Language") -> str:
    level = level_word(each.fall.after, language)
    return word("stays_at", language, day=each.day, level=level) if each.fall.is_a_stay else f"{each.day} {level}"


def _spared(context: CliContext, memory: "Memory", deserved: "Level") -> str:
    language = context.language
    return word(
        "spared",
        language,
        level=level_word(memory.current_level, language),
        score=f"{memory.retention_score:.1f}",
        deserved=level_word(deserved, language),
    )


def _tell_relations(context: CliContext, mind: "Mind", memory: "Memory") -> None:
    for relation, other in mind.memories.relations(memory.label):
        key = "leads_to" if relation.source == memory.id else "reached_from"
        context.say(f"{word(key, context.language)} {relation.type.value}: {other.label} {other.trigger[:60]}")


def _tell_history(context: CliContext, mind: "Mind", memory: "Memory") -> None:
    context.say(Text(word("history", context.language), style="bold"))
    for chapter in mind.memories.history(memory.label):
        steps = [str(int(level)) for level in (chapter.level_before, chapter.level_after) if level is not None]
        told = f"{_day(chapter.at, mind.persona)}  {'→'.join(dict.fromkeys(steps))}  "
        context.say(told + f"{chapter.retention_score:.1f}  {cause_word(chapter.cause, context.language)}")
        if chapter.trigger_before is not None:
            context.say(f"    {chapter.trigger_before} → {chapter.content_before}")


def _day(at: "Moment", persona: "Persona") -> str:
    return moment.day(at, tz=persona.tz).isoformat()
