"""What a request is met with from memory: within a deadline, or not at all.

The chat never waits longer and never fails for it: whatever is late, locked, gone or broken, the request goes on as it came.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import anyio
from anyio import CapacityLimiter, to_thread

from omoide.config.proxy import ProxySettings
from omoide.domain.models.model_role import is_on_this_machine
from omoide.entrypoints.library.home import Omoide
from omoide.entrypoints.library.mind import Mind
from omoide.entrypoints.proxy import raw_json, upstream
from omoide.entrypoints.proxy.asides import aside_of
from omoide.entrypoints.proxy.naming import SEPARATOR, NamedPersona, opened_mind
from omoide.entrypoints.proxy.raw_json import Edit
from omoide.entrypoints.proxy.talks import ChatTurn, KnownTalks, named_talk, turn_of, whose_talk
from omoide.entrypoints.proxy.wire import ChatAsked, WireApi
from omoide.errors import InvalidInput, NotAllowed, PersonaNotFound

CLIENT: Final = "proxy"
THREADS: Final = 2
"""So many requests are met at once; the others wait for them, each no longer than its deadline.  More would not be quicker, since
threads of Python take turns, and would keep the streams of others waiting."""
DEADLINE: Final = "deadline"
STAYS_HERE: Final = "stays-here"
"""`privacy.allow_remote` is off: memories do not leave this machine."""


@dataclass(slots=True)
class MetRequest:
    """A request, and what has been found out about it so far."""

    persona: str
    settings: ProxySettings
    body: bytes
    """What goes to the model."""
    suffix: str = ""
    session_id: str = ""
    whose: str = ""
    turn: ChatTurn | None = None
    aside: str = ""
    used: tuple[str, ...] = ()
    error: str = ""
    milliseconds: float = 0.0

    @property
    def deadline_seconds(self) -> float:
        """Return how long it may wait for memory."""
        return self.settings.deadline_ms / 1000

    @property
    def timeout_seconds(self) -> float:
        """Return how long the model may be silent."""
        return float(self.settings.timeout_seconds)

    @property
    def asides(self) -> tuple[str, ...]:
        """Return what the owner wants left alone."""
        return self.settings.asides

    @property
    def is_learnt(self) -> bool:
        """Tell whether somebody speaks to the persona, so that it is to be remembered."""
        return bool(self.persona and self.session_id and self.turn is not None and not self.aside)


@dataclass(slots=True)
class ChatMemory:
    """Meets requests with memory."""

    home: Omoide
    talks: KnownTalks = field(default_factory=KnownTalks)
    _known: dict[str, ProxySettings] = field(default_factory=dict)
    """The settings of personas that were met, for when nobody can be asked."""
    _threads: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(THREADS))

    async def meet(
        self,
        api: WireApi | None,
        body: bytes,
        *,
        asked: ChatAsked | None,
        named: NamedPersona,
        headers: Mapping[str, str],
        allow: Callable[[str], None],
    ) -> MetRequest:
        """Return the request as it goes on.

        Raise `PersonaNotFound`, `InvalidInput` or `NotAllowed` when it names nobody, or somebody who is not open to whoever asks.
        """
        started = time.perf_counter()
        met = self._unmet(named, body)
        if met.persona:
            allow(met.persona)
        if asked is not None:
            self._place(met, asked, headers)
        meeting = _Meeting(self, met, api, asked, named, allow)
        with anyio.move_on_after(met.deadline_seconds) as deadline:
            await to_thread.run_sync(meeting.run, abandon_on_cancel=True, limiter=self._threads)
        if deadline.cancelled_caught:
            meeting.is_late = True
            met.error = met.error or DEADLINE
        met.milliseconds = 1000 * (time.perf_counter() - started)
        return met

    def _unmet(self, named: NamedPersona, body: bytes) -> MetRequest:
        if not named.outright and named.suffix in self._known:
            return MetRequest(named.suffix, self._known[named.suffix], body, suffix=named.suffix)
        name = named.outright or named.otherwise
        return MetRequest(name, self._known.get(name, self.home.configuration.settings.proxy), body)

    def _place(self, met: MetRequest, asked: ChatAsked, headers: Mapping[str, str]) -> None:
        """Find out what needs no store: whether somebody speaks to the persona, in which talk and which turn."""
        met.turn, met.whose = turn_of(asked.messages), whose_talk(asked, headers)
        met.aside = aside_of(asked, more=met.asides)
        if met.aside or not met.turn.is_spoken:
            return
        before = asked.given("previous_response_id")
        met.session_id = named_talk(asked, headers) or self.talks.session_of(
            met.turn, whose=met.whose, before=before if isinstance(before, str) else ""
        )

    def knows(self, persona: str, settings: ProxySettings) -> None:
        """Remember a persona's settings, for when nobody can be asked."""
        self._known[persona] = settings


