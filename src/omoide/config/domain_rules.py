"""Settings as the rules of the domain: the same names, in the domain's own types."""

from omoide.config.tree import Settings
from omoide.domain.autonomy.decision import AutonomyRules
from omoide.domain.autonomy.quiet_hours import QuietHours
from omoide.domain.beliefs.tidy import TidyRules
from omoide.domain.context.frozen import ContextRules
from omoide.domain.drives.drive import DriveRules
from omoide.domain.entities.entity import EntityRules
from omoide.domain.entities.proposal import ProposalRules
from omoide.domain.episodes.arousal import ArousalRules
from omoide.domain.episodes.weeks import WeekRules
from omoide.domain.feelings.mood import MoodRules
from omoide.domain.feelings.resonance import ResonanceRules
from omoide.domain.goals.tidying import GoalRules
from omoide.domain.jobs.retrying import RetryRules
from omoide.domain.knowledge.document import DocumentRules
from omoide.domain.memories.archive import ArchiveRules, ConditionMode
from omoide.domain.memories.levels import LevelRules, RatioRules
from omoide.domain.memories.protection import ProtectionRules
from omoide.domain.memories.relations import RelationRules
from omoide.domain.memories.retention import DecayRange, ReinforcementRules, RetentionRules
from omoide.domain.nights.night import NightRules
from omoide.domain.notes.note import NoteKind, NoteRules
from omoide.domain.questions.ranking import QuestionRules
from omoide.domain.recall import relevance
from omoide.domain.recall.intent import Intent
from omoide.domain.recall.keywords.noise import KeywordRules
from omoide.domain.recall.kinds.intent_score import IntentScoreRules, IntentWeights
from omoide.domain.recall.priority import RetrievalRules
from omoide.domain.recall.relevance import DEFAULT_CALIBRATION, Calibration
from omoide.domain.reflection.levels import ReflectionRules
from omoide.domain.reminders.reminder import ReminderRules
from omoide.domain.sleep.budget import SleepBudget
from omoide.domain.tools.definition import ToolRules
from omoide.domain.topics.calibration import TopicBounds
from omoide.domain.topics.clustering import ClusterRules


def mood_rules(settings: Settings) -> MoodRules:
    """Return how moods move."""
    given = settings.mood
    return MoodRules(given.baseline_half_life_hours, given.shock_min_half_life_hours, given.shock_max_half_life_hours)


def autonomy_rules(settings: Settings) -> AutonomyRules:
    """Return what the owner allows a persona to do by itself."""
    given = settings.autonomy
    quiet = QuietHours(given.quiet_from_hour, given.quiet_until_hour)
    return AutonomyRules(given.enabled, given.idle_minutes, given.act_from, given.rest_minutes, given.most_a_day, quiet)


def drive_rules(settings: Settings) -> DriveRules:
    """Return how strong drives become."""
    given = settings.drives
    return DriveRules(given.inject_from, given.boredom_rate, given.question_fade_days, given.emotion_half_life_hours)


def goal_rules(settings: Settings) -> GoalRules:
    """Return when goals are given up by themselves, and how many are shown."""
    given = settings.goals
    return GoalRules(given.stale_days, given.most_short, given.shown_short, given.shown_long)


def question_rules(settings: Settings) -> QuestionRules:
    """Return how many questions are raised, kept and shown."""
    given = settings.questions
    return QuestionRules(given.most_open, given.most_a_night, given.shown)


def reflection_rules(settings: Settings) -> ReflectionRules:
    """Return how often a reflection goes deeper."""
    given = settings.reflection
    return ReflectionRules(given.weekly_days, given.monthly_days)


def reminder_rules(settings: Settings) -> ReminderRules:
    """Return when due things are told."""
    given = settings.reminders
    return ReminderRules(given.lead_minutes, given.morning_hour, given.overdue_days, given.most_at_once)


def tool_rules(settings: Settings) -> ToolRules:
    """Return what a model may call, and how much it is shown at once."""
    given = settings.tools
    return ToolRules(given.portion_characters, given.read_only, given.left_out)


def context_rules(settings: Settings) -> ContextRules:
    """Return how much of a turn's block is whose, and how long it is kept what sessions were shown."""
    given = settings.context
    return ContextRules(given.changes_share, given.memories_share, given.keep_days)


def note_rules(settings: Settings) -> NoteRules:
    """Return how long notes may be."""
    given = settings.notes
    return NoteRules(
        {
            NoteKind.CORE_MEMORY: given.core_memory_characters,
            NoteKind.NOTEPAD: given.notepad_characters,
            NoteKind.DIARY: given.diary_characters,
            NoteKind.SECRET_DIARY: given.secret_diary_characters,
        }
    )


def entity_rules(settings: Settings) -> EntityRules:
    """Return how long profiles and the list of names may be, and how many proposals are told."""
    given = settings.entities
    return EntityRules(given.profile_characters, given.index_characters, given.told_proposals)


def proposal_rules(settings: Settings) -> ProposalRules:
    """Return when a name is proposed."""
    return ProposalRules(after=settings.entities.propose_after)


