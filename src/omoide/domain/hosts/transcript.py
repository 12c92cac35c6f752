"""Claude Code's session logs: which entries are talk, and how they make turns (LTM セッションログの形式; SPEC H1, X2).

A log is a long file of JSON objects, one a line.  Half of them are progress, and much of what is called `user` is not the
user: results of tools, side chains, meta entries, summaries after compaction, commands and their output.  One answer is
spread over several lines.  Entries are fed one by one; what is held is only the turn that is still open.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import Enum, auto
from typing import Final

from omoide.domain.events import secrets
from omoide.domain.text.mending import mended
from omoide.domain.time.moment import Moment
from omoide.domain.understanding.worth import Skipped, worth_of

MOST_TOOLS: Final = 8
MOST_PLACES: Final = 6
_INTERRUPTED: Final = re.compile(r"\s*\[Request interrupted by user")
_NOT_THE_USER: Final = ("isSidechain", "isMeta", "isCompactSummary", "isVisibleInTranscriptOnly")
_PLACES: Final = ("file_path", "notebook_path", "path", "url")

Json = Mapping[str, object]


class Voice(Enum):
    """Who speaks in an entry."""

    USER = auto()
    ASSISTANT = auto()
    COMMAND = auto()
    """The user ran a command, or the host spoke in the user's name: what is answered to it is not kept either."""
    INTERRUPTED = auto()
    NOBODY = auto()


@dataclass(frozen=True, slots=True)
class Saying:
    """What one entry adds to the conversation."""

    voice: Voice
    text: str = ""
    said_at: Moment | None = None
    uuid: str = ""
    message_id: str = ""
    session_id: str = ""
    cwd: str = ""
    fingerprint: str = ""
    tools: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TranscriptTurn:
    """A turn read from a session log."""

    key: str
    """The same for every copy of the turn, in resumed and forked sessions too."""
    user: str
    assistant: str
    at: Moment | None
    session_id: str
    cwd: str


@dataclass(slots=True)
class Conversation:
    """The turn that is open while a log is read."""

    _user: Saying | None = None
    _answers: dict[str, list[str]] = field(default_factory=dict)
    _tools: Counter[str] = field(default_factory=Counter)
    _places: dict[str, None] = field(default_factory=dict)

    @property
    def open_since(self) -> Moment | None:
        """Return when the open turn began; `None` when none is open, or its log does not say."""
        return self._user.said_at if self._user else None

    @property
    def is_open(self) -> bool:
        """Tell whether the user has said something that is not yet part of a finished turn."""
        return self._user is not None

    @property
    def is_answered(self) -> bool:
        """Tell whether the open turn has words of an answer."""
        return any(self._answers.values())

    def feed(self, saying: Saying) -> Iterator[TranscriptTurn]:
        """Take in the next entry; yield the turn that it ends, if it ends one."""
        match saying.voice:
            case Voice.USER if self._user is not None and not self._answers:
                # Said before any answer came (an interruption, a queue): both belong to the turn to come.
                self._user = replace(self._user, text=f"{self._user.text}\n{saying.text}")
            case Voice.USER:
                if (ended := self.ended()) is not None:
                    yield ended
                self._user = saying
            case Voice.COMMAND:
                if (ended := self.ended()) is not None:
                    yield ended
            case Voice.INTERRUPTED:
                if self.is_answered and (ended := self.ended()) is not None:
                    yield ended
            case Voice.ASSISTANT if self._user is not None:
                said = self._answers.setdefault(saying.message_id or saying.uuid, [])
                if saying.text and saying.text not in said:
                    said.append(saying.text)
                self._tools.update(saying.tools)
                self._places |= dict.fromkeys(saying.places)
            case Voice.ASSISTANT | Voice.NOBODY:
                return

    def ended(self, *, last_words: str = "") -> TranscriptTurn | None:
        """Return the open turn, with the last words that the log may not hold yet; `None` when there is no answer."""
        user, said = self._user, self._said()
        if last_words.strip() and not self.holds(last_words):
            said.append(last_words)
        told = "\n\n".join([*said, *self._summary()])
        self._user, self._answers, self._tools, self._places = None, {}, Counter(), {}
        if user is None or not said:
            return None
        return TranscriptTurn(user.fingerprint, user.text, told, user.said_at, user.session_id, user.cwd)

    def holds(self, words: str) -> bool:
        """Tell whether the answer so far holds these words, whose secrets may have been masked already."""
        said = "\n".join(self._said())
        return words.strip() in said or words.strip() in secrets.masked(said)

    def _said(self) -> list[str]:
        return [text for texts in self._answers.values() for text in texts]

    def _summary(self) -> list[str]:
        if not self._tools:
            return []
        named = [f"{name}×{count}" if count > 1 else name for name, count in self._tools.most_common(MOST_TOOLS)]
        places = list(self._places)[:MOST_PLACES]
        return [f"[Tool use: {', '.join(named)}{'; ' + ', '.join(places) if places else ''}]"]


