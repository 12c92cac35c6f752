"""What the store of documents promises, on every backend."""

from sqlalchemy import func, select

from omoide.adapters.sql.knowledge.chunks import SqlChunkReading
from omoide.adapters.sql.knowledge.documents import SqlDocumentLoading, SqlDocumentStore
from omoide.adapters.sql.knowledge.tables import document_chunks, documents
from omoide.adapters.sql.tables import passages
from omoide.domain.knowledge.chunking import NewChunk
from omoide.domain.knowledge.document import (
    ChunkId,
    DocumentFacts,
    DocumentFormat,
    DocumentPlace,
    KnowledgeDocument,
    KnownPathKind,
    PlaceUnit,
)
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import PassageKind
from omoide.domain.time.moment import Moment
from omoide.ports.knowledge.store import ChunkReading, DocumentFile, DocumentLoading, DocumentStore
from tests.contract.conftest import START, Stores


def store(stores: Stores) -> DocumentStore:
    return SqlDocumentStore(stores.database)


def loading(stores: Stores) -> DocumentLoading:
    return SqlDocumentLoading(stores.database)


def reading(stores: Stores) -> ChunkReading:
    return SqlChunkReading(stores.database)


def file(path: str = "/d/a.txt", content: str = "h1") -> DocumentFile:
    return DocumentFile(path, DocumentFormat.TEXT, 10, content)


def chunk(text: str, line: int = 1, heading: str = "") -> NewChunk:
    return NewChunk(text, DocumentPlace(PlaceUnit.LINE, line, line, heading))


def load(
    stores: Stores, haru: PersonaId, *texts: str, path: str = "/d/a.txt", content: str = "h1"
) -> KnowledgeDocument:
    begun = loading(stores).begin(haru, file(path, content), at=START)
    loading(stores).put(haru, begun, [chunk(text) for text in texts], at=START)
    facts = DocumentFacts(characters=9, chunks=len(texts), title="t", encoding="utf-8", pages=None)
    return loading(stores).finish(haru, begun, file(path, content), facts, at=START)


def texts_found(stores: Stores, haru: PersonaId, token: str) -> set[str]:
    ids = stores.texts.postings(haru, [token], kind=PassageKind.DOCUMENT).ids
    numbers = [ChunkId(int(number)) for number in ids[token]] if token in ids else []
    return {each.text for each in reading(stores).found(haru, numbers).values()}


def rows(stores: Stores) -> tuple[int, int, int]:
    with stores.database.reading() as connection:
        counts = [
            int(connection.execute(select(func.count()).select_from(table)).scalar_one())
            for table in (documents, document_chunks, passages)
        ]
    return counts[0], counts[1], counts[2]


def test_a_document_is_found_when_all_of_it_was_put_and_not_before(stores: Stores) -> None:
    haru = stores.persona().id
    begun = loading(stores).begin(haru, file(), at=START)
    loading(stores).put(haru, begun, [chunk("red apple", 1, "Fruit")], at=START)
    loading(stores).put(haru, begun, [chunk("green apple", 2)], at=START)
    assert store(stores).all(haru) == []
    assert store(stores).at(haru, "/d/a.txt") is None
    assert texts_found(stores, haru, "appl") == set()
    facts = DocumentFacts(characters=20, chunks=2, title="t", encoding="utf-8", pages=3, left_out=1)
    known = loading(stores).finish(haru, begun, file(), facts, at=Moment(START + 5))
    assert known.facts == facts
    assert (known.path, known.hash, known.added, known.changed) == ("/d/a.txt", "h1", START, START + 5)
    assert store(stores).all(haru) == [known] == [store(stores).at(haru, "/d/a.txt")]
    assert texts_found(stores, haru, "appl") == {"red apple", "green apple"}
    assert texts_found(stores, haru, "fruit") == {"red apple"}
    [found] = list(reading(stores).found(haru, [ChunkId(1)]).values())
    assert (found.place, found.document) == (DocumentPlace(PlaceUnit.LINE, 1, 1, "Fruit"), known)


def test_a_changed_document_is_replaced_in_one_step_and_swept(stores: Stores) -> None:
    haru = stores.persona().id
    before = load(stores, haru, "old apple", "old pear")
    begun = loading(stores).begin(haru, file(content="h2"), at=START)
    loading(stores).put(haru, begun, [chunk("new apple")], at=START)
    assert texts_found(stores, haru, "appl") == {"old apple"}
    after = loading(stores).finish(haru, begun, file(content="h2"), DocumentFacts(chunks=1), at=Moment(START + 9))
    assert (after.id, after.hash, after.added) == (before.id, "h2", before.added)
    assert texts_found(stores, haru, "appl") == {"new apple"}
    assert texts_found(stores, haru, "old") == set()
    while loading(stores).sweep(haru, most=1):
        pass
    assert rows(stores) == (1, 1, 1)
    assert stores.texts.is_sound()


