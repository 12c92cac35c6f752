"""What the proxy has to know of a provider's interface: where a request says what, and where an answer does.

Each interface is a module of its own (`chat_completions`, `responses`, `anthropic_messages`); all of them speak in these words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from omoide.domain.context.conversation import TEXT_PARTS
from omoide.entrypoints.proxy import raw_json
from omoide.entrypoints.proxy.raw_json import Edit, PathOf, PlacedValue
from omoide.errors import InvalidInput

GAP: Final = "\n\n"


@dataclass(frozen=True, slots=True)
class ChatAsked:
    """A request, as far as it matters here."""

    text: str
    """The raw body."""
    body: PlacedValue
    fields: Mapping[str, PlacedValue]
    messages: Sequence[Mapping[str, Any]]
    """Everything that was said, by role and content, as the composer takes it."""
    contents: Sequence[PlacedValue]
    """The contents of the user's messages, one for each."""
    instructions: str = ""
    """What stands before the talk."""

    def given(self, name: str) -> Any:
        """Return the value of a field; `None` where there is none."""
        found = self.fields.get(name)
        return None if found is None else found.value


@dataclass(frozen=True, slots=True)
class AnswerPiece:
    """A text in an answer, or in one event of it."""

    path: PathOf
    text: str
    channel: str
    """Which of the texts of an answer it belongs to."""
    is_whole: bool = False
    """True when it is the whole text, told again; false when it is what comes next."""
    is_said: bool = True
    """False for what is one of several answers to choose from."""


@dataclass(frozen=True, slots=True)
class AnswerNews:
    """What an answer, or one event of it, tells."""

    pieces: tuple[AnswerPiece, ...] = ()
    ended: tuple[str, ...] = ()
    """Channels in which nothing more comes."""
    calls_tools: bool = False
    """The client is to call something; the persona has not finished its turn."""
    response_id: str = ""


class WireApi(Protocol):
    """One provider's interface."""

    @property
    def provider(self) -> str:
        """Return whose interface it is: `openai` or `anthropic`."""
        ...

    def read(self, text: str) -> ChatAsked:
        """Return what a request asks; raise `InvalidInput` when it cannot be read."""
        ...

    def with_constant(self, asked: ChatAsked, constant: str) -> list[Edit]:
        """Return what puts the constant part behind the client's own instructions."""
        ...

    def with_blocks(self, asked: ChatAsked, turns: Sequence[str]) -> list[Edit]:
        """Return what puts each block before its message of the user."""
        ...

    def event(self, payload: Mapping[str, Any]) -> AnswerNews:
        """Return what an event of a streamed answer tells."""
        ...

    def answer(self, payload: Mapping[str, Any]) -> AnswerNews:
        """Return what a whole answer tells."""
        ...


def items_of(text: str, place: PlacedValue | None) -> list[PlacedValue]:
    """Return the elements of a list of objects; raise `InvalidInput` for anything else."""
    if place is None or not isinstance(place.value, list):
        raise InvalidInput("the request holds no list of messages")
    found = raw_json.elements(text, place)
    if not all(isinstance(each.value, dict) for each in found):
        raise InvalidInput("one of the request's messages is no object")
    return found


def before_content(text: str, content: PlacedValue, block: str, *, kind: str = "text") -> list[Edit]:
    """Return what puts a block before the first text of a message, as the composer does for its own callers."""
    if isinstance(content.value, str):
        if block in content.value:
            return []
        return [raw_json.into_beginning(content, f"{block}{GAP}" if content.value else block)]
    if not isinstance(content.value, list):
        return []
    parts = raw_json.elements(text, content)
    if any(block in _text_in(part.value) for part in parts):
        return []
    part = {"type": kind, "text": block}
    first = next((each for each in parts if _is_text(each.value)), None)
    return [raw_json.as_last(content, part) if first is None else raw_json.before(first, part)]


def behind_content(content: PlacedValue, constant: str, *, kind: str = "text") -> list[Edit]:
    """Return what puts the constant part behind a text or a list of parts."""
    if isinstance(content.value, str):
        if constant in content.value:
            return []
        return [raw_json.into_end(content, f"{GAP}{constant}" if content.value else constant)]
    if not isinstance(content.value, list):
        return [raw_json.in_place_of(content, constant)]
    if any(constant in _text_in(part) for part in content.value):
        return []
    return [raw_json.as_last(content, {"type": kind, "text": constant})]


def blocks_before(asked: ChatAsked, turns: Sequence[str], *, kind: str = "text") -> list[Edit]:
    """Return what puts each block before its message."""
    pairs = zip(asked.contents, turns, strict=True)
    return [edit for content, block in pairs if block for edit in before_content(asked.text, content, block, kind=kind)]


def entry(payload: object, key: str) -> Any:
    """Return what an object holds under a key; `None` where it is no object or holds nothing."""
    return payload.get(key) if isinstance(payload, Mapping) else None


def listed(payload: object, key: str) -> list[Any]:
    """Return the list that an object holds under a key; an empty one where there is none."""
    found = entry(payload, key)
    return found if isinstance(found, list) else []


def _is_text(part: Any) -> bool:
    return isinstance(part, str) or entry(part, "type") in TEXT_PARTS


def _text_in(part: Any) -> str:
    return part if isinstance(part, str) else str(entry(part, "text") or "")
