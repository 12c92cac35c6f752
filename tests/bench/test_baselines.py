"""Plain searches beside recall, over the same turns."""

import json
import subprocess
from pathlib import Path

import pytest
from bench.baselines import Shelf
from bench.recall_quality import Outcome, main, summary, table

from bench import baselines, long_talk
from omoide import Omoide
from omoide.adapters.embedders.hashing import HashingEmbedder

TURNS = ["猫の名前はモモだよ", "I bought a red bicycle", "明日は図書館に行く", "The bicycle has a flat tyre again"]


def test_every_plain_search_finds_what_shares_the_words(tmp_path: Path) -> None:
    embedder = HashingEmbedder()
    with Omoide.open(tmp_path, beside="nowhere", embedder=embedder) as omoide:
        mind = omoide.persona("bench")
        events = [mind.observe(user=text, at=f"2025-01-0{day}") for day, text in enumerate(TURNS, 1)]
        mind.catch_up()
        shelf = Shelf(mind, embedder)
        orders = shelf.orders("猫の名前は？", as_of=None, depth=10)
        assert {name: order[0] for name, order in orders.items()} == dict.fromkeys(baselines.NAMES, events[0].id)
        later = mind.observe(user="猫の名前の由来", at="2025-01-09")
        mind.catch_up()
        assert later.id in shelf.orders("猫", as_of=None, depth=2)["bm25"]
        known = shelf.orders("猫", as_of=mind.moment("2025-01-02T12:00"), depth=10)["fused"]
        assert sorted(known) == [events[0].id, events[1].id]


def test_the_plain_searches_stand_beside_omoide_in_one_table() -> None:
    plain = {"bm25": 1.0, "vectors": 20.0, "fused": 4.0}
    found = summary([Outcome("single", True, (2.0,), None, 3, 1, 5.0, plain=plain)])
    assert found["baselines"]["bm25"] == {"hit@5": 1.0, "hit@10": 1.0, "mrr": 1.0}
    assert found["baselines"]["vectors"]["hit@10"] == 0.0
    assert found["held"] == 1.0
    [_, _, row] = table({"one": found}).splitlines()
    assert row == "| one | 1.000 | .000 | 1.000 | **1.000** | 1.000 / .500 | 1.000 | .333 | 1.000 | – |"


def test_one_command_asks_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    turns = [
        {"id": str(n), "session": n, "datetime": f"2025-01-0{n}", "user": text, "assistant": "うん"}
        for n, text in enumerate(TURNS, 1)
    ]
    asked = {"question": "猫の名前は？", "category": "single", "evidence": ["1"]}
    path = tmp_path / "set.json"
    path.write_text(json.dumps({"conversations": [{"id": "c", "turns": turns, "questions": [asked]}] * 2}))
    kept = tmp_path / "vectors.npz"
    assert main(["--data", str(path), "--baselines", "--json", "--only", "even", "--vectors", str(kept)]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["hit@5"] == figures["baselines"]["fused"]["hit@5"] == 1.0
    assert kept.exists()


def test_answers_grow_by_what_others_say_of_the_same_thing() -> None:
    short = [{"id": "c", "turns": [{"id": "1", "user": "My cat is ill", "assistant": "Oh no."}], "questions": []}]
    pool = ["Cats hide when they are unwell, so look under the bed.", "Bicycles need oil on the chain."]
    [[turn]] = [one["turns"] for one in long_talk.lengthened(short, pool, characters=60)]
    assert turn["assistant"].startswith("Oh no.\nCats hide")
    assert len(turn["assistant"]) == 60


def test_a_history_becomes_a_coding_session(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        names = ["-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run(["git", "-C", str(tmp_path), *names, *words], check=True, capture_output=True)

    git("init", "-q")
    (tmp_path / "a.py").write_text("x = 1\n")
    git("add", "a.py")
    git("commit", "-q", "-m", "Add x", "-m", "The counter needs a value before the loop begins. More.\n\nChange-Id: I1")
    made = long_talk.coding(tmp_path, most=10)
    assert made["turns"][0]["user"] == "Add x"
    assert "+x = 1" in made["turns"][0]["assistant"]
    assert made["questions"][0]["question"] == "The counter needs a value before the loop begins."
