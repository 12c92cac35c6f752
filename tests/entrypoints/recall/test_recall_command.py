"""`omoide recall`: every kind as people and programs see it."""

import json
from pathlib import Path

import pytest

from omoide import Mind
from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.text.language import Language
from omoide.entrypoints.cli.recall import hit_json, shown
from omoide.entrypoints.cli.words import word
from tests.entrypoints.command import command_in, ok


def test_each_kind_has_a_word_in_both_languages() -> None:
    for kind in RecollectionKind:
        assert {word(f"kind_{kind}", language) for language in Language}


def test_what_is_no_turn_is_shown_with_its_kind_its_name_and_nothing_a_terminal_obeys(mind: Mind) -> None:
    mind.notes.diary.write("## 2026-03-01\n灯台まで散歩した。\x1b[31m\n")
    [hit] = mind.recall("灯台まで散歩")
    told = shown(hit, mind.persona).plain
    assert "diary 2026-03-01" in told
    assert "日記" in told
    assert "灯台まで散歩した。" in told
    assert "\x1b" not in told
    read = hit_json(hit, mind.persona)
    assert (read["kind"], read["event"], read["memory"]) == ("diary", None, None)
    assert json.loads(json.dumps(read, ensure_ascii=False))["text"].startswith("## 2026-03-01")


@pytest.mark.slow
def test_kinds_are_chosen_on_the_command_line(tmp_path: Path) -> None:
    run = command_in(tmp_path / "home")
    ok(run("persona", "add", "haru", "--language", "ja", "--timezone", "Asia/Tokyo"))
    ok(run("observe", "灯台の見える部屋に引っ越したよ", "--assistant", "いいね"))
    ok(run("notes", "append", "diary", "灯台まで散歩した。"))
    everything = json.loads(ok(run("recall", "灯台", "--json")))
    assert {hit["kind"] for hit in everything["hits"]} >= {"event"}
    assert everything["intent"] == "factual"
    only = json.loads(ok(run("recall", "灯台", "--kind", "diary", "--json")))
    assert [hit["kind"] for hit in only["hits"]] == ["diary"]
    assert "日記" in ok(run("recall", "灯台", "--kind", "diary"))
    wrong = run("recall", "灯台", "--kind", "dreams")
    assert wrong.returncode == 4 or wrong.returncode != 0
    assert "episode" in wrong.stderr
    assert "Traceback" not in wrong.stderr