def test_what_was_broken_off_leaves_the_document_as_it_was(stores: Stores) -> None:
    haru = stores.persona().id
    known = load(stores, haru, "old apple")
    begun = loading(stores).begin(haru, file(content="h2"), at=START)
    loading(stores).put(haru, begun, [chunk("half an apple")], at=START)
    other = loading(stores).begin(haru, file("/d/never.txt"), at=START)
    loading(stores).put(haru, other, [chunk("half an apple")], at=START)
    while loading(stores).sweep(haru, most=100):
        pass
    assert store(stores).all(haru) == [known]
    assert texts_found(stores, haru, "appl") == {"old apple"}
    assert rows(stores) == (1, 1, 1)
    assert load(stores, haru, "newer apple", content="h3").hash == "h3"


def test_a_short_document_is_put_in_one_step(stores: Stores) -> None:
    haru = stores.persona().id
    facts = DocumentFacts(characters=5, chunks=1)
    first = loading(stores).keep(haru, file(), facts, [chunk("red apple")], at=START)
    assert store(stores).all(haru) == [first]
    second = loading(stores).keep(haru, file(content="h2"), facts, [chunk("green apple")], at=START)
    assert (second.id, second.hash) == (first.id, "h2")
    assert texts_found(stores, haru, "appl") == {"green apple"}
    empty = loading(stores).keep(haru, file("/d/empty.txt"), DocumentFacts(), [], at=START)
    assert store(stores).all(haru) == [second, empty]


def test_a_dropped_document_is_known_no_more_and_may_come_back(stores: Stores) -> None:
    haru = stores.persona().id
    known, other = load(stores, haru, "red apple"), load(stores, haru, "pear", path="/d/b.txt")
    loading(stores).drop(haru, [known.id])
    assert store(stores).all(haru) == [other]
    assert texts_found(stores, haru, "appl") == set()
    again = load(stores, haru, "red apple")
    assert texts_found(stores, haru, "appl") == {"red apple"}
    loading(stores).drop(haru, [again.id, other.id])
    while loading(stores).sweep(haru, most=100):
        pass
    assert rows(stores) == (0, 0, 0)


def test_documents_of_one_persona_are_not_anothers(stores: Stores) -> None:
    haru, natsu = stores.persona().id, stores.persona("natsu").id
    known = load(stores, haru, "red apple")
    assert store(stores).all(natsu) == []
    assert texts_found(stores, natsu, "appl") == set()
    assert reading(stores).found(natsu, [ChunkId(1)]) == {}
    loading(stores).drop(natsu, [known.id])
    store(stores).set_missing(natsu, [known.id], at=START)
    while loading(stores).sweep(natsu, most=100):
        pass
    assert store(stores).all(haru) == [known]
    assert (reading(stores).count(haru), reading(stores).count(natsu)) == (1, 0)


def test_a_file_may_be_missing_and_come_back(stores: Stores) -> None:
    haru = stores.persona().id
    known = load(stores, haru, "red apple")
    store(stores).set_missing(haru, [known.id], at=START)
    assert store(stores).all(haru)[0].missing_since == START
    store(stores).set_missing(haru, [known.id], at=None)
    assert store(stores).all(haru) == [known]


def test_folders_and_what_is_left_out_of_them_are_remembered(stores: Stores) -> None:
    haru, kept = stores.persona().id, store(stores)
    kept.add_sources(haru, ["/b", "/a"], kind=KnownPathKind.FOLDER, at=START)
    kept.add_sources(haru, ["/a/x.txt"], kind=KnownPathKind.LEFT_OUT, at=START)
    kept.add_sources(haru, ["/a"], kind=KnownPathKind.FOLDER, at=START)
    assert kept.sources(haru, KnownPathKind.FOLDER) == ["/a", "/b"]
    assert kept.sources(haru, KnownPathKind.LEFT_OUT) == ["/a/x.txt"]
    kept.drop_sources(haru, ["/a", "/a/x.txt", "/unknown"])
    assert kept.sources(haru, KnownPathKind.FOLDER) == ["/b"]
    assert kept.sources(haru, KnownPathKind.LEFT_OUT) == []


def test_words_of_documents_are_of_their_own_kind(stores: Stores) -> None:
    haru = stores.persona().id
    load(stores, haru, "red apple")
    for kind in (PassageKind.EVENT, PassageKind.MEMORY, PassageKind.EPISODE):
        assert stores.texts.postings(haru, ["appl"], kind=kind).frequencies == {}
