"""Anthropic's memory tool (`memory_20250818`): the files that Claude keeps below /memories, in the persona's store.

    client.beta.messages.tool_runner(model=…, tools=[MindMemoryTool(mind)], …)

A path is a name and never a place on a disk.  Every command is one step, all or none; every edit keeps what stood there, secrets
are masked, and what is erased from the mind is erased from its files.  Answers and errors read as Anthropic's own tool says them.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError
from anthropic.types.beta import (
    BetaMemoryTool20250818CreateCommand,
    BetaMemoryTool20250818DeleteCommand,
    BetaMemoryTool20250818InsertCommand,
    BetaMemoryTool20250818RenameCommand,
    BetaMemoryTool20250818StrReplaceCommand,
    BetaMemoryTool20250818ViewCommand,
)

from omoide.entrypoints.library.mind import Mind
from omoide.errors import OmoideError

ROOT: Final = "/memories"
SPACE: Final = "memories/"
"""Before the names of the files."""
DEEPEST_SHOWN: Final = 2
LINE_DIGITS: Final = 6
AROUND: Final = 2
"""Lines shown before and after a change."""
Texts = Mapping[str, str]


class MindMemoryFiles:
    """The files below /memories of one persona: what both tools do."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind

    def view(self, path: str, view_range: list[int] | None = None) -> str:
        """Return what a file says, with line numbers, or what lies below a folder, two levels deep."""
        name = _name(path)
        known = {each.name: each.text for each in self._mind.files.all(under=SPACE)}
        if name in known:
            return f"Here's the content of {path} with line numbers:\n" + _numbered(known[name], view_range)
        below = _below(known, name)
        if not below and name != SPACE.rstrip("/"):
            raise ToolError(f"The path {path} does not exist. Please provide a valid path.")
        return _listed(path.rstrip("/") or ROOT, name, below)

    def create(self, path: str, text: str) -> str:
        """Make a file; one that is there already stays as it is."""
        name = _file_name(path)

        def made(known: Texts) -> dict[str, str | None]:
            if name in known or _below(known, name):
                raise ToolError(f"File {path} already exists")
            _no_file_above(known, name, path)
            return {name: text}

        self._change(made)
        return f"File created successfully at: {path}"

    def str_replace(self, path: str, old: str, new: str) -> str:
        """Replace a passage that stands there exactly once."""
        name, changed = _file_name(path), list[str]()

        def replaced(known: Texts) -> dict[str, str | None]:
            text = _there(known, name, path)
            count = text.count(old) if old else 0
            if not count:
                raise ToolError(f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}.")
            if count > 1:
                lines = [str(number) for number, line in _starts(text, old)]
                raise ToolError(
                    f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: "
                    f"{', '.join(lines)}. Please ensure it is unique"
                )
            after = text.replace(old, new)
            changed[:] = [_snippet(after, text[: text.find(old)].count("\n"))]
            return {name: after}

        self._change(replaced)
        told = "The memory file has been edited. Here is the snippet showing the change (with line numbers):"
        return f"{told}\n{changed[0]}"

    def insert(self, path: str, line: int, text: str) -> str:
        """Put a text behind a line; 0 is the beginning."""
        name = _file_name(path)

        def inserted(known: Texts) -> dict[str, str | None]:
            whole = _there(known, name, path)
            lines = whole.split("\n")
            if lines and not lines[-1]:
                lines.pop()  # a text that ends with a line
            if not 0 <= line <= len(lines):
                raise ToolError(
                    f"Invalid `insert_line` parameter: {line}. It should be within the range [0, {len(lines)}]."
                )
            lines.insert(line, text.rstrip("\n"))
            return {name: "\n".join(lines) + "\n"}

        self._change(inserted)
        return f"The file {path} has been edited."

    def delete(self, path: str) -> str:
        """Take a file, or all below a folder, away; the owner finds them in the history."""
        name = _name(path)
        if name == SPACE.rstrip("/"):
            raise ToolError("Cannot delete the /memories directory itself")

        def gone(known: Texts) -> dict[str, str | None]:
            doomed = [name] if name in known else _below(known, name)
            if not doomed:
                raise ToolError(f"The path {path} does not exist")
            return dict.fromkeys(doomed)

        self._change(gone)
        return f"Successfully deleted {path}"

    def rename(self, old_path: str, new_path: str) -> str:
        """Give a file, or all below a folder, another name, in one step."""
        old, new = _name(old_path), _file_name(new_path)
        if old == SPACE.rstrip("/"):
            raise ToolError("Cannot rename the /memories directory itself")

        def renamed(known: Texts) -> dict[str, str | None]:
            moved = [old] if old in known else _below(known, old)
            if not moved:
                raise ToolError(f"The path {old_path} does not exist")
            if new in known or _below(known, new) or new.startswith(f"{old}/"):
                raise ToolError(f"The destination {new_path} already exists")
            _no_file_above(known, new, new_path)
            return {**dict.fromkeys(moved), **{new + each.removeprefix(old): known[each] for each in moved}}

        self._change(renamed)
        return f"Successfully renamed {old_path} to {new_path}"

    def clear(self) -> str:
        """Take all files away."""
        self._change(dict.fromkeys)
        return "All memory cleared"

    def _change(self, decide: Callable[[Texts], dict[str, str | None]]) -> None:
        try:
            self._mind.files.change(decide, under=SPACE, by="persona", reason="memory tool")
        except OmoideError as exc:
            raise ToolError(str(exc)) from exc


