"""A small life to call tools on, and a sound call of every one of them."""

from pathlib import Path
from typing import Any

from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.time import moment
from tests.fakes.embedding import hashing

SECRET = "ヒミツノコトバ"
"""Stands in the secret diary and nowhere else."""
LONG = "田中さんと京都へ行った日のことを、順を追って話します。" + "紅葉がきれいで、お寺を三つ回りました。" * 60


def lived(folder: Path) -> Omoide:
    """Return a home with haru, who has something of everything."""
    clock = SimulatedClock(moment.parse("2026-03-05T08:00", tz=moment.zone("Asia/Tokyo")))
    home = Omoide.open(folder / "home", clock=clock, embedder=hashing(), beside="nowhere")
    home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
    mind = home.mind("haru")
    said = [
        ("うちの猫の名前はモモだよ。三毛猫で、とても人なつっこいんだ。", "モモちゃん、覚えたよ。三毛猫なんだね。"),
        (LONG, "田中さんとの京都、楽しかったんだね。紅葉の話をもっと聞かせて。"),
        ("3月5日までに書類を出さないといけない", "わかった、覚えておくね。"),
        ("3月6日までに本を返さないといけない", "わかった、覚えておくね。"),
    ]
    for number, (user, assistant) in enumerate(said):
        mind.observe(user=user, assistant=assistant, at=f"2026-03-0{number + 1}T20:00", session_id=f"s{number}")
    mind.digest()
    mind.catch_up()
    mind.notes.core_memory.write("私はハル。\n約束: 嘘をつかない。\n")
    mind.notes.notepad.write("- 牛乳を買う\n- 歯医者に電話する\n")
    mind.notes.diary.write("## 2026-03-01\n猫の話を聞いた。\n\n## 2026-03-02\n京都の紅葉の話がうれしかった。\n")
    mind.secret_diary.write(f"## 2026-03-02\n{SECRET}を、だれにも言わない。\n" + f"{SECRET}の続き。\n" * 1_000)
    mind.goals.add("創作ノートで詩を書く", priority=1, by="persona")
    mind.questions.add("モモの好物", context="何が好きか聞いていない", priority=0.8, by="persona")
    mind.entities.write("美緒", "- 写真を撮るのが好き。\n- 松山に住んでいる。")
    (folder / "manual.md").write_text("# 保証\n\n洗濯機の保証は三年です。\n", encoding="utf-8")
    mind.knowledge.add(folder / "manual.md")
    return home


def sound_calls(mind: Mind) -> dict[str, dict[str, Any]]:
    """Return, for every tool, arguments that it takes."""
    [cut] = [each for each in found(mind, "search_past_conversations", {"keyword": "田中"}) if "handle" in each]
    first, second = (int(each.task.id) for each in mind.due.all())
    goal, question = mind.goals.get(1).label, mind.questions.get(1).id
    return {
        "recall_memories": {"query": "猫の名前", "limit": 3},
        "search_knowledge_base": {"query": "洗濯機の保証"},
        "search_past_conversations": {"keyword": "田中"},
        "read_memory_context": {"handle": cut["handle"]},
        "search_entity_memory": {"query": "写真 松山"},
        "read_entity_memory": {"name": "美緒"},
        "list_entity_memories": {},
        "write_entity_memory": {"name": "美緒", "text": "- 猫が苦手。", "mode": "append"},
        "read_main_memory": {"newest_days": 1},
        "plan_main_memory_edit": {"action": "append", "text": "書類を出した。", "apply": True},
        "read_secret_diary": {},
        "plan_secret_diary_edit": {"action": "append", "text": "また書く。"},
        "read_core_memory": {},
        "edit_core_memory": {"action": "append", "text": "紅茶が好き。"},
        "read_notepad": {},
        "edit_notepad": {"action": "delete", "passage": "- 牛乳を買う"},
        "list_reminders": {"all": True},
        "complete_reminder": {"id": first, "reason": "出したと聞いた"},
        "dismiss_reminder": {"id": second},
        "list_goals": {"ended": True},
        "add_goal": {"goal": "写真を一枚選ぶ", "term": "long_term", "priority": 2},
        "update_goal": {"id": goal, "progress_note": "題が決まった", "priority": 2},
        "complete_goal": {"id": goal, "completion_note": "三篇書けた"},
        "abandon_goal": {"id": goal, "reason": "興味が移った"},
        "list_open_questions": {"ended": True},
        "add_open_question": {"topic": "引っ越しのその後", "context": "落ち着いたか聞いていない", "priority": 0.7},
        "resolve_open_question": {"id": question, "answer": "モモはチキン味のカリカリが好き。"},
    }


def readied(mind: Mind, name: str) -> dict[str, Any]:
    """Make what a sound call moves, where a call before may have moved it already; return the arguments that name it."""
    match name:
        case "edit_notepad":
            mind.notes.notepad.write("- 牛乳を買う\n- 歯医者に電話する\n")
            return {}
        case "update_goal" | "complete_goal" | "abandon_goal":
            return {"id": mind.goals.add(f"詩を書く、その{len(mind.goals.list(ended=True))}", by="persona").label}
        case "resolve_open_question":
            made = mind.questions.add(f"モモのこと、その{len(mind.questions.list(ended=True))}", by="persona")
            return {"id": made.id}
        case _:
            return {}


def found(mind: Mind, name: str, arguments: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what a tool found."""
    answer = mind.tools.call(name, arguments)
    assert not answer.is_error, answer.data
    listed: Any = answer.data["found"]
    return list(listed)
