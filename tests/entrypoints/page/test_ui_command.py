"""`omoide ui` without a terminal, and the sample minds it shows."""

import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from omoide import Omoide, sample
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.entrypoints.page import sample_minds
from omoide.errors import Refused


def test_the_address_is_told_and_served_until_it_is_stopped(tmp_path: Path) -> None:
    with Omoide.open(tmp_path / "home", beside="nowhere") as home:
        home.add_persona("haru", language="ja")
    command = [sys.executable, "-m", "omoide", "--home", str(tmp_path / "home"), "ui", "--port", "0"]
    environment = {**os.environ, "OMOIDE_BACKGROUND__AUTO": "false", "PYTHONUTF8": "1"}
    with subprocess.Popen(command, env=environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        assert address is not None
        with urllib.request.urlopen(f"{address[0]}/talk?persona=haru", timeout=60) as answer:
            page = answer.read().decode()
            policy = answer.headers["content-security-policy"]
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    assert "default-src 'self'" in policy
    assert not re.search(r"(?:src|href)=.?https?://", page)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home"]


def test_a_sample_mind_lives_through_months_and_weeks_are_made_of_its_days(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    folder = tmp_path / "sample"
    sample_minds.live(folder, languages=[Language.EN])
    assert sample_minds.is_made(folder)
    clock = sample_minds.SampleClock(sample_minds.NOW)
    with Omoide.open(folder, clock=clock, beside="nowhere") as home:
        june = home.mind("june")
        kinds = {each.kind.value for each in june.episodes.told(limit=100)}
        assert {"day", "week"} <= kinds
        assert len(june.log()) == len(sample.life(Language.EN).turns) + len(sample.later(Language.EN))
        assert june.memories.reports(limit=1)
        assert june.recalls(limit=1)
        assert june.now() >= sample_minds.NOW


def test_a_home_that_is_somebodys_own_is_not_taken_for_sample_minds(tmp_path: Path) -> None:
    with Omoide.open(tmp_path, beside="nowhere") as home:
        home.add_persona("mine", language="ja")
    with pytest.raises(Refused, match="--home"):
        sample_minds.live(tmp_path)


@pytest.mark.parametrize("language", list(Language))
def test_the_later_lives_follow_the_first_and_end_before_now(language: Language) -> None:
    tz = moment.zone(sample.life(language).timezone)
    times = [moment.parse(at, tz=tz) for _, at in sample.later(language)]
    assert times == sorted(times)
    assert times[0] > sample.NOW
    assert times[-1] < sample_minds.NOW
