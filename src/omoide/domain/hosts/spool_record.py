"""One event of a hook, as it waits on the disk until it has been taken in, or aside when it cannot be."""

import json
from dataclasses import dataclass

from omoide.domain.text.mending import mended
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class SpoolRecord:
    """One event of a hook."""

    event: str
    at: Moment
    session_id: str
    transcript_path: str
    cwd: str
    last_words: str
    """The last message of the assistant, secrets masked."""


@dataclass(frozen=True, slots=True)
class AsideRecord:
    """One event of a hook that could not be taken in, and waits for somebody to look at it."""

    name: str
    """Of its file."""
    at: Moment
    """When it was set aside."""
    why: str
    """The kind of trouble, in one word; never anything that was said."""


def parsed(data: bytes) -> SpoolRecord:
    """Return the record in these bytes; raise `ValueError` when there is none."""
    try:
        told = json.loads(data)
    except RecursionError as exc:
        raise ValueError("nested too deeply") from exc
    if not isinstance(told, dict) or not isinstance(told.get("event"), str) or not isinstance(told.get("at"), int):
        raise ValueError("not a record of the spool")  # noqa: TRY004 - whatever was wrong in the file

    def text(name: str) -> str:
        value = told.get(name)
        return mended(value) if isinstance(value, str) else ""

    return SpoolRecord(
        event=told["event"],
        at=Moment(told["at"]),
        session_id=text("session_id"),
        transcript_path=text("transcript_path"),
        cwd=text("cwd"),
        last_words=text("last_assistant_message"),
    )
