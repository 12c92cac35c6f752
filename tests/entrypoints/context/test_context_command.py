"""`omoide context`: what the persona would see, section by section, in both languages; nothing changes."""

import json
from pathlib import Path

import pytest

from omoide import Mind
from omoide.domain.text.language import Language
from omoide.entrypoints.cli import composing
from tests.entrypoints.command import Run, command_in, ok


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return command_in(tmp_path / "home")


@pytest.fixture
def haru(run: Run) -> Run:
    ok(run("persona", "add", "haru", "--language", "ja", "--timezone", "Asia/Tokyo"))
    ok(run("notes", "write", "core_memory", "わたしはハル。"))
    ok(run("observe", "うちの猫の名前はモモだよ", "--assistant", "覚えたよ"))
    ok(run("digest"))
    return run


def test_it_shows_what_the_persona_would_see(haru: Run) -> None:
    shown = ok(haru("context", "猫の名前は？", "--session", "s", "--budget", "2000"))
    for part in ("<omoide-context>", "わたしはハル。", "<memories>", "モモ", "2000"):
        assert part in shown
    told = json.loads(ok(haru("context", "猫の名前は？", "--session", "s", "--json")))
    assert {"constant", "turns", "tokens", "budget_tokens", "counted_by", "sections", "left_out"} == set(told)
    assert told["tokens"] == sum(each["tokens"] for each in told["sections"])
    assert told["counted_by"] == "estimate"


def test_nothing_to_show_is_said_and_a_wrong_budget_refused(run: Run) -> None:
    run("persona", "add", "haru")
    assert "nothing to show" in ok(run("context", "hello"))
    assert run("context", "hello", "--budget", "-1").returncode == 2


def test_every_reason_and_section_has_a_word_in_both_languages(mind: Mind) -> None:
    mind.notes.core_memory.write("x\n" * 300)
    context = mind.context("x", budget_tokens=300)
    for name in (*(each.name for each in context.sections), *(each.reason.value for each in context.left_out)):
        english, japanese = (composing._word(name, language) for language in (Language.EN, Language.JA))
        assert english != japanese, name
