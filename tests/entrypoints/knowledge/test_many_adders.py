"""Several processes that add at once, some killed: every document is whole or not there, and nothing is left over."""

import random
import signal
from pathlib import Path

import pytest
from sqlalchemy import func, select

from omoide import Omoide
from omoide.adapters.sql.knowledge.tables import document_chunks, documents
from omoide.adapters.sql.tables import passages
from tests import warm

pytestmark = pytest.mark.slow
SENTENCES = 450


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    with Omoide.open(tmp_path / "home", beside="nowhere") as omoide:
        omoide.add_persona("haru")
    return tmp_path / "home"


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    folder = tmp_path / "shelf"
    folder.mkdir()
    for number in range(6):
        lines = [
            f"Document {number} sentence {at} of a tale about lanterns and ships at sea." for at in range(SENTENCES)
        ]
        (folder / f"{number:02}.txt").write_text("\n".join(lines), "utf-8")
    return folder


def start(home: Path, folder: Path) -> warm.Process:
    return warm.start("-m", "tests.entrypoints.knowledge.add_and_die", str(home), str(folder))


def check(home: Path, *, whole: int | None = None) -> None:
    with Omoide.open(home, beside="nowhere") as omoide:
        mind = omoide.mind("haru")
        known = mind.knowledge.documents()
        assert whole is None or len(known) == whole
        counts = {each.facts.chunks for each in known}
        assert len(counts) <= 1
        with omoide._home.foundation.database.reading() as connection:
            counted = connection.execute(
                select(document_chunks.c.document_id, func.count())
                .join(documents, documents.c.id == document_chunks.c.document_id)
                .where(documents.c.version == document_chunks.c.version)
                .group_by(document_chunks.c.document_id)
            )
            kept = {int(row[0]): int(row[1]) for row in counted}
            every = connection.execute(select(func.count()).select_from(document_chunks)).scalar_one()
            pieces = connection.execute(select(func.count()).select_from(passages)).scalar_one()
        assert kept == {each.id: each.facts.chunks for each in known}
        assert every == pieces
        if whole is not None:
            assert every == sum(kept.values())
        assert omoide._home.recall.texts.is_sound()
        assert not omoide.problems()
        for hit in mind.knowledge.search("lanterns at sea", limit=50):
            assert hit.document.id in kept


def test_two_who_add_the_same_folder_at_once_take_in_each_file_once(home: Path, shelf: Path) -> None:
    both = [start(home, shelf) for _ in range(2)]
    told = []
    for each in both:
        out, err = each.communicate(timeout=300)
        assert each.returncode == 0, err
        told.append(out.splitlines()[-1].split())
    assert sum(int(each[1]) for each in told) + sum(int(each[3]) for each in told) == 6
    check(home, whole=6)


def test_killed_anywhere_a_document_is_whole_or_not_there(home: Path, shelf: Path) -> None:
    dice = random.Random(1)
    for _ in range(5):
        process = start(home, shelf)
        for _ in range(dice.randrange(1, 25)):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
        check(home)
    done = start(home, shelf)
    _, err = done.communicate(timeout=300)
    assert done.returncode == 0, err
    check(home, whole=6)
