"""Work that nobody waits for: what is done, waits, failed or was given up; tried again and put aside."""

from nicegui import ui

from omoide.domain.jobs.job import Job, JobState
from omoide.domain.text.language import Language
from omoide.entrypoints.page import asking, blocks
from omoide.entrypoints.page.sleeping.words import JOB_KINDS, JOB_STATES, TEXTS
from omoide.entrypoints.page.view import View

Jobs = tuple[Job, ...]
MOST_SHOWN = 15
LOOKED_EVERY_SECONDS = 2.0
"""Jobs are kept apart from the mind: that one ended does not show as a change of the store."""
AGAIN = (JobState.FAILED, JobState.DEAD, JobState.CANCELLED)


class JobList:
    """The jobs of one persona as one browser looks at them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.say = view.words(TEXTS)
        self.is_ja = view.language is Language.JA

    def build(self) -> None:
        """Put everything down; it is read once the page is there."""
        with blocks.card(self.say("jobs"), hint=self.say("jobs_hint")):
            region = asking.later(self.view, self._read, self._show)
        ui.timer(LOOKED_EVERY_SECONDS, region.look)

    def _read(self) -> Jobs:
        return tuple(self.view.mind.jobs.all(limit=MOST_SHOWN))

    def _show(self, found: Jobs) -> None:
        if not found:
            blocks.text(self.say("no_jobs"), classes="o-soft")
            return
        with blocks.box("o-stack o-divided", tag="ul"):
            for job in found:
                self._line(job)

    def _line(self, job: Job) -> None:
        view = self.view
        colour: blocks.Colour = "good" if job.state is JobState.DONE else "bad" if job.state in AGAIN else "accent"
        with ui.element("li").classes("o-row o-row--spread"):
            with blocks.box("o-row"):
                blocks.text(JOB_KINDS[job.order.kind][self.is_ja], tag="span", classes="o-strong")
                blocks.chip(JOB_STATES[job.state][self.is_ja], colour=colour)
                blocks.text(view.when(job.ended or job.order.ordered), tag="span", classes="o-soft o-small")
                if job.trouble:
                    blocks.chip(job.trouble, colour="warm")
            if job.state in AGAIN:
                self._button(job, "retry", "refresh")
            elif job.state.is_under_way:
                self._button(job, "cancel", "block")

    def _button(self, job: Job, act: str, icon: str) -> None:
        async def press() -> None:
            jobs = self.view.mind.jobs
            change = jobs.retry if act == "retry" else jobs.cancel
            await self.view.attempt(lambda: change(job.id))

        label = self.say(f"{act}_label", id=job.id)
        blocks.button(self.say(act), press, icon=icon, kind="quiet", label=label, is_open=self.view.may())
