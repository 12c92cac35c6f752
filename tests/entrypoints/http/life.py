"""A small life: something of every kind that has an address."""

from omoide import Omoide

TALK = (
    ("猫の名前はモモだよ", "モモちゃん、覚えたよ"),
    ("明日の15時に歯医者に行く", "気をつけてね"),
    ("甘いものが好きなんだ", "いいね"),
    ("妹の美緒は写真を撮るのが好き", "素敵だね"),
)


def live(home: Omoide) -> None:
    """Let haru live through a little; june has a turn of her own."""
    home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
    home.add_persona("june", language="en", timezone="UTC")
    mind = home.mind("haru")
    for number, (user, assistant) in enumerate(TALK):
        mind.observe(user=user, assistant=assistant, session_id="chat-1", idempotency_key=f"turn-{number}")
    mind.digest()
    mind.goals.add("創作ノートで詩を書く", priority=1)
    mind.questions.add("猫の好物", context="聞いていない")
    mind.notes.notepad.write("土曜は歯医者")
    mind.entities.write("美緒", "- 写真を撮るのが好き。")
    mind.recall("猫の名前は？")
    home.mind("june").observe(user="my dog is Rex", assistant="noted", session_id="chat-1")
    home.mind("june").digest()
    home.mind("june").notes.notepad.write("june's own")
