"""The built-in encoder: any text becomes a finite unit vector, the same each time, and meaning crosses the two languages."""

import json
import shutil
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from omoide.adapters.embedders import builtin
from omoide.adapters.embedders.builtin import BuiltinEmbedder
from omoide.errors import EmbedderUnavailable

EMBEDDER = BuiltinEmbedder()


def embed(*texts: str) -> NDArray[np.float32]:
    return EMBEDDER.embed(texts)


def likeness(a: str, b: str) -> float:
    left, right = embed(a, b)
    return float(left @ right)


def assert_unit(vectors: NDArray[np.float32]) -> None:
    assert np.isfinite(vectors).all()
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\x00",
        "a\x00b",
        "\ud800",
        "猫\udfff",
        "😀👩‍👩‍👧",
        "ﾓﾓ",
        "①㍿㌔",
        "[PAD]",
        "[CLS][SEP]",
        "\u202e猫",
        "１２３",
        "ラ行" * 5000,
        "\ufdfa" * 4000,
    ],
)
def test_any_text_becomes_a_finite_unit_vector(text: str) -> None:
    assert_unit(embed(text))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.text(st.characters(), max_size=60), min_size=1, max_size=4))
def test_random_texts_become_finite_unit_vectors(texts: list[str]) -> None:
    vectors = EMBEDDER.embed(texts)
    assert vectors.shape == (len(texts), EMBEDDER.space.dims)
    assert vectors.dtype == np.float32
    assert_unit(vectors)


def test_no_texts_give_no_rows() -> None:
    assert EMBEDDER.embed([]).shape == (0, 384)


def test_a_text_has_the_same_vector_alone_and_in_any_company() -> None:
    texts = [
        "猫",
        "今日は友達とカフェに行った",
        "I went hiking with my sister last weekend.",
        "長い文。" * 80,
        "",
        "モモ",
    ]
    together = EMBEDDER.embed(texts)
    alone = np.concatenate([EMBEDDER.embed([text]) for text in texts])
    backwards = EMBEDDER.embed(texts[::-1])[::-1]
    assert np.abs(together - alone).max() < 1e-4
    assert np.abs(together - backwards).max() < 1e-4


def test_the_same_text_gives_the_same_bytes() -> None:
    assert np.array_equal(embed("右足が痛い"), BuiltinEmbedder().embed(["右足が痛い"]))


def test_what_lies_beyond_the_limit_is_not_read() -> None:
    page = "昨日は金沢で雪が降った。" * 400
    assert np.array_equal(embed(page), embed(page + "猫が好き" * 250_000))


@pytest.mark.parametrize(
    ("one", "other"),
    [("ﾓﾓの散歩", "モモの散歩"), ("ＡＢＣ", "ABC"), ("Caféが好き", "Cafe\u0301が好き"), ("３回目", "3回目")],
)
def test_different_spellings_of_the_same_characters_are_one_text(one: str, other: str) -> None:
    assert np.array_equal(embed(one), embed(other))


@pytest.mark.parametrize(
    ("japanese", "english", "unrelated"),
    [
        ("猫を飼っています。", "I have a cat.", "The train was late this morning."),
        ("昨日、母と映画を見た。", "I watched a movie with my mother yesterday.", "He is good at mathematics."),
        ("右足を骨折した", "I broke my right leg", "I like strawberry ice cream"),
        ("来週東京に引っ越すんだ", "I'm moving to Tokyo next week", "The soup was too salty"),
    ],
)
def test_meaning_crosses_the_two_languages(japanese: str, english: str, unrelated: str) -> None:
    assert likeness(japanese, english) > 0.5
    assert likeness(japanese, english) > likeness(japanese, unrelated) + 0.3


def test_a_question_finds_its_turn() -> None:
    turns = [
        "猫の名前はモモだよ",
        "今日は残業で疲れた",
        "妹が来月結婚するんだ",
        "駅前のパン屋がおいしい",
        "I adopted a puppy named Rex",
    ]
    vectors = EMBEDDER.embed(turns)
    asked = EMBEDDER.embed(
        ["うちの猫、なんて名前だっけ", "妹の結婚式っていつ？", "What is the dog called?"], role="query"
    )
    assert (asked @ vectors.T).argmax(1).tolist() == [0, 2, 4]


def test_threads_may_share_one_embedder() -> None:
    shared, found = BuiltinEmbedder(), []
    threads = [threading.Thread(target=lambda: found.append(shared.embed(["猫が好き"]))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert all(np.array_equal(found[0], other) for other in found)


def test_the_space_names_the_weights() -> None:
    space = EMBEDDER.space
    assert (space.name, space.dims) == ("omoide-ja-en", 384)
    assert space == BuiltinEmbedder(threads=2).space


def copied(folder: Path) -> Path:
    for name in ("sha256.json", "tokenizer_en.json", "tokenizer_ja.json", "encoder.onnx"):
        shutil.copy(builtin.WEIGHTS / name, folder / name)
    return folder


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = copied(tmp_path) / "tokenizer_ja.json"
    path.write_bytes(path.read_bytes()[:-1] + b" ")
    with pytest.raises(EmbedderUnavailable, match=r"tokenizer_ja\.json .* damaged"):
        BuiltinEmbedder(folder=tmp_path).embed(["猫"])


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    (copied(tmp_path) / "encoder.onnx").unlink()
    with pytest.raises(EmbedderUnavailable, match=r"encoder\.onnx"):
        BuiltinEmbedder(folder=tmp_path).embed(["猫"])


def test_an_empty_folder_is_refused_when_first_used_and_not_before(tmp_path: Path) -> None:
    embedder = BuiltinEmbedder(folder=tmp_path)
    with pytest.raises(EmbedderUnavailable, match="reinstall"):
        embedder.embed(["猫"])
    with pytest.raises(EmbedderUnavailable, match="reinstall"):
        _ = embedder.space


def test_the_hashes_name_every_file_that_is_read() -> None:
    known = json.loads((builtin.WEIGHTS / "sha256.json").read_text())
    assert set(known) == {"encoder.onnx", "tokenizer_en.json", "tokenizer_ja.json"}