def saying_of(entry: Json) -> Saying:
    """Return what an entry of a log adds; anything unknown or misshapen adds nothing."""
    message = entry.get("message")
    if entry.get("type") not in ("user", "assistant") or not isinstance(message, Mapping):
        return Saying(Voice.NOBODY)
    if any(entry.get(flag) is True for flag in _NOT_THE_USER):
        return Saying(Voice.NOBODY)
    return _user(entry, message) if entry["type"] == "user" else _assistant(entry, message)


def _user(entry: Json, message: Json) -> Saying:
    content = message.get("content")
    blocks = [_text(content)] if isinstance(content, str) else _texts(content)
    text = "\n".join(blocks).strip()
    if not text:
        return Saying(Voice.NOBODY)
    if _INTERRUPTED.match(text):
        return Saying(Voice.INTERRUPTED)
    worth = worth_of(text)
    if isinstance(worth, Skipped):
        return Saying(Voice.COMMAND)
    return Saying(
        Voice.USER,
        text=worth.user,
        said_at=moment_of(entry.get("timestamp")),
        uuid=_text(entry.get("uuid")),
        session_id=_text(entry.get("sessionId")),
        cwd=_text(entry.get("cwd")),
        fingerprint=_fingerprint(entry, text),
    )


def _assistant(entry: Json, message: Json) -> Saying:
    content = message.get("content")
    texts = [_text(content)] if isinstance(content, str) else _texts(content)
    used = [block for block in _blocks(content) if block.get("type") == "tool_use"]
    inputs = [given for block in used if isinstance(given := block.get("input"), Mapping)]
    places = [_text(given.get(name)) for given in inputs for name in _PLACES]
    if message.get("model") == "<synthetic>":  # the host's own notices: limits, errors
        return Saying(Voice.NOBODY)
    return Saying(
        Voice.ASSISTANT,
        text="\n".join(text for text in texts if text.strip()),
        uuid=_text(entry.get("uuid")),
        message_id=_text(message.get("id")),
        tools=tuple(name for block in used if (name := _text(block.get("name")))),
        places=tuple(filter(None, places)),
    )


def _blocks(content: object) -> list[Json]:
    return [block for block in content if isinstance(block, Mapping)] if isinstance(content, list) else []


def _texts(content: object) -> list[str]:
    return [_text(block.get("text")) for block in _blocks(content) if block.get("type") == "text"]


def _text(value: object) -> str:
    """Return the value if it is text, mended so that it can be kept; nothing otherwise."""
    return mended(value) if isinstance(value, str) else ""


def _fingerprint(entry: Json, text: str) -> str:
    # A resumed or forked session copies its entries: the time and the words stay, the ids need not.
    when, uuid = _text(entry.get("timestamp")), _text(entry.get("uuid"))
    seed = f"{when}\x1f{text}" if when else f"{uuid}\x1f{text}"
    return "claude-code:" + hashlib.sha256(seed.encode()).hexdigest()[:32]


def moment_of(stamp: object) -> Moment | None:
    """Return the moment an entry names; `None` when it names none that can be read."""
    if not isinstance(stamp, str):
        return None
    try:
        when = datetime.fromisoformat(stamp)
    except ValueError:
        return None
    return Moment(int((when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()))
