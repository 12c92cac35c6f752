"""`search_past_conversations`: turns by a keyword, word for word (SPEC R4, T1)."""

from dataclasses import dataclass

from omoide.domain.recall.keywords.noise import KeywordRules
from omoide.domain.time import moment
from omoide.domain.tools.fields import said
from omoide.usecases.events.in_view import InView
from omoide.usecases.recall.keyword_search import KeywordSearch
from omoide.usecases.tools.sources import TURN, TextSources
from omoide.usecases.tools.tool import FRAME, HANDLE, RECORDS, Tool, ToolCaller, tool


@dataclass(frozen=True, slots=True, kw_only=True)
class PastTalkInput:
    """What is looked for."""

    keyword: str = said(
        "A name or phrase that was said, letter by letter; several words with blanks between must all stand there.",
        "発言に含まれる固有名詞やフレーズ。そのままの文字で。空白で区切ると、すべてを含むもの。",
        longest=200,
        other_names=("query", "keywords", "q", "text", "phrase", "word", "search"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTalk:
    """One turn."""

    date: str = said("When it was said (local time).", "言われた日時（現地時間）。")
    text: str = said("What was said, by whom.", "だれが何を言ったか。")
    handle: str | None = said(*HANDLE, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastTalkOutput:
    """What was found."""

    found: tuple[FoundTalk, ...] = said("A few turns, newest first.", "数件。新しい順。")
    frame: str = said(*FRAME)
    too_short: int | None = said(
        "How many turns that hold it were passed over as too short to say anything.",
        "含んではいるが、短すぎるので省いた発言の数。",
        default=None,
    )


@dataclass(frozen=True, slots=True)
class PastTalkTools:
    """Searches what was said."""

    search: KeywordSearch
    rules: KeywordRules
    in_view: InView
    sources: TextSources

    def tools(self) -> tuple[Tool, ...]:
        """Return the tool."""
        return (
            tool(
                "search_past_conversations",
                title=("Search past conversations", "過去の会話の検索"),
                description=(
                    "Find earlier turns that hold a name or phrase exactly: two of the newest and two of the oldest. A "
                    "last resort, for quoting; to remember what was lived and said, use recall_memories.",
                    "特定の言葉をそのまま含む過去の発言を探す（新しい方から2件、古い方から2件）。引用を探すための最終手段。"
                    "体験や会話を思い出すには recall_memories を使う。",
                ),
                announces=("Searched past conversations", "過去の会話を検索しました"),
                takes=PastTalkInput,
                gives=PastTalkOutput,
                run=self.find,
            ),
        )

    def find(self, caller: ToolCaller, asked: PastTalkInput) -> PastTalkOutput:
        """Return the turns that hold the keyword."""
        persona, view = caller.persona, self.in_view(caller.persona.id, caller.session_id)
        kept = self.search(persona, [asked.keyword], rules=self.rules, dice=_no_dice, is_in_view=view.shows)
        found = []
        for place in kept.blocks:
            text = self.sources.excerpt(caller, TURN, str(place.event_id), most=self.rules.longest_characters)
            if text is not None:
                date = moment.iso_for_model(place.at, tz=persona.tz)
                found.append(FoundTalk(date=date, text=text.text, handle=text.handle))
        return PastTalkOutput(
            found=tuple(found), frame=RECORDS.of(caller.language), too_short=kept.short if kept.short else None
        )


def _no_dice(count: int) -> int:
    """A tool shows the ends of what was said, and nothing by chance."""
    return count - 1
