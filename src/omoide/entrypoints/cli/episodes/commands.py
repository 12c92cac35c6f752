"""`omoide episodes update|list|show|compress`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.progress import BarColumn, Progress, TextColumn

from omoide.domain.episodes.episode import Episode, EpisodeKind
from omoide.domain.text.excerpt import one_line
from omoide.domain.time import moment
from omoide.entrypoints.cli.context import as_json
from omoide.entrypoints.cli.episodes.words import kind_word, word

if TYPE_CHECKING:
    from omoide.domain.personas.persona import Persona
    from omoide.entrypoints.cli.context import CliContext

ReportT = TypeVar("ReportT")
LONGEST_LISTED = 160

app = typer.Typer(help="Days told in the persona's own voice.", no_args_is_help=True, rich_markup_mode=None)


@app.command(epilog="Example: omoide episodes update")
def update(
    ctx: typer.Context, limit: Annotated[int | None, typer.Option(help="At most this many days.", min=0)] = None
) -> None:
    """Tell every completed day that has talk and no episode; go on where an earlier run was broken off."""
    context: CliContext = ctx.obj
    mind = context.mind()
    report = _with_bar(context, lambda bar: mind.episodes.update(limit=limit, progress=bar))
    days = {name: [str(day) for day in getattr(report, name)] for name in _UPDATED}
    if context.json:
        context.show({**days, "specials": report.specials, "stopped_by": report.stopped_by})
        return
    language = context.language
    if report.done:
        context.say(word("updated", language, made=len(report.made), remade=len(report.remade)))
    elif not (report.failed or report.skipped or report.waiting or report.specials):
        context.say(word("nothing", language))
    if report.specials:
        context.say(word("specials", language, count=report.specials))
    _tell_left(context, {name: days[name] for name in ("failed", "skipped", "waiting")}, why=report.stopped_by)


_UPDATED = ("made", "remade", "failed", "skipped", "waiting")


@app.command(epilog="Example: omoide episodes compress")
def compress(ctx: typer.Context) -> None:
    """Make weeks of the days that lie far back (episodes.weekly_after_days); the days stay readable."""
    context: CliContext = ctx.obj
    mind = context.mind()
    report = _with_bar(context, lambda bar: mind.episodes.compress(progress=bar))
    spans = {name: [str(span) for span in getattr(report, name)] for name in ("made", "remade", "skipped")}
    if context.json:
        context.show({**spans, "stopped_by": report.stopped_by})
        return
    if report.made or report.remade:
        context.say(word("compressed", context.language, made=len(report.made), remade=len(report.remade)))
    elif not report.skipped:
        context.say(word("nothing", context.language))
    _tell_left(context, {"skipped": spans["skipped"]}, why=report.stopped_by)


@app.command("list", epilog="Example: omoide episodes list --days 2025-11-04~2025-11-10 --all")
def list_episodes(
    ctx: typer.Context,
    days: Annotated[str | None, typer.Option(help="A day, or a range: 2025-11-04~2025-11-10.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Also days that their week tells now.")] = False,
    about: Annotated[str, typer.Option(help="Only what speaks of this, the best first.")] = "",
    before: Annotated[
        str | None, typer.Option(help="What would stand before a raw log whose oldest day is this one.")
    ] = None,
) -> None:
    """Show the episodes, oldest first; the newest is the last one."""
    context: CliContext = ctx.obj
    mind = context.mind()
    if about:
        found = mind.episodes.find(about)
    elif before is not None:
        found = mind.episodes.before(before)
    else:
        found = mind.episodes.all(days, archived=every)
    if context.json:
        context.show([episode_json(each, mind.persona) for each in found])
    elif not found:
        context.say(word("none", context.language))
    else:
        _tabled(context, found)


@app.command(epilog="Example: omoide episodes show episode_2026-01-15_001; omoide episodes show 2026-01-15")
def show(ctx: typer.Context, which: Annotated[str, typer.Argument(help="An id, a day, or a range of days.")]) -> None:
    """Show an episode whole: each sentence with the events it rests on, and what it said before."""
    context: CliContext = ctx.obj
    mind = context.mind()
    named = which.strip().startswith("episode_")
    found = [mind.episodes.get(which)] if named else mind.episodes.all(which, archived=True)
    if context.json:
        told = [(each, mind.episodes.texts(each.label)[:-1]) for each in found]
        context.show(
            [
                {
                    **episode_json(each, mind.persona),
                    "sentences": [{"text": one.text, "events": list(one.evidence)} for one in each.text.sentences],
                    "before": [text.summary for text in earlier],
                    "originals": [one.label for one in mind.episodes.originals(each.label)],
                }
                for each, earlier in told
            ]
        )
        return
    if not found:
        context.say(word("none", context.language))
    for each in found:
        _told(context, each)


def episode_json(episode: Episode, persona: "Persona") -> dict[str, object]:
    """Return an episode for programs, with the names of NEX's file."""
    is_week = episode.kind is EpisodeKind.WEEK
    fields = as_json(
        id=episode.label,
        date=str(episode.span),
        summary=episode.summary,
        type=None if episode.kind in (EpisodeKind.DAY, EpisodeKind.WEEK) else episode.kind.value,
        compressed=is_week,
        original_count=episode.original_count if is_week else None,
        arousal=None if is_week else round(episode.arousal, 4),
        arousal_avg=round(episode.arousal, 4) if is_week else None,
        arousal_max=round(episode.arousal_max, 4),
        created_at=moment.iso(episode.created, tz=persona.tz),
        updated_at=moment.iso(episode.text.made, tz=persona.tz) if episode.text.version > 1 else None,
        by=episode.text.by or None,
        failed=True if episode.text.is_failure else None,
        archived=True if episode.is_archived else None,
    )
    return {**fields, **dict(episode.details)}