def document_rules(settings: Settings) -> DocumentRules:
    """Return how large documents may be."""
    given = settings.knowledge
    return DocumentRules(
        file_bytes=given.file_bytes,
        pages=given.pages,
        characters=given.document_characters,
        expansion=given.expansion,
        folder_files=given.folder_files,
    )


def arousal_rules(settings: Settings) -> ArousalRules:
    """Return what counts as moving in an episode, and how far a resonance moves it."""
    given = settings.episodes
    return ArousalRules(given.star_arousal, given.trace_alpha, given.mean_arousal_limit)


def week_rules(settings: Settings) -> WeekRules:
    """Return when days become weeks."""
    return WeekRules(after_days=settings.episodes.weekly_after_days)


def cluster_rules(settings: Settings, bounds: TopicBounds) -> ClusterRules:
    """Return when memories make a topic, in the embedding space that the bounds belong to."""
    return ClusterRules(bounds, least_members=settings.topics.least_members)


def retry_rules(settings: Settings) -> RetryRules:
    """Return when a job that failed is tried again, and when it is given up."""
    return RetryRules(settings.background.attempts, settings.background.rest_seconds)


def sleep_budget(settings: Settings) -> SleepBudget:
    """Return how long a sleep may take, and what it may cost."""
    return SleepBudget(settings.sleep.minutes, settings.sleep.usd)


def tidy_rules(settings: Settings) -> TidyRules:
    """Return when the state is tidied, and how much of it at once."""
    given = settings.tidy
    return TidyRules(given.first_after_turns, given.every_turns, given.max_closed, given.max_examined)


def retention_rules(settings: Settings) -> RetentionRules:
    """Return how fast memories fade."""
    ranges = settings.retention.decay_by_category.model_dump()
    return RetentionRules(
        base_decay_coefficient=settings.retention.base_decay_coefficient,
        max_decay_coefficient=settings.retention.max_decay_coefficient,
        decay_by_category={name: DecayRange(**span) for name, span in ranges.items()},
    )


def reinforcement_rules(settings: Settings) -> ReinforcementRules:
    """Return what a recall does to a memory."""
    return ReinforcementRules(**settings.recall.model_dump(exclude={"receipts_days"}))


def level_rules(settings: Settings) -> LevelRules:
    """Return above which retention a memory stays at a level."""
    return LevelRules(**settings.levels.model_dump())


def archive_rules(settings: Settings, calibration: Calibration = DEFAULT_CALIBRATION) -> ArchiveRules:
    """Return how the archive is searched, in the embedding space of the calibration, and how it is left and emptied."""
    values = settings.archive.model_dump()
    values["revival_similarity"] = relevance.cosine_at(values["revival_relevance"], calibration)
    return ArchiveRules(**values | {"delete_condition_mode": ConditionMode(values["delete_condition_mode"])})


def relation_rules(settings: Settings, calibration: Calibration = DEFAULT_CALIBRATION) -> RelationRules:
    """Return when memories are linked, in the embedding space of the calibration."""
    given = settings.relations
    threshold = relevance.cosine_of_likeness(given.auto_link_likeness, calibration)
    return RelationRules(**given.model_dump(exclude={"auto_link_likeness"}), auto_link_similarity_threshold=threshold)


def intent_score_rules(settings: Settings) -> IntentScoreRules:
    """Return how episodes, insights and diary are ordered for what is asked."""
    given = settings.retrieval
    weights = given.intent_weights.model_dump()
    return IntentScoreRules(
        weights={intent: IntentWeights(**weights[intent.value]) for intent in Intent},
        time_decay_rate=given.time_decay_rate,
        star_above_arousal=given.star_above_arousal,
        new_above_decay=given.new_above_decay,
        per_index=given.per_index,
        after_threshold=given.after_threshold,
        shown=given.shown,
        least_nearness=given.least_nearness,
    )


def keyword_rules(settings: Settings, *, for_tool: bool) -> KeywordRules:
    """Return which of the places that hold a keyword are shown; a tool that looks for a quotation shows none by dice."""
    values = settings.keyword_search.model_dump()
    return KeywordRules(**values | ({"middle": 0} if for_tool else {}))


def resonance_rules(settings: Settings) -> ResonanceRules:
    """Return what each likeness of two feelings is worth."""
    return ResonanceRules(**settings.resonance.model_dump())


def retrieval_rules(settings: Settings) -> RetrievalRules:
    """Return how many memories come to mind."""
    return RetrievalRules(top_k=settings.retrieval.top_k, relevance_threshold=settings.retrieval.relevance_threshold)


def protection_rules(settings: Settings) -> ProtectionRules:
    """Return how many memories may be protected."""
    return ProtectionRules(**settings.protection.model_dump())


def night_rules(settings: Settings) -> NightRules:
    """Return everything that decides what a night does to memories."""
    compression = settings.compression
    return NightRules(
        retention=retention_rules(settings),
        reinforcement=reinforcement_rules(settings),
        levels=level_rules(settings),
        ratios=RatioRules(
            level1_ratio=compression.level1_ratio,
            level2_ratio=compression.level2_ratio,
            level3_ratio=compression.level3_ratio,
            ratio_min_population=compression.ratio_min_population,
            room=compression.room,
        ),
        archive=archive_rules(settings),
        schedule_hour=compression.schedule_hour,
    )
