"""One talk with a persona: `mind.session`, memory for a chat loop in three lines.

with mind.session("chat-1") as talk:
    context = talk.context(user_text)                                  # what the persona sees before it answers
    answer = ask_your_model(context.for_openai(talk.messages))
    print(talk.said(user_text, answer))                                # the answer without the persona's own tags

`context` puts what was said on the disk before anybody answers, and `said` completes it; digest follows by itself.  So an
exception between the two, or a process that ends, loses nothing that was said: the same words, said again within the hour, go
on with the open turn.  Both may be called from any thread, and by several processes that share a session; from asyncio, call
them through `asyncio.to_thread`.
"""

import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from omoide.domain.events.event import Event, EventId, Turn
from omoide.errors import InvalidInput, NotRecorded, ThinkerUnavailable, WasErased
from omoide.usecases.events.converse import turn_key

if TYPE_CHECKING:
    from omoide.bootstrap import Home
    from omoide.domain.context.composition import Context
    from omoide.entrypoints.library.mind import Mind
    from omoide.entrypoints.library.tools import MindTools
    from omoide.ports.models.speaker import Heard


class MindSession:
    """One talk, known by its session id."""

    def __init__(self, home: "Home", mind: "Mind", session_id: str, *, client_id: str = "") -> None:
        if not session_id.strip():
            raise InvalidInput("a session needs an id, so that its talk is known again; an empty one was given")
        self._home = home
        self._mind = mind
        self._id = session_id
        self._client_id = client_id
        self._lock = threading.Lock()
        """Held for moments, over which turns are open here."""
        self._opened: dict[tuple[str, str | None], EventId] = {}
        self._sent: list[Mapping[str, Any]] | None = None
        self._last: tuple[str, str, str | None] | None = None
        """What was completed last, while nothing was said since: told again, it is the same turn."""

    @property
    def id(self) -> str:
        """Return by what the talk is known."""
        return self._id

    @property
    def messages(self) -> list["Mapping[str, Any]"]:
        """Return the messages that the last context was composed for: what is sent to a model.  Before it, the history."""
        with self._lock:
            sent = self._sent
        return self.history() if sent is None else list(sent)

    @property
    def tools(self) -> "MindTools":
        """Return what a model may call in this talk: what it shows already is not found again."""
        return self._mind.tools.in_session(self._id)

    def history(self) -> list["Mapping[str, Any]"]:
        """Return the last turns of this talk as role/content messages, from the log; what is unanswered is left out.

        It grows and is cut in steps, so that what was sent to a provider is the beginning of what is sent next.
        """
        persona = self._mind.persona
        found = self._home.events.session_history(persona)(persona.id, self._id, now=self._mind.now())
        return [dict(message) for message in found]

    def context(
        self,
        user_text: str,
        *,
        messages: "Sequence[Mapping[str, Any]] | None" = None,
        turn_id: str | None = None,
        budget_tokens: int | None = None,
        model: str | None = None,
    ) -> "Context":
        """Return what the persona should see before it answers, and keep what was said to it.

        `messages`, if the application keeps them, are the conversation as it will be sent, `user_text` last; without them it
        comes from the log (`talk.messages`).  `turn_id` is the application's own name for the turn, by which it is known again
        in any process.  `budget_tokens` and `model` are those of `mind.context`.
        """
        said: dict[str, Any] = {"role": "user", "content": user_text}
        sent = [*self.history(), said] if messages is None else list(messages)
        if self._mind.persona.is_language_open:
            self._hear(user_text, turn_id=turn_id)  # the first words say in which language the context is
        try:  # what is being said is no memory yet, and is kept whatever becomes of the context
            context = self._mind.context(sent, session_id=self._id, budget_tokens=budget_tokens, model=model)
        finally:
            self._hear(user_text, turn_id=turn_id)
        with self._lock:
            self._sent = sent
        return context

    def said(self, user_text: str, answer: str | None, *, turn_id: str | None = None) -> str:
        """Keep the turn; return the answer as the user may see it: without the persona's own tags, which count.

        Called twice it keeps the turn once.  Without an answer (the model was aborted) the turn stays open.
        """
        if not answer:
            self._hear(user_text, turn_id=turn_id)
            return ""
        with self._lock:
            is_told_again = self._last == (user_text, answer, turn_id)
            opened = self._opened.get((user_text, turn_id))
        if not is_told_again:
            with suppress(NotRecorded, WasErased):  # as the owner wants it; the talk goes on
                self._answered(self._turn(user_text, answer, turn_id=turn_id), opened)
            with self._lock:
                self._opened.pop((user_text, turn_id), None)
                self._last = user_text, answer, turn_id
        return self._mind.feelings.shown(answer)

    @property
    def speaker(self) -> str:
        """Return who answers by `reply`: `provider:model`; empty where no model is set, or it has no key."""
        found = self._home.models.speaker(self._mind.persona)
        return "" if found is None else found.name

    def reply(self, user_text: str, *, heard: "Heard" = lambda _piece: None) -> str:
        """Let the persona's own model answer: context, answer, and the turn kept, in one; return what the user may see.

        `heard` gets each piece as it comes, tags and all.  Of an answer that breaks off, what came is kept, and the error raised.
        Raise `ThinkerUnavailable` when no model is set: then `context` and `said` with a model of one's own.
        """
        found = self._home.models.speaker(self._mind.persona)
        if found is None:
            raise ThinkerUnavailable(
                "no model is set that could answer; give one with the settings llm.provider and llm.model"
            )
        context = self.context(user_text)
        pieces: list[str] = []

        def hear(piece: str) -> None:
            pieces.append(piece)
            heard(piece)

        try:
            found.answer(context.for_openai(self.messages), heard=hear)
        finally:
            shown = self.said(user_text, "".join(pieces) or None)
        return shown

    def _hear(self, user_text: str, *, turn_id: str | None) -> Event | None:
        if not user_text:
            return None
        turn, persona = self._turn(user_text, None, turn_id=turn_id), self._mind.persona
        heard: Event | None = None
        with suppress(NotRecorded, WasErased), self._home.work.courtesy.first():
            heard = self._home.events.converse(persona).heard(persona.id, turn)
        with self._lock:
            self._last = None
            if heard is not None:
                self._opened[user_text, turn_id] = heard.id
        return heard

    def _answered(self, turn: Turn, opened: EventId | None) -> None:
        persona = self._mind.persona
        with self._home.work.courtesy.first():
            self._home.events.converse(persona).answered(persona.id, turn, opened=opened)
        self._home.work.nudge(self._mind.persona)

    def _turn(self, user_text: str, answer: str | None, *, turn_id: str | None) -> Turn:
        key = None if turn_id is None else turn_key(self._id, turn_id)
        return Turn(user_text, answer, session_id=self._id, client_id=self._client_id, idempotency_key=key)

    def __enter__(self) -> Self:
        """Return this talk."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave: whatever was said is kept already."""
