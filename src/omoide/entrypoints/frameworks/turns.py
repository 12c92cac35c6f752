"""Messages of a framework as turns that a mind learns: what the user said, and what was answered last before they spoke again."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SaidTurn:
    """One exchange."""

    user: str
    answer: str | None
    """`None` while nothing was answered."""


def turns_of(messages: Iterable[tuple[str, str]], *, waiting: str = "") -> list[SaidTurn]:
    """Return the exchanges of some messages (role and text); `waiting` is what was said before them and is not answered yet.

    Roles other than `user` and `assistant` are no talk.  What an assistant says without having been asked is a turn of its own.
    """
    turns: list[SaidTurn] = []
    user, answers = waiting, list[str]()
    for role, text in messages:
        if role not in ("user", "assistant") or not text.strip():
            continue
        if role == "assistant":
            answers.append(text)
            continue
        if user or answers:
            turns.append(SaidTurn(user, "\n\n".join(answers) or None))
        user, answers = text, []
    if user or answers:
        turns.append(SaidTurn(user, "\n\n".join(answers) or None))
    return turns
