"""`omoide tour`: a guided tour on the sample personas: it observes, recalls, explains, then takes your own questions."""

import sys
import tempfile
import time
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from omoide import sample
from omoide.domain.text.language import Language
from omoide.entrypoints.cli.context import CliContext, plain
from omoide.entrypoints.cli.recall import hit_json, shown
from omoide.entrypoints.cli.wording import told
from omoide.sample import TourStop

if TYPE_CHECKING:
    from omoide.entrypoints.library.home import Omoide
    from omoide.entrypoints.library.mind import Mind

SHOWN = 2
_TEXTS = {
    "welcome": (
        "Omoide: a memory for AI personas. Two invented people have talked with their companions for four weeks; "
        "here is what the companions remember. No key, no network: everything happens on this machine.",
        "Omoide（思い出）：AI人格のための記憶。架空の二人が四週間、相棒と話しました。相棒が何を覚えているか見てみましょう。"
        "APIキーもネットワークも不要、すべてこの機械の中で動きます。",
    ),
    "observed": (
        "{name} observed {count:turn|turns} in {ms:.0f} ms and made their vectors in {s:.1f} s.",
        "{name}は{count}ターンを{ms:.0f}ミリ秒で受け取り、{s:.1f}秒でベクトルにしました。",
    ),
    "nothing": ("Nothing comes to mind.", "思い当たることがありません。"),
    "yours": (
        "Now your own questions, in Japanese or English (an empty line ends).",
        "あなたの質問もどうぞ。日本語でも英語でも（空行で終わり）。",
    ),
    "next": (
        "Next: omoide persona add NAME, omoide observe …, omoide recall …; or in Python: "
        "from omoide import Omoide. See README.md.",
        "次は: omoide persona add 名前、omoide observe …、omoide recall …。Pythonなら from omoide import Omoide。"
        "README.ja.md をご覧ください。",
    ),
}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: omoide tour --language en")(tour)


def tour(
    ctx: typer.Context,
    language: Annotated[str | None, typer.Option(help="ja or en (default: that of the system).")] = None,
) -> None:
    """Take a guided tour on two sample personas, in a scratch home; your own data is not touched."""
    from omoide.domain.time.simulated_clock import SimulatedClock
    from omoide.entrypoints.library.home import Omoide

    context: CliContext = ctx.obj
    spoken = Language(language) if language in ("ja", "en") else context.language
    clock = SimulatedClock(
        sample.NOW
    )  # the day after the last turn, so that "now" and "last week" mean what they should
    with (
        tempfile.TemporaryDirectory(prefix="omoide-tour-") as scratch,
        Omoide.open(scratch, clock=clock, beside="nowhere") as omoide,
    ):
        minds = {kind: _observed(context, omoide, kind, spoken) for kind in Language}
        if context.json:
            context.show(
                {kind.value: [_json(mind, stop) for stop in sample.tour(kind)] for kind, mind in minds.items()}
            )
            return
        for kind, mind in minds.items():
            for stop in sample.tour(kind):
                _visit(context, mind, stop, spoken)
        if sys.stdin.isatty():
            _questions(context, minds[spoken], spoken)
    context.say(_text("next", spoken))


def _observed(context: CliContext, omoide: "Omoide", kind: Language, spoken: Language) -> "Mind":
    life = sample.life(kind)
    omoide.add_persona(life.name, language=life.language, timezone=life.timezone)
    mind = omoide.mind(life.name)
    started = time.perf_counter()
    mind.observe_many(life.turns)
    appended = time.perf_counter()
    mind.catch_up()
    done = time.perf_counter()
    if not context.json:
        if kind is Language.JA:
            context.say(_text("welcome", spoken))
        ms, seconds = (appended - started) * 1000, done - appended
        context.say(_text("observed", spoken, name=life.name, count=len(life.turns), ms=ms, s=seconds))
    return mind


def _visit(context: CliContext, mind: "Mind", stop: TourStop, spoken: Language) -> None:
    context.console.print()
    context.say(Text.assemble(("? ", "bold cyan"), (stop.question, "bold"), (f"   ({stop.notes[spoken]})", "dim")))
    _answer(context, mind, stop.question)


def _answer(context: CliContext, mind: "Mind", question: str) -> None:
    hits = mind.recall(question, limit=SHOWN)
    for hit in hits:
        context.say(shown(hit, mind.persona))
    if not hits:
        context.say(plain(_text("nothing", mind.persona.language)))


def _questions(context: CliContext, mind: "Mind", spoken: Language) -> None:
    context.say("\n" + _text("yours", spoken))
    while question := context.console.input("> ").strip():
        _answer(context, mind, question)


def _json(mind: "Mind", stop: TourStop) -> dict[str, object]:
    hits = mind.recall(stop.question, limit=SHOWN)
    return {
        "question": stop.question,
        "expect": stop.expect,
        "hits": [hit_json(hit, mind.persona) for hit in hits],
    }


def _text(key: str, language: Language, **values: object) -> str:
    return told(_TEXTS[key], language, values)
