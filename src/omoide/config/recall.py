"""Finding: retrieval, the index and the embedder (SPEC R1–R8, M13)."""

from typing import ClassVar, Literal

from pydantic import model_validator

from omoide.config.section import Section, Text, WebAddress, require, setting

VARIABLE_NAME = r"^[A-Z][A-Z0-9_]*$"
"""Upper case only: a pasted key is hardly ever all capitals, the name of a variable always is."""


class Retrieval(Section):
    """What is found, how it is ranked, and how much of it is shown."""

    ja: ClassVar[str] = "想起：何を探し、どう並べ、いくつ見せるか"
    top_k: int = setting(5, "most memories returned", "想起時の最大取得件数", ge=1, le=1000)
    most_turns: int = setting(
        10,
        "most turns that recall returns; fewer when the best stand out",
        "recallが返すターンの最大数（上位がはっきりしていれば少なくなる）",
        ge=1,
        le=1000,
    )
    relevance_threshold: float = setting(
        5.0,
        "memories of at least this priority come first; the rest only fill up",
        "関連度の閾値（フォールバック判定用）",
        ge=0,
        le=1000,
    )
    floor: float | None = setting(
        None,
        "nothing is returned unless a hit is this relevant; none = calibrated for each embedding space",
        "これに届くものがなければ何も返さない。noneなら埋め込み空間ごとの校正値",
        ge=0,
        le=1,
    )
    neighbours: int = setting(1, "turns shown before and after a hit", "ヒットの前後に添えるターン数", ge=0, le=20)


class Index(Section):
    """Full-text and vector indexes: how text is cut and how soon it can be found."""

    ja: ClassVar[str] = "索引：文章の分割と更新"
    whole_home: ClassVar[bool] = True
    catch_up_seconds: float = setting(
        2.0,
        "longest time a command spends on indexing what is new before it answers",
        "応答前に未索引分の処理へ使う最大秒数",
        ge=0,
        le=3600,
    )
    chunk_characters: int = setting(300, "characters of a chunk", "1チャンクの文字数", ge=20, le=10_000)
    chunk_overlap: int = setting(
        50, "characters shared by neighbouring chunks", "隣接チャンクの重複文字数", ge=0, le=5000
    )
    checkpoint_items: int = setting(
        5, "progress is saved after this many items", "途中保存の間隔（件）", ge=1, le=10_000
    )

    @model_validator(mode="after")
    def _moves_on(self) -> "Index":
        require(
            self.chunk_overlap < self.chunk_characters,
            "chunk_overlap must be below chunk_characters",
            "chunk_overlap",
            "chunk_characters",
        )
        return self


class Embedding(Section):
    """What turns text into vectors.  The built-in embedder needs no key and no network."""

    ja: ClassVar[str] = "埋め込み：文章をベクトルにするもの（builtinはキーもネットも不要）"
    whole_home: ClassVar[bool] = True
    provider: Literal["builtin", "openai", "directory", "hashing"] = setting(
        "builtin",
        "builtin, any OpenAI-compatible server, a local model directory, or hashing (for tests)",
        "Embeddingプロバイダー",
    )
    model: Text = setting(
        "text-embedding-3-small", "model asked for by the openai provider", "Embeddingモデル（openai用）", min_length=1
    )
    dimensions: int = setting(
        1536, "dimensions asked for by openai and hashing", "ベクトル次元数（openai・hashing用）", ge=1, le=65_536
    )
    base_url: WebAddress | None = setting(
        None,
        "address of an OpenAI-compatible server; none = OpenAI's own",
        "OpenAI互換サーバーのURL。noneならOpenAI",
        hint="http(s) address without user name or password",
        private=True,
    )
    api_key_env: str | None = setting(
        None,
        "NAME of the environment variable that holds the key; none = OPENAI_API_KEY",
        "APIキーを入れた環境変数の名前（キーそのものではない）。noneならOPENAI_API_KEY",
        hint="NAME of an environment variable, in capitals; never the key itself",
        private=True,
        pattern=VARIABLE_NAME,
        max_length=64,
    )
    path: Text | None = setting(
        None, "local model directory of the directory provider", "モデルのディレクトリ（directory用）", min_length=1
    )
    batch_size: int = setting(20, "texts in one request", "一度にベクトル化する件数", ge=1, le=2048)
    batch_pause_seconds: float = setting(
        2.0, "pause between requests to a remote provider", "リモートAPIのバッチ間の待機秒数", ge=0, le=600
    )
    retries: int = setting(3, "tries again after a passing failure", "一時的エラーの再試行回数", ge=0, le=20)
    timeout_seconds: float = setting(60.0, "longest wait for one request", "1要求の制限時間（秒）", gt=0, le=3600)

    @model_validator(mode="after")
    def _directory_has_a_path(self) -> "Embedding":
        require(
            self.provider != "directory" or self.path is not None,
            "provider directory needs path, the directory of the model",
            "provider",
            "path",
        )
        return self
