"""`omoide autonomy`: whether the persona would speak first."""

from typing import Annotated

import typer

from omoide.domain.autonomy.decision import Decision, WhyAct
from omoide.domain.drives import narrative
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.library.mind import Mind

_WHY = {
    WhyAct.OFF: (
        "自律行動は許されていない（omoide config set autonomy.enabled true）。",
        "It may not: omoide config set autonomy.enabled true.",
    ),
    WhyAct.QUIET: ("静かにしている時間帯。", "No: these are quiet hours."),
    WhyAct.IN_TALK: ("さっきまで話していた。", "No: there was talk a moment ago."),
    WhyAct.RESTING: ("少し前に自分から話しかけた。", "No: it spoke first a while ago."),
    WhyAct.ENOUGH: ("今日はもう十分に話しかけた。", "No: it has spoken first often enough today."),
    WhyAct.CONTENT: ("いまは満ち足りている。", "No: nothing moves it strongly enough."),
    WhyAct.DUE: ("期限のきたことを伝えたい。", "Yes: something is due."),
    WhyAct.DRIVE: ("話しかけたい。", "Yes."),
}  # fmt: skip


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: omoide autonomy --prompt")(autonomy)


def autonomy(
    ctx: typer.Context,
    at: Annotated[str | None, typer.Option(help="At this time; now without it.")] = None,
    prompt: Annotated[bool, typer.Option("--prompt", help="Print what a model is given so that it speaks.")] = False,
) -> None:
    """Say whether the persona would speak first now, and why; nothing is said or kept."""
    context: CliContext = ctx.obj
    mind = context.mind()
    decision, given = mind.autonomy(at), mind.autonomy.prompt(at) if prompt else None
    if context.json:
        context.show({**_as_data(mind, decision), **({"prompt": given.text} if given else {})})
        return
    context.say(_WHY[decision.why][context.language is not Language.JA])
    for line in (*_reasons(decision, context.language), *(given.text.splitlines() if given else ())):
        context.say(line)
    if decision.next_look is not None:
        when = moment.local(decision.next_look, tz=mind.persona.tz).strftime("%m-%d %H:%M")
        context.say(f"次に見るのは{when}" if context.language is Language.JA else f"Look again at {when}.")


def _reasons(decision: Decision, language: Language) -> list[str]:
    drive = [narrative.label(decision.drive, language=language)] if decision.drive else []
    return [*drive, *(one.line for one in decision.due)]


def _as_data(mind: Mind, decision: Decision) -> dict[str, object]:
    tz = mind.persona.tz
    return {
        "act": decision.act,
        "why": decision.why.value,
        "at": moment.iso(decision.at, tz=tz),
        "drive": None if decision.drive is None else decision.drive.value,
        "due": [one.line for one in decision.due],
        "next_look": None if decision.next_look is None else moment.iso(decision.next_look, tz=tz),
    }
