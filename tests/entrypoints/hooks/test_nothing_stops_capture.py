"""Whatever one record holds, those behind it are taken in; what cannot be is set aside, counted, and can be tried again."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from omoide import Mind, Omoide
from omoide.errors import StoreUnavailable
from tests import warm
from tests.entrypoints.hooks.spooling import Spooling, line

NUL, SURROGATE = "a\x00b", "a\ud800b"


@pytest.fixture
def spooling(tmp_path: Path, opened: Callable[..., Omoide]) -> Spooling:
    return Spooling(tmp_path, opened)


@pytest.fixture
def by_project(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, opened: Callable[..., Omoide]) -> Spooling:
    monkeypatch.setenv("OMOIDE_HOOKS__PERSONA_PER_PROJECT", "true")
    return Spooling(tmp_path, opened)


def tool(path: str) -> dict[str, object]:
    return {"type": "tool_use", "name": "Edit", "input": {"file_path": path}}


def goes_on(spooling: Spooling, bad: bytes) -> None:
    """Fail unless a record behind the bad one is taken in, and a later round has nothing left to do."""
    spooling.put("1", bad)
    spooling.put("2", spooling.good("the walnut behind it"))
    assert spooling.round() is None
    assert any("the walnut behind it" in each for each in spooling.said())
    assert spooling.spool.waiting() == []
    assert spooling.round() is None


@pytest.mark.parametrize("words", [NUL, SURROGATE])
def test_a_nul_or_half_a_letter_in_the_last_words_is_mended(spooling: Spooling, words: str) -> None:
    log = spooling.log("bad", line("user", "the amber"), line("assistant", "yes"))
    goes_on(spooling, spooling.record(transcript_path=str(log), last_assistant_message=words))
    assert any("the amber" in each and "a\ufffdb" in each for each in spooling.said())
    assert spooling.spool.aside() == []


@pytest.mark.parametrize("path", [NUL, SURROGATE])
def test_a_nul_or_half_a_letter_in_the_path_of_a_tool_is_mended(spooling: Spooling, path: str) -> None:
    log = spooling.log("bad", line("user", "the amber"), line("assistant", "yes", blocks=[tool(path)]))
    goes_on(spooling, spooling.record(transcript_path=str(log)))
    assert any("the amber" in each and "Edit; a\ufffdb" in each for each in spooling.said())
    assert spooling.spool.aside() == []


@pytest.mark.parametrize(
    "name", ["x" * 101, "two\nlines", NUL, SURROGATE, "\u202egnirts", "\U000e0001", "．．", "ﷺ" * 30]
)
def test_whatever_a_project_is_called_it_has_a_mind(by_project: Spooling, name: str) -> None:
    cwd = f"/projects/{name}"
    goes_on(by_project, by_project.good("the cobalt", cwd=cwd))
    assert any("the cobalt" in each for each in by_project.said())
    assert by_project.spool.aside() == []


@pytest.mark.parametrize("cwd", [NUL, "~nosuchuser/app", "~nosuchuser", SURROGATE, "", ".", "/"])
@pytest.mark.parametrize("mode", ["spooling", "by_project"])
def test_no_folder_is_in_the_way(cwd: str, mode: str, request: pytest.FixtureRequest) -> None:
    spooling = cast(Spooling, request.getfixturevalue(mode))
    goes_on(spooling, spooling.good("the cobalt", cwd=cwd))
    assert any("the cobalt" in each for each in spooling.said())


@pytest.mark.parametrize("path", [NUL, "~nosuchuser/log.jsonl", SURROGATE, "/", "x" * 5_000])
def test_the_record_of_a_log_that_cannot_be_read_is_set_aside(spooling: Spooling, path: str) -> None:
    goes_on(spooling, spooling.record(transcript_path=path, last_assistant_message="what was said"))
    assert [(each.name, each.why) for each in spooling.spool.aside()] == [("1.json", "transcript")]


def test_a_session_in_which_nothing_was_said_has_no_log_and_leaves_nothing(spooling: Spooling) -> None:
    goes_on(spooling, spooling.record(event="SessionEnd", transcript_path=str(spooling.folder / "none.jsonl")))
    assert spooling.spool.aside() == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_no_log(spooling: Spooling) -> None:
    os.mkfifo(spooling.folder / "pipe.jsonl")
    goes_on(spooling, spooling.record(transcript_path=str(spooling.folder / "pipe.jsonl")))
    assert spooling.worker.set_aside == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_pipes_and_folders_in_the_spool_are_set_aside(spooling: Spooling) -> None:
    os.mkfifo(spooling.folder / "home" / "spool" / "0.json")
    (spooling.folder / "home" / "spool" / "00.json").mkdir()
    goes_on(spooling, b"not a record")
    assert [each.why for each in spooling.spool.aside()] == ["no_record"] * 3


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_speaks_for_no_folder(spooling: Spooling) -> None:
    os.mkfifo(spooling.folder / ".omoideignore")
    goes_on(spooling, spooling.good("the cobalt", cwd=str(spooling.folder)))
    assert any("the cobalt" in each for each in spooling.said())


@pytest.mark.parametrize("junk", [b"[" * 100_000, b'{"event":' * 100_000, b"", b"\x00", b"\xff\xfe", b"1" * 5_000])
def test_a_file_that_holds_no_record_is_set_aside(spooling: Spooling, junk: bytes) -> None:
    goes_on(spooling, junk)
    assert [(each.name, each.why) for each in spooling.spool.aside()] == [("1.json", "no_record")]
    assert (spooling.folder / "home" / "spool" / "unreadable" / "1.json").read_bytes() == junk


@pytest.mark.parametrize(
    "more", [{"at": 10**30}, {"at": -(10**30)}, {"at": True}, {"event": "\ud800"}, {"session_id": [1]}]
)
def test_odd_values_in_a_record_cost_nothing(spooling: Spooling, more: dict[str, Any]) -> None:
    goes_on(spooling, json.dumps(json.loads(spooling.good("the cobalt")) | more).encode())


def test_last_words_of_a_page_in_one_line_are_looked_for(spooling: Spooling) -> None:
    log = spooling.log("bad", line("user", "the amber"), line("assistant", "yes"))
    goes_on(spooling, spooling.record(transcript_path=str(log), last_assistant_message="words " * 20_000))
    assert any("the amber" in each for each in spooling.said())


class Troubled:
    """A home that raises an error of our choosing for one folder, for as long as it is told to."""

    def __init__(self, omoide: Omoide, *, folder: str, error: Exception) -> None:
        self._omoide, self._folder, self._error = omoide, folder, error
        self.is_troubled = True

    def mind_for_project(self, folder: str) -> Mind:
        if self.is_troubled and folder == self._folder:
            raise self._error
        return self._omoide.mind_for_project(folder)

    def __getattr__(self, name: str) -> object:
        return getattr(self._omoide, name)


def test_an_unexpected_error_costs_only_its_record_which_can_be_tried_again(spooling: Spooling) -> None:
    spooling.omoide, calm = cast(Omoide, Troubled(spooling.omoide, folder="/odd", error=KeyError("x"))), spooling.omoide
    goes_on(spooling, spooling.good("the heron", cwd="/odd"))
    assert [each.why for each in spooling.spool.aside()] == ["KeyError"]
    assert not any("the heron" in each for each in spooling.said())
    spooling.omoide = calm
    assert spooling.spool.retry() == 1
    assert spooling.round() is None
    assert any("the heron" in each for each in spooling.said())
    assert (spooling.worker.waiting, spooling.worker.set_aside) == (0, 0)
    assert not list((spooling.folder / "home" / "spool" / "unreadable").iterdir())


def test_when_the_store_is_away_a_record_waits_and_the_others_go_on(spooling: Spooling) -> None:
    away = Troubled(spooling.omoide, folder="/away", error=StoreUnavailable("away for a moment"))
    spooling.omoide = cast(Omoide, away)
    spooling.put("1", spooling.good("the heron", cwd="/away"))
    spooling.put("2", spooling.good("the walnut"))
    assert isinstance(spooling.round(), StoreUnavailable)
    assert [path.name for path in spooling.spool.waiting()] == ["1.json"]
    assert any("the walnut" in each for each in spooling.said())
    away.is_troubled = False
    assert spooling.round() is None
    assert any("the heron" in each for each in spooling.said())


@pytest.mark.parametrize("disk", ["has room", "is full"])
def test_an_event_that_came_over_the_socket_is_not_dropped_when_the_store_is_away(
    spooling: Spooling, disk: str
) -> None:
    away = Troubled(spooling.omoide, folder="/away", error=StoreUnavailable("away for a moment"))
    spooling.omoide = cast(Omoide, away)
    if disk == "is full":  # as far as the spool can tell: nothing can be put where a file lies
        (spooling.folder / "home" / "spool").rmdir()
        (spooling.folder / "home" / "spool").touch()
    spooling.worker.take(spooling.good("the heron", cwd="/away"))
    spooling.worker.take(spooling.good("the walnut"))
    assert isinstance(spooling.round(), StoreUnavailable)
    assert any("the walnut" in each for each in spooling.said())
    assert spooling.worker.waiting == (1 if disk == "has room" else 0)
    assert not spooling.worker.is_settled
    away.is_troubled = False
    assert spooling.round() is None
    assert sum("the heron" in each for each in spooling.said()) == 1


def test_an_event_over_the_socket_that_holds_no_record_is_set_aside(spooling: Spooling) -> None:
    spooling.worker.take(b"[" * 100_000)
    spooling.worker.take(spooling.good("the walnut"))
    assert spooling.round() is None
    assert any("the walnut" in each for each in spooling.said())
    assert [each.why for each in spooling.spool.aside()] == ["no_record"]


def test_a_server_that_ends_puts_what_it_still_holds_on_the_disk(spooling: Spooling) -> None:
    spooling.worker.start()
    assert spooling.worker.stop(within_seconds=60)
    spooling.worker.take(spooling.good("the heron"))
    assert spooling.worker.stop(within_seconds=60)
    assert spooling.worker.waiting == 1


@pytest.mark.slow
def test_what_was_set_aside_is_counted_shown_and_brought_back(spooling: Spooling) -> None:
    log = spooling.folder / "secret project" / "log.jsonl"
    log.mkdir(parents=True)
    spooling.put("1", spooling.record(transcript_path=str(log), last_assistant_message="a private word"))
    spooling.put("2", b"[" * 100_000)
    spooling.round()

    def omoide(*words: str) -> str:
        environ = {**os.environ, "OMOIDE_EMBEDDING__PROVIDER": "hashing"}
        done = warm.run("-m", "omoide", "--home", str(spooling.folder / "home"), *words, env=environ)
        assert done.returncode == 0, done.stderr
        return done.stdout

    shown = omoide("spool", "show")
    assert all(words in shown for words in ("1.json", "session log cannot be read", "holds no event"))
    assert not any(words in shown for words in ("secret", "private"))
    assert [each["why"] for each in json.loads(omoide("spool", "show", "--json"))] == ["transcript", "no_record"]
    [found] = [each for each in json.loads(omoide("doctor", "--json")) if each["check"] == "spool"]
    assert (found["state"], found["detail"]) == ("attention", "0 waiting, 2 set aside")
    assert json.loads(omoide("spool", "retry", "--json")) == {"retried": 2}
    assert spooling.worker.waiting == 2
    assert "Nothing lies aside" in omoide("spool", "show")
