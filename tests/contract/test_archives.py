"""A whole mind as one file: the same on either database, wherever its numbers lie; and nothing that is not whole is taken in."""

import hashlib
import io
import json
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.sql.memories.tables import nights
from omoide.adapters.sql.migrate import TABLES
from omoide.adapters.sql.tables import events
from omoide.adapters.sql.upkeep.archive import contents, packed
from omoide.domain.events.event import EventId
from omoide.domain.upkeep.archive import MANIFEST, VERSION
from omoide.errors import ArchiveRefused, InvalidInput, Refused
from tests.conftest import NOW
from tests.contract.test_isolation import MARK, live
from tests.fakes.embedding import hashing

ODD = "改行\u2028と’quote’ %s \\ 😺 \x7f \ufffd\r\n\t終わり"


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mind]:
    """A mind in which nearly everything has happened, beside others who came before it."""
    folder, clock = tmp_path_factory.mktemp("lived"), SimulatedClock(NOW)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMOIDE_BACKGROUND__AUTO", "false")
        home = Omoide.open(folder / "home", clock=clock, embedder=hashing(), beside="nowhere")
    for name in ("before", "after"):
        crowd(home, name)
    home.add_persona("hers", language="en", timezone="Europe/London")
    mind = home.mind("hers")
    mind.set("recall.receipts_days", "7")
    mind.observe(user=ODD, assistant=ODD, image_summaries=("写真",), session_id=ODD.strip()[:20])
    live(mind, clock, folder)
    mind.not_that(mind.recall(f"Who is {MARK}?")[0])
    mind.files.write("memories/one.md", "a text of a program")
    worried = mind.observe(user="I am so worried about the exam tomorrow.", assistant="I see.")
    mind.digest()
    clock.advance(days=2)
    mind.sleep()
    mind.settle()
    assert mind.event(worried.id).user.startswith("I am so worried")
    home.mind("after").observe(user="someone goes on", assistant="yes")
    yield mind
    home.close()


