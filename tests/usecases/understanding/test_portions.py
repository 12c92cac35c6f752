"""A session's turns that are digested together leave what they leave one by one: a later one sees what an earlier one changed."""

from pathlib import Path

from omoide import Mind, Omoide, SimulatedClock
from tests.conftest import NOW
from tests.fakes.embedding import hashing

SAID = (
    ("わたしは金沢に住んでいます。仕事は看護師です", "そうなんだ。大変な仕事だね。いつもお疲れさま。"),
    ("来週の金曜日までに見積書を出さないといけない", "覚えておくね"),
    ("納豆は苦手なんだよね。においがだめ。でも豆腐は好き", "わかる"),
    (
        "妹の咲が遊びに来た。うれしかった！いっしょに写真を撮った。夜まで話した。",
        "よかったね。咲さんは元気だった？また来るといいね。",
    ),
    ("見積書、さっき出した", "お疲れさま"),
    ("実は引っ越して、いまは富山に住んでます", "新しい暮らしはどう？"),
    ("うん", "うん"),
    ("やっぱり納豆は苦手", "知ってるよ"),
    ("来週の金曜日までに請求書を出さないといけない", "了解"),
    ("田中さんと駅前で会った。元気そうだった", "久しぶりだったね"),
    ("I live in Oslo now, and my brother Tom works at a bakery. He starts at four. I never could.", "That is early!"),
    ("請求書も出したよ", "早いね"),
)


def told(home: Omoide, *, at_once: int | None) -> tuple[object, ...]:
    home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
    mind = home.mind("haru")
    for number, (user, assistant) in enumerate(SAID):
        mind.observe(user=user, assistant=assistant, session_id="s", at=NOW - 9_000 + number * 60)
    while mind.digest(limit=at_once).done:
        pass
    return _left(mind)


def _left(mind: Mind) -> tuple[object, ...]:
    beliefs = mind.beliefs.all(ended=True)
    return (
        sorted(mind.memories.all(), key=lambda one: one.id),
        beliefs,
        [[step.change.after.body for step in mind.beliefs.history(one.id)] for one in beliefs],
        mind.preferences.all(),
        mind.feelings.mood(),
    )


def test_together_or_one_by_one_the_same_is_left(tmp_path: Path) -> None:
    left = []
    for at_once in (None, 1):
        clock = SimulatedClock(NOW)
        with Omoide.open(tmp_path / str(at_once), clock=clock, embedder=hashing(), beside="nowhere") as home:
            left.append(told(home, at_once=at_once))
    assert left[0] == left[1]
    assert len(left[0][0]) >= 10  # type: ignore[arg-type]
    assert left[0][1]
