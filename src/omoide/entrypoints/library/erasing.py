"""What goes for good: `mind.erase`, and what does not come back.

mind.erase(session_id="s1")        mind.erase(about="モモ", dry_run=True)
"""

from collections.abc import Sequence
from pathlib import Path

from omoide.bootstrap import Home
from omoide.domain.erasing.receipt import ErasureReport
from omoide.domain.erasing.scope import Document, ErasureScope
from omoide.domain.events.event import Turn
from omoide.domain.personas.persona import Persona
from omoide.domain.time.moment import Moment


def erased(home: Home, persona: Persona, scope: ErasureScope, *, rehearse: bool = False) -> ErasureReport:
    """Erase what the scope means, or tell what would go."""
    verb = home.erasing.erase(persona)
    if rehearse:
        return verb.rehearse(persona, scope)
    if scope.everything:
        home.notes.drop_drafts(persona)
    with home.work.alone():
        report = verb(persona, scope)
    if not scope.everything:
        home.work.nudge(persona)  # what was redacted is found, and made, anew
    return report


def document_of(home: Home, path: Path) -> Document:
    """Return what was taken in from a session log; of one that is gone, the session that it was named after."""
    return home.erasing.document(path)


def without_erased(home: Home, persona: Persona, turns: Sequence[tuple[Turn, Moment | None]]) -> list[int]:
    """Return the places of those turns that are no copies of erased ones."""
    known = home.erasing.tombstones
    keys = known.erased_keys(persona.id, [turn.idempotency_key for turn, _ in turns if turn.idempotency_key])
    said = known.erased_sayings(persona.id, [(at, turn.user, turn.assistant) for turn, at in turns if at is not None])
    return [
        place
        for place, (turn, at) in enumerate(turns)
        if turn.idempotency_key not in keys and (at is None or (at, turn.user, turn.assistant) not in said)
    ]
