"""Settings of the context: how much the persona is shown, and of what (SPEC I1, X15)."""

from typing import ClassVar, Self

from pydantic import model_validator

from omoide.config.section import Section, Text, require, setting

_SHARES = (
    "core_memory_share",
    "preferences_share",
    "names_share",
    "notepad_share",
    "inner_life_share",
    "goals_share",
    "episodes_share",
    "changes_share",
    "mood_share",
    "tasks_share",
    "memories_share",
)


class ContextSettings(Section):
    """What the persona sees before it answers.  A share is of the whole budget; what a part leaves over the others use."""

    ja: ClassVar[str] = "応答前に示す文脈。割合は全体の予算に対するもので、余りはほかの部分が使う"
    budget_tokens: int = setting(
        8_000, "most tokens of the whole context", "文脈全体の最大トークン数", ge=0, le=1_000_000
    )
    model: Text = setting(
        "",
        "model whose tokens are counted, such as gpt-4o; empty, or one whose vocabulary is not public = a safe estimate",
        "トークンを数えるモデル（gpt-4oなど）。空、または語彙が公開されていないモデルなら安全側の見積もり",
        max_length=100,
    )
    core_memory_share: float = setting(0.15, "share of the core memory", "コアメモリの割合", ge=0, le=1)
    preferences_share: float = setting(0.05, "share of confirmed likes and dislikes", "確定した好みの割合", ge=0, le=1)
    names_share: float = setting(0.05, "share of the names of entities", "エンティティの名前の割合", ge=0, le=1)
    notepad_share: float = setting(0.1, "share of the notepad", "メモ帳の割合", ge=0, le=1)
    inner_life_share: float = setting(
        0.03,
        "share of drives, the strongest question, strategy and something to ask; as much again, in each turn, of proposals for entities",
        "強い動機、最も強い問い、指針、尋ねたいことの割合。各ターンでのエンティティの提案にも同じだけ",
        ge=0,
        le=1,
    )
    goals_share: float = setting(0.03, "share of the persona's goals", "人格の目標の割合", ge=0, le=1)
    episodes_share: float = setting(
        0.25, "share of the days before the conversation", "会話より前の日々の割合", ge=0, le=1
    )
    changes_share: float = setting(
        0.02, "share, in each turn, of what has changed meanwhile", "各ターンでの、途中の変更の割合", ge=0, le=1
    )
    mood_share: float = setting(
        0.02, "share, in each turn, of mood and feelings", "各ターンでの気分と感情の割合", ge=0, le=1
    )
    tasks_share: float = setting(
        0.02,
        "share, in each turn, of due things and open tasks",
        "各ターンでの予定・期限と未完了の用事の割合",
        ge=0,
        le=1,
    )
    memories_share: float = setting(
        0.06, "share, in each turn, of what comes to mind", "各ターンでの思い出したことの割合", ge=0, le=1
    )
    most_memories: int = setting(5, "most memories of one turn", "1ターンに示す記憶の最大件数", ge=0, le=50)
    least_relevance: float = setting(
        0.35,
        "memories are shown from this relevance to what was said on (0 to 1, as `omoide recall` tells it)",
        "この関連度以上の記憶を示す（0〜1。`omoide recall` の数値と同じ尺度）",
        ge=0,
        le=1,
    )
    least_feeling: float = setting(
        0.4, "intensity from which the persona's last feeling is told", "人格の直近の感情を示す強さの下限", ge=0, le=1
    )
    task_days: int = setting(
        1, "a task is told from so many days before it falls due", "期限の何日前から用事を示すか", ge=0, le=365
    )
    keep_days: int = setting(
        30,
        "days after which it is forgotten what an unused session was shown",
        "使われなくなったセッションに示した内容を忘れるまでの日数",
        ge=0,
        le=36_500,
    )

    @model_validator(mode="after")
    def _shares_of_a_whole(self) -> Self:
        whole = sum(getattr(self, name) for name in _SHARES)
        require(whole <= 1 + 1e-9, f"the shares of a context are {whole:.2f} of it together; at most 1", *_SHARES)
        return self
