"""What comes in and goes out: session logs of a host, a persona's own things as files, a copy of the whole home."""

import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from nicegui import events, ui

from omoide.domain.drives.inner_state import as_internal_state
from omoide.domain.hosts.session_log import TurnEnd
from omoide.domain.time import moment
from omoide.entrypoints.library.home import Omoide
from omoide.entrypoints.library.mind import Mind
from omoide.entrypoints.page import asking, blocks
from omoide.entrypoints.page.settings.forms import size_told
from omoide.entrypoints.page.settings.words import TEXTS
from omoide.entrypoints.page.view import View
from omoide.entrypoints.web.caller import KeyScope

LARGEST_LOG: Final = 32 * 1024 * 1024
AT_ONCE: Final = 1_000
"""Memories that are read at a time."""


async def build(view: View) -> None:
    """Put everything down."""
    with blocks.box("o-columns o-columns--two"):
        _put_in(view)
        _put_out(view)
    if asking.may_tend_home(view):
        _put_backup(view)


def _put_in(view: View) -> None:
    say = view.words(TEXTS)

    async def taken(event: events.UploadEventArguments) -> None:
        content = await event.file.read()
        found = await asking.attempted(view, lambda: taken_in(view.mind, content))
        if found is not None:
            view.tell(say("taken_in", new=found.new))
            if found.refused or found.erased:
                view.tell(say("taken_but", refused=str(found.refused), erased=str(found.erased)), is_bad=True)
        upload.reset()

    with blocks.card(say("in"), hint=say("in_hint")):
        upload = ui.upload(
            label=say("choose_file"),
            auto_upload=True,
            max_file_size=LARGEST_LOG,
            on_upload=taken,
            on_rejected=lambda: view.tell(say("too_large"), is_bad=True),
        )
        upload.props("accept=.jsonl flat bordered").classes("o-upload")
        if not view.may():
            upload.disable()


def taken_in(mind: Mind, content: bytes) -> Any:
    """Keep the turns of a session log that somebody handed over; return how many were new."""
    with tempfile.TemporaryDirectory(prefix="omoide-page-") as folder:
        path = Path(folder) / "session.jsonl"
        path.write_bytes(content)
        return mind.host.take_in_log(path, end=TurnEnd(mind.now()), source="import")


def exports(mind: Mind) -> dict[str, tuple[str, Callable[[], str]]]:
    """Return what can be taken out: by name, the file and what makes its text."""
    return {
        "out_goals": ("goals.json", lambda: _json(mind.goals.export())),
        "out_dreams": ("insights.json", lambda: _json(mind.dreams.export())),
        "out_questions": ("open_questions.json", lambda: _json(mind.questions.export())),
        "out_state": ("internal_state.json", lambda: _json(as_internal_state(mind.inner_state(), tz=mind.persona.tz))),
        "out_people": ("entities.json", lambda: _json([asdict(each) for each in mind.entities.all(archived=True)])),
        "out_notes": ("notes.json", lambda: _json([asdict(each) for each in mind.notes.all()])),
        "out_memories": ("memories.jsonl", lambda: "".join(_lines(_memories(mind)))),
        "out_log": ("events.jsonl", lambda: "".join(_lines(asdict(event) for event in mind.log()))),
    }


def _memories(mind: Mind) -> Iterator[dict[str, Any]]:
    offset = 0
    while found := mind.memories.page(descending=False, offset=offset, limit=AT_ONCE).memories:
        yield from (asdict(memory) for memory in found)
        offset += len(found)


def _lines(values: Iterator[dict[str, Any]]) -> Iterator[str]:
    return (json.dumps(value, ensure_ascii=False, default=str) + "\n" for value in values)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, default=str) + "\n"


def _put_out(view: View) -> None:
    say = view.words(TEXTS)
    with blocks.card(say("out"), hint=say("out_hint")), blocks.box("o-stack o-stack--tight"):
        for name, (file, make) in exports(view.mind).items():
            blocks.button(say(name), _taking_out(view, file, make), icon="download")


def _taking_out(view: View, file: str, make: Callable[[], str]) -> Callable[[], Any]:
    async def press() -> None:
        text = await asking.attempted(view, make, scope=KeyScope.READ)
        if text is not None:
            ui.download.content(text, file, media_type="application/json")

    return press


def _put_backup(view: View) -> None:
    say = view.words(TEXTS)

    async def press() -> None:
        button.disable()
        made = await asking.attempted(
            view, lambda: backed_up(view.home, view.mind), scope=KeyScope.ADMIN, whole_home=True
        )
        if made is not None:
            path, size = made
            view.tell(say("backed_up", path=str(path), size=size_told([size])))
        button.enable()

    with blocks.card(say("backup")):
        blocks.text(say("backup_hint"), classes="o-soft")
        with blocks.box("o-row"):
            button = blocks.button(say("make_backup"), press, icon="save")


def backed_up(home: Omoide, mind: Mind) -> tuple[Path, int]:
    """Write a copy of the home beside it; return where it is and how large."""
    local = moment.local(mind.now(), tz=mind.persona.tz)
    folder = home.home / "backups"
    folder.mkdir(exist_ok=True)
    path = folder / f"omoide-{local:%Y%m%d-%H%M%S}.db"
    return path, home.backup(path)