class MindMemoryTool(BetaAbstractMemoryTool):
    """The memory tool of a persona, for `Anthropic`."""

    def __init__(self, mind: Mind, **given: Any) -> None:
        super().__init__(**given)
        self._files = MindMemoryFiles(mind)

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """View a file or a folder."""
        return self._files.view(command.path, command.view_range)

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """Make a file."""
        return self._files.create(command.path, command.file_text)

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Replace a passage."""
        return self._files.str_replace(command.path, command.old_str, command.new_str or "")

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Insert a text at a line."""
        return self._files.insert(command.path, command.insert_line, command.insert_text)

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """Take a file or a folder away."""
        return self._files.delete(command.path)

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Give a file or a folder another name."""
        return self._files.rename(command.old_path, command.new_path)

    def clear_all_memory(self) -> str:
        """Take everything away."""
        return self._files.clear()


class AsyncMindMemoryTool(BetaAsyncAbstractMemoryTool):
    """The memory tool of a persona, for `AsyncAnthropic`."""

    def __init__(self, mind: Mind, **given: Any) -> None:
        super().__init__(**given)
        self._files = MindMemoryFiles(mind)

    async def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """View a file or a folder."""
        return await asyncio.to_thread(self._files.view, command.path, command.view_range)

    async def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """Make a file."""
        return await asyncio.to_thread(self._files.create, command.path, command.file_text)

    async def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Replace a passage."""
        old, new = command.old_str, command.new_str or ""
        return await asyncio.to_thread(self._files.str_replace, command.path, old, new)

    async def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Insert a text at a line."""
        return await asyncio.to_thread(self._files.insert, command.path, command.insert_line, command.insert_text)

    async def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """Take a file or a folder away."""
        return await asyncio.to_thread(self._files.delete, command.path)

    async def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Give a file or a folder another name."""
        return await asyncio.to_thread(self._files.rename, command.old_path, command.new_path)

    async def clear_all_memory(self) -> str:
        """Take everything away."""
        return await asyncio.to_thread(self._files.clear)


def _name(path: str) -> str:
    """Return the name of what a path means, without a slash at either end."""
    parts = path.strip().strip("/").split("/")
    if not path.strip().startswith(ROOT) or parts[0] != SPACE.rstrip("/"):
        raise ToolError(f"Path must start with {ROOT}, got: {path}")
    if any(part in ("", ".", "..") or "\\" in part or "%2e" in part.lower() for part in parts[1:]):
        raise ToolError(f"Path {path} would escape {ROOT} directory")
    return "/".join(parts)


def _file_name(path: str) -> str:
    name = _name(path)
    if "/" not in name or path.rstrip().endswith("/"):
        raise ToolError(f"The path {path} is not a file.")
    return name


def _there(known: Texts, name: str, path: str) -> str:
    if name in known:
        return known[name]
    if _below(known, name):
        raise ToolError(f"The path {path} is not a file.")
    raise ToolError(f"The path {path} does not exist. Please provide a valid path.")


def _below(known: Texts, name: str) -> list[str]:
    return [each for each in known if each.startswith(f"{name}/")]


def _no_file_above(known: Texts, name: str, path: str) -> None:
    parts = name.split("/")
    if any("/".join(parts[:most]) in known for most in range(2, len(parts))):
        raise ToolError(f"A part of {path} is a file, not a directory")


def _listed(path: str, name: str, below: list[str]) -> str:
    shown: dict[str, None] = {}
    for each in sorted(below):
        parts = each.removeprefix(f"{name}/").split("/")
        if any(part.startswith(".") for part in parts):
            continue
        for depth in range(1, min(len(parts), DEEPEST_SHOWN) + 1):
            shown["/".join(parts[:depth]) + ("/" if depth < len(parts) else "")] = None
    head = f"Here're the files and directories up to 2 levels deep in {path}, excluding hidden items:"
    return "\n".join([head, path, *(f"{path}/{each}" for each in shown)])


def _numbered(text: str, view_range: list[int] | None) -> str:
    lines = text.split("\n")
    first, last = 1, len(lines)
    if view_range is not None and len(view_range) == 2:
        first = max(1, view_range[0])
        last = len(lines) if view_range[1] == -1 else view_range[1]
    return "\n".join(_line(number, lines[number - 1]) for number in range(first, min(last, len(lines)) + 1))


def _snippet(text: str, at: int) -> str:
    lines = text.split("\n")
    shown = range(max(0, at - AROUND), min(len(lines), at + AROUND + 1))
    return "\n".join(_line(number + 1, lines[number]) for number in shown)


def _line(number: int, text: str) -> str:
    return f"{str(number).rjust(LINE_DIGITS)}\t{text}"


def _starts(text: str, old: str) -> list[tuple[int, int]]:
    """Return the lines and places where a passage stands."""
    found, at = [], text.find(old)
    while at >= 0:
        found.append((text[:at].count("\n") + 1, at))
        at = text.find(old, at + 1)
    return found
