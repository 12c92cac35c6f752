"""What an answer says, read while it goes by: the persona's own tags are taken out, everything else stays letter by letter."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from omoide.domain.episodes import memory_trace
from omoide.domain.episodes.memory_trace import TRACE_TAG
from omoide.domain.feelings import persona_emotion
from omoide.domain.feelings.answer_tags import AnswerTag
from omoide.domain.feelings.persona_emotion import EMOTION_TAG
from omoide.entrypoints.proxy import raw_json
from omoide.entrypoints.proxy.answers import sse
from omoide.entrypoints.proxy.wire import AnswerNews, AnswerPiece, WireApi
from omoide.errors import InvalidInput

TAGS: Final[tuple[AnswerTag, ...]] = (TRACE_TAG, EMOTION_TAG)
"""In the order in which they are taken out of a whole answer."""


def shown(answer: str) -> str:
    """Return a whole answer as the user may see it."""
    return persona_emotion.read(memory_trace.read(answer).shown).shown


@dataclass(slots=True)
class _Channel:
    """One text of an answer."""

    held: list[str] = field(default_factory=lambda: [""] * len(TAGS))
    said: list[str] = field(default_factory=list)
    event: tuple[bytes, AnswerPiece] | None = None
    """The last event that told a piece of it: what is still held at the end is told in its form."""
    is_ended: bool = False

    def shown_so_far(self, piece: str, *, is_last: bool) -> str:
        """Return what of the text may be shown now."""
        for number, tag in enumerate(TAGS):
            piece, self.held[number] = tag.shown_so_far(self.held[number], piece, is_last=is_last)
        return piece


@dataclass(slots=True)
class AnswerReader:
    """Reads one answer as it goes by."""

    api: WireApi
    calls_tools: bool = False
    response_id: str = ""
    _channels: dict[str, _Channel] = field(default_factory=dict)

    @property
    def said(self) -> str:
        """Return what the persona has said by now, with its own tags."""
        return "\n\n".join(text for each in self._channels.values() if (text := "".join(each.said)))

    def whole(self, body: bytes) -> bytes:
        """Return a whole answer as the client gets it."""
        try:
            text = raw_json.text_of(body)
            news = self.api.answer(raw_json.object_in(text).value)
            self._note(news)
            edits = [
                raw_json.in_place_of(raw_json.value_at(text, piece.path), told)
                for piece in news.pieces
                if (told := self._whole(piece)) != piece.text
            ]
        except InvalidInput:
            return body
        return raw_json.edited(text, edits).encode("utf-8") if edits else body

    def event(self, event: bytes) -> list[bytes]:
        """Return what the client gets in place of an event: the event, with a held text before it where one is due."""
        data = sse.data_of(event)
        if not data.startswith("{"):
            return [*(self.rest() if data == "[DONE]" else []), event]
        news = self.api.event(_object(data))
        self._note(news)
        told_in = {piece.channel for piece in news.pieces if not piece.is_whole}
        before = [each for name in news.ended if name not in told_in for each in self._ended(name)]
        changed = {piece: told for piece in news.pieces if (told := self._told(event, piece, news)) != piece.text}
        return [*before, _with(event, data, changed) if changed else event]

    def rest(self) -> list[bytes]:
        """Return what is still held of any text, at the end of everything."""
        return [each for name in self._channels for each in self._ended(name)]

    def _note(self, news: AnswerNews) -> None:
        self.calls_tools = self.calls_tools or news.calls_tools
        self.response_id = news.response_id or self.response_id

    def _told(self, event: bytes, piece: AnswerPiece, news: AnswerNews) -> str:
        if piece.is_whole:
            return self._whole(piece)
        channel = self._channels.setdefault(piece.channel, _Channel())
        if piece.is_said:
            channel.said.append(piece.text)
        channel.event = event, piece
        channel.is_ended = piece.channel in news.ended
        return channel.shown_so_far(piece.text, is_last=channel.is_ended)

    def _whole(self, piece: AnswerPiece) -> str:
        channel = self._channels.setdefault(piece.channel, _Channel())
        if piece.is_said and not channel.said:
            channel.said.append(piece.text)
        return shown(piece.text)

    def _ended(self, name: str) -> list[bytes]:
        channel = self._channels.get(name)
        if channel is None or channel.event is None or channel.is_ended:
            return []
        channel.is_ended = True
        left = channel.shown_so_far("", is_last=True)
        event, piece = channel.event
        return [_with(event, sse.data_of(event), {piece: left})] if left else []


def _with(event: bytes, data: str, changed: Mapping[AnswerPiece, str]) -> bytes:
    edits = [raw_json.in_place_of(raw_json.value_at(data, piece.path), told) for piece, told in changed.items()]
    return sse.with_data(event, raw_json.edited(data, edits))


def _object(data: str) -> Mapping[str, Any]:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return {}  # it goes on as it is
    return found if isinstance(found, Mapping) else {}
