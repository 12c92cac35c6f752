"""The whole tree of settings."""

from typing import ClassVar, Literal

from pydantic import Field, field_validator

from omoide.config.autonomy import AutonomySettings
from omoide.config.beliefs import TidySettings
from omoide.config.context import ContextSettings
from omoide.config.database import DatabaseSettings
from omoide.config.drives import DriveSettings
from omoide.config.entities import EntitySettings
from omoide.config.episodes import EpisodeSettings
from omoide.config.events import Events
from omoide.config.feelings import MoodSettings
from omoide.config.goals import GoalSettings
from omoide.config.hosts import Hooks
from omoide.config.knowledge import KnowledgeSettings
from omoide.config.memories import (
    Archive,
    Compression,
    Levels,
    Protection,
    RecallSettings,
    Relations,
    Resonance,
    Retention,
)
from omoide.config.models import Cost, LanguageModel, Models
from omoide.config.notes import NoteSettings
from omoide.config.proxy import ProxySettings
from omoide.config.questions import QuestionSettings
from omoide.config.recall import Embedding, Index, KeywordSearchSettings, Retrieval
from omoide.config.reflection import ReflectionSettings
from omoide.config.reminders import ReminderSettings
from omoide.config.section import Pattern, Section, setting
from omoide.config.sleep import SleepSettings
from omoide.config.tools import ToolSettings
from omoide.config.topics import TopicSettings
from omoide.config.web import WebSettings
from omoide.domain.time import moment
from omoide.errors import InvalidInput


class ServerSettings(Section):
    """The resident server that hooks and commands talk to."""

    ja: ClassVar[str] = "常駐サーバー"
    whole_home: ClassVar[bool] = True
    idle_exit_minutes: int = setting(
        30,
        "the server ends after this long without a request; 0 = never",
        "無要求で終了するまでの分。0なら終了しない",
        ge=0,
        le=525_600,
    )
    hook_deadline_ms: int = setting(
        800, "longest time a hook may hold the user's prompt", "フックが入力を待たせる最大ミリ秒", ge=10, le=60_000
    )
    memory_mb: int = setting(
        256,
        "MiB in which a process that has the home open holds minds ready; those used least recently leave, and are read anew",
        "ホームを開いているプロセスが人格の記憶を手元に置くMiB数。長く使われていない人格から手放し、次に使うとき読み直す",
        ge=1,
        le=1_048_576,
    )


class BackgroundSettings(Section):
    """What happens by itself after a turn was kept."""

    ja: ClassVar[str] = "ひとりでに進む処理"
    auto: bool = setting(
        True,
        "digest, vectors and due nights follow by themselves; false = by hand",
        "消化・ベクトル・夜の処理をひとりでに行う。falseなら手動",
    )
    gather_seconds: int = setting(
        300,
        "a model is asked about a session's turns together: when ten wait, or after so many quiet seconds; 0 = turn by turn",
        "モデルには会話のターンをまとめて尋ねる: 10ターンたまるか、この秒数だけ静かになったとき。0なら1ターンずつ",
        ge=0,
        le=86_400,
    )
    attempts: int = setting(
        8,
        "a job is tried so often, with ever longer rests, before it is given up for a day (omoide jobs)",
        "仕事を何度まで試すか。間をあけて試し、尽きたら一日おく（omoide jobs）",
        ge=1,
        le=30,
    )
    rest_seconds: int = setting(
        60,
        "seconds before a job that failed is tried again; doubles with every try, up to six hours",
        "失敗した仕事をやり直すまでの秒数。試すたびに倍になり、最長6時間",
        ge=1,
        le=21_600,
    )
    plan_silent_turns: bool = setting(
        False,
        "a model is asked what a turn changes even where the built-in reader finds nothing stated in it",
        "内蔵の読み手が何も述べられていないと見たターンでも、何が変わるかをモデルに尋ねる",
    )


