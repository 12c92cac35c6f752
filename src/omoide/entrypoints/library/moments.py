"""How a caller may say when: ISO 8601 text, an aware datetime, or UTC unix seconds."""

from datetime import datetime

from omoide.domain.personas.persona import Persona
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput

When = str | datetime | int
"""A moment: ISO 8601 text (local to the persona without an offset), an aware datetime, or UTC unix seconds."""


def meant(when: When, *, persona: Persona) -> Moment:
    """Return the moment that is meant, in the persona's local time where no zone is given."""
    match when:
        case bool():
            raise InvalidInput(f"{when} is no moment; give ISO 8601 text, an aware datetime or UTC unix seconds")
        case int():
            return moment.checked(when)
        case str():
            return moment.parse(when, tz=persona.tz)
        case datetime():
            return moment.of(when if when.tzinfo else when.replace(tzinfo=persona.tz))


def meant_if_given(when: When | None, *, persona: Persona) -> Moment | None:
    """Return the moment that is meant; `None` for none."""
    return None if when is None else meant(when, persona=persona)
