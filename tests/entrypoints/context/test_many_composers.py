"""Several processes compose the same session at once: all of them are shown the same."""

import json
from pathlib import Path

import pytest

from omoide import Omoide
from tests import warm
from tests.fakes.embedding import hashing

pytestmark = pytest.mark.slow

SAID = ("猫の名前、覚えてる？", "餃子は好き？", "海の話をして")
PROCESSES = 4


def test_the_same_session_is_the_same_in_every_process(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with Omoide.open(home, embedder=hashing(), beside="nowhere") as omoide:
        omoide.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        mind = omoide.mind("haru")
        mind.notes.core_memory.write("わたしはハル。\n海の近くで生まれた。")
        for text in ("うちの猫の名前はモモだよ", "餃子が大好き", "海まで歩いて貝殻を拾った"):
            mind.observe(user=text, assistant="覚えたよ", session_id="old")
        mind.settle()
    command = ("-m", "tests.entrypoints.context.compose_session", str(home), "s", *SAID)
    running = [warm.start(*command) for _ in range(PROCESSES)]
    told = [[json.loads(line) for line in each.communicate(timeout=120)[0].splitlines()] for each in running]
    assert all(each.returncode == 0 for each in running)
    assert all(len(lines) == len(SAID) for lines in told)
    constants = {constant for lines in told for constant, _ in lines}
    assert len(constants) == 1
    for number in range(len(SAID)):
        assert len({json.dumps(lines[number][1]) for lines in told}) == 1
        assert told[0][number][1] == told[0][-1][1][: number + 1]
