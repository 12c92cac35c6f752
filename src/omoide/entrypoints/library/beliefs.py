"""What a mind believes, and what it knows to be liked: `mind.beliefs`, `mind.preferences`."""

from collections.abc import Sequence

from omoide.bootstrap.beliefs import BeliefFactory
from omoide.domain.beliefs.candidates import likeliest_first
from omoide.domain.beliefs.preference import Preference, PreferenceId, PreferenceRevision, Status
from omoide.domain.beliefs.questions import Question
from omoide.domain.beliefs.state import State, StateId, StateKind, StateRevision
from omoide.domain.beliefs.tidy import Tidied
from omoide.domain.personas.persona import Persona
from omoide.entrypoints.library.moments import When, meant_if_given
from omoide.errors import InvalidInput, PreferenceNotFound


class MindBeliefs:
    """What one persona believes."""

    def __init__(self, parts: BeliefFactory, persona: Persona) -> None:
        self._parts = parts
        self._persona = persona

    def all(
        self,
        *,
        as_of: When | None = None,
        known_at: When | None = None,
        valid_at: When | None = None,
        kind: StateKind | str | None = None,
        about: str | None = None,
        ended: bool = False,
        candidates: bool = False,
    ) -> list[State]:
        """Return what is believed.

        `known_at`: as it was believed then.  `valid_at`: what was true then, as far as is known now.  `as_of`: what was
        believed then to be true then.  `about`: `user`, `persona` or a name.  With `ended`, also what has passed.
        With `candidates`, also what is only supposed (`state.candidate`), which may be asked about and never asserted.
        """
        if as_of is not None and (known_at is not None or valid_at is not None):
            raise InvalidInput("as_of means known_at and valid_at at once; give one or the others")
        known, valid = (
            meant_if_given(as_of if as_of is not None else given, persona=self._persona)
            for given in (known_at, valid_at)
        )
        found = self._parts.beliefs(self._persona, known_at=known, valid_at=valid, ended=ended, candidates=candidates)
        wanted = None if kind is None else _kind(kind)
        return [
            state
            for state in found
            if (wanted is None or state.kind is wanted) and (about is None or state.about == about)
        ]

    def candidates(self) -> list[State]:
        """Return what is only supposed and still open, the likeliest first."""
        found = self._parts.beliefs(self._persona, candidates=True)
        return likeliest_first(state for state in found if state.candidate)

    def to_ask(self, *, limit: int = 3) -> list[Question]:
        """Return the likeliest of what is only supposed, likes and dislikes too, as questions in the persona's language.

        What is returned counts as asked: for seven days it is not returned again.
        """
        return self._parts.ask(self._persona, limit=limit)

    def confirm(self, *belief_ids: int, reason: str = "") -> list[State]:
        """Say of each that it is so, all or none; what was only supposed is believed from now on, and settled."""
        word = self._parts.corrections(self._persona)
        return word.confirm(self._persona, [StateId(number) for number in belief_ids], reason=reason)

    def strike_out(self, *belief_ids: int, reason: str = "") -> list[State]:
        """Say of each that it never was so, all or none; no guess brings it back."""
        word = self._parts.corrections(self._persona)
        return word.strike_out(self._persona, [StateId(number) for number in belief_ids], reason=reason)

    def get(self, belief_id: int) -> State:
        """Return one belief; raise `BeliefNotFound` when there is none with this id."""
        return self._parts.beliefs.one(self._persona, StateId(belief_id))

    def history(self, belief_id: int) -> list[StateRevision]:
        """Return every step of a belief: before, after, reason and evidence, oldest first."""
        return self._parts.beliefs.history(self._persona, StateId(belief_id))

    def correct(self, belief_id: int, body: str, *, reason: str = "") -> State:
        """Say what is right.  It is kept as an event of its own, and inference does not bring the old back."""
        word = self._parts.corrections(self._persona)
        return word.correct(self._persona, StateId(belief_id), body, reason=reason)

    def revise(self, belief_id: int, body: str, *, reason: str = "") -> State:
        """Say, as the persona, what holds instead; what the owner has settled raises `BeliefSettled`."""
        word = self._parts.persona_revisions(self._persona)
        return word(self._persona, StateId(belief_id), body, reason=reason)

    def close(self, belief_id: int, *, at: When | None = None, wrong: bool = False, reason: str = "") -> State:
        """Say that something is over, or, with `wrong`, that it never was so."""
        word = self._parts.corrections(self._persona)
        when = meant_if_given(at, persona=self._persona)
        return word.close(self._persona, StateId(belief_id), at=when, wrong=wrong, reason=reason)

    def tidy(self) -> Tidied | None:
        """Close exact duplicates now; `None` when nothing was said since the last time."""
        return self._parts.tidy(self._persona)(self._persona, force=True)

    def tidyings(self) -> list[Tidied]:
        """Return what each tidying saw and did, oldest first."""
        return self._parts.tidyings.all(self._persona.id)


class MindPreferences:
    """What one persona knows to be liked and disliked."""

    def __init__(self, parts: BeliefFactory, persona: Persona) -> None:
        self._parts = parts
        self._persona = persona

    def all(self, *, status: Status | str | None = Status.CONFIRMED) -> list[Preference]:
        """Return likes and dislikes: by default the confirmed ones, which alone may be asserted; `None` for all."""
        found = self._parts.preferences.all(self._persona.id)
        wanted = None if status is None else _status(status)
        return [one for one in found if wanted is None or one.status is wanted]

    def history(self, preference_id: int) -> list[PreferenceRevision]:
        """Return every step of a preference, oldest first."""
        found = self._parts.preferences.history(self._persona.id, PreferenceId(preference_id))
        if not found:
            raise PreferenceNotFound(preference_id)
        return found

    def settle(self, preference_id: int, status: Status | str, *, reason: str = "") -> Preference:
        """Confirm or revoke a like or dislike by the owner's word."""
        return self._settled([preference_id], _status(status), reason)[0]

    def confirm(self, *preference_ids: int, reason: str = "") -> list[Preference]:
        """Say of each that it is so, all or none; the opposite of each is revoked."""
        return self._settled(preference_ids, Status.CONFIRMED, reason)

    def revoke(self, *preference_ids: int, reason: str = "") -> list[Preference]:
        """Say of each that it is not so, all or none."""
        return self._settled(preference_ids, Status.REVOKED, reason)

    def _settled(self, preference_ids: Sequence[int], status: Status, reason: str) -> list[Preference]:
        word = self._parts.corrections(self._persona)
        return word.settle(self._persona, [PreferenceId(number) for number in preference_ids], status, reason=reason)


def _kind(named: StateKind | str) -> StateKind:
    try:
        return StateKind(named)
    except ValueError as exc:
        known = ", ".join(kind.value for kind in StateKind)
        raise InvalidInput(f"{named!r} is no kind of belief; there are {known}") from exc


def _status(named: Status | str) -> Status:
    try:
        return Status(named)
    except ValueError as exc:
        known = ", ".join(status.value for status in Status)
        raise InvalidInput(f"{named!r} is no status of a preference; there are {known}") from exc
