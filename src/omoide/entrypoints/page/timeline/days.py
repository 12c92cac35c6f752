"""Told days and weeks, each opening to what it was made of."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Final

from nicegui import ui

from omoide.domain.episodes.dates import DaySpan
from omoide.domain.episodes.episode import Episode, EpisodeKind
from omoide.domain.events.event import Event
from omoide.domain.time import moment
from omoide.entrypoints.page import blocks
from omoide.entrypoints.page.timeline.words import TIMELINE
from omoide.entrypoints.page.view import View
from omoide.entrypoints.page.words import day_told
from omoide.errors import OmoideError

MOST_TURNS: Final = 100
"""Of one day, shown at once; the rest is asked for."""
_OPENED: Final = "(event) => { if (event.target.open) emit(); }"


def show_episodes(view: View, found: Sequence[Episode]) -> None:
    """Show told days, newest first."""
    star_above = view.mind.episodes.star_above
    for each in found:
        show_episode(view, each, star_above=star_above)


def show_episode(view: View, episode: Episode, *, star_above: float) -> None:
    """Show one told day, week or special moment."""
    say = view.words(TIMELINE)
    chips: dict[str, blocks.Colour] = {say(episode.kind.value): "" if episode.kind is EpisodeKind.DAY else "accent"}
    if episode.arousal_max > star_above:
        chips[say("moving")] = "warm"
    if episode.kind is EpisodeKind.WEEK:
        chips[say("days_hint", count=episode.original_count)] = ""
    with blocks.card(span_told(view, episode.span), classes="o-day", chips=chips):
        blocks.inert(episode.summary, language=view.mind.persona.language)
        blocks.bar(say("stirred"), episode.arousal, colour="warm")
        if episode.kind is EpisodeKind.WEEK:
            _opens(view, say("days"), lambda: _show_originals(view, episode, star_above=star_above))
        else:
            _opens(view, say("turns"), lambda: show_turns_of(view, episode.span))


def show_turns(view: View, turns: Sequence[Event]) -> None:
    """Show what was said, as it was said."""
    say = view.words(TIMELINE)
    language = view.mind.persona.language
    for each in turns:
        with blocks.box("o-turn"):
            blocks.text(view.when(each.created), tag="span", classes="o-small o-soft o-number")
            if each.user:
                _said(say("you"), each.user, classes="o-said-by-you", view=view)
            if each.assistant:
                _said(view.mind.persona.name, view.mind.feelings.shown(each.assistant), classes="", view=view)
            for summary in each.image_summaries:
                blocks.inert(summary, language=language, classes="o-text o-small o-soft")


def span_told(view: View, span: DaySpan) -> str:
    """Return days for people."""
    today = moment.day(view.mind.now(), tz=view.mind.persona.tz)
    first = day_told(span.first, view.language, today=today)
    return first if span.first == span.last else f"{first} – {day_told(span.last, view.language, today=today)}"


async def show_turns_of(view: View, span: DaySpan, *, most: int = MOST_TURNS) -> None:
    """Show what was said on these days, the first of it at once and the rest when it is asked for."""
    tz = view.mind.persona.tz
    since, until = moment.start_of(span.first, tz=tz), moment.start_of(span.last + timedelta(days=1), tz=tz)
    turns = await view.ask(lambda: view.mind.log(since=since, until=until))
    say = view.words(TIMELINE)
    if not turns:
        blocks.text(say("no_turns"), classes="o-soft")
    show_turns(view, turns[:most])
    if len(turns) > most:
        rest = blocks.place()

        def go_on() -> None:
            more.delete()
            with rest:
                show_turns(view, turns[most:])

        more = blocks.button(say("more_found"), go_on, icon="expand_more")


async def _show_originals(view: View, week: Episode, *, star_above: float) -> None:
    for each in await view.ask(lambda: view.mind.episodes.originals(week.label)):
        show_episode(view, each, star_above=star_above)


def _opens(view: View, title: str, show: Callable[[], object]) -> None:
    """Put down a line that, when it is opened first, reads what stands behind it."""
    with blocks.details(title) as line:
        place = blocks.place()
    state = {"is_filled": False}

    async def fill() -> None:
        if state["is_filled"]:
            return
        state["is_filled"] = True
        with place:
            try:
                await show()  # type: ignore[misc]
            except OmoideError as exc:
                blocks.notice(str(exc), kind="bad")

    line.on("toggle", fill, js_handler=_OPENED)


def _said(who: str, words: str, *, classes: str, view: View) -> None:
    with ui.element("div").classes(f"o-line {classes}"):
        blocks.text(who, tag="span", classes="o-small o-soft")
        blocks.inert(words, language=view.mind.persona.language, classes="o-text o-text--clipped")
