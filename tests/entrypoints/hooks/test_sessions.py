"""Sessions from end to end, as Claude Code has them: what is told once is there when it matters."""

import json
import re

import pytest

from tests.entrypoints.hooks.host import Host

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def told(running: Host) -> Host:
    """A machine on which three things were said in an earlier session."""
    session = running.session(name="first")
    session.turn("うちの猫の名前はモモだよ。覚えておいて", "わかった、モモだね。覚えておく。")
    session.turn("デプロイは金曜日の夜にはしない決まりです", "承知しました。金曜の夜は避けます。")
    session.turn("The staging database runs on port 6543", "Noted: staging listens on port 6543.")
    running.settle()
    return running


def test_a_fact_told_in_one_session_is_injected_in_the_next_when_it_matters(told: Host) -> None:
    met = told.session().prompt("猫の名前は何だったっけ？")
    assert met.code == 0
    assert "モモ" in met.context
    assert met.context.startswith("<memories>\n")
    assert met.context.endswith("</memories>")
    assert re.search(r"^- \[\d{4}-\d\d-\d\d\]\[L1\] .+ → .+$", met.context, re.MULTILINE)


def test_the_hook_names_its_event_beside_the_context(told: Host) -> None:
    told_ = json.loads(told.session().prompt("staging database port?").out)
    assert told_["hookSpecificOutput"]["hookEventName"] == "UserPromptSubmit"
    assert "6543" in told_["hookSpecificOutput"]["additionalContext"]


def test_nothing_is_injected_when_nothing_matters(told: Host) -> None:
    assert told.session().prompt("円周率を十桁まで教えて").out == b""
    assert told.session().prompt("Write a haiku about autumn rain").out == b""


def test_a_slash_command_injects_and_stores_nothing(told: Host) -> None:
    session = told.session()
    before = told.said()
    assert session.prompt("/compact 猫の名前はモモ").out == b""
    session.user("<command-message>compact</command-message>\n<command-name>/compact</command-name>")
    session.user("<local-command-stdout>Compacted 猫のモモ</local-command-stdout>")
    session.assistant("Compacted.")
    session.stop("Compacted.")
    told.settle()
    assert told.said() == before


def test_a_memory_is_shown_once_in_a_session(told: Host) -> None:
    session = told.session()
    assert "モモ" in session.prompt("猫の名前は何だったっけ？").context
    assert session.prompt("猫の名前は何だったっけ？").out == b""


def test_a_session_is_not_told_what_it_said_itself(told: Host) -> None:
    session = told.session(name="first")
    assert "モモ" not in session.prompt("猫の名前は何だったっけ？").context


def test_what_was_asked_to_be_remembered_is_protected(told: Host) -> None:
    from omoide import Omoide
    from omoide.ports.memories.store import MemoryFilter
    from tests.fakes.embedding import hashing

    with Omoide.open(told.home, embedder=hashing()) as omoide:
        composed = omoide.persona("claude")._home
        kept = composed.memories.store.find(omoide.persona("claude").persona.id, MemoryFilter(protected_only=True))
    assert ["モモ" in memory.trigger for memory in kept] == [True]


def test_a_session_begins_with_what_was_said_here_last_time(told: Host) -> None:
    session = told.session(cwd="/projects/app")
    begun = told.hook("SessionStart", session.event("SessionStart", source="startup"))
    assert "金曜" in begun.context
    elsewhere = told.session(cwd="/projects/other")
    assert told.hook("SessionStart", elsewhere.event("SessionStart", source="startup")).out == b""


def test_a_session_begins_with_what_is_still_to_be_done(told: Host) -> None:
    session = told.session(name="errands", cwd="/projects/errands")
    session.turn("来週までに請求書を送らないといけない", "請求書ですね。承知しました。")
    told.settle()
    begun = told.hook("SessionStart", told.session(cwd="/projects/errands").event("SessionStart", source="startup"))
    assert begun.context.count("<memories>") == 2
    assert "請求書を送らないといけない" in begun.context.split("</memories>")[1]
    assert len(begun.context) <= 10_000


def test_after_compaction_a_session_is_told_what_it_said(told: Host) -> None:
    session = told.session(name="first")
    begun = told.hook("SessionStart", session.event("SessionStart", source="compact"))
    assert "モモ" in begun.context


