"""Finding: retrieval, the index and the embedder (SPEC R1–R8, M13)."""

from typing import ClassVar, Literal

from pydantic import model_validator

from omoide.config.section import Section, Text, WebAddress, require, setting

VARIABLE_NAME = r"^[A-Z][A-Z0-9_]*$"
"""Upper case only: a pasted key is hardly ever all capitals, the name of a variable always is."""


class IntentWeightSettings(Section):
    """What counts for one intent in the score of episodes, insights and diary: the lower the sum, the earlier it is listed."""

    ja: ClassVar[str] = "意図ごとの重み（エピソード・夢日記・日記の複合スコア。小さいほど先）"
    similarity: float = setting(0.5, "weight of the distance in meaning", "類似度の重み α", ge=0, le=1)
    arousal: float = setting(0.2, "weight of how little it stirred", "Arousalの重み β", ge=0, le=1)
    time: float = setting(0.3, "weight of how long ago it was", "時間の重み γ", ge=0, le=1)


class IntentWeightsByIntent(Section):
    """What counts for each intent of a question."""

    ja: ClassVar[str] = "質問の意図別の重み"
    emotional: IntentWeightSettings = IntentWeightSettings(similarity=0.3, arousal=0.6, time=0.1)
    factual: IntentWeightSettings = IntentWeightSettings(similarity=0.5, arousal=0.2, time=0.3)
    technical: IntentWeightSettings = IntentWeightSettings(similarity=0.3, arousal=0.1, time=0.6)
    temporal: IntentWeightSettings = IntentWeightSettings(similarity=0.2, arousal=0.2, time=0.6)
    relational: IntentWeightSettings = IntentWeightSettings(similarity=0.4, arousal=0.4, time=0.2)


class KeywordSearchSettings(Section):
    """Names and phrases looked for letter by letter in what was said."""

    ja: ClassVar[str] = "キーワード検索（会話ログの完全一致）"
    newest: int = setting(2, "newest places shown", "新しい方から示す件数", ge=0, le=100)
    oldest: int = setting(2, "oldest places shown", "古い方から示す件数", ge=0, le=100)
    middle: int = setting(
        1,
        "places between them, by dice; the search of a tool shows none",
        "中間から無作為に示す件数（ツールでは0）",
        ge=0,
        le=100,
    )
    same_characters: int = setting(
        200, "what agrees in so many first characters is one", "先頭が何文字同じなら重複とみなすか", ge=1, le=10_000
    )
    longest_characters: int = setting(
        500, "longest place; more is cut", "1件の最大文字数（超えたら切る）", ge=20, le=100_000
    )
    shortest_characters: int = setting(30, "what is shorter is skipped", "これより短い発言は飛ばす", ge=0, le=10_000)


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
    glance: bool = setting(
        True,
        "read the first turns together with the cue before they are put in order; some milliseconds",
        "並べる前に、上位のターンを手がかりと一緒に読む（数ミリ秒かかる）",
    )
    query_step: Literal["off", "rules", "model"] = setting(
        "rules",
        "who decides whether to search and what a question is after: rules, the internal model (rules where it does not answer), or nobody",
        "検索の要否と質問の意図を誰が決めるか: 規則、内部処理モデル（答えがなければ規則）、または決めない",
    )
    per_index: int = setting(
        10,
        "most things of each kind that are looked at, beside what was said",
        "発言以外の種類ごとに調べる最大件数",
        ge=1,
        le=1000,
    )
    after_threshold: int = setting(
        10,
        "most episodes, insights and diary days that pass the threshold",
        "閾値を通すエピソード・夢日記・日記の最大件数",
        ge=1,
        le=1000,
    )
    shown: int = setting(7, "most of these that are shown", "そのうち示す最大件数", ge=0, le=1000)
    least_nearness: float = setting(
        0.35,
        "how near these must be to the cue: 0 = unrelated, 1 = says the same, in whatever embedding space",
        "それらに求める近さ。0=無関係、1=同じ内容（埋め込み空間によらない尺度）",
        ge=0,
        le=1,
    )
    time_decay_rate: float = setting(
        0.05,
        "how fast newness fades, a day: half is left after some 14 days",
        "時間減衰率（1日あたり。約14日で半減）",
        ge=0,
        le=10,
    )
    star_above_arousal: float = setting(
        0.6, "what stirred more is marked ★", "これを超えるArousalに★を付ける", ge=0, le=1
    )
    new_above_decay: float = setting(0.9, "what is newer is marked 🆕", "これを超える新しさに🆕を付ける", ge=0, le=1)
    intent_weights: IntentWeightsByIntent = IntentWeightsByIntent()
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
