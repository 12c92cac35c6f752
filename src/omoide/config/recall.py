"""Finding: retrieval, keyword search, topics, the index and the embedder (SPEC R1–R8, EP9, M13)."""

from typing import ClassVar, Literal

from pydantic import model_validator

from omoide.config.section import Section, Text, WebAddress, require, setting

VARIABLE_NAME = r"^[A-Z][A-Z0-9_]*$"
"""Upper case only: a pasted key is hardly ever all capitals, the name of a variable always is."""


class IntentWeights(Section):
    """Weights of similarity (α), arousal (β) and time (γ) in the three-term score."""

    ja: ClassVar[str] = "3項式スコアの重み：類似度α・Arousalβ・時間γ"
    similarity: float = setting(0.5, "weight α of similarity", "類似度の重みα", ge=0, le=1)
    arousal: float = setting(0.2, "weight β of arousal", "Arousalの重みβ", ge=0, le=1)
    time: float = setting(0.3, "weight γ of time", "時間の重みγ", ge=0, le=1)


class Intents(Section):
    """How each kind of question weighs similarity, arousal and time."""

    ja: ClassVar[str] = "質問の意図（Intent）ごとの重み"
    emotional: IntentWeights = IntentWeights(similarity=0.3, arousal=0.6, time=0.1)
    factual: IntentWeights = IntentWeights(similarity=0.5, arousal=0.2, time=0.3)
    technical: IntentWeights = IntentWeights(similarity=0.3, arousal=0.1, time=0.6)
    temporal: IntentWeights = IntentWeights(similarity=0.2, arousal=0.2, time=0.6)
    relational: IntentWeights = IntentWeights(similarity=0.4, arousal=0.4, time=0.2)


class Retrieval(Section):
    """What is found, how it is ranked, and how much of it is shown."""

    ja: ClassVar[str] = "想起：何を探し、どう並べ、いくつ見せるか"
    top_k: int = setting(5, "most recollections returned", "想起時の最大取得件数", ge=1, le=1000)
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
    enable_auto_retrieval: bool = setting(True, "search before each answer", "応答前の自動検索の有効/無効")
    per_index: int = setting(10, "candidates taken from each index", "インデックスあたりの取得数", ge=1, le=1000)
    after_threshold: int = setting(10, "most results after the threshold", "閾値フィルタ後の最大件数", ge=1, le=1000)
    shown: int = setting(7, "most results shown by recall_memories", "AIへの最終提示数", ge=1, le=1000)
    memories_threshold: float = setting(
        0.80, "largest score of recall_memories (lower is nearer)", "記憶検索の閾値（低いほど近い）", ge=0, le=4
    )
    general_threshold: float = setting(
        0.75, "largest score of a general search", "一般RAG検索の閾値（低いほど近い）", ge=0, le=4
    )
    automatic_threshold: float = setting(
        0.75, "largest score of the search before an answer", "自動記憶想起の閾値（低いほど近い）", ge=0, le=4
    )
    time_decay_rate: float = setting(
        0.05,
        "decay a day in the time term: e^(−rate × days), half in 14 days",
        "時間減衰率（約14日で半減）",
        ge=0,
        le=10,
    )
    star_above_arousal: float = setting(0.6, "★ above this arousal", "★を付けるArousal（超）", ge=0, le=1)
    new_above_decay: float = setting(0.9, "🆕 above this decay", "🆕を付けるDecay（超）", ge=0, le=1)
    intent_weights: Intents = Intents()

    @model_validator(mode="after")
    def _narrowing(self) -> "Retrieval":
        require(
            self.shown <= self.after_threshold,
            "no more can be shown than pass the threshold: shown must not be above after_threshold",
            "shown",
            "after_threshold",
        )
        return self


class KeywordSearch(Section):
    """Exact search in the raw log, and the rules that keep its noise down."""

    ja: ClassVar[str] = "過去ログのキーワード検索とノイズ対策"
    most_keywords: int = setting(3, "most keywords taken from a question", "質問から取り出す最大語数", ge=0, le=20)
    newest: int = setting(2, "newest matches taken before an answer", "新しい方の件数（自動検索）", ge=0, le=100)
    oldest: int = setting(2, "oldest matches taken before an answer", "古い方の件数（自動検索）", ge=0, le=100)
    middle: int = setting(1, "random matches between them", "中間からランダムに取る件数（自動検索）", ge=0, le=100)
    tool_newest: int = setting(2, "newest matches taken by the tool", "新しい方の件数（ツール）", ge=0, le=100)
    tool_oldest: int = setting(2, "oldest matches taken by the tool", "古い方の件数（ツール）", ge=0, le=100)
    same_characters: int = setting(
        200, "texts equal in this many first characters are one", "重複判定に使う先頭の文字数", ge=1, le=10_000
    )
    longest_characters: int = setting(500, "longer texts are cut", "これを超える本文は切り捨て", ge=1, le=100_000)
    shortest_characters: int = setting(30, "shorter texts are skipped", "これ未満の本文は除外", ge=0, le=100_000)

    @model_validator(mode="after")
    def _ordered(self) -> "KeywordSearch":
        require(
            self.shortest_characters <= self.longest_characters,
            "shortest_characters must not be above longest_characters",
            "shortest_characters",
            "longest_characters",
        )
        return self


class Topics(Section):
    """Episodes and memories grouped by what they are about."""

    ja: ClassVar[str] = "話題クラスタリング"
    fixed_similarity: float = setting(
        0.6, "similarity that joins a topic the owner named", "固定話題に入る類似度", ge=-1, le=1
    )
    recall_similarity: float = setting(
        0.3, "similarity at which a topic is recalled", "話題を想起する類似度", ge=-1, le=1
    )
    recalled: int = setting(2, "most topics recalled", "想起する話題の最大数", ge=0, le=100)
    min_members: int = setting(3, "fewest members of a topic", "話題の最小件数", ge=2, le=1000)
    label_min_characters: int = setting(5, "shortest label", "話題名の最小文字数", ge=1, le=100)
    label_max_characters: int = setting(15, "longest label", "話題名の最大文字数", ge=1, le=100)

    @model_validator(mode="after")
    def _ordered(self) -> "Topics":
        require(
            self.label_min_characters <= self.label_max_characters,
            "label_min_characters must not be above label_max_characters",
            "label_min_characters",
            "label_max_characters",
        )
        return self


class Index(Section):
    """Full-text and vector indexes: how text is cut and how soon it can be found."""

    ja: ClassVar[str] = "索引：文章の分割と更新"
    whole_home: ClassVar[bool] = True
    catch_up_seconds: float = setting(
        10.0,
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
