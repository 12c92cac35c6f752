"""Which talk a request belongs to, and which turn of it.

A client that names its conversation is believed.  Of any other, a talk is known again by its last exchange: what was said and answered
before the newest message, which a client repeats also when it leaves out the beginning.  So two talks that begin with the same
greeting stay apart.  This is kept in memory for the talks of late; where it is not known, a talk is named after its first exchange.
"""

import hashlib
import json
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from omoide.domain.context.conversation import USER, said
from omoide.domain.events.event import LONGEST_LABEL
from omoide.entrypoints.proxy.wire import ChatAsked, entry

MOST_KNOWN: Final = 20_000
"""Exchanges that are known again; a talk has as many as turns."""
_HEADERS: Final = (
    "x-omoide-session",
    "x-openwebui-chat-id",
    "x-librechat-conversation-id",
    "x-litellm-session-id",
    "x-conversation-id",
    "x-session-id",
    "x-chat-id",
    "x-claude-code-session-id",
    "session-id",
    "session_id",
)
_NAMES: Final = ("session_id", "conversation_id", "chat_id", "thread_id", "litellm_session_id")
_WHOSE_HEADERS: Final = (
    "x-openwebui-user-id",
    "x-openwebui-user-email",
    "x-librechat-user-id",
    "x-litellm-end-user-id",
)
_WHOSE: Final = ("user", "safety_identifier", "prompt_cache_key")
_NO_NAMES: Final = frozenset({"", "new", "null", "none", "undefined"})
_CLAUDE_CODE: Final = "_session_"


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """The turn of a talk that is to be answered."""

    user_text: str
    """What was said to the persona; empty where it was shown a picture without a word."""
    begun: str
    """How the client wants the answer to begin."""
    exchanges: tuple[tuple[str, str], ...]
    """What was said and answered before, oldest first."""
    turn_id: str
    """By what the turn is known again, also while tools are called in it."""

    @property
    def is_spoken(self) -> bool:
        """Tell whether somebody speaks to the persona at all."""
        return bool(self.user_text or self.exchanges)


def turn_of(messages: Sequence[Mapping[str, Any]]) -> ChatTurn:
    """Return the turn that is to be answered."""
    said_to: list[str] = []
    answers: list[str] = []
    for message in messages:
        if message["role"] == USER and not _is_result(message):
            said_to.append(said(message))
            answers.append("")
        elif message["role"] == "assistant" and said_to and (text := said(message)):
            answers[-1] = text
    begun = said(messages[-1]) if messages and messages[-1]["role"] == "assistant" else ""
    name = _digest(*said_to, str(len(said_to)))
    exchanges = tuple(zip(said_to[:-1], answers[:-1], strict=True))
    return ChatTurn(said_to[-1] if said_to else "", begun, exchanges, name)


def named_talk(asked: ChatAsked, headers: Mapping[str, str]) -> str:
    """Return by what the client itself knows the conversation; empty where it does not say."""
    metadata = asked.given("metadata")
    places = (
        *(headers.get(name) for name in _HEADERS),
        *(entry(metadata, name) for name in _NAMES),
        *(asked.given(name) for name in _NAMES),
        _conversation(asked.given("conversation")),
        _session_in(entry(metadata, "user_id")),
    )
    return next((_fitting(place.strip()) for place in places if _is_name(place)), "")


def whose_talk(asked: ChatAsked, headers: Mapping[str, str]) -> str:
    """Return who talks, as far as the client says: two people who begin alike are not in one talk."""
    found = [*(headers.get(name) for name in _WHOSE_HEADERS), *(asked.given(name) for name in _WHOSE)]
    found.append(entry(asked.given("metadata"), "user_id"))
    return "\n".join(each for each in found if isinstance(each, str) and each)


@dataclass(slots=True)
class KnownTalks:
    """The talks of late, by their exchanges."""

    most: int = MOST_KNOWN
    new_name: Callable[[], str] = field(default=lambda: secrets.token_hex(8))
    _sessions: "OrderedDict[str, str]" = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def session_of(self, turn: ChatTurn, *, whose: str, before: str = "") -> str:
        """Return the talk of a turn; `before` is the answer it goes on from, where the provider keeps the talk."""
        with self._lock:
            known = next((found for key in _keys(turn, whose, before) if (found := self._found(key))), "")
            if known:
                return known
            if before:
                return self._kept(_digest("answer", whose, before), f"talk-{_digest(whose, before)[:16]}")
            if turn.exchanges:
                first = _digest("exchange", whose, *turn.exchanges[0])
                return self._kept(first, f"talk-{first[:16]}")
            return self._kept(_digest("opening", whose, turn.user_text), f"talk-{self.new_name()}")

    def answered(self, turn: ChatTurn, answer: str, *, session_id: str, whose: str, response_id: str = "") -> None:
        """Know a talk again by what was just answered in it."""
        told = said({"content": answer})
        with self._lock:
            self._kept(_digest("exchange", whose, turn.user_text, told), session_id)
            if response_id:
                self._kept(_digest("answer", whose, response_id), session_id)
            if not turn.exchanges:  # whoever says the same next begins another talk
                self._sessions.pop(_digest("opening", whose, turn.user_text), None)

    def went_on(self, response_id: str, *, session_id: str, whose: str) -> None:
        """Know a talk again by an answer that calls tools."""
        with self._lock:
            self._kept(_digest("answer", whose, response_id), session_id)

    def _found(self, key: str) -> str:
        found = self._sessions.get(key, "")
        if found:
            self._sessions.move_to_end(key)
        return found

    def _kept(self, key: str, session_id: str) -> str:
        self._sessions[key] = session_id
        self._sessions.move_to_end(key)
        while len(self._sessions) > self.most:
            self._sessions.popitem(last=False)
        return session_id


def _keys(turn: ChatTurn, whose: str, before: str) -> Iterator[str]:
    if before:
        yield _digest("answer", whose, before)
    for user, answer in reversed(turn.exchanges):
        yield _digest("exchange", whose, user, answer)
    if not turn.exchanges and not before:
        yield _digest("opening", whose, turn.user_text)


def _digest(*parts: str) -> str:
    told = json.dumps(parts).encode("ascii")
    return hashlib.blake2b(told, digest_size=16).hexdigest()


def _is_result(message: Mapping[str, Any]) -> bool:
    """Tell whether a message of the user only brings what tools gave."""
    content = message.get("content")
    return (
        isinstance(content, list)
        and any(entry(part, "type") == "tool_result" for part in content)
        and not said(message)
    )


def _is_name(place: object) -> bool:
    if not isinstance(place, str):
        return False
    return place.strip().lower() not in _NO_NAMES and not place.strip().startswith("{{")


def _fitting(name: str) -> str:
    is_fit = len(name) <= LONGEST_LABEL and name.isprintable()
    return name if is_fit else f"talk-{_digest(name)}"


def _conversation(given: object) -> object:
    return entry(given, "id") if isinstance(given, Mapping) else given


def _session_in(user_id: object) -> object:
    """Return the session that Claude Code names in its user id."""
    if not isinstance(user_id, str):
        return None
    if _CLAUDE_CODE in user_id:
        return user_id.rpartition(_CLAUDE_CODE)[2]
    try:
        return entry(json.loads(user_id), "session_id") if user_id.startswith("{") else None
    except ValueError:
        return None
