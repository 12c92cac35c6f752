"""An OpenAI Agents `Session`: `Runner.run(agent, "…", session=MindAgentSession(mind, "chat-1"))`.

Items are kept as the SDK gives them, calls of tools too, so that a run goes on where the last one stopped.  What was said and answered
is learnt beside that: it is in the log, is digested, fades and comes to mind anywhere else.
"""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import anyio.to_thread
from agents.memory.session_settings import SessionSettings

from omoide.entrypoints.frameworks.turns import turns_of
from omoide.entrypoints.library.mind import Mind
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from agents.items import TResponseInputItem

SPACE = "openai-agents/"
"""Before the names of the files that hold sessions."""


class MindAgentSession:
    """One talk of an agent, kept in a mind."""

    def __init__(
        self,
        mind: Mind,
        session_id: str,
        *,
        learns: bool = True,
        session_settings: SessionSettings | None = None,
    ) -> None:
        if not session_id.strip():
            raise InvalidInput("a session needs an id, so that its talk is known again; an empty one was given")
        self.session_id = session_id
        self.session_settings: SessionSettings | None = session_settings or SessionSettings()
        self._mind = mind
        self._learns = learns
        self._name = f"{SPACE}{session_id}"

    async def get_items(self, limit: int | None = None) -> "list[TResponseInputItem]":
        """Return the items of the talk, in order; with a limit the latest."""
        settings = self.session_settings or SessionSettings()
        most = settings.limit if limit is None else limit
        items: list[Any] = await anyio.to_thread.run_sync(self._items)
        return items if most is None else items[-most:] if most > 0 else []

    async def add_items(self, items: "list[TResponseInputItem]") -> None:
        """Keep items at the end of the talk, all or none; what was said and answered among them is learnt."""
        if items:
            await anyio.to_thread.run_sync(self._add, list(items))

    async def pop_item(self) -> "TResponseInputItem | None":
        """Take the last item away and return it; `None` when there is none.  What was learnt of it stays."""
        popped: TResponseInputItem | None = await anyio.to_thread.run_sync(self._pop)
        return popped

    async def clear_session(self) -> None:
        """Take all items away.  What was learnt of them stays: `mind.erase(session_id=…)` erases it."""
        names = [self._name]
        await anyio.to_thread.run_sync(
            lambda: self._mind.files.change(lambda _: {self._name: None}, names=names, by="persona")
        )

    def _items(self) -> list[Any]:
        found = self._mind.files.find(self._name)
        return [] if found is None else _read(found.text)

    def _add(self, items: list[Any]) -> None:
        lines = "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in _plain(items))
        before: list[Any] = []

        def with_them(known: Any) -> dict[str, str | None]:
            text = known.get(self._name, "")
            before[:] = _read(text)
            return {self._name: text + lines}

        self._mind.files.change(with_them, names=[self._name], by="persona")
        if self._learns:
            self._learn(before, items)

    def _learn(self, before: list[Any], items: list[Any]) -> None:
        """Say to the mind what was said, and complete what was open: a turn is known again by its words."""
        talk = self._mind.session(self.session_id)
        for turn in turns_of(map(_said, items), waiting=_waiting(before)):
            if turn.user:
                talk.said(turn.user, turn.answer)
            elif turn.answer:
                self._mind.observe(user="", assistant=turn.answer, session_id=self.session_id)

    def _pop(self) -> Any:
        popped: list[Any] = []

        def without(known: Any) -> dict[str, str | None]:
            items = _read(known.get(self._name, ""))
            popped[:] = items[-1:]
            return (
                {self._name: "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in items[:-1])}
                if items
                else {}
            )

        self._mind.files.change(without, names=[self._name], by="persona")
        return popped[0] if popped else None


def _plain(items: Iterable[Any]) -> list[Any]:
    """Return the items as JSON holds them."""
    return [each.model_dump(exclude_unset=True) if hasattr(each, "model_dump") else dict(each) for each in items]


def _read(text: str) -> list[Any]:
    """Return the items of a file; one from which words were erased, so that it is no item any more, is passed over."""
    found = []
    for line in text.split("\n"):
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


def _said(item: Any) -> tuple[str, str]:
    """Return whose words an item is, and which; of anything but a message, nothing."""
    held = (
        item if isinstance(item, dict) else item.model_dump(exclude_unset=True) if hasattr(item, "model_dump") else {}
    )
    if held.get("type", "message") != "message":
        return "", ""
    content = held.get("content")
    if isinstance(content, str):
        return str(held.get("role", "")), content
    parts = [str(each.get("text", "")) for each in content or () if isinstance(each, dict)]
    return str(held.get("role", "")), "\n".join(part for part in parts if part)


def _waiting(items: list[Any]) -> str:
    """Return what was said last, if nothing was answered to it yet."""
    for role, text in map(_said, reversed(items)):
        if role == "assistant":
            return ""
        if role == "user":
            return text
    return ""
