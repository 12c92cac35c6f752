"""A database with flipped bytes: what can be read is, and what cannot is said so; never a trace."""

import random
from pathlib import Path

import pytest

from omoide import Omoide, SimulatedClock
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.entrypoints.cli.app import answer
from omoide.errors import OmoideError, StoreUnavailable
from tests.fakes.embedding import hashing

pytestmark = pytest.mark.slow

PAGE = 4096
COMMANDS = (
    "recall 猫の名前は？", "observe また話した --assistant うん", "check", "doctor", "log --json", "digest", "stats", "vacuum",
    "sleep --now 2026-05-01T12:00", "memories list", "memories recall 猫 --block", "beliefs list", "preferences list", "mood",
    "index rebuild", "forecast", "sleep report", "sleep undo", "persona list", "erase --session s1 --yes", "thread 3", "cost",
)  # fmt: skip


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a database of a few days, every kind of row in it, with nothing left in its log."""
    home, clock = tmp_path_factory.mktemp("sound"), SimulatedClock(Moment(1_774_742_400))
    with Omoide.open(home, clock=clock, embedder=hashing()) as omoide:
        mind = omoide.persona("haru")
        for number in range(30):
            mind.observe(
                user=f"私は猫のモモが好き。{number}月に金沢へ行った", assistant="いいね", session_id=f"s{number % 3}"
            )
        mind.digest()
        mind.catch_up()
        clock.set(Moment(clock.now() + 3 * DAY_SECONDS))
        mind.memories.sleep()
        omoide.vacuum()
    return (home / "omoide.db").read_bytes()


def damaged(sound: bytes, rng: random.Random) -> bytes:
    """Return the file with a few bits the other way round, on pages at random."""
    data = bytearray(sound)
    for _ in range(rng.choice((1, 4, 30, 200))):
        page = rng.randrange(len(data) // PAGE) * PAGE
        for _ in range(rng.choice((1, 8))):
            data[page + rng.randrange(PAGE)] ^= 1 << rng.randrange(8)
    return bytes(data)


@pytest.fixture(autouse=True)
def without_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")


@pytest.mark.parametrize("seed", range(12))
def test_commands_on_flipped_bytes_answer_with_a_message_and_a_code(
    seed: int, sound: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(seed)
    (tmp_path / "omoide.db").write_bytes(damaged(sound, rng))
    for line in rng.sample(COMMANDS, 6):
        with pytest.raises(SystemExit) as ended:
            answer(["--home", str(tmp_path), *line.split(" ")])
        assert ended.value.code in (0, None, 1, 2, 3), line
        assert not ended.value.code or "".join(capsys.readouterr()).strip(), line


@pytest.mark.parametrize("at", [0, 20, 100, 5 * PAGE, 11 * PAGE + 3])
def test_a_page_of_nonsense_is_found_by_check_and_doctor(
    at: int, sound: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = bytearray(sound)
    data[at : at + 300] = random.Random(at).randbytes(300)
    (tmp_path / "omoide.db").write_bytes(data)
    for command in ("check", "doctor"):
        with pytest.raises(SystemExit) as ended:
            answer(["--home", str(tmp_path), command])
        assert ended.value.code == 1
        assert "".join(capsys.readouterr()).strip()


def test_the_library_says_that_the_database_is_damaged(sound: bytes, tmp_path: Path) -> None:
    data = bytearray(sound)
    data[PAGE:] = random.Random(1).randbytes(len(data) - PAGE)
    (tmp_path / "omoide.db").write_bytes(data)
    with pytest.raises(StoreUnavailable, match="damaged"), Omoide.open(tmp_path, embedder=hashing()) as omoide:
        omoide.mind("haru").recall("猫")


@pytest.mark.parametrize("seed", range(100, 110))
def test_the_library_raises_nothing_but_its_own_errors(seed: int, sound: bytes, tmp_path: Path) -> None:
    (tmp_path / "omoide.db").write_bytes(damaged(sound, random.Random(seed)))
    with Omoide.open(tmp_path, embedder=hashing(), clock=SimulatedClock(Moment(1_776_742_400))) as omoide:
        for use in (
            lambda: omoide.mind("haru").observe(user="また話した", assistant="うん"),
            lambda: omoide.mind("haru").recall("猫の名前は？"),
            lambda: omoide.mind("haru").memories.sleep(early=True),
            omoide.problems,
            omoide.examine,
        ):
            try:
                use()
            except OmoideError:
                continue
