"""Inside: the drives now, the strongest in words, the curves; then questions, goals and dreams."""

from typing import Final

from omoide.domain.drives.inner_state import InnerState
from omoide.domain.text.language import Language
from omoide.entrypoints.page import blocks, charts
from omoide.entrypoints.page.asking import later
from omoide.entrypoints.page.inside import curves
from omoide.entrypoints.page.inside.curves import InnerCurves
from omoide.entrypoints.page.inside.dreams import DreamList
from omoide.entrypoints.page.inside.goals import GoalList
from omoide.entrypoints.page.inside.questions import QuestionList
from omoide.entrypoints.page.inside.words import DRIVES, TEXTS
from omoide.entrypoints.page.live import LiveRegion
from omoide.entrypoints.page.view import View

NAME: Final = "inside"


async def build(view: View) -> None:
    """Put the inner life down."""
    page = InsidePage(view)
    say = page.say
    blocks.heading(say("title"), say("hint"))
    await view.live(view.mind.inner_state, page.show_drives)
    with blocks.box("o-row"):
        windows = {str(days): say("days", count=days) for days in curves.WINDOWS}
        blocks.choice(say("window"), windows, str(page.days), page.look_back)
    page.region = later(view, page.read, page.show_curves, classes="o-columns o-columns--two")
    with blocks.box("o-columns o-columns--two"):
        await QuestionList(view).build()
        await GoalList(view).build()
    await DreamList(view).build()


class InsidePage:
    """The drives and curves as one browser looks at them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.say = view.words(TEXTS)
        wanted = view.query.get("days", "")
        self.days = int(wanted) if wanted in {str(days) for days in curves.WINDOWS} else 30
        self.region: LiveRegion[InnerCurves] | None = None
        self._curves = curves.InnerReader(view.mind)

    def read(self) -> InnerCurves:
        """Return the curves of the time that was chosen."""
        return self._curves(days=self.days)

    async def look_back(self, days: str) -> None:
        """Look back so many days."""
        self.days = int(days)
        if self.region is not None:
            await self.region.draw_again()

    def show_drives(self, state: InnerState) -> None:
        """Put down the four drives and what belongs to the strongest."""
        say, is_ja = self.say, self.view.language is Language.JA
        with blocks.box("o-columns o-columns--two"):
            with blocks.card(say("drives")):
                for drive, level in sorted(state.levels, key=lambda one: -one[1]):
                    blocks.bar(DRIVES[drive][is_ja], level, colour="warm" if drive is state.dominant else "")
            with blocks.card(say("strongest")):
                if state.dominant is None:
                    blocks.text(say("nothing_moves"), classes="o-soft")
                    return
                blocks.text(DRIVES[state.dominant][is_ja], tag="h3")
                blocks.inert(curves.strongest_told(state, say, language=self.view.language))
                blocks.inert(state.narrative, language=self.view.mind.persona.language, classes="o-text o-soft")
                if state.mood.text:
                    blocks.inert(state.mood.text, language=self.view.mind.persona.language, classes="o-text o-soft")

    def show_curves(self, found: InnerCurves) -> None:
        """Put down the pictures."""
        say, view, tz = self.say, self.view, self.view.mind.persona.tz
        days = str(found.days)
        with blocks.card(say("mood"), hint=say("mood_hint")):
            last = found.moods[-1]
            told = say(
                "mood_told",
                days=days,
                felt=f"{last.felt.v:+.2f}",
                baseline=f"{last.baseline.v:+.2f}",
                shocks=str(len(curves.shocks(found.moods))),
            )
            charts.put(curves.mood_option(found.moods, say, tz=tz), label=told)
        with blocks.card(say("over_time")):
            option = curves.drive_option(found.drives, tz=tz, language=view.language)
            charts.put(option, label=say("over_time_told", days=days))
        with blocks.card(say("emotions"), hint=say("emotions_hint")):
            if found.emotions:
                option = curves.emotion_option(found, tz=tz, language=view.language)
                charts.put(option, label=say("emotions_told", count=str(len(found.emotions)), days=days))
            else:
                blocks.text(say("no_emotions"), classes="o-soft")
        with blocks.card(say("felt_in_memories"), hint=say("felt_hint")):
            charts.put(curves.felt_option(found, say, tz=tz), label=say("felt_told", count=str(len(found.memories))))
