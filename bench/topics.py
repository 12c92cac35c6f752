"""What cosines mean for topics, and what topics nine months of talk make.

    python -m bench.topics calibrate [--speakers corpus/speakers] [--only odd|even] [--limit N] [--json]
    python -m bench.topics live [--speakers DIR --name ja-006 | --data FILE] [--names N] [--json]
    python -m bench.topics quality [--speakers corpus/speakers] [--only odd|even] [--limit N] [--json]

Talk is lived through the public API and digested by rules; a memory counts for what the corpus says of its turn.  Two memories of one
speaker are taken for related when their turns, of different sessions, name the same person, animal, place or thing that at most a
fifth of the turns name; memories of different speakers for unrelated.  `calibrate` prints, for the four bounds of
`omoide.domain.topics.calibration`, how many of either kind lie above some cosines.  `quality` sorts each speaker's memories and prints
how many pairs inside topics (of different sessions) are related, beside all pairs.  `live` prints the topics of one life and the time
that a day takes.  Choose on the odd speakers, report the even ones.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.labelled import Speaker, corpus, development_set
from omoide import Mind, Omoide, SimulatedClock, Turn
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.domain.topics.topic import MemberKind, TopicMember

Floats = NDArray[np.float64]
SHOWN = (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75)
MOST_NAMED = 0.2
"""Share of the turns that may name a thing for it to tell turns apart."""
PAIRS = 200_000


@dataclass(frozen=True)
class Lived:
    """The memories of one speaker: their vectors, and what their turns name."""

    language: str
    vectors: Floats
    said: Floats
    """Vectors of the user's own words: cues."""
    sessions: tuple[str, ...]
    entities: tuple[frozenset[str], ...]

    def groups(self) -> dict[str, list[int]]:
        """Return, for each thing that tells turns apart, the memories whose turns name it."""
        found: dict[str, list[int]] = {}
        for place, names in enumerate(self.entities):
            for name in names:
                found.setdefault(name, []).append(place)
        most = MOST_NAMED * len(self.entities)
        return {name: places for name, places in found.items() if 2 <= len(places) <= most}

    def related(self) -> set[tuple[int, int]]:
        """Return the pairs that name the same thing in different sessions."""
        return {
            (one, other)
            for places in self.groups().values()
            for one, other in combinations(places, 2)
            if self.sessions[one] != self.sessions[other]
        }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.topics", description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("calibrate", "live", "quality"))
    parser.add_argument("--speakers", type=Path, default=Path("corpus/speakers"), help="a folder of the corpus")
    parser.add_argument("--only", choices=("odd", "even"), default=None, help="every second speaker")
    parser.add_argument("--limit", type=int, default=None, help="at most this many speakers of each language")
    parser.add_argument("--name", default="", help="the one speaker to live")
    parser.add_argument("--data", type=Path, default=None, help="the folder of the Japanese development set")
    parser.add_argument("--names", type=int, default=10, help="how many topics are printed")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = parser.parse_args(arguments)
    told = {"calibrate": _calibrate, "live": _live, "quality": _quality}[chosen.what](chosen)
    sys.stdout.write(json.dumps(told, ensure_ascii=False, indent=None if chosen.json else 1) + "\n")
    return 0


def _chosen(chosen: argparse.Namespace) -> list[Speaker]:
    rest = {"odd": 1, "even": 0}.get(chosen.only)
    found = [each for each in corpus(chosen.speakers) if rest is None or int(each.name[-3:]) % 2 == rest]
    of = {language: [each for each in found if each.language == language] for language in ("ja", "en")}
    return [each for speakers in of.values() for each in speakers[: chosen.limit]]


def _calibrate(chosen: argparse.Namespace) -> dict[str, Any]:
    lives = [_remembered(speaker) for speaker in _chosen(chosen)]
    told: dict[str, Any] = {}
    for language in ("ja", "en", "both"):
        mine = [life for life in lives if language in (life.language, "both")]
        if mine:
            told[language] = {
                "speakers": len(mine),
                "near": _table(_related(mine), _unrelated(mine)),
                "join": _table(*_to_groups(mine, middle=False)),
                "recall": _table(*_to_groups(mine, middle=True)),
                "fixed": _table(*_to_names(mine)),
            }
    return told


def _table(related: Floats, unrelated: Floats) -> dict[str, Any]:
    shares = {f"{at:.2f}": [_above(related, at, 3), _above(unrelated, at, 5)] for at in SHOWN}
    quantiles = [round(float(np.quantile(related, at)), 3) for at in (0.1, 0.5, 0.9)]
    high = [round(float(np.quantile(unrelated, at)), 3) for at in (0.5, 0.9, 0.99, 0.999, 0.9999)]
    return {"pairs": [len(related), len(unrelated)], "above": shares, "related": quantiles, "unrelated": high}


