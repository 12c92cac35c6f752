"""What the commands about jobs say, in Japanese and English."""

from omoide.domain.jobs.job import JobKind, JobState
from omoide.domain.text.language import Language
from omoide.entrypoints.cli.wording import told

_WORDS: dict[str, tuple[str, str]] = {
    "id": ("id", "ID"),
    "kind": ("work", "仕事"),
    "persona": ("persona", "人格"),
    "state": ("state", "状態"),
    "attempt": ("try", "試行"),
    "ordered": ("ordered", "予定"),
    "trouble": ("trouble", "問題"),
    "worker": ("worker", "実行者"),
    "ended": ("ended", "終了"),
    "again": ("again", "再試行"),
    "none": ("No jobs.", "仕事はありません。"),
    "retried": ("{id} is ordered; whoever works next does it", "{id} を予定に入れました。次に働く者が行います"),
    "cancelled": (
        "{id} is put aside for a day; `omoide jobs retry {id}` takes it up again",
        "{id} を一日おきます。再開するには omoide jobs retry {id}",
    ),
    "working": ("Working for {home}; Ctrl-C ends it.", "{home} のために働いています。Ctrl-C で終わります。"),
    "rested": ("A night has passed for {name}.", "{name} の夜が過ぎました。"),
    "unavailable": ("{why}; it is tried again", "{why}（後でもう一度試みます）"),
    "settled": ("Nothing waits.", "残っている仕事はありません。"),
    "left": (
        "What is left rests, or waits for the rest of its talk: omoide jobs list",
        "残りは休止中か、会話の続きを待っています: omoide jobs list",
    ),
}
_KINDS: dict[JobKind, tuple[str, str]] = {
    JobKind.IMPORT: ("import", "取り込み"),
    JobKind.DIGEST: ("digest", "消化"),
    JobKind.EMBED: ("vectors", "ベクトル"),
    JobKind.SLEEP: ("sleep", "睡眠"),
}
_STATES: dict[JobState, tuple[str, str]] = {
    JobState.WAITING: ("waiting", "待機中"),
    JobState.RUNNING: ("running", "実行中"),
    JobState.DONE: ("done", "完了"),
    JobState.FAILED: ("failed", "失敗"),
    JobState.DEAD: ("given up", "断念"),
    JobState.CANCELLED: ("put aside", "中止"),
}


def word(key: str, language: Language, **values: object) -> str:
    """Return what is said, with values put in."""
    return told(_WORDS[key], language, values)


def kind_word(kind: JobKind, language: Language) -> str:
    """Return what a kind of work is called."""
    return told(_KINDS[kind], language, {})


def state_word(state: JobState, language: Language) -> str:
    """Return what a state is called."""
    return told(_STATES[state], language, {})
