"""The built-in reader: turns in, readings out, whatever the text."""

import hashlib
import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.adapters.embedders.builtin import WEIGHTS as ENCODER
from omoide.adapters.readers.builtin import WEIGHTS, BuiltinReader, shared_reader
from omoide.adapters.readers.decoding import titled
from omoide.domain.feelings.emotion import Valence
from omoide.domain.understanding.judging.agreement import Agreement
from omoide.domain.understanding.reading import BeliefKind, Reading, TurnInPlace
from omoide.errors import ReaderUnavailable

READER = shared_reader()


def read(user: str, **around: str) -> Reading:
    return READER.read([TurnInPlace(user, **around)])[0]


@pytest.mark.parametrize(
    ("text", "valence"),
    [
        ("今日は本当に楽しかった、ありがとう！", Valence.POSITIVE),
        ("財布を落として一日中探した。最悪だ", Valence.NEGATIVE),
        ("I finally got the job, I'm so happy!", Valence.POSITIVE),
        ("My grandmother died last night.", Valence.NEGATIVE),
    ],
)
def test_what_is_plain_to_anybody_is_read(text: str, valence: Valence) -> None:
    assert read(text).feels is valence


def test_an_errand_is_marked_with_its_own_words() -> None:
    for text, word in (
        ("明日までに市役所へ書類を出さないと", "書類"),
        ("I have to renew my passport by Friday", "passport"),
    ):
        tasks = [one for one in read(text).beliefs if one.kind is BeliefKind.TASK]
        assert any(word in one.value and text[slice(*one.place)] == one.value for one in tasks)


def test_who_is_named_is_found() -> None:
    assert "中村さん" in {name.text for name in read("昨日、中村さんと新宿で会った").names}
    assert "Oslo" in {name.text for name in read("We flew to Oslo with Priya").names}


@pytest.mark.parametrize(
    ("text", "marked", "whole"),
    [
        ("健太くんが来た", "健太く", "健太くん"),
        ("健太くんが来た", "健太", "健太くん"),
        ("美咲ちゃん、元気？", "美咲ちゃ", "美咲ちゃん"),
        ("岩永先生に会った", "岩永先", "岩永先生"),
        ("中村さんちで飲んだ", "中村さ", "中村さん"),
        ("昨日、中村さん", "中村さん", "中村さん"),
        ("京都さんざんだった", "京都", "京都"),
        ("いま行くんです", "いま行く", "いま行く"),
        ("Priya came", "Priya", "Priya"),
    ],
)
def test_a_name_holds_the_whole_of_its_title(text: str, marked: str, whole: str) -> None:
    at = text.index(marked)
    low, high = titled(at, at + len(marked), text)
    assert text[low:high] == whole


def test_a_turn_is_read_alike_alone_and_among_others() -> None:
    turns = [TurnInPlace(text) for text in ("うん", "来週の金曜に歯医者", "I hate mondays", "長い話" * 80)]
    together = BuiltinReader().read(turns)
    for turn, one in zip(turns, together, strict=True):
        alone = BuiltinReader().read([turn])[0]
        assert alone.intensity == pytest.approx(one.intensity, abs=0.02)
        assert list(alone.valence.values()) == pytest.approx(list(one.valence.values()), abs=0.03)


def test_what_stands_before_is_read_too() -> None:
    assert read("うん", before="試験に受かったの？").valence != read("うん", before="猫が死んだの？").valence


def test_chances_are_chances() -> None:
    one = read("母がまた入院した。仕事も休めないし、どうしよう")
    assert sum(one.valence.values()) == pytest.approx(1, abs=1e-3)
    assert sum(one.category.values()) == pytest.approx(1, abs=1e-3)
    assert all(0 <= chance <= 1 for chance in (*one.tags.values(), *one.traps.values(), one.arousal, one.intensity))


@given(user=st.text(max_size=200), before=st.text(max_size=60), answer=st.text(max_size=60))
@settings(max_examples=60, deadline=None)
def test_any_text_can_be_read_and_nothing_is_made_up(user: str, before: str, answer: str) -> None:
    one = read(user, before=before, answer=answer)
    assert np.isfinite([*one.valence.values(), one.arousal, one.intensity]).all()
    assert all(belief.value == user[slice(*belief.place)] for belief in one.beliefs)
    assert all(name.text == user[slice(*name.place)] for name in one.names)


