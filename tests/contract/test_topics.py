"""Topics: every point is looked at once, members stay, spaces never meet, and nothing is decided on an older state."""

from datetime import date

import numpy as np
import pytest
from numpy.typing import NDArray

from omoide.adapters.sql.memories.memories import SqlMemoryStore
from omoide.adapters.sql.topics.points import SqlTopicPoints
from omoide.adapters.sql.topics.topics import SqlTopicStore
from omoide.domain.feelings.emotion import Valence
from omoide.domain.memories.memory import Impression, Memory, MemoryId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.recall.passage import whole_piece
from omoide.domain.time.moment import Moment
from omoide.domain.topics.clustering import Centres, Joined, Sorted
from omoide.domain.topics.topic import OWNER, Topic, TopicId, TopicSentence
from omoide.errors import TopicNotFound
from omoide.ports.memories.store import NewMemory
from omoide.ports.topics.store import (
    PointsRead,
    TopicPlace,
    TopicPoints,
    TopicStep,
    TopicStore,
    TopicTelling,
    TopicTold,
)
from omoide.usecases.topics.update import numbered
from tests.contract.conftest import START, Stores

SPACE = EmbeddingSpace("hashing", 4, "one")
OTHER = EmbeddingSpace("hashing", 4, "two")
NEW = TopicId(-1)


@pytest.fixture
def topics(stores: Stores) -> SqlTopicStore:
    kept: TopicStore = SqlTopicStore(stores.database)
    telling: TopicTelling = SqlTopicStore(stores.database)
    assert isinstance(kept, SqlTopicStore)
    assert isinstance(telling, SqlTopicStore)
    return kept


@pytest.fixture
def points(stores: Stores) -> TopicPoints:
    return SqlTopicPoints(stores.database)


@pytest.fixture
def haru(stores: Stores) -> PersonaId:
    return stores.persona().id


def unit(axis: int) -> NDArray[np.float32]:
    vector = np.zeros(4, np.float32)
    vector[axis] = 1.0
    return vector


def remember(stores: Stores, persona_id: PersonaId, *texts: str, axis: int = 0) -> list[Memory]:
    store = SqlMemoryStore(stores.database)
    new = [
        NewMemory(
            Impression(text, "", 50, Valence.NEUTRAL, 50, (), "casual"),
            None,
            "",
            Moment(START + 86_400 * day),
            date(2026, 1, 1 + day),
            1.0,
            0.9,
            whole_piece(text),
            unit(axis),
        )
        for day, text in enumerate(texts)
    ]
    return store.add_all(persona_id, new, space=SPACE)


def step(read: PointsRead, *, tick: int, joined: dict[int, TopicId], born: tuple[TopicId, ...] = ()) -> TopicStep:
    """Return what brings all points that were read into topics as said, by their places from 1 on."""
    fresh = numbered(read, after=0)
    ids = tuple(dict.fromkeys(joined.values()))
    totals = np.stack(
        [np.sum([read.vectors[at - 1] for at, one in joined.items() if one == topic_id], axis=0) for topic_id in ids]
        or [np.zeros(4)]
    ).astype(np.float64)
    counts = np.array([list(joined.values()).count(topic_id) for topic_id in ids], np.int64)
    centres = Centres(ids, totals, counts, np.zeros((len(ids), 4)), np.zeros(len(ids), np.bool_))
    done = Sorted(tuple(Joined(at, topic_id, 0.9) for at, topic_id in joined.items()), born, centres, frozenset(ids))
    last = fresh.points[-1]
    return TopicStep(TopicPlace(last.passage_id, last.number, tick), fresh.points, done, START)


@pytest.fixture
def born(stores: Stores, points: TopicPoints, haru: PersonaId) -> TopicId:
    """A topic of three memories; a fourth one waits."""
    remember(stores, haru, "膝の手術", "膝の痛み", "膝の退院")
    remember(stores, haru, "雷", axis=2)
    read = points.fresh(haru, SPACE, after=0, limit=100)
    kept = points.keep(haru, SPACE, step(read, tick=0, joined={1: NEW, 2: NEW, 3: NEW}, born=(NEW,)))
    assert kept is not None
    return kept[NEW]


def test_points_are_looked_at_once_in_order(
    stores: Stores, points: TopicPoints, haru: PersonaId, born: TopicId
) -> None:
    place = points.place(haru)
    assert (place.number, place.tick) == (4, 1)
    assert points.fresh(haru, SPACE, after=place.passage_id, limit=100).points == ()
    assert points.fresh(haru, SPACE, after=0, limit=100).points == ()
    waiting = points.waiting(haru, SPACE, since=0)
    assert [point.number for point in waiting.points] == [4]
    assert np.array_equal(waiting.vectors, unit(2)[None])
    assert points.waiting(haru, SPACE, since=5).points == ()
    assert points.fresh(stores.persona("june").id, SPACE, after=0, limit=100).points == ()


def test_a_point_without_a_vector_in_the_space_holds_up_those_behind_it(
    stores: Stores, points: TopicPoints, haru: PersonaId
) -> None:
    remember(stores, haru, "一", "二")
    assert points.fresh(haru, OTHER, after=0, limit=100).points == ()
    assert len(points.fresh(haru, SPACE, after=0, limit=1).points) == 1