def test_a_headless_run_without_session_end_is_remembered(told: Host) -> None:
    session = told.session(name="headless", cwd="/projects/ci")
    session.turn("nightly build uses the blue runner", "The blue runner it is.")
    told.settle()
    assert [each["user"] for each in told.said() if each["session_id"] == "headless"] == [
        "nightly build uses the blue runner"
    ]


def test_a_turn_cut_short_is_remembered_at_the_end_of_the_session(told: Host) -> None:
    session = told.session(name="cut", cwd="/projects/cut")
    session.user("the backup bucket is called kingfisher")
    session.assistant("I will use kingfisher.")
    ended = told.hook("SessionEnd", session.event("SessionEnd", reason="prompt_input_exit"))
    assert (ended.code, ended.out) == (0, b"")
    told.settle()
    assert [each["assistant"] for each in told.said() if each["session_id"] == "cut"] == ["I will use kingfisher."]


def test_words_that_the_log_does_not_hold_yet_come_from_the_hook(told: Host) -> None:
    session = told.session(name="late")
    session.user("which lighthouse did we pick for the logo?")
    session.stop("The one at Inubosaki.")
    told.settle()
    assert [each["assistant"] for each in told.said() if each["session_id"] == "late"] == ["The one at Inubosaki."]


def test_resumed_and_forked_sessions_are_not_remembered_twice(told: Host) -> None:
    original = told.session(name="original")
    original.turn("we name branches after rivers", "Rivers, then.")
    told.settle()
    for fork, keeps_ids in (("fork-same-ids", True), ("fork-new-ids", False)):
        copy = told.session(name=fork)
        for line in original.path.read_text("utf-8").splitlines():
            entry = json.loads(line) | {"sessionId": fork}
            if not keeps_ids:
                entry["uuid"] = f"new-{entry['uuid']}"
            with copy.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")
        copy.turn(f"and {fork} adds a lake", "A lake.")
        told.settle()
    users = [each["user"] for each in told.said()]
    assert users.count("we name branches after rivers") == 1
    assert "and fork-same-ids adds a lake" in users
    assert "and fork-new-ids adds a lake" in users


def test_what_was_injected_does_not_come_back_as_something_said(told: Host) -> None:
    session = told.session(name="echo")
    context = session.prompt("猫の名前は何だったっけ？").context
    session.user(f"{context}\n今日は水族館に行ったよ")
    session.assistant("いいね。")
    session.stop("いいね。")
    told.settle()
    assert [each["user"] for each in told.said() if each["session_id"] == "echo"] == ["今日は水族館に行ったよ"]


def test_an_ignored_project_is_neither_remembered_nor_shown_anything(told: Host) -> None:
    folder = told.home.parent / "secret project"
    (folder / "inner").mkdir(parents=True)
    (folder / ".omoideignore").write_text("")
    session = told.session(name="ignored", cwd=str(folder / "inner"))
    assert session.turn("猫の名前は何だったっけ？", "モモです").out == b""
    told.settle()
    assert not [each for each in told.said() if each["session_id"] == "ignored"]


def test_an_erased_session_is_gone_and_does_not_come_back(told: Host) -> None:
    session = told.session(name="regretted", cwd="/projects/regret")
    session.turn("my therapist is called Quillfeather", "I will remember Quillfeather.")
    told.settle()
    report = json.loads(told.cli("--json", "erase", "--session", "regretted"))
    assert report["events"] == 1
    assert report["left_in"] == []
    session.stop("I will remember Quillfeather.")
    told.settle()
    told.cli("import", "claude-code", str(told.projects))
    assert not [each for each in told.said() if "Quillfeather" in each["user"]]
    assert told.session().prompt("what is my therapist called? Quillfeather?").context.count("Quillfeather") == 0


def test_a_confirmed_like_reaches_the_prompt_it_touches_once_in_a_session(told: Host) -> None:
    told.session().turn("カレーうどんが大好き", "おいしいですよね。")
    told.settle()
    known = json.loads(told.cli("--persona", "claude", "--json", "preferences", "list", "--all"))
    [number] = [each["id"] for each in known if "うどん" in each["subject"]]
    told.cli("--persona", "claude", "preferences", "confirm", str(number))
    session = told.session()
    assert re.search(
        r"^- \[\d{4}-\d\d-\d\d\]\[likes\] .*うどん$", session.prompt("お昼はカレーうどんにする？").context, re.MULTILINE
    )
    assert "[likes]" not in session.prompt("やっぱりカレーうどんかな").context
    assert "[likes]" not in told.session().prompt("staging database port?").context
