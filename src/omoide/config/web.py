"""The doors over the wire: who is let in, and how much they may send (SPEC H2)."""

from typing import ClassVar

from omoide.config.section import Section, Text, WebAddress, setting


class WebSettings(Section):
    """The doors over the wire: HTTP, MCP, proxy, page."""

    ja: ClassVar[str] = "ネットワーク越しの入口（HTTP・MCP・プロキシ・画面）"
    whole_home: ClassVar[bool] = True
    loopback_key: bool = setting(
        False,
        "a key is asked of this machine too",
        "このマシンからの要求にもキーを求める",
    )
    hosts: tuple[Text, ...] = setting(
        (),
        "names, besides those of this machine, under which it may be asked for (Host)",
        "このマシンの名前のほかに受け付けるホスト名（Host）",
        hint='JSON list of host names, such as ["memory.example.org"]',
    )
    origins: tuple[WebAddress, ...] = setting(
        (),
        "web pages elsewhere that may ask from a browser (CORS)",
        "ブラウザーから要求してよい他のページ（CORS）",
        hint='JSON list of origins, such as ["https://app.example.org"]',
    )
    body_bytes: int = setting(64_000_000, "longest request", "要求の最大バイト数", ge=1_000, le=10_000_000_000)
    body_seconds: int = setting(
        60, "longest time a request may take to arrive", "要求が届くまでの最大秒数", ge=1, le=86_400
    )
    requests_per_minute: int = setting(
        600,
        "requests a key has a minute, where it was given no rate of its own",
        "キーごとの1分あたりの要求数（キーに個別の指定がない場合）",
        ge=1,
        le=1_000_000,
    )
    audit_days: int = setting(
        90, "days for which it is kept who did what", "誰が何をしたかの記録を残す日数", ge=0, le=36_500
    )
