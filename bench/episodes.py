"""What days told without a model hold: of the strongest turns by gold labels, and of nothing that was not said.

    python -m bench.episodes [--json] [--data ../shared/data/japanese/omoide_ja_dev] [--corpus corpus/test] [--show N]

Every speaker is lived through with all defaults, session by session, and every completed day is told by rules.  A turn counts
as told when a sentence that names it repeats a piece of its words; what only says that there was talk does not count.  A
sentence is unfounded when it names no turn of its day, when a piece it quotes is said by no turn it names, or when anything
but the fixed words of telling stands outside its quotation marks.
"""

import argparse
import json
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final

from bench.labelled import LabelledTurn, Speaker, corpus, development_set
from bench.lived import lived, scratch
from omoide.domain.episodes.episode import Episode, EpisodeKind, EpisodeSentence
from omoide.domain.episodes.telling import DAY_LENGTH
from omoide.domain.events.event import EventId
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.ports.models.embedder import Embedder

STRONGEST: Final = 10
LEAST_PIECE: Final = 6
"""Letters that a sentence repeats of a turn it tells; of a shorter turn all."""
STAR: Final = 60
Figures = dict[str, Any]
_QUOTE: Final = re.compile(r"[「“]([^「」“”]+)[」”]")
_GAP: Final = re.compile(r"…|。|(?<=[.!?！？])\s")
_CHANGED: Final = re.compile(r"[\s「」『』“”‘’\"'。.…]")
_AROUND: Final = re.compile(
    r"(?:\d+月\d+日（[月火水木金土日]）、\d+回ことばを交わした|いちばん心に残っているのは|夜中|朝|昼|午後|夜|にまた|それから|そのあと|また|"
    r"ほかに|短いやりとりが\d+回あった|の話も出た(?:し)?|私(?:から|は)|と(?:聞い|尋ねられ|頼まれ)(?:たこと(?:だ|で)|た|て)?|"
    r"と聞き|と答えた|と話しかけた|\d+|[、。])*"
    r"|(?:(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|"
    r"November|December|Again|[Ii]n the (?:night|morning|afternoon|evening)|[Aa]round noon|Later|After that|Then|we spoke|once|times?|"
    r"What stays with me most is|hearing|being asked(?: for this)?|I|heard|was asked(?: for this)?|and|answered|said|"
    r"Besides|there (?:was|were)|talk of|short exchanges?|\d+)\b|[\s,;:.])*"
)
"""All that may stand around what is quoted: times, numbers and who spoke."""


@dataclass
class ToldDays:
    """The days of some speakers, counted."""

    days: int = 0
    turns: int = 0
    shares: list[float] = field(default_factory=list)
    """Of each day: how many of its ten strongest turns are told."""
    stars: int = 0
    stars_told: int = 0
    sentences: int = 0
    unfounded: list[str] = field(default_factory=list)
    characters: list[int] = field(default_factory=list)
    talk: list[int] = field(default_factory=list)

    def figures(self) -> Figures:
        """Return what was counted."""
        return {
            "days": self.days,
            "turns": self.turns,
            "strongest_told": round(sum(self.shares) / max(1, len(self.shares)), 3),
            "strongest_told_worst_day": round(min(self.shares, default=1.0), 3),
            "days_below_70": sum(share < 0.7 for share in self.shares),
            "stars": self.stars,
            "stars_told": self.stars_told,
            "sentences": self.sentences,
            "unfounded": len(self.unfounded),
            "characters_median": int(median(self.characters or [0])),
            "characters_longest": max(self.characters, default=0),
            "too_long": sum(length > DAY_LENGTH.longest for length in self.characters),
            "shorter_than_800": sum(length < DAY_LENGTH.least for length in self.characters),
            "share_of_talk": round(sum(self.characters) / max(1, sum(self.talk)), 3),
        }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return the exit status: 1 when something was told that nobody said."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--data", type=Path, default=Path("../shared/data/japanese/omoide_ja_dev"))
    parser.add_argument("--corpus", type=Path, default=Path("corpus/test"))
    parser.add_argument(
        "--show", type=int, default=0, metavar="N", help="print so many days of each speaker; not for corpus/test"
    )
    chosen = parser.parse_args(arguments)
    for folder in (chosen.data, chosen.corpus):
        if not folder.is_dir():
            print(f"no folder {folder}; name the ones with conversation.json, and with speakers", file=sys.stderr)
            return 2
    if chosen.show and chosen.corpus.name == "test":
        print("corpus/test is for measuring only; --show goes with --corpus corpus/speakers", file=sys.stderr)
        return 2
    figures = measure(chosen.data, chosen.corpus, show=chosen.show)
    print(json.dumps(figures, indent=1, ensure_ascii=False) if chosen.json else _table(figures))
    return int(any(part["unfounded"] for part in figures.values()))