class Privacy(Section):
    """What may leave this machine, and what is never written down."""

    ja: ClassVar[str] = "プライバシー"
    allow_remote: bool = setting(
        True, "texts may be sent to the remote models that are set", "設定したリモートのモデルへ本文を送ってよい"
    )
    mask_secrets: bool = setting(
        True,
        "keys, tokens, passwords, card numbers and the like are kept as [secret]",
        "鍵・トークン・パスワード・カード番号などを [secret] に伏せて残す",
    )
    never_record: tuple[Pattern, ...] = setting(
        (),
        "turns that match one of these regular expressions are not recorded",
        "いずれかの正規表現に合うターンは記録しない",
        hint='JSON list of regular expressions, such as ["(?i)password"]',
    )


class Settings(Section):
    """Everything that can be set, with the defaults of the design."""

    ja: ClassVar[str] = "全般"
    language: Literal["auto", "ja", "en"] = setting(
        "auto",
        "language of new personas; auto = that of what is first said to them, and of the system until then",
        "新しい人格の言語。autoなら最初に話しかけられた言葉に合わせ、それまではシステムに従う",
        whole_home=True,
    )
    timezone: str = setting(
        "auto",
        "time zone of new personas; auto = that of the system",
        "新しい人格のタイムゾーン。autoならシステムに従う",
        hint="auto or an IANA name such as Asia/Tokyo",
        whole_home=True,
    )
    retention: Retention = Field(default_factory=Retention)
    levels: Levels = Field(default_factory=Levels)
    recall: RecallSettings = Field(default_factory=RecallSettings)
    resonance: Resonance = Field(default_factory=Resonance)
    compression: Compression = Field(default_factory=Compression)
    relations: Relations = Field(default_factory=Relations)
    retrieval: Retrieval = Field(default_factory=Retrieval)
    keyword_search: KeywordSearchSettings = Field(default_factory=KeywordSearchSettings)
    archive: Archive = Field(default_factory=Archive)
    protection: Protection = Field(default_factory=Protection)
    embedding: Embedding = Field(default_factory=Embedding)
    llm: LanguageModel = Field(default_factory=LanguageModel)
    models: Models = Field(default_factory=Models)
    cost: Cost = Field(default_factory=Cost)
    index: Index = Field(default_factory=Index)
    events: Events = Field(default_factory=Events)
    entities: EntitySettings = Field(default_factory=EntitySettings)
    episodes: EpisodeSettings = Field(default_factory=EpisodeSettings)
    topics: TopicSettings = Field(default_factory=TopicSettings)
    tidy: TidySettings = Field(default_factory=TidySettings)
    mood: MoodSettings = Field(default_factory=MoodSettings)
    autonomy: AutonomySettings = Field(default_factory=AutonomySettings)
    drives: DriveSettings = Field(default_factory=DriveSettings)
    goals: GoalSettings = Field(default_factory=GoalSettings)
    questions: QuestionSettings = Field(default_factory=QuestionSettings)
    reflection: ReflectionSettings = Field(default_factory=ReflectionSettings)
    notes: NoteSettings = Field(default_factory=NoteSettings)
    context: ContextSettings = Field(default_factory=ContextSettings)
    knowledge: KnowledgeSettings = Field(default_factory=KnowledgeSettings)
    reminders: ReminderSettings = Field(default_factory=ReminderSettings)
    sleep: SleepSettings = Field(default_factory=SleepSettings)
    tools: ToolSettings = Field(default_factory=ToolSettings)
    background: BackgroundSettings = Field(default_factory=BackgroundSettings)
    server: ServerSettings = Field(default_factory=ServerSettings)
    web: WebSettings = Field(default_factory=WebSettings)
    database: DatabaseSettings = Field(default_factory=DatabaseSettings)
    hooks: Hooks = Field(default_factory=Hooks)
    proxy: ProxySettings = Field(default_factory=ProxySettings)
    privacy: Privacy = Field(default_factory=Privacy)

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, name: str) -> str:
        if name != "auto":
            try:
                moment.zone(name)
            except InvalidInput as exc:
                raise ValueError(str(exc)) from exc
        return name
