"""Settings of tools: which ones a model may call, and how much they show at once (SPEC T1)."""

from typing import ClassVar, Literal

from omoide.config.section import Section, setting


class ToolSettings(Section):
    """What a model may call."""

    ja: ClassVar[str] = "ツール"
    portion_characters: int = setting(
        4_000,
        "characters of a long text that a tool shows at once; the rest is read on with a handle",
        "長い文章をツールが一度に示す文字数。残りは handle で続きを読む",
        ge=500,
        le=100_000,
    )
    read_only: bool = setting(
        False,
        "tools that write or change anything are neither listed nor called",
        "書き込むツールを一覧に出さず、呼べないようにする",
    )
    left_out: tuple[str, ...] = setting(
        (),
        "tools that are neither listed nor called, by name",
        "一覧に出さず、呼べないようにするツールの名前",
        hint='JSON list of names, such as ["edit_core_memory"]',
    )
    mcp_toolset: Literal["default", "persona", "all"] = setting(
        "default",
        "tools that an MCP client is told of: the default eight, the persona's own, or all",
        "MCP クライアントに示すツール: default（8個）、persona（人格自身のもの）、all（すべて）",
    )