def measure(data: Path, corpus_dir: Path, *, show: int = 0, embedder: Embedder | None = None) -> Figures:
    """Return the figures of each set by its name."""
    speakers = corpus(corpus_dir)
    sets = {f"corpus.{language}": [each for each in speakers if each.language == language] for language in ("ja", "en")}
    sets["development_set.ja"] = [development_set(data)]
    return {name: told(some, show=show, embedder=embedder).figures() for name, some in sets.items() if some}


def told(speakers: Sequence[Speaker], *, show: int = 0, embedder: Embedder | None = None) -> ToldDays:
    """Live through the speakers' talk and count what their days tell."""
    counted = ToldDays()
    with scratch(embedder=embedder) as (home, clock):
        for speaker in speakers:
            mind, events, memories = lived(home, clock, speaker)
            clock.set(Moment(clock.now() + 2 * DAY_SECONDS))
            mind.episodes.update()
            turns = {events[turn.id]: turn for turn in speaker.turns}
            stars = {events[name] for name, memory in memories.items() if memory.emotional_arousal >= STAR}
            days = [each for each in mind.episodes.all(archived=True) if each.kind is EpisodeKind.DAY]
            for episode in days:
                count(counted, episode, of_day(turns, episode, speaker), stars=stars)
            for episode in days[:: max(1, len(days) // show)][:show] if show else ():
                print(f"— {speaker.name} {episode.span}\n{episode.summary}\n")
    for sentence in counted.unfounded:
        print(f"unfounded: {sentence}", file=sys.stderr)
    return counted


def of_day(turns: Mapping[EventId, LabelledTurn], episode: Episode, speaker: Speaker) -> dict[EventId, LabelledTurn]:
    """Return the turns of an episode's days."""
    tz = moment.zone(speaker.timezone)
    return {event_id: turn for event_id, turn in turns.items() if moment.day(turn.at, tz=tz) in episode.span}


def count(counted: ToldDays, episode: Episode, turns: Mapping[EventId, LabelledTurn], *, stars: set[EventId]) -> None:
    """Add one day to what was counted."""
    spoken = set(told_turns(episode, turns))
    strongest = sorted(turns, key=lambda event_id: -turns[event_id].label.intensity)[:STRONGEST]
    counted.days += 1
    counted.turns += len(turns)
    counted.shares.append(len(spoken.intersection(strongest)) / max(1, len(strongest)))
    counted.stars += len(stars & turns.keys())
    counted.stars_told += len(stars & spoken & turns.keys())
    counted.sentences += len(episode.text.sentences)
    counted.unfounded += [each.text for each in episode.text.sentences if not is_founded(each, turns)]
    counted.characters.append(len(episode.summary))
    counted.talk.append(sum(len(turn.user) + len(turn.assistant) for turn in turns.values()))


def told_turns(episode: Episode, turns: Mapping[EventId, LabelledTurn]) -> Iterator[EventId]:
    """Yield the turns whose words a sentence that names them repeats."""
    for event_id, turn in turns.items():
        said = plain(turn.user)
        least = min(LEAST_PIECE, len(said))
        mine = [each for each in episode.text.sentences if event_id in each.evidence]
        if any(len(piece) >= least and piece in said for each in mine for piece in pieces(each.text)):
            yield event_id


def is_founded(sentence: EpisodeSentence, turns: Mapping[EventId, LabelledTurn]) -> bool:
    """Tell whether a sentence rests on the turns it names."""
    if not sentence.evidence or not turns.keys() >= set(sentence.evidence):
        return False
    said = [plain(f"{turns[each].user}\n{turns[each].assistant}") for each in sentence.evidence]
    around = _AROUND.fullmatch(_QUOTE.sub("", sentence.text).strip())
    return around is not None and all(any(piece in each for each in said) for piece in pieces(sentence.text))


def pieces(sentence: str) -> list[str]:
    """Return what a sentence quotes, piece by piece, as `plain` leaves it."""
    quoted = (piece for quote in _QUOTE.findall(sentence) for piece in _GAP.split(quote))
    return [piece for each in quoted if (piece := plain(each))]


def plain(text: str) -> str:
    """Return a text without what quoting may change: marks of quotation, blanks, full stops."""
    return _CHANGED.sub("", unicodedata.normalize("NFKC", text))


def _table(figures: Figures) -> str:
    names = list(next(iter(figures.values())))
    lines = ["".join((f"{'':26}", *(f"{name:>20}" for name in figures)))]
    lines += ["".join((f"{name:26}", *(f"{part[name]:>20}" for part in figures.values()))) for name in names]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
