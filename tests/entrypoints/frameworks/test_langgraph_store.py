"""A LangGraph store with one persona, held against LangGraph's own."""

from typing import Any, TypedDict

import anyio
import pytest
from langgraph.graph import END, START, StateGraph
from langgraph.store.base import BaseStore, InvalidNamespaceError
from langgraph.store.memory import InMemoryStore

from omoide import Mind
from omoide.entrypoints.frameworks.langgraph import SPACE, MindStore
from omoide.errors import InvalidInput


def filled(store: BaseStore) -> BaseStore:
    store.put(("users", "haru"), "cat", {"text": "猫の名前はモモ", "kind": "pet", "age": 3})
    store.put(("users", "haru"), "tea", {"text": "紅茶が好き", "kind": "taste", "age": 1})
    store.put(("users", "aki"), "dog", {"text": "犬の名前はポチ", "kind": "pet", "age": 7, "at": {"city": "松山"}})
    store.put(("docs", "v1"), "readme", {"text": "読んでください", "tags": ["a", "b"]})
    return store


ASKED: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("users",), {}),
    (("users", "haru"), {"filter": {"kind": "pet"}}),
    (("users",), {"filter": {"age": {"$gte": 3}}}),
    (("users",), {"filter": {"age": {"$lt": 7, "$ne": 1}}}),
    (("users",), {"filter": {"at": {"city": "松山"}}}),
    (("nobody",), {}),
    (("users",), {"limit": 1, "offset": 5}),
]
LISTED: list[dict[str, Any]] = [
    {},
    {"prefix": ("users",)},
    {"suffix": ("v1",)},
    {"prefix": ("users", "*")},
    {"max_depth": 1},
    {"limit": 1, "offset": 1},
]


def test_it_answers_as_langgraphs_own_store_does(mind: Mind) -> None:
    ours, theirs = filled(MindStore(mind)), filled(InMemoryStore())
    for prefix, given in ASKED:
        found = [
            sorted((each.key, each.namespace, str(each.value)) for each in store.search(prefix, **given))
            for store in (ours, theirs)
        ]
        assert found[0] == found[1], (prefix, given)
    for given in LISTED:
        assert sorted(ours.list_namespaces(**given)) == sorted(theirs.list_namespaces(**given)), given
    for key in ("cat", "nobody"):
        mine, own = ours.get(("users", "haru"), key), theirs.get(("users", "haru"), key)
        assert (mine and mine.value) == (own and own.value)
    with pytest.raises(InvalidNamespaceError):
        ours.put(("a.b",), "x", {})
    with pytest.raises(InvalidInput):
        ours.search((), filter={"age": {"$about": 3}})
    with pytest.raises(InvalidInput):
        ours.put(("a",), "x", {"at": object()})


def test_an_item_is_found_by_meaning_changed_and_taken_away(mind: Mind) -> None:
    store = filled(MindStore(mind))
    best = store.search(("users",), query="猫の名前はモモ")[0]
    assert best.key == "cat"
    assert best.score == pytest.approx(1.0, abs=0.2)
    made = store.get(("users", "haru"), "cat")
    store.put(("users", "haru"), "cat", {"text": "猫の名前はモカ"})
    after = store.get(("users", "haru"), "cat")
    assert made is not None
    assert after is not None
    assert (after.value, after.created_at) == ({"text": "猫の名前はモカ"}, made.created_at)
    store.delete(("users", "haru"), "cat")
    assert store.get(("users", "haru"), "cat") is None
    assert [each.key for each in MindStore(mind).search(("users", "haru"))] == ["tea"]


def test_keys_may_be_anything_that_can_be_shown_and_secrets_are_masked(mind: Mind) -> None:
    store = MindStore(mind)
    for key in ("../../etc/passwd", "日本語 キー", 'a"b', "a/b"):
        store.put(("x",), key, {"v": key})
        assert store.get(("x",), key).value == {"v": key}  # type: ignore[union-attr]
    store.put(("x",), "secret", {"password": "hunter2hunter2", "text": "my password is hunter2hunter2", "n": 1})
    assert "hunter2hunter2" not in str([each.text for each in mind.files.all(under=SPACE)])
    assert store.get(("x",), "secret") is not None


class Counted(TypedDict):
    said: str
    found: list[str]


def test_a_graph_remembers_from_run_to_run(mind: Mind) -> None:
    def remember(state: Counted, *, store: BaseStore) -> dict[str, Any]:
        found = [str(each.value["said"]) for each in store.search(("talk",), query=state["said"])]
        store.put(("talk",), f"k{len(found)}", {"said": state["said"]})
        return {"found": found}

    graph = StateGraph(Counted)
    graph.add_node("remember", remember)
    graph.add_edge(START, "remember")
    graph.add_edge("remember", END)
    ran = graph.compile(store=MindStore(mind))
    assert ran.invoke({"said": "猫が好き", "found": []})["found"] == []
    again = graph.compile(store=MindStore(mind))

    async def run() -> list[str]:
        return list((await again.ainvoke({"said": "猫は？", "found": []}))["found"])

    assert anyio.run(run) == ["猫が好き"]
