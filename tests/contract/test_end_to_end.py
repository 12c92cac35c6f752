"""A life through the library's door, on either database: said, digested, recalled, shown, slept over, erased."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from omoide import Mind, Omoide, SimulatedClock
from tests.entrypoints.command import command_in, ok
from tests.fakes.embedding import hashing

OBSERVE = """
import sys
from omoide import Omoide
from tests.fakes.embedding import hashing
with Omoide.open(sys.argv[1], embedder=hashing(), beside="nowhere") as home:
    mind = home.persona("haru")
    for number in range(int(sys.argv[3])):
        mind.observe(user=f"{sys.argv[2]} {number}", idempotency_key=f"{sys.argv[2]}-{number}")
        print(number, flush=True)
"""


def test_a_life_goes_the_same_way_on_either_database(mind: Mind, clock: SimulatedClock) -> None:
    mind.observe(user="私は金沢に住んでいる。猫の名前はモモ。", assistant="モモ、いい名前だね", session_id="s1")
    mind.observe(user="パクチーが苦手なんだ。", assistant="覚えておくね", session_id="s2")
    mind.settle()
    assert mind.recall("猫の名前は？")[0].event.user.startswith("私は金沢")
    assert "モモ" in mind.context("猫の名前を覚えてる？", session_id="s3").text
    assert any("金沢" in belief.body for belief in mind.beliefs.all())
    assert len(mind.memories.all()) == 2
    clock.advance(days=3)
    slept = mind.sleep()
    assert slept.ended is not None
    assert mind.sleep().ended is not None
    erased = mind.host.erase_session("s1")
    assert erased.events == 1
    assert erased.left_in == ()
    assert [event.session_id for event in mind.log()] == ["s2"]
    assert not [belief for belief in mind.beliefs.all() if "金沢" in belief.body]
    assert all("モモ" not in hit.text for hit in mind.recall("猫の名前は？"))
    assert all(each.is_sound for each in mind._home.erasing.store.receipts())


def test_two_processes_write_at_once_and_nothing_is_lost(url: str | None, tmp_path: Path) -> None:
    environ = {**os.environ, "OMOIDE_BACKGROUND__AUTO": "false"}
    command = [sys.executable, "-c", OBSERVE, str(tmp_path)]
    both = [
        subprocess.Popen([*command, name, "25"], env=environ, stdout=subprocess.PIPE, text=True)
        for name in ("left", "right")
    ]
    said = [process.communicate(timeout=300)[0].split() for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert said == [[str(number) for number in range(25)]] * 2
    with Omoide.open(tmp_path, embedder=hashing(), beside="nowhere") as home:
        log = home.mind("haru").log(limit=100)
        assert sorted(event.user for event in log) == sorted(
            f"{name} {number}" for name in ("left", "right") for number in range(25)
        )


def test_only_one_process_puts_a_persona_to_sleep(mind: Mind, opened: Callable[..., Omoide]) -> None:
    lock = mind._home.sleep.through(mind.persona).lock
    another = opened()._home.sleep.through(mind.persona).lock
    with lock.alone(mind.persona.id) as mine, another.alone(mind.persona.id) as theirs:
        assert (mine, theirs) == (True, False)
    with another.alone(mind.persona.id) as theirs:
        assert theirs


def test_a_rehearsed_sleep_changes_nothing_where_the_rows_are(
    mind: Mind, opened: Callable[..., Omoide], clock: SimulatedClock
) -> None:
    mind.observe(user="猫の名前はモモだよ。とても嬉しい！", assistant="よかったね", session_id="s1")
    clock.advance(days=3)
    rehearsed = opened().models.rehearse(mind.persona)
    assert rehearsed.slept.ended is not None
    assert mind.digest_status().waiting == 1
    assert mind.memories.all() == []
    assert mind.sleep.reports() == []


@pytest.mark.slow
def test_the_command_line_keeps_its_rows_where_the_setting_says(url: str | None, tmp_path: Path) -> None:
    command = command_in(tmp_path / "home")
    run = partial(command, **({} if url is None else {"OMOIDE_DATABASE__URL": url}))
    ok(run("persona", "add", "haru", "--language", "ja", "--timezone", "Asia/Tokyo"))
    ok(run("observe", "猫の名前はモモだよ", "--assistant", "覚えたよ"))
    assert "モモ" in ok(run("recall", "猫の名前は？"))
    assert ok(run("check"))
    assert ok(run("stats"))
    assert (tmp_path / "home" / "omoide.db").exists() == (url is None)
    doctor = run("doctor")
    assert doctor.returncode == 0
    assert ("postgresql" if url else "sqlite") in doctor.stdout
