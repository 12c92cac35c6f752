"""Jobs for people and programs."""

from typing import TYPE_CHECKING

from omoide.domain.time import moment
from omoide.entrypoints.cli.context import as_json
from omoide.entrypoints.cli.jobs.words import kind_word, state_word, word

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omoide.domain.jobs.job import Job
    from omoide.domain.personas.persona import Persona, PersonaId
    from omoide.domain.time.moment import Moment
    from omoide.entrypoints.cli.context import CliContext


def job_json(job: "Job", personas: "Mapping[PersonaId, Persona]") -> dict[str, object]:
    """Return a job for programs."""
    fields = as_json(
        id=job.id,
        kind=job.order.kind.value,
        persona=_name(job, personas),
        state=job.state.value,
        attempt=job.order.attempt,
        ordered_at=_iso(job.order.ordered, job, personas),
        ended_at=None if job.ended is None else _iso(job.ended, job, personas),
        trouble=job.trouble or None,
        worker=job.worker or None,
    )
    return dict(fields)


def tabled(context: "CliContext", found: "Sequence[Job]", personas: "Mapping[PersonaId, Persona]") -> None:
    """Show jobs as a table."""
    language = context.language
    rows = [
        (
            job.id,
            kind_word(job.order.kind, language),
            _name(job, personas),
            state_word(job.state, language),
            str(job.order.attempt),
            _iso(job.order.ordered, job, personas)[:16].replace("T", " "),
            job.trouble,
        )
        for job in found
    ]
    headings = [word(key, language) for key in ("id", "kind", "persona", "state", "attempt", "ordered", "trouble")]
    context.table(rows, headings=headings, flat=True, spare=(1, 4, 5))


def whole(context: "CliContext", job: "Job", personas: "Mapping[PersonaId, Persona]") -> None:
    """Show everything about a job, line by line."""
    language = context.language
    told = {
        "id": job.id,
        "kind": kind_word(job.order.kind, language),
        "persona": _name(job, personas),
        "state": state_word(job.state, language),
        "attempt": str(job.order.attempt),
        "ordered": _iso(job.order.ordered, job, personas),
        "ended": "" if job.ended is None else _iso(job.ended, job, personas),
        "trouble": job.trouble,
        "worker": job.worker,
    }
    for key, value in told.items():
        if value:
            context.say(f"{word(key, language)}: {value}")


def _name(job: "Job", personas: "Mapping[PersonaId, Persona]") -> str:
    persona = personas.get(job.order.persona_id)
    return str(job.order.persona_id) if persona is None else persona.name


def _iso(at: "Moment", job: "Job", personas: "Mapping[PersonaId, Persona]") -> str:
    persona = personas.get(job.order.persona_id)
    return moment.iso(at, tz=moment.zone("UTC") if persona is None else persona.tz)
