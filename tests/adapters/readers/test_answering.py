"""The network that reads a cue and a turn together."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.adapters.readers.answering import WEIGHTS, BuiltinPairReader, shared_pair_reader
from omoide.domain.recall.parts.reading_together import TurnToRead
from omoide.errors import ReaderUnavailable

READER = shared_pair_reader()


def turn(user: str, answer: str = "", before: str = "") -> TurnToRead:
    return TurnToRead(before, user, answer)


@pytest.mark.parametrize(
    ("cue", "answers", "does_not"),
    [
        ("How old is my niece now?", "Elif turned nine on Sunday, my niece is a little lady", "My niece hates carrots"),
        ("where did I park the van", "left the van behind the bakery, remind me", "the van needs new brake pads"),
        ("歯医者はいつだっけ", "歯医者、来週の木曜の三時になった", "歯医者の受付の人、感じがよかった"),
        ("義理の兄の仕事って何だった？", "義兄は港でクレーンを動かしてる", "義兄とは正月しか会わない"),
    ],
)
def test_what_answers_is_told_from_what_only_has_to_do_with_it(cue: str, answers: str, does_not: str) -> None:
    right, wrong = READER.odds(cue, [turn(answers), turn(does_not)])
    assert right > wrong


def test_a_pair_is_read_alike_alone_and_among_others() -> None:
    turns = [turn("猫の名前はミケにした", "いい名前だね"), turn("うん"), turn("x" * 3000), turn("long talk " * 60)]
    together = READER.odds("猫の名前は？", turns)
    alone = [READER.odds("猫の名前は？", [one])[0] for one in turns]
    assert together == pytest.approx(alone, abs=0.1)


def test_what_stands_before_is_read_too() -> None:
    asked = turn("もう6年", before="その会社、何年目だっけ？")
    bare = turn("もう6年")
    one, other = READER.odds("会社は何年目？", [asked, bare])
    assert one > other


@pytest.mark.parametrize(
    ("cue", "older", "newer"),
    [
        (
            "where do I work now",
            "started at the bakery today",
            "handed in my notice, from Monday I'm at the harbour office",
        ),
        ("今どこに住んでるんだっけ", "高円寺のアパートに住んでる", "引っ越した。今は松本で一軒家"),
    ],
)
def test_the_newer_of_two_is_the_answer_where_it_changed_the_matter(cue: str, older: str, newer: str) -> None:
    [changed, beside] = READER.newer(cue, [(older, newer), (older, "had soup again, too much salt")])
    assert changed > beside


def test_nothing_to_read() -> None:
    assert READER.odds("猫", []) == []
    assert READER.newer("猫", []) == []


@given(cue=st.text(max_size=80), user=st.text(max_size=120), answer=st.text(max_size=80), before=st.text(max_size=60))
@settings(max_examples=40, deadline=None)
def test_any_text_can_be_read(cue: str, user: str, answer: str, before: str) -> None:
    assert np.isfinite(READER.odds(cue, [turn(user, answer, before)])).all()


def test_damaged_or_missing_files_say_so(tmp_path: Path) -> None:
    with pytest.raises(ReaderUnavailable, match="reinstall"):
        BuiltinPairReader(folder=tmp_path).odds("a", [turn("b")])
    shutil.copytree(WEIGHTS, tmp_path / "w")
    with (tmp_path / "w" / "answering.onnx").open("r+b") as file:
        file.seek(3_000_000)
        file.write(b"\x00\x01\x02\x03")
    with pytest.raises(ReaderUnavailable, match="damaged"):
        BuiltinPairReader(folder=tmp_path / "w").odds("a", [turn("b")])
