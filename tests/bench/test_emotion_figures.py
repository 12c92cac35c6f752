"""The figures of `bench.emotion` and `bench.digest` are counted as they say: from what the product keeps."""

import csv
import json
from pathlib import Path

import pytest
from bench.digest import of_corpus
from bench.digest_gold import Scored
from bench.emotion import VALENCE_OF_LABEL, answered, main, measure
from bench.labelled import corpus

from omoide.adapters.embedders.hashing import HashingEmbedder

LABELS = [label for labels in VALENCE_OF_LABEL.values() for label in labels]
FEELING = {"valence": "positive", "arousal": 85, "intensity": 60, "tags": ["joy"], "category": "emotional"}
ANGER = {"valence": "negative", "arousal": 90, "intensity": 70, "tags": [], "category": "work"}


def data_folder(root: Path) -> Path:
    (root / "emotion").mkdir()
    (root / "japanese" / "omoide_ja_dev").mkdir(parents=True)
    with (root / "emotion" / "emobank.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "split", "V", "A", "D", "text"])
        writer.writerow(["1", "test", "4.5", "4.5", "3", "I love this, it is wonderful!!!"])
        writer.writerow(["2", "test", "3.0", "2.5", "3", "The report has four pages."])
        writer.writerow(["3", "test", "1.5", "4.0", "3", "I hate this horrible, terrible war!"])
    (root / "emotion" / "goemotions_labels.txt").write_text("\n".join(LABELS), encoding="utf-8")
    joy, anger = LABELS.index("joy"), LABELS.index("anger")
    (root / "emotion" / "goemotions_test.tsv").write_text(
        f"I am so happy today\t{joy}\ta\nI am furious and I hate it\t{joy},{anger},{LABELS.index('annoyance')}\tb\n",
        encoding="utf-8",
    )
    turns = [
        {"id": "1", "session": 1, "datetime": "2025-05-01T20:00", "user": "やった、できた！最高に嬉しい！",
         "assistant": "おめでとう", "protected": False, "emotion": FEELING},
        {"id": "2", "session": 2, "datetime": "2025-05-03T20:00", "user": "ふざけんな！最悪だ！これは覚えておいて",
         "assistant": "", "protected": True, "emotion": ANGER},
    ]  # fmt: skip
    path = root / "japanese" / "omoide_ja_dev" / "conversation.json"
    path.write_text(json.dumps({"turns": turns}), encoding="utf-8")
    return root


def speakers_folder(root: Path) -> Path:
    folder = root / "speakers"
    folder.mkdir()
    task = {"kind": "task", "about": "user", "attribute": "errand", "value": "書類を出す", "op": "assert"}
    turns = [
        {"id": "S1:1", "at": "2025-05-03T21:10:00+09:00", "user": "やった、最高に嬉しい！", "assistant": "おめでとう",
         "beliefs": [], **FEELING},
        {"id": "S1:2", "at": "2025-05-03T21:12:00+09:00", "user": "5月9日までに書類を出さないといけない",
         "assistant": "うん", "beliefs": [task], **ANGER},
        {"id": "S2:1", "at": "2025-05-05T21:12:00+09:00", "user": "最悪だ、ふざけんな！", "assistant": "どうしたの",
         "beliefs": [], **ANGER},
    ]  # fmt: skip
    first = {"speaker": "ja-901", "language": "ja", "timezone": "Asia/Tokyo"}
    lines = "\n".join(json.dumps(line, ensure_ascii=False) for line in [first, *turns])
    (folder / "ja-901.jsonl").write_text(lines + "\n", encoding="utf-8")
    return folder


def test_every_label_has_one_valence() -> None:
    assert len(LABELS) == len(set(LABELS)) == 28


def test_every_answer_is_put_in_its_place_and_nothing_else(tmp_path: Path) -> None:
    [speaker] = corpus(speakers_folder(tmp_path))
    [*turns] = answered(speaker, "Done.").turns
    assert [turn.assistant for turn in turns] == ["Done."] * 3
    assert [(turn.user, turn.label, turn.beliefs) for turn in turns] == [
        (turn.user, turn.label, turn.beliefs) for turn in speaker.turns
    ]


def test_the_figures_of_a_small_set(tmp_path: Path) -> None:
    figures = measure(data_folder(tmp_path), speakers_folder(tmp_path), embedder=HashingEmbedder())
    assert [(name, part["tuned_on"]) for name, part in figures.items()] == [
        ("corpus.ja", False),
        ("development_set.ja", True),
        ("emobank.en", True),
        ("goemotions.en", True),
    ]
    assert figures["corpus.ja"]["turns"] == 3
    assert figures["corpus.ja"]["valence"]["majority"] == 0.667
    assert figures["development_set.ja"]["valence"]["accuracy"] == 1.0
    assert figures["development_set.ja"]["protected"]["accuracy"] == 1.0
    assert figures["development_set.ja"]["without_memory"] == 0
    assert figures["emobank.en"]["valence_r"] > 0.5
    assert figures["goemotions.en"]["valence"]["accuracy"] == 1.0


def test_a_belief_of_the_store_is_held_against_the_labels_of_its_turn(tmp_path: Path) -> None:
    parts, care = of_corpus(corpus(speakers_folder(tmp_path)), embedder=HashingEmbedder())
    assert care["somebody else's thing ascribed to the user"] == 0
    assert parts["tasks"].figures == {"found": 1, "wanted": 1, "false": 0, "precision": 1.0, "recall": 1.0}
    assert parts["facts"].figures["wanted"] == 0


@pytest.mark.slow
def test_json_is_printed_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus_dir = str(speakers_folder(tmp_path))
    assert main(["--json", "--data-dir", str(data_folder(tmp_path)), "--corpus", corpus_dir]) == 0
    assert "tag_f1" in json.loads(capsys.readouterr().out)["development_set.ja"]


def test_a_missing_folder_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data-dir", str(tmp_path / "nowhere")]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_the_curve_takes_the_surest_beliefs_first() -> None:
    score = Scored(wanted=2)
    for sure, gold in ((0.2, None), (0.9, "a"), (0.5, None), (0.4, "b")):
        score.add("told", gold, sure=sure)
    assert score.curve["recall at precision 0.8"] == 0.5
    assert score.curve["recall at precision 0.6"] == 1.0