@dataclass(slots=True)
class _Meeting:
    """One request being met, in a thread of its own; it may be left to itself when it is late."""

    memory: ChatMemory
    met: MetRequest
    api: WireApi | None
    asked: ChatAsked | None
    named: NamedPersona
    allow: Callable[[str], None]
    is_late: bool = False

    def run(self) -> None:
        """Find out as much as there is time for; what cannot be known is left out."""
        try:
            mind, suffix = opened_mind(self.named, self.memory.home.mind)
            self.allow(mind.persona.name)
        except (PersonaNotFound, NotAllowed, InvalidInput):
            raise
        except Exception as exc:  # noqa: BLE001 - whatever is wrong with memory, the chat goes on
            self._trouble(type(exc).__name__)
            return
        try:
            self._know(mind, suffix)
            if self.api is not None and self.asked is not None and self.met.session_id and not self.is_late:
                self._context(mind, self.api, self.asked)
        except Exception as exc:  # noqa: BLE001 - as above
            self._trouble(type(exc).__name__)

    def _know(self, mind: Mind, suffix: str) -> None:
        name, settings = mind.persona.name, mind.configuration.settings.proxy
        self.memory.knows(name, settings)
        if self.is_late:
            return
        self.met.persona, self.met.suffix, self.met.settings = name, suffix, settings
        if self.asked is not None and not self.met.aside:
            self.met.aside = aside_of(self.asked, more=self.met.asides)

    def _context(self, mind: Mind, api: WireApi, asked: ChatAsked) -> None:
        met, turn = self.met, self.met.turn
        if met.aside or turn is None:
            return
        may_leave = mind.configuration.settings.privacy.allow_remote
        if not may_leave and not is_on_this_machine(upstream.address_of(met.settings, api.provider)):
            self._trouble(STAYS_HERE)
            return
        if mind.persona.is_language_open and turn.user_text:  # the first words say in which language it is
            mind.session(met.session_id, client_id=CLIENT).said(turn.user_text, None, turn_id=turn.turn_id)
        model = asked.given("model")
        name = model.removesuffix(f"{SEPARATOR}{met.suffix}") if isinstance(model, str) else None
        context = mind.context(list(asked.messages), session_id=met.session_id, model=name)
        edits: list[Edit] = api.with_constant(asked, context.constant) if context.constant else []
        edits += api.with_blocks(asked, context.turns)
        body = raw_json.edited(asked.text, edits).encode("utf-8")
        if not self.is_late:
            met.body, met.used = body, context.used

    def _trouble(self, what: str) -> None:
        if not self.is_late:
            self.met.error = what


def without_suffix(body: bytes, asked: ChatAsked, suffix: str) -> bytes:
    """Return a body whose model has lost the suffix that names the persona."""
    model: Any = asked.given("model")
    if not suffix or not isinstance(model, str):
        return body
    text = raw_json.text_of(body)
    place = raw_json.members(text, raw_json.object_in(text))["model"]
    edit = raw_json.in_place_of(place, model.removesuffix(f"{SEPARATOR}{suffix}"))
    return raw_json.edited(text, [edit]).encode("utf-8")