def test_a_topic_counts_its_members_and_tells_them(topics: SqlTopicStore, haru: PersonaId, born: TopicId) -> None:
    [topic] = topics.all(haru)
    assert (topic.id, topic.name, topic.facts.memories, topic.facts.size) == (born, "", 3, 3)
    assert (topic.facts.first_memory, topic.facts.last_memory) == (START, START + 2 * 86_400)
    assert [each.text for each in topics.members(haru, born)] == ["膝の退院", "膝の痛み", "膝の手術"]
    assert len(topics.members(haru, born, limit=1)) == 1


def test_what_was_decided_on_an_older_state_is_not_kept(
    stores: Stores, topics: SqlTopicStore, points: TopicPoints, haru: PersonaId, born: TopicId
) -> None:
    remember(stores, haru, "膝の傷")
    read = points.fresh(haru, SPACE, after=points.place(haru).passage_id, limit=10)
    late = step(read, tick=1, joined={1: born})
    topics.add(haru, Topic(TopicId(0), "料理", START, is_fixed=True, named_by=OWNER), numbers={})
    assert points.keep(haru, SPACE, late) is None
    assert [topic.facts.memories for topic in topics.all(haru)] == [3, 0]


def test_where_a_topic_lies_is_known_in_its_space_only_until_a_member_leaves(
    stores: Stores, points: TopicPoints, haru: PersonaId, born: TopicId, topics: SqlTopicStore
) -> None:
    [row] = points.centres(haru, SPACE)
    assert row.total is not None
    assert (row.count, list(row.total)) == (3, [3, 0, 0, 0])
    [elsewhere] = points.centres(haru, OTHER)
    assert elsewhere.total is None
    with stores.database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM memories WHERE id = 1")
    [changed] = points.centres(haru, SPACE)
    assert (changed.total, changed.count) == (None, 2)
    assert len(points.meanings(haru, born, SPACE)) == 2
    assert topics.all(haru)[0].facts.memories == 2


def test_a_name_and_summary_stand_while_every_memory_that_was_shown_belongs(
    topics: SqlTopicStore, haru: PersonaId, born: TopicId
) -> None:
    shown = tuple(each.memory_id for each in topics.members(haru, born))
    told = TopicTold("膝の手術と退院", (TopicSentence("手術があった。", shown[:1]),), "rules", shown, 3, START)
    assert topics.tell(haru, born, told)
    [topic] = topics.all(haru)
    assert (topic.name, topic.told, topic.told_of, topic.told_size) == ("膝の手術と退院", "手術があった。", shown, 3)
    assert dict(topics.belonging(haru, shown)) == dict.fromkeys(shown, born)
    gone = TopicTold("別の名", (), "rules", (*shown, MemoryId(99_999)), 3, START)
    assert not topics.tell(haru, born, gone)
    assert topics.all(haru)[0].name == "膝の手術と退院"


def test_an_owners_name_stays(topics: SqlTopicStore, haru: PersonaId, born: TopicId) -> None:
    [topic] = topics.all(haru)
    topics.change(haru, Topic(topic.id, "健太の膝", topic.created, named_by=OWNER))
    assert topics.tell(haru, born, TopicTold("別の名", (), "rules", (), 3, START))
    assert (topics.all(haru)[0].name, topics.all(haru)[0].named_by) == ("健太の膝", OWNER)


def test_members_move_all_or_some_and_an_empty_topic_goes(
    topics: SqlTopicStore, points: TopicPoints, haru: PersonaId, born: TopicId
) -> None:
    labels = [each.label for each in topics.members(haru, born)][:1]
    parted = topics.move(haru, born, Topic(TopicId(0), "退院", START, named_by=OWNER), labels=labels)
    assert [topic.facts.memories for topic in topics.all(haru)] == [2, 1]
    assert all(row.total is None for row in points.centres(haru, SPACE))
    [kept] = topics.all(haru, only=[born])
    assert topics.move(haru, parted.id, kept, labels=None).facts.memories == 3
    assert [topic.id for topic in topics.all(haru)] == [born]


def test_a_fixed_topic_takes_what_waits(
    topics: SqlTopicStore, points: TopicPoints, haru: PersonaId, born: TopicId
) -> None:
    fixed = Topic(TopicId(0), "天気", START, is_fixed=True, description="雷", named_by=OWNER)
    kept = topics.add(haru, fixed, numbers={4: 0.8, 1: 0.9})
    assert kept.facts.memories == 1  # the first belongs to another one, and stays there
    assert points.waiting(haru, SPACE, since=0).points == ()
    assert topics.all(haru)[0].facts.memories == 3


def test_nobody_reaches_another_personas_topics(
    stores: Stores, topics: SqlTopicStore, points: TopicPoints, haru: PersonaId, born: TopicId
) -> None:
    june = stores.persona("june").id
    assert topics.all(june) == []
    assert topics.members(june, born) == []
    assert points.centres(june, SPACE) == []
    [mine] = topics.all(haru)
    with pytest.raises(TopicNotFound):
        topics.change(june, mine)
    with pytest.raises(TopicNotFound):
        topics.move(june, born, mine, labels=None)
    assert topics.texts(june, limit=10) == []
    assert len(topics.texts(haru, limit=10)) == 4
