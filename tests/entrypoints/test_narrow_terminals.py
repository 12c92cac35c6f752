"""Lists stay readable in a narrow terminal, in Japanese and in English."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text
from typer.testing import CliRunner

from omoide.entrypoints.cli.app import app, hoisted
from omoide.entrypoints.cli.memories.commands import words_first
from omoide.entrypoints.cli.tables import LEAST_TEXT, fitting
from tests.usecases.minds import OneMind

WIDTHS = (40, 60, 80, 120)
TRIGGERS = {
    "ja": (
        "「うちの猫のモモは三歳で、魚よりも鶏肉が好き」と言われた。",
        "「来月から大阪の新しい会社で働く」と言われた。",
    ),
    "en": (
        'I was asked for something: "My cat Momo likes chicken better than fish. Please remember that"',
        'I was told: "I decided to start a new job as a designer in Osaka next month"',
    ),
}
BEGINS = {"ja": ("「うちの猫の", "「来月から大阪"), "en": ('"My cat Momo', '"I decided to')}
Look = Callable[..., list[str]]


@pytest.fixture(params=TRIGGERS, scope="module")
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def home(language: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose persona has two memories."""
    folder = tmp_path_factory.mktemp(language) / "home"
    filled = OneMind(folder)
    assert len(filled.remembers(*TRIGGERS[language])) == 2
    filled.close()
    return folder


@pytest.fixture
def look(language: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> Look:
    """Run a command on that home; return the lines it prints."""
    monkeypatch.setenv("OMOIDE_HOME", str(home))
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    monkeypatch.setenv("OMOIDE_LANGUAGE", language)

    def call(*arguments: str, width: int) -> list[str]:
        monkeypatch.setenv("COLUMNS", str(width)) if width else monkeypatch.delenv("COLUMNS", raising=False)
        result = CliRunner().invoke(app, hoisted([*arguments, "--now", "2026-01-19T12:00:00+09:00"]))
        assert result.exit_code == 0, result.output
        return [line.rstrip() for line in result.stdout.splitlines()]

    return call


@pytest.mark.parametrize("width", WIDTHS)
def test_a_list_of_memories_shows_their_ids_and_texts(look: Look, language: str, width: int) -> None:
    lines = look("memories", "list", width=width)
    assert all(cell_len(line) <= width for line in lines)
    named = [line for line in lines if line.startswith("mem_")]
    for line, number, begins in zip(named, (2, 1), reversed(BEGINS[language]), strict=True):
        assert line.startswith(f"mem_20260118_{number:03}  ")
        assert begins in line
    everything = "".join("".join(lines).split())
    assert not [line for line in lines if "…" in line]
    assert all("".join(words_first(trigger).split()) in everything for trigger in TRIGGERS[language])


def test_in_a_pipe_each_memory_is_a_line_with_its_whole_text(look: Look, language: str) -> None:
    [_, *lines] = look("memories", "list", width=0)
    assert len(lines) == 2
    for line, trigger in zip(lines, reversed(TRIGGERS[language]), strict=True):
        assert words_first(trigger) in line


def test_in_a_pipe_each_fall_is_a_line_with_its_whole_text(look: Look, language: str) -> None:
    lines = look("forecast", "--days", "365", width=0)[1:]
    assert all(any(words_first(trigger) in line for trigger in TRIGGERS[language]) for line in lines)


def test_a_wide_list_of_memories_tells_everything(look: Look) -> None:
    [headings, job, *_] = look("memories", "list", width=80)
    assert len(headings.split()) == 5
    assert "2026-01-18" in job
    [headings, *_] = look("memories", "list", width=40)
    assert len(headings.split()) == 2


@pytest.mark.parametrize("width", WIDTHS)
def test_a_forecast_shows_when_which_memory_falls(look: Look, language: str, width: int) -> None:
    lines = look("forecast", "--days", "365", width=width)[1:]
    assert all(cell_len(line) <= width for line in lines)
    falls = [line for line in lines if line.startswith(("2026-", "2027-"))]
    assert falls
    assert all("→" in line and any(begins in line for begins in BEGINS[language]) for line in falls)


@pytest.mark.parametrize("command", ["persona list", "index status", "doctor", "stats", "cost prices", "models"])
def test_other_tables_cut_nothing_off(look: Look, command: str) -> None:
    lines = look(*command.split(), width=40)
    assert not [line for line in lines if "…" in line]


def test_only_a_short_lead_in_to_quoted_words_is_left_out() -> None:
    assert words_first('I was asked for something: "My cat: Momo"') == '"My cat: Momo"'
    assert words_first("「猫のモモ」と言われた。") == "「猫のモモ」と言われた。"
    assert words_first("Lunch: noodles") == "Lunch: noodles"
    assert words_first('He "laughed": "why?"') == 'He "laughed": "why?"'


def printed(width: int, *, flat: bool, spare: tuple[int, ...] = (1,), text: str) -> list[str]:
    rows = [(Text("mem_001"), Text("2026-01-18"), Text(text))]
    console = Console(width=width, file=StringIO())
    console.print(fitting(rows, headings=["id", "when", "memory"], width=width, texts=(2,), spare=spare, flat=flat))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue().splitlines()


@given(width=st.integers(40, 200), text=st.text(alphabet="猫モモaz\n", min_size=1, max_size=200), flat=st.booleans())
def test_a_text_that_wraps_is_all_there(width: int, text: str, flat: bool) -> None:
    lines = printed(width, flat=flat, spare=(), text=text)
    assert all(cell_len(line) <= width for line in lines)
    assert lines[1].startswith("mem_001  ")
    words = "".join(lines[1:]).replace(" ", "").replace("mem_001", "").replace("2026-01-18", "")
    assert words == text.replace("\n", "")


def test_a_flat_text_is_one_paragraph() -> None:
    assert len(printed(200, flat=True, text="猫\nモモ\n\n三歳")) == 2
    assert len(printed(200, flat=False, text="猫\nモモ\n\n三歳")) == 5


def test_a_column_goes_only_when_the_text_would_get_too_little() -> None:
    long = "a" * 99
    beside = len("mem_001") + 2 + len("2026-01-18") + 2 + LEAST_TEXT
    assert "2026" in printed(beside, flat=True, text=long)[1]
    assert "2026" not in printed(beside - 1, flat=True, text=long)[1]
    assert "2026" in printed(beside - 1, flat=True, text="short")[1]
