"""Claude Code: what its prompts are met with, and which projects are left alone (SPEC H1, I3)."""

from typing import ClassVar

from omoide.config.section import Section, setting


class Hooks(Section):
    """Memory at the prompts of Claude Code."""

    ja: ClassVar[str] = "Claude Codeのフック"
    whole_home: ClassVar[bool] = True
    persona: str = setting(
        "claude",
        "persona that remembers what is said in Claude Code",
        "Claude Codeでの会話を覚える人格",
        hint="a persona's name",
        min_length=1,
        max_length=100,
    )
    persona_per_project: bool = setting(
        False,
        "each project has a persona of its own, known by its whole path and named after its folder: app-1f3a9c2e",
        "プロジェクトごとに別の人格にする（フォルダーの完全なパスで区別し、名前はフォルダー名から）",
    )
    most_memories: int = setting(5, "most memories shown at a prompt", "1回の入力に添える記憶の最大件数", ge=0, le=50)
    least_relevance: float = setting(
        0.35,
        "memories are shown from this relevance to what was said on (0 to 1, as `omoide recall` tells it)",
        "この関連度以上の記憶を示す（0〜1。`omoide recall` の数値と同じ尺度）",
        ge=0,
        le=1,
    )
    same_project_gain: float = setting(
        1.15,
        "factor on the priority of what was said in the same project",
        "同じプロジェクトでの記憶の優先度に掛ける係数",
        ge=1,
        le=10,
    )
    most_characters: int = setting(
        10_000, "longest text shown at a prompt", "1回に添える文字数の上限", ge=200, le=10_000
    )
    last_turns: int = setting(
        5, "turns of the last session shown when a session begins", "セッション開始時に示す前回のターン数", ge=0, le=20
    )
    ignored_projects: tuple[str, ...] = setting(
        (),
        "folders in which nothing is remembered or shown, with everything below them",
        "記憶も想起もしないフォルダー（以下すべて）",
        hint='JSON list of folders or glob patterns, such as ["~/secret", "*/client-*"]',
    )