@pytest.fixture(scope="module")
def archive(lived: Mind, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("archives") / "hers.omoide"
    lived.export(path)
    return path


@pytest.fixture
def clock(lived: Mind) -> SimulatedClock:
    """The time of that life."""
    return SimulatedClock(lived.now())


def crowd(home: Omoide, name: str, *, turns: int = 7) -> None:
    """Let somebody else have numbers of every sort."""
    mind = home.persona(name)
    for number in range(turns):
        mind.observe(user=f"My dog Rex likes ball number {number}.", assistant="Good dog.", session_id=name)
    mind.digest()
    mind.notes.notepad.write("a note")
    mind.goals.add("walk more")
    mind.questions.add("why walk?")
    mind.entities.write("Rex", "- a dog")
    mind.sleep()


def held(path: Path) -> dict[str, bytes]:
    """Return the files of an archive, without its manifest."""
    with zipfile.ZipFile(path) as opened:
        return {name: opened.read(name) for name in opened.namelist() if name != MANIFEST}


def manifest(path: Path) -> dict[str, Any]:
    with zipfile.ZipFile(path) as opened:
        told: dict[str, Any] = json.loads(opened.read(MANIFEST))
    return told


def rewritten(source: Path, target: Path, change: Callable[[dict[str, bytes], dict[str, Any]], None]) -> Path:
    """Write an archive anew with something changed, and a manifest that fits to it but for what was changed there."""
    files, told = held(source), manifest(source)
    change(files, told)
    for name, data in files.items():
        about = {"rows": data.count(b"\n"), "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        if name.removesuffix(packed.ENDING) in told["tables"]:
            told["tables"][name.removesuffix(packed.ENDING)] = about
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in files.items():
            out.writestr(name, data)
        out.writestr(MANIFEST, json.dumps(told))
    return target


def account(mind: Mind) -> dict[str, Any]:
    """Return what a mind knows, told by words and times alone: numbers may differ from home to home."""
    said = {event.id: event for event in mind.log(limit=1_000)}
    labels = {memory.id: memory.label for memory in mind.memories.all()}
    beliefs = mind.beliefs.all()

    def turns(ids: Any) -> list[str]:
        return [said[each].user for each in ids]

    return {
        "log": [
            (e.user, e.assistant, e.image_summaries, e.session_id, e.client_id, e.source, e.created, e.origin)
            for e in said.values()
        ],
        "memories": [
            (m.label, m.text, m.protected, m.retention_score, m.event_id and said[m.event_id].user)
            for m in mind.memories.all()
        ],
        "histories": [
            [(h.at, h.cause, h.level_after) for h in mind.memories.history(label)] for label in labels.values()
        ],
        "beliefs": [(b.body, b.confidence, b.version, b.payload) for b in beliefs],
        "believed": [
            [
                (r.change.after.body, r.change.after.id == b.id, r.at, r.change.reason)
                for r in mind.beliefs.history(b.id)
            ]
            for b in beliefs
        ],
        "likes": [(p.subject, p.polarity, p.status) for p in mind.preferences.all(status=None)],
        "episodes": [[(s.text, turns(s.evidence)) for s in e.text.sentences] for e in mind.episodes.all()],
        "dreams": [[(s.text, turns(s.evidence)) for s in each.sentences] for each in mind.dreams.list()],
        "topics": [
            (t.name, [(s.text, [labels[m] for m in s.evidence if m in labels]) for s in t.summary])
            for t in mind.topics.list()
        ],
        "goals": [(g.label, g.text, g.status, g.notes) for g in mind.goals.list(ended=True)],
        "questions": [(q.topic, q.answer, q.status) for q in mind.questions.list(ended=True)],
        "notes": [(n.kind, n.text, n.version) for n in mind.notes.all()],
        "edits": [(r.version, r.at) for r in mind.notes.notepad.history()],
        "files": [(f.name, f.text) for f in mind.files.all()],
        "people": [(e.name, e.text) for e in mind.entities.all(archived=True)],
        "documents": [(d.path, d.hash) for d in mind.knowledge.documents()],
        "found": [(hit.text, hit.document.path) for hit in mind.knowledge.search(MARK)],
        "mood": mind.feelings.mood(at=NOW).baseline,
        "settings": mind.settings(),
        "persona": (mind.persona.language, mind.persona.timezone, mind.persona.created),
        "denied": [
            (each.item.kind, said[EventId(int(each.item.id))].user if each.item.kind == "event" else "")
            for each in mind.feedback.list()
        ],
        "due": [(each.task.body, each.task.due, each.snoozed_until) for each in mind.due.all()],
    }


def test_every_table_is_in_an_archive_or_it_is_said_why_not() -> None:
    there = {table.name for table in contents.tables()}

    assert there | set(contents.LEFT_OUT) == {table.name for table in TABLES.sorted_tables}
    assert not there & set(contents.LEFT_OUT)


def test_nearly_every_table_has_rows_in_this_life(archive: Path) -> None:
    empty = {name for name, each in manifest(archive)["tables"].items() if not each["rows"]}

    assert len(manifest(archive)["tables"]) - len(empty) >= 45, sorted(empty)


@pytest.mark.parametrize("crowded", [False, True])
def test_a_mind_lives_on_as_it_was(
    lived: Mind, archive: Path, url: str | None, opened: Callable[..., Omoide], tmp_path: Path, crowded: bool
) -> None:
    home = opened("copy")
    if crowded:
        crowd(home, "somebody", turns=300)
    mind = home.persona("copy of hers")
    assert mind.recall("anything") == []  # looked at, and found empty, before
    steps: list[tuple[int, int]] = []
    taken = mind.import_archive(archive, told=lambda done, total: steps.append((done, total)))
    again = tmp_path / "again.omoide"
    mind.export(again)

    assert steps[-1] == (taken.rows, taken.rows)
    assert held(again) == held(archive)
    assert {key: each["last"] for key, each in manifest(again)["numbers"].items()} == {
        key: each["last"] for key, each in manifest(archive)["numbers"].items()
    }
    assert account(mind) == account(lived)
    numbers = [event.id for event in mind.log()]
    assert (numbers == [event.id for event in lived.log()]) is not crowded
    assert mind.persona.name == "copy of hers"
    mind.settle()
    for each in (lived, mind):  # what is copied to be found by is copied when somebody first asks
        each.recall(f"Who is {MARK}?")
        each.catch_up()
    assert [hit.text for hit in mind.recall(f"Who is {MARK}?")] == [hit.text for hit in lived.recall(f"Who is {MARK}?")]
    assert mind.observe(user="and on it goes", assistant="yes").id > max(numbers)
    mind.settle()
    assert mind.sleep().ended is not None
    assert home.problems() == []
    if crowded:
        assert [event.session_id for event in home.mind("somebody").log(limit=1)] == ["somebody"]


def test_a_memory_that_a_night_deleted_comes_back_in_the_copy(tmp_path: Path) -> None:
    clock = SimulatedClock(NOW)
    with Omoide.open(tmp_path / "home", clock=clock, embedder=hashing(), beside="nowhere") as home:
        crowd(home, "before")
        mind = home.persona("forgetful")
        for key, value in (
            ("archive.auto_delete_enabled", "true"),
            ("archive.retention_days", "10"),
            ("archive.delete_require_zero_recall", "false"),
            ("archive.delete_max_intensity", "100"),
        ):
            mind.set(key, value)
        said = [f"Number {n}: the kettle of {name} whistles." for n, name in enumerate(["Ann", "Ben", "Cleo", "Dan"])]
        for each in said:
            mind.observe(user=each, assistant="I see.")
        mind.digest()
        labels = sorted(memory.label for memory in mind.memories.all())
        for label in labels:
            mind.memories.archive(label)
        clock.advance(days=20)
        mind.memories.sleep()
        assert mind.memories.all() == []
        mind.export(tmp_path / "forgetful.omoide")
        crowd(home, "between")
        copy = home.persona("copy")
        copy.import_archive(tmp_path / "forgetful.omoide")
        back = [copy.memories.restore(label) for label in labels]

        assert [copy.event(memory.event_id or 0).user for memory in back] == said
        assert [event.user for event in copy.log()] == said
        assert min(memory.id for memory in back) > max(memory.id for memory in home.mind("between").memories.all())
        assert home.problems() == []


def test_the_secret_diary_stays_behind_unless_it_is_asked_for(
    lived: Mind, archive: Path, opened: Callable[..., Omoide], tmp_path: Path
) -> None:
    whole = tmp_path / "whole.omoide"
    lived.export(whole, secret_diary=True)
    secret = f"nobody knows {MARK}"

    assert not any(secret.encode() in data for data in held(archive).values())
    assert manifest(archive)["secret_diary"] is False
    assert secret.encode() in held(whole)["notes.jsonl"]
    home = opened("other")
    home.persona("one").import_archive(whole)
    home.persona("two").import_archive(archive)
    assert secret in home.mind("one").secret_diary.read().text
    assert secret not in home.mind("two").secret_diary.read().text


def test_moments_are_told_in_utc_and_texts_as_they_are(archive: Path) -> None:
    first = json.loads(held(archive)["events.jsonl"].splitlines()[0])

    assert (first["id"], first["created"]) == (1, "2026-03-29T00:00:00Z")
    assert (first["user_text"], first["assistant_text"]) == (ODD, ODD)
    assert "persona_id" not in first
    assert manifest(archive)["persona"]["created"] == "2026-03-29T00:00:00+00:00"


def test_a_night_that_is_not_finished_is_waited_for(lived: Mind) -> None:
    database = lived._home.foundation.database
    mine = nights.c.persona_id == lived.persona.id
    with database.writing() as connection:
        last = connection.execute(select(nights.c.id, nights.c.phase).where(mine).order_by(nights.c.id.desc())).first()
        assert last is not None
        connection.execute(update(nights).where(nights.c.id == last.id).values(phase="fade"))
    try:
        with pytest.raises(Refused, match="not finished"):
            lived.export(io.BytesIO())
    finally:
        with database.writing() as connection:
            connection.execute(update(nights).where(nights.c.id == last.id).values(phase=last.phase))


def test_a_file_that_is_there_is_never_replaced(lived: Mind, tmp_path: Path) -> None:
    there = tmp_path / "there.omoide"
    there.write_text("mine")
    with pytest.raises(InvalidInput, match="already there"):
        lived.export(there)
    with pytest.raises(InvalidInput, match="cannot be written"):
        lived.export(there / "below")

    assert there.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [there]


def test_an_export_is_for_its_owner_alone_and_none_that_broke_off_is_left(lived: Mind, tmp_path: Path) -> None:
    lived.export(tmp_path / "whole.omoide")
    assert (tmp_path / "whole.omoide").stat().st_mode & 0o777 == 0o600

    def broken(done: int, total: int) -> None:
        raise Refused("enough")

    with pytest.raises(Refused, match="enough"):
        lived.export(tmp_path / "half.omoide", told=broken)
    assert [each.name for each in tmp_path.iterdir()] == ["whole.omoide"]


def test_a_persona_that_has_something_is_left_alone(archive: Path, opened: Callable[..., Omoide]) -> None:
    mind = opened("other").persona("busy")
    mind.observe(user="hello", assistant="hi")
    with pytest.raises(ArchiveRefused, match="has a mind already"):
        mind.import_archive(archive)

    assert [event.user for event in mind.log()] == ["hello"]


def line_changed(
    table: str, change: Callable[[dict[str, Any]], None]
) -> Callable[[dict[str, bytes], dict[str, Any]], None]:
    def changed(files: dict[str, bytes], _told: dict[str, Any]) -> None:
        first, *rest = files[f"{table}.jsonl"].splitlines(keepends=True)
        row = json.loads(first)
        change(row)
        files[f"{table}.jsonl"] = b"".join([json.dumps(row).encode() + b"\n", *rest])

    return changed


BROKEN: dict[str, tuple[Callable[[dict[str, bytes], dict[str, Any]], None], str]] = {
    "a newer format": (lambda _f, told: told.update(version=VERSION + 1), "upgrade Omoide"),
    "a newer schema": (lambda _f, told: told.update(schema="9999"), "upgrade Omoide"),
    "another format": (lambda _f, told: told.update(format="zip"), "none of an Omoide archive"),
    "no version": (lambda _f, told: told.pop("version"), "which version"),
    "a damaged manifest": (lambda _f, told: told.pop("persona"), "manifest is damaged"),
    "numbers beyond all": (lambda _f, told: told["numbers"]["events"].update(first=2**40), "manifest is damaged"),
    "a file too many": (lambda files, _t: files.update({"../evil.jsonl": b""}), "files that its manifest names"),
    "a table of later": (
        lambda files, told: (files.update({"dreams2.jsonl": b""}), told["tables"].update(dreams2={})),  # type: ignore[dict-item]
        "does not know",
    ),
    "a file missing": (lambda files, _t: files.pop("events.jsonl"), "files that its manifest names"),  # type: ignore[dict-item]
    "a column of later": (line_changed("events", lambda row: row.update(smell="roses")), "column 'smell'"),
    "no JSON": (lambda files, _t: files.update({"events.jsonl": b"{\n"}), "no JSON"),
    "no row": (lambda files, _t: files.update({"events.jsonl": b"[]\n"}), "no row"),
    "deep JSON": (lambda files, _t: files.update({"events.jsonl": b"[" * 100_000 + b"\n"}), "no JSON"),
    "a text for a number": (line_changed("events", lambda row: row.update(id="1")), "cannot be one"),
    "a truth for a number": (line_changed("events", lambda row: row.update(id=True)), "cannot be one"),
    "a moment without an offset": (
        line_changed("events", lambda row: row.update(created="2026-01-01T00:00")),
        "cannot be one",
    ),
    "half of a pair": (line_changed("events", lambda row: row.update(user_text="\ud800")), "cannot be one"),
    "nothing where something must be": (line_changed("events", lambda row: row.pop("user_text")), "cannot be one"),
    "a number behind the last": (line_changed("events", lambda row: row.update(id=10**6)), "and the last is"),
    "a number of somebody else": (
        line_changed("memory_texts", lambda row: row.update(memory_id=-3)),
        "which no row has",
    ),
    "rows of nothing": (
        lambda files, _t: files.update({"events.jsonl": files["events.jsonl"].split(b"\n", 1)[1]}),
        "do not fit together",
    ),
    "two rows of one number": (line_changed("events", lambda row: row.update(id=2)), "do not fit together"),
    "a setting that cannot be": (line_changed("settings", lambda row: row.update(key="web.hosts")), "web.hosts"),
    "a text built otherwise": (line_changed("episode_texts", lambda row: row.update(sentences="7")), "not built"),
    "a passage of nothing": (line_changed("passages", lambda row: row.update(kind="smell")), "not built|no kind"),
    "another language": (lambda _f, told: told["persona"].update(language="xx"), "manifest is damaged"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_not_as_it_should_be_is_refused_and_nothing_is_changed(
    archive: Path, broken_in: Mind, tmp_path: Path, what: str
) -> None:
    change, why = BROKEN[what]
    broken = rewritten(archive, tmp_path / "broken.omoide", change)
    before = broken_in.persona
    with pytest.raises(Refused, match=why):
        broken_in.import_archive(broken)

    assert broken_in.persona == before
    assert list(broken_in.log()) == []
    assert broken_in.settings() == {}


@pytest.fixture(scope="module")
def broken_in(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mind]:
    """A mind without anything, beside somebody who has much."""
    with Omoide.open(
        tmp_path_factory.mktemp("broken"), clock=SimulatedClock(NOW), embedder=hashing(), beside="nowhere"
    ) as home:
        crowd(home, "somebody")
        home.add_persona("empty", language="ja", timezone="Asia/Tokyo")
        yield home.mind("empty")


def test_a_file_that_was_cut_off_or_changed_on_the_way_is_refused(
    archive: Path, broken_in: Mind, tmp_path: Path
) -> None:
    data, unharmed = archive.read_bytes(), 0
    whole = {name.removesuffix(packed.ENDING): lines for name, lines in held(archive).items()}
    broken = tmp_path / "broken.omoide"
    for length in (0, 10, len(data) // 2, len(data) - 1):
        broken.write_bytes(data[:length])
        with pytest.raises(ArchiveRefused):
            broken_in.import_archive(broken)
    for at in range(200, len(data) - 200, len(data) // 23):
        broken.write_bytes(data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :])
        with suppress(ArchiveRefused), packed.PackedArchive.opened(broken) as found:  # a date of the zip may be another
            assert {name: b"".join(found.lines(name)) for name in found.manifest.tables} == whole
            unharmed += 1
    for path in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(ArchiveRefused, match="no zip"):
            broken_in.import_archive(path)

    assert unharmed < 20  # dates and the like of the zip itself; what it holds was the same
    assert list(broken_in.log()) == []


def test_what_swells_beyond_measure_is_not_unpacked(
    archive: Path, broken_in: Mind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed, "FREE_BYTES", 16 << 20)
    bomb = rewritten(archive, tmp_path / "bomb", lambda files, _t: files.update({"events.jsonl": b"\n" * (300 << 20)}))
    assert bomb.stat().st_size < 1 << 20
    tracemalloc.start()
    with pytest.raises(ArchiveRefused, match="swell"):
        broken_in.import_archive(bomb)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert most < 4 << 20


def test_a_line_without_an_end_is_not_read_to_it(
    archive: Path, broken_in: Mind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed, "LONGEST_LINE", 1_000)
    long = rewritten(archive, tmp_path / "long", lambda files, _t: files.update({"events.jsonl": b" " * 5_000 + b"\n"}))
    with pytest.raises(ArchiveRefused, match="too long"):
        broken_in.import_archive(long)


def test_a_large_mind_is_never_held_whole(opened: Callable[..., Omoide], tmp_path: Path) -> None:
    home = opened("large")
    mind = home.persona("large")
    text = "とても長い話。" * 700
    rows = [
        {"persona_id": mind.persona.id, "created": NOW + n, "source": "chat", "client_id": "", "session_id": "",
         "user_text": f"{n} {text}", "origin": "owner"} for n in range(12_000)
    ]  # fmt: skip
    with home._home.foundation.database.writing() as connection:
        connection.execute(insert(events), rows)
    del rows
    whole = 12_000 * len(text.encode())
    tracemalloc.start()
    mind.export(tmp_path / "large.omoide")
    exporting = tracemalloc.get_traced_memory()[1]
    tracemalloc.reset_peak()
    home.persona("copy").import_archive(tmp_path / "large.omoide")
    importing = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert whole > 160 << 20
    assert (exporting < 48 << 20, importing < 48 << 20) == (True, True), (exporting, importing)
    assert home.mind("copy").digest_status().waiting == 0