def test_an_emoji_counts() -> None:
    assert read("😭😭😭").valence[Valence.NEGATIVE] != read("🎉🎉🎉").valence[Valence.NEGATIVE]


def test_a_very_long_turn_is_read_in_windows_and_costs_no_more_than_a_page() -> None:
    long = "今日は仕事でいろいろあった。" * 100_000 + "父が死んだ。"
    assert read(long).intensity <= 1


def test_the_grave_end_of_a_long_turn_is_not_lost() -> None:
    usual = "普通の一日だった。" * 60
    assert read(f"{usual}そして父が死んだ。とても悲しい。").intensity > read(usual).intensity + 0.1


def test_nothing_to_read_is_no_reading() -> None:
    assert READER.read([]) == []
    assert read("").beliefs == ()


def test_damaged_or_missing_files_say_so(tmp_path: Path) -> None:
    with pytest.raises(ReaderUnavailable, match="reinstall"):
        BuiltinReader(folder=tmp_path).read([TurnInPlace("a")])
    shutil.copytree(WEIGHTS, tmp_path / "w")
    with (tmp_path / "w" / "reader.onnx").open("r+b") as file:
        file.seek(5_000_000)
        file.write(b"\x00\x01\x02\x03")
    with pytest.raises(ReaderUnavailable, match="damaged"):
        BuiltinReader(folder=tmp_path / "w").read([TurnInPlace("a")])


def test_another_or_a_damaged_encoder_is_not_read_with(tmp_path: Path) -> None:
    shutil.copytree(ENCODER, tmp_path / "e")
    with (tmp_path / "e" / "encoder.onnx").open("r+b") as file:
        file.seek(5_000_000)
        file.write(b"\x00\x01\x02\x03")
    with pytest.raises(ReaderUnavailable, match="damaged"):
        BuiltinReader(encoder_folder=tmp_path / "e").read([TurnInPlace("a")])
    hashes = json.loads((tmp_path / "e" / "sha256.json").read_text())
    hashes["encoder.onnx"] = hashlib.sha256((tmp_path / "e" / "encoder.onnx").read_bytes()).hexdigest()
    (tmp_path / "e" / "sha256.json").write_text(json.dumps(hashes))
    with pytest.raises(ReaderUnavailable, match="another encoder"):
        BuiltinReader(encoder_folder=tmp_path / "e").read([TurnInPlace("a")])


def test_a_value_stands_without_the_particles_around_it() -> None:
    for text in ("来週の火曜に喫茶店で打ち合わせ", "区役所に書類を出さないと"):
        assert all(not one.value.startswith(("に", "を", "は")) for one in read(text).beliefs)


def test_the_second_look_belongs_to_these_weights_and_judges_every_kind() -> None:
    agreement = READER.agreement()
    assert set(agreement.looks) == set(BeliefKind)
    assert all(0 < look.supposed < look.asserted for look in agreement.looks.values())


def test_the_second_look_says_who_is_meant() -> None:
    pointing = READER.agreement().pointing
    assert pointing is not None
    assert pointing.weights


def with_agreement(folder: Path, kept: dict[str, object]) -> BuiltinReader:
    shutil.copytree(WEIGHTS, folder)
    (folder / "agreement.json").write_text(json.dumps(kept))
    hashes = json.loads((folder / "sha256.json").read_text())
    del hashes["agreement.json"]
    (folder / "sha256.json").write_text(json.dumps(hashes))
    return BuiltinReader(folder=folder)


def test_weights_of_another_reader_assert_nothing(tmp_path: Path) -> None:
    kept = json.loads((WEIGHTS / "agreement.json").read_text())
    assert with_agreement(tmp_path / "w", {**kept, "reader": "another"}).agreement() == Agreement()


def test_a_second_look_with_a_part_missing_says_what_to_do(tmp_path: Path) -> None:
    kept = json.loads((WEIGHTS / "agreement.json").read_text())
    del kept["whom"]
    with pytest.raises(ReaderUnavailable, match="reinstall the package"):
        with_agreement(tmp_path / "w", kept).agreement()


def test_the_weights_stay_small_beside_the_encoder() -> None:
    sizes = [path.stat().st_size for folder in (WEIGHTS, ENCODER) for path in folder.rglob("*")]
    assert sum(sizes) < 60_000_000
    assert set(json.loads((WEIGHTS / "sha256.json").read_text())) == {"reader.onnx", "reader.json", "agreement.json"}
