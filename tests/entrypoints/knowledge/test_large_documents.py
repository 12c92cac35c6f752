"""Large, endless and hostile files: refused or read, with progress, in bounded memory."""

import subprocess
import sys
from pathlib import Path

import pytest

from omoide import Mind, Omoide
from tests.adapters.knowledge import made_files

pytestmark = pytest.mark.slow
MANY = 2_000
MOST_GROWTH_MB = 150
"""What reading may add to a process that has answered a question: portions, caches of the database, never the file."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    with Omoide.open(tmp_path / "home", beside="nowhere") as omoide:
        omoide.add_persona("haru")
    return tmp_path / "home"


def added(home: Path, path: Path) -> tuple[str, int, int]:
    """Return what was told, how many steps of progress there were, and by how many megabytes the process grew."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.entrypoints.knowledge.add_and_die", str(home), str(path)],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *steps, last = done.stdout.splitlines()
    told, _, memory = last.partition(" memory ")
    before, after = map(int, memory.split())
    return told, len(steps), after - before


def test_a_pdf_of_300_pages_is_read_with_progress(home: Path, tmp_path: Path) -> None:
    pages = [
        f"第{page}章 灯台の話\n"
        + "\n".join(f"{page}ページ{line}行目、灯台守は夜ごとに明かりをともした。" for line in range(30))
        for page in range(1, 301)
    ]
    (tmp_path / "long.pdf").write_bytes(made_files.pdf(pages))
    told, steps, grown = added(home, tmp_path / "long.pdf")
    assert told.startswith("added 1")
    assert steps > 10
    assert grown < MOST_GROWTH_MB + 100
    with Omoide.open(home, beside="nowhere") as omoide:
        hit = omoide.mind("haru").knowledge.search("第250章 灯台の話")[0]
        assert hit.place.first <= 250 <= hit.place.last


def test_a_text_of_200_megabytes_is_refused_at_once(home: Path, tmp_path: Path) -> None:
    with (tmp_path / "huge.txt").open("wb") as out:
        for _ in range(200):
            out.write("長い文章が続きます。\n".encode() * 31_250)
    told, _, grown = added(home, tmp_path / "huge.txt")
    assert told == "refused too_large"
    assert grown < MOST_GROWTH_MB


def test_with_the_limit_on_bytes_raised_the_limit_on_characters_holds(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMOIDE_KNOWLEDGE__FILE_BYTES", "1000000000")
    monkeypatch.setenv("OMOIDE_KNOWLEDGE__DOCUMENT_CHARACTERS", "400000")
    with (tmp_path / "huge.txt").open("wb") as out:
        for _ in range(200):
            out.write(b"no end of it, " * 71_428)  # one line of 200 megabytes
    told, steps, grown = added(home, tmp_path / "huge.txt")
    assert told == "refused too_long"
    assert steps > 5
    assert grown < MOST_GROWTH_MB
    with Omoide.open(home, beside="nowhere") as omoide:
        assert omoide.mind("haru").knowledge.documents() == []
        assert omoide.mind("haru").knowledge.search("no end of it") == []


def test_a_bomb_is_left_at_once(home: Path, tmp_path: Path) -> None:
    (tmp_path / "bomb.docx").write_bytes(made_files.zip_bomb(megabytes=1_000))
    told, _, grown = added(home, tmp_path / "bomb.docx")
    assert told == "refused expands"
    assert grown < MOST_GROWTH_MB


def test_a_folder_of_thousands_of_files_is_taken_in_and_a_second_run_reads_none(mind: Mind, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    for number in range(MANY):
        if number % 100 == 0:
            (folder / f"{number // 100:02}").mkdir(parents=True)
        (folder / f"{number // 100:02}" / f"{number}.txt").write_text(
            f"note {number}: the lantern of room {number}", "utf-8"
        )
    report = mind.knowledge.add(folder)
    assert (len(report.added), report.troubles) == (MANY, ())
    again = mind.knowledge.update()
    assert (again.unchanged, again.added, again.changed) == (MANY, (), ())
    assert mind.knowledge.search(f"room {MANY - 223}")[0].document.name == f"{MANY - 223}.txt"
