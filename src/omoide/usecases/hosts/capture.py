"""Capture: turns read from a host's session logs become events, once (SPEC H1, E2, X1, X2, X12).

The same turn may come again and again: from a hook, from the spool, from a resumed or forked session, from an import of
the past.  Its key makes it one event.  What the owner erased never comes back.  A turn that cannot be kept is refused
alone: the others of its batch are no worse for it (SPEC X12).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from omoide.domain.events import secrets
from omoide.domain.events.event import LONGEST_LABEL, LONGEST_TEXT, Event, Turn
from omoide.domain.hosts.transcript import TranscriptTurn
from omoide.domain.personas.persona import PersonaId
from omoide.domain.text.mending import mended
from omoide.domain.time.moment import EARLIEST, LATEST, Moment
from omoide.errors import IdempotencyConflict, NotRecorded, OmoideError, Unavailable, WasErased
from omoide.ports.erasing.store import Tombstones
from omoide.usecases.events.observe import Observe

LeavesAlone = Callable[[str], bool]
"""Tells whether nothing may be remembered that was said in this folder."""


@dataclass(frozen=True, slots=True)
class Captured:
    """What became of turns."""

    events: list[Event]
    """Those that are new, in order."""
    refused: int = 0
    """Turns that no way was found to keep."""
    erased: int = 0
    """Copies of turns that the owner erased."""


@dataclass(frozen=True, slots=True)
class Capture:
    """Keeps turns of session logs."""

    observe: Observe
    erasures: Tombstones
    leaves_alone: LeavesAlone

    def __call__(self, persona_id: PersonaId, turns: Sequence[TranscriptTurn], *, source: str) -> Captured:
        """Keep those of the turns that are new and may be kept; tell which were, and how many could not be."""
        allowed = [_whole(turn) for turn in turns if not self.leaves_alone(turn.cwd)]
        sessions = self.erasures.erased_sessions(persona_id, sorted({turn.session_id for turn in allowed}))
        keys = self.erasures.erased_keys(persona_id, [turn.key for turn in allowed])
        fresh = [turn for turn in allowed if turn.key not in keys and not _was_erased(turn, sessions)]
        kept = self._kept(persona_id, [(self._turn(turn, source=source), _moment(turn.at)) for turn in fresh])
        return replace(kept, erased=kept.erased + len(allowed) - len(fresh))

    def _kept(self, persona_id: PersonaId, turns: list[tuple[Turn, Moment | None]]) -> Captured:
        try:
            return Captured([kept.event for kept in self.observe(persona_id, turns) if kept.is_new])
        except Unavailable:
            raise  # nothing is wrong with the turns
        except WasErased:
            # It came back under another key: known by its moment and its words.
            if len(turns) == 1:
                return Captured([], erased=1)
        except (IdempotencyConflict, NotRecorded):
            # One of them was caught before it had ended, or must not be recorded.
            if len(turns) == 1:
                return Captured([])
        except (OmoideError, ValueError, OverflowError, RecursionError):
            # Something is wrong with one of them.  Any other error is set aside with its record, at the worker's edge.
            if len(turns) == 1:
                return Captured([], refused=1)
        alone = [self._kept(persona_id, [turn]) for turn in turns]
        return Captured(
            [event for each in alone for event in each.events],
            sum(each.refused for each in alone),
            sum(each.erased for each in alone),
        )

    def _turn(self, spoken: TranscriptTurn, *, source: str) -> Turn:
        turn = Turn(
            user=self._cut(spoken.user),
            assistant=self._cut(spoken.assistant),
            source=source,
            client_id=place_label(spoken.cwd),
            session_id=spoken.session_id[:LONGEST_LABEL],
            idempotency_key=spoken.key,
        )
        return turn if turn.user else replace(turn, user="…")

    def _cut(self, text: str) -> str:
        return text if len(text) <= LONGEST_TEXT else self.observe.masking.of_start(text, most=LONGEST_TEXT)


def _whole(turn: TranscriptTurn) -> TranscriptTurn:
    return replace(
        turn,
        user=mended(turn.user),
        assistant=mended(turn.assistant),
        session_id=secrets.masked(mended(turn.session_id)),
        cwd=mended(turn.cwd),
    )


def _was_erased(turn: TranscriptTurn, sessions: dict[str, Moment]) -> bool:
    erased_at = sessions.get(turn.session_id)
    return erased_at is not None and (turn.at is None or turn.at <= erased_at)


def _moment(at: Moment | None) -> Moment | None:
    return at if at is not None and EARLIEST <= at <= LATEST else None


def place_label(folder: str) -> str:
    """Return the name under which a project's folder stands in an event, secrets masked; of a long path the end says more."""
    return secrets.masked(folder.rstrip("/\\"))[-LONGEST_LABEL:]
