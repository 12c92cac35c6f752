"""The proxy: which model a chat client reaches through it, and how long it may wait for memory (SPEC H2)."""

from typing import ClassVar

from omoide.config.section import Pattern, Section, Text, WebAddress, setting


class ProxySettings(Section):
    """Memory for any chat client: what stands behind the proxy, and what it waits for."""

    ja: ClassVar[str] = "チャットクライアント用プロキシ"
    openai_upstream: WebAddress = setting(
        "https://api.openai.com/v1",
        "address that requests in OpenAI's form go on to",
        "OpenAI形式の要求を渡す先のアドレス",
        hint="a web address, such as http://127.0.0.1:11434/v1",
        max_length=2_000,
    )
    anthropic_upstream: WebAddress = setting(
        "https://api.anthropic.com/v1",
        "address that requests in Anthropic's form go on to",
        "Anthropic形式の要求を渡す先のアドレス",
        hint="a web address",
        max_length=2_000,
    )
    persona: Text = setting(
        "",
        "persona of requests that name none; empty = such requests are refused",
        "人格を指定しない要求で使う人格。空なら断る",
        hint="a persona's name, or nothing",
        max_length=100,
        whole_home=True,
    )
    deadline_ms: int = setting(
        300,
        "longest time a request waits for memory; after it, the chat goes on without",
        "要求が記憶を待つ最大ミリ秒。過ぎたら記憶なしで会話を続ける",
        ge=1,
        le=60_000,
    )
    timeout_seconds: int = setting(
        600,
        "longest silence of the model behind the proxy before the request is given up",
        "プロキシの先のモデルが黙ったまま待つ最大秒数",
        ge=1,
        le=86_400,
    )
    asides: tuple[Pattern, ...] = setting(
        (),
        "requests whose last message or instructions match one of these regular expressions are left alone, as are known titles and tags",
        "最後のメッセージか指示がいずれかの正規表現に合う要求には触れない（既知のタイトル・タグ生成と同じ扱い）",
        hint='JSON list of regular expressions, such as ["^Name this chat"]',
    )