def _told(context: "CliContext", episode: Episode) -> None:
    mind, language = context.mind(), context.language
    head = f"{episode.label}  {episode.span}  {kind_word(episode.kind, language)}"
    context.say(f"{head}  {word('arousal', language)} {episode.arousal:.2f} ({episode.arousal_max:.2f})")
    for sentence in episode.text.sentences:
        context.say(f"  {sentence.text}")
        if sentence.evidence:
            context.say(f"    {word('rests_on', language, ids=_ids(sentence.evidence))}")
    at = moment.iso(episode.text.made, tz=mind.persona.tz)
    context.say(word("told_by", language, at=at, by=episode.text.by or "-"))
    if episode.is_archived:
        context.say(word("in_week", language))
    if originals := mind.episodes.originals(episode.label):
        context.say(f"{word('originals', language)}: {', '.join(each.label for each in originals)}")
    for text in mind.episodes.texts(episode.label)[:-1]:
        at = moment.iso(text.made, tz=mind.persona.tz)
        context.say(f"{word('told_before', language, at=at, by=text.by or '-')}: {text.summary}")


def _tabled(context: "CliContext", found: list[Episode]) -> None:
    language = context.language
    rows = [
        (
            each.label,
            str(each.span),
            kind_word(each.kind, language),
            f"{each.arousal:.2f}",
            one_line(each.summary, longest=LONGEST_LISTED),
        )
        for each in found
    ]
    headings = [word(key, language) for key in ("id", "days", "kind", "arousal", "summary")]
    context.table(rows, headings=headings, flat=True, spare=(2, 3, 1))


def _tell_left(context: "CliContext", left: dict[str, list[str]], *, why: str) -> None:
    for name, days in left.items():
        if days:
            context.say(word(name, context.language, days=", ".join(days), why=why))


def _with_bar(context: "CliContext", run: Callable[[Callable[[int, int], None]], ReportT]) -> ReportT:
    columns = (BarColumn(), TextColumn("{task.completed:.0f}/{task.total:.0f}"))
    with Progress(*columns, console=context.console, transient=True, disable=not context.shows_progress) as bars:
        task = bars.add_task("", total=0)
        return run(lambda done, total: bars.update(task, completed=done, total=total))


def _ids(evidence: tuple[int, ...]) -> str:
    return ", ".join(map(str, evidence))