def _above(values: Floats, bound: float, decimals: int) -> float:
    return round(float((values >= bound).mean()), decimals)


def _related(lives: Sequence[Lived]) -> Floats:
    return np.array([life.vectors[one] @ life.vectors[other] for life in lives for one, other in life.related()])


def _unrelated(lives: Sequence[Lived]) -> Floats:
    dice = np.random.default_rng(1)
    found = []
    for one, other in combinations(lives, 2):
        if one.language == other.language:
            count = max(50, PAIRS // max(1, len(lives) ** 2 // 4))
            left, right = dice.integers(len(one.vectors), size=count), dice.integers(len(other.vectors), size=count)
            found.append(np.einsum("ij,ij->i", one.vectors[left], other.vectors[right]))
    return np.concatenate(found)


def _to_groups(lives: Sequence[Lived], *, middle: bool) -> tuple[Floats, Floats]:
    """Return cosines of memories, or of what was said, with the others of their group, and with groups of other speakers."""
    groups = [
        (number, places) for number, life in enumerate(lives) for places in life.groups().values() if len(places) >= 4
    ]
    dice = np.random.default_rng(2)
    mine, theirs = [], []
    for number, places in groups:
        life = lives[number]
        for left_out in places:
            others = life.vectors[[place for place in places if place != left_out]]
            centre = others.sum(axis=0)
            centre = centre / (np.linalg.norm(centre) if middle else len(others))
            mine.append(float((life.said if middle else life.vectors)[left_out] @ centre))
            stranger = lives[int(dice.integers(len(lives)))]
            if stranger is not life and stranger.language == life.language:
                rows = dice.integers(len(stranger.vectors), size=40)
                theirs.extend(((stranger.said if middle else stranger.vectors)[rows] @ centre).tolist())
    return np.array(mine), np.array(theirs)


def _to_names(lives: Sequence[Lived]) -> tuple[Floats, Floats]:
    """Return cosines of what is named with memories that name it, and with memories of other speakers."""
    from omoide.adapters.embedders.builtin import BuiltinEmbedder

    embedder, dice = BuiltinEmbedder(), np.random.default_rng(3)
    mine, theirs = [], []
    for life in lives:
        groups = {name: places for name, places in life.groups().items() if len(places) >= 3}
        if not groups:
            continue
        anchors = embedder.embed(list(groups), role="query").astype(np.float64)
        for anchor, places in zip(anchors, groups.values(), strict=True):
            mine.extend((life.vectors[places] @ anchor).tolist())
            stranger = lives[int(dice.integers(len(lives)))]
            if stranger is not life and stranger.language == life.language:
                theirs.extend((stranger.vectors @ anchor).tolist())
    return np.array(mine), np.array(theirs)


def _quality(chosen: argparse.Namespace) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for speaker in _chosen(chosen):
        with _mind(speaker) as (mind, events):
            mind.topics.update()
            told[speaker.name] = _purity(mind, speaker, events)
    for language in ("ja", "en"):
        mine = [row for name, row in told.items() if name.startswith(language)]
        if mine:
            means = ("topics", "memories", "in_topics", "related_anywhere")
            pairs = sum(row["pairs_inside"] for row in mine)
            told[language] = {
                **{key: round(statistics.fmean(row[key] for row in mine), 3) for key in means},
                "pairs_inside": pairs,
                "related_inside": round(sum(row["related_pairs"] for row in mine) / max(1, pairs), 3),
            }
    return told


def _purity(mind: Mind, speaker: Speaker, events: dict[int, int]) -> dict[str, float]:
    known = _lived(mind, speaker, events)
    place_of = {number: place for place, number in enumerate(_memory_ids(mind))}
    related = known.related()
    named = [place for place, names in enumerate(known.entities) if names]
    every = [(a, b) for a, b in combinations(named, 2) if known.sessions[a] != known.sessions[b]]
    inside = [
        pair
        for topic in mind.topics.list()
        for pair in combinations(sorted(place_of[each] for each in _memories(mind.topics.members(topic.id))), 2)
        if known.sessions[pair[0]] != known.sessions[pair[1]] and known.entities[pair[0]] and known.entities[pair[1]]
    ]
    topics = mind.topics.list()
    count = len(known.sessions)
    return {
        "topics": len(topics),
        "memories": count,
        "in_topics": round(sum(topic.facts.memories for topic in topics) / max(1, count), 3),
        "pairs_inside": len(inside),
        "related_pairs": sum(pair in related for pair in inside),
        "related_anywhere": round(sum(pair in related for pair in every) / max(1, len(every)), 3),
        "largest": max((topic.facts.memories for topic in topics), default=0),
    }


def _memories(members: Sequence[TopicMember]) -> list[int]:
    return [member.item_id for member in members if member.kind is MemberKind.MEMORY]


def _live(chosen: argparse.Namespace) -> dict[str, Any]:
    if chosen.data is not None:
        speaker = development_set(chosen.data)
    else:
        [speaker] = [each for each in corpus(chosen.speakers) if each.name == chosen.name]
    spent, told = list[float](), dict[str, Any]()
    with tempfile.TemporaryDirectory() as folder:
        for mind in _day_by_day(speaker, Path(folder)):
            started = time.process_time()
            mind.topics.update()
            spent.append(time.process_time() - started)
            told = _told(mind, chosen.names)
    return {
        "days": len(spent),
        "ms_a_day": round(1000 * statistics.fmean(spent), 1),
        "ms_at_most": round(1000 * max(spent), 1),
        **told,
    }


def _told(mind: Mind, most: int) -> dict[str, Any]:
    topics = mind.topics.list()
    return {
        "topics": len(topics),
        "members": sum(topic.facts.size for topic in topics),
        "memories_in_topics": sum(topic.facts.memories for topic in topics),
        "memories": len(_memory_ids(mind)),
        "largest": [
            [topic.name, topic.facts.memories, topic.facts.episodes, str(topic.span(tz=mind.persona.tz)), topic.told]
            for topic in topics[:most]
        ],
    }


def _day_by_day(speaker: Speaker, folder: Path) -> Iterator[Mind]:
    """Live the talk: after each day with talk come its night, the telling of the day, and whoever is given the mind."""
    tz = moment.zone(speaker.timezone)
    days = {moment.day(turn.at, tz=tz): None for turn in speaker.turns}
    clock = SimulatedClock(speaker.turns[0].at)
    with Omoide.open(folder, clock=clock, beside="nowhere") as omoide:
        omoide.add_persona("bench", language=speaker.language, timezone=speaker.timezone)
        mind = omoide.mind("bench")
        for day in days:
            mine = [turn for turn in speaker.turns if moment.day(turn.at, tz=tz) == day]
            clock.set(Moment(mine[-1].at + 60))
            mind.observe_many([(Turn(turn.user, turn.assistant, session_id=turn.session), turn.at) for turn in mine])
            clock.set(Moment(moment.start_of(day, tz=tz) + DAY_SECONDS + 5 * 3_600))
            mind.digest()
            mind.memories.sleep()
            mind.episodes.update()
            mind.episodes.compress()
            mind.catch_up()
            yield mind


class _mind:  # noqa: N801 - a context
    """The mind of one speaker, everything observed and digested."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self._folder = tempfile.TemporaryDirectory()
        clock = SimulatedClock(Moment(speaker.turns[-1].at + 60))
        self._omoide = Omoide.open(self._folder.name, clock=clock, beside="nowhere")

    def __enter__(self) -> tuple[Mind, dict[int, int]]:
        speaker = self._speaker
        self._omoide.add_persona("bench", language=speaker.language, timezone=speaker.timezone)
        mind = self._omoide.mind("bench")
        said = [(Turn(turn.user, turn.assistant, session_id=turn.session), turn.at) for turn in speaker.turns]
        events = {int(event.id): place for place, event in enumerate(mind.observe_many(said))}
        mind.digest()
        return mind, events

    def __exit__(self, *_: object) -> None:
        self._omoide.close()
        self._folder.cleanup()


def _memory_ids(mind: Mind) -> list[int]:
    return [int(memory.id) for memory in mind.memories.all()]


def _remembered(speaker: Speaker) -> Lived:
    with _mind(speaker) as (mind, events):
        return _lived(mind, speaker, events)


def _lived(mind: Mind, speaker: Speaker, events: dict[int, int]) -> Lived:
    home = mind._home  # noqa: SLF001 - vectors are nobody's business but a measurement's
    read = home.topics.points.fresh(mind.persona.id, home.embedder.space, after=0, limit=100_000)
    memories = {int(memory.id): memory for memory in mind.memories.all()}
    if not read.points:  # already looked at
        read = home.topics.points.waiting(mind.persona.id, home.embedder.space, since=0)
    vectors = {
        point.item_id: vector
        for point, vector in zip(read.points, read.vectors.astype(np.float64), strict=True)
        if point.kind is MemberKind.MEMORY
    }
    turns = [speaker.turns[events[int(memory.event_id or 0)]] for memory in memories.values()]
    zero = np.zeros(home.embedder.space.dims)
    return Lived(
        speaker.language,
        np.stack([vectors.get(number, zero) for number in memories]),
        home.embedder.embed([turn.user for turn in turns], role="query").astype(np.float64),
        tuple(turn.session for turn in turns),
        tuple(frozenset(name.lower() for name in turn.entities) for turn in turns),
    )


if __name__ == "__main__":
    sys.exit(main())
