"""The figures of `bench.emotion` are counted as they say."""

import csv
import json
from pathlib import Path

import pytest
from bench.emotion import VALENCE_OF_LABEL, main, measure

LABELS = [label for labels in VALENCE_OF_LABEL.values() for label in labels]


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
        {"session": 1, "user": "やった、できた！", "assistant": "おめでとう", "protected": False, "emotion": {
            "valence": "positive", "arousal": 85, "intensity": 60, "tags": ["joy"], "category": "emotional"}},
        {"session": 2, "user": "ふざけんな！これは覚えておいて", "assistant": "", "protected": True, "emotion": {
            "valence": "negative", "arousal": 90, "intensity": 70, "tags": [], "category": "work"}},
    ]  # fmt: skip
    path = root / "japanese" / "omoide_ja_dev" / "conversation.json"
    path.write_text(json.dumps({"turns": turns}), encoding="utf-8")
    return root


def test_every_label_has_one_valence() -> None:
    assert len(LABELS) == len(set(LABELS)) == 28


def test_the_figures_of_a_small_set(tmp_path: Path) -> None:
    figures = measure(data_folder(tmp_path), embedder=None)
    assert figures["emobank.valence_r"] > 0.9
    assert figures["emobank.arousal_r"] > 0.5
    assert figures["goemotions.valence_accuracy"] == 1.0
    assert figures["japanese.valence_accuracy"] == 1.0
    assert figures["japanese.category_accuracy"] == 0.5
    assert figures["japanese.protected_accuracy"] == 1.0
    assert 0.0 < figures["japanese.tag_f1"] < 1.0


def test_json_is_printed_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--json", "--embedder", "none", "--data-dir", str(data_folder(tmp_path))]) == 0
    assert "japanese.tag_f1" in json.loads(capsys.readouterr().out)


def test_a_missing_folder_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data-dir", str(tmp_path / "nowhere")]) == 2
    assert "nowhere" in capsys.readouterr().err
