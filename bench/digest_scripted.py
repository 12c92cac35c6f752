"""A scripted model over a labelled conversation: twenty plans, then the end state, the history and questions about then.

    python -m bench.digest_scripted --data ../shared/data/japanese/omoide_ja_dev [--json]

The plans are made by hand for twenty turns: which fact of the gold each of them tells, and which earlier one it ends.  The
words and dates come from the gold at run time; nothing of it is kept here.
"""

import argparse
import itertools
import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.digest_gold import TOKYO, Gold, load
from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.embedders.hashing import HashingEmbedder
from omoide.adapters.thinkers.scripted import ScriptedThinker
from omoide.domain.events.event import Turn
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment

CHAINS = {
    "flat": ("F009", "F010"),
    "job": ("F006", "F007"),
    "cat's food": ("F050", "F051", "F052"),
    "cat's weight": ("F057", "F058", "F059"),
    "way to work": ("F013", "F014", "F015", "F016"),
    "phone": ("F017", "F018"),
    "cello lesson": ("F028", "F029"),
    "sister's job": ("F061", "F062"),
}
"""Twenty facts of the gold, each chain in the order in which one follows the other."""
INSTANTS = (
    "2025-01-31",
    "2025-03-15",
    "2025-06-10",
    "2025-06-30",
    "2025-07-10",
    "2025-07-20",
    "2025-08-15",
    "2025-10-26",
)


@dataclass(frozen=True, slots=True)
class Told:
    """A fact, when it was told, and what it ends."""

    id: str
    body: str
    about: str
    turn: str
    at: Moment
    since: Moment | None
    ends: str | None

    @property
    def begins(self) -> Moment:
        """Return when it became true, as far as that was said."""
        return self.at if self.since is None else self.since


def main() -> None:
    """Run the script and hold the answers against the gold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measured(load(given.data), Path(folder))
    print(
        json.dumps(figures, ensure_ascii=False, indent=2)
        if given.json
        else "\n".join(f"{k}: {v}" for k, v in figures.items())
    )


def measured(gold: Gold, folder: Path) -> dict[str, object]:
    """Digest with the script; return how many answers are as expected."""
    facts = told(gold)
    plans: dict[str, list[Told]] = {}
    for fact in facts.values():
        plans.setdefault(fact.turn, []).append(fact)
    turn_of: dict[int, str] = {}
    thinker = ScriptedThinker(
        {
            "write_plan": [lambda ask: _plan(ask, plans, facts, turn_of)],
            "appraise_turn": [lambda ask: {"emotional_intensity": 40, "trigger": ask.turn.user, "content": "…"}],  # type: ignore[attr-defined]
        }
    )
    with Omoide.open(
        folder, clock=SimulatedClock(gold.end), embedder=HashingEmbedder(), thinker=thinker, beside="nowhere"
    ) as home:
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        mind = home.mind("haru")
        turns = [(Turn(user=t.user, assistant=t.assistant, session_id=t.session), t.at) for t in gold.turns]
        for event, turn in zip(mind.observe_many(turns), gold.turns, strict=True):
            turn_of[int(event.id)] = turn.id
        report = mind.digest()
        return {
            "plans": len(facts),
            "digested": report.applied,
            "refused": {turn_of[int(event)]: why for event, why in report.reasons.items()},
            "end state as expected": _bodies(mind) == expected(facts, gold.end),
            "as_of": {day: _bodies(mind, as_of=day) == expected(facts, _at(day)) for day in INSTANTS},
            "valid_at": {
                day: _bodies(mind, valid_at=day) == expected(facts, _at(day), known=gold.end) for day in INSTANTS
            },
            "histories as expected": _histories(mind, facts, turn_of),
        }


def told(gold: Gold) -> dict[str, Told]:
    """Return the chosen facts in the order in which they were told."""
    by_id = {fact["id"]: fact for fact in gold.profile["facts"]}
    when = {turn.id: turn.at for turn in gold.turns}
    ends = {later: earlier for chain in CHAINS.values() for earlier, later in itertools.pairwise(chain)}
    found = {}
    for name in (one for chain in CHAINS.values() for one in chain):
        fact = by_id[name]
        turn = min(fact["evidence"], key=lambda one: when[one])
        about = "user" if fact["subject"] == gold.user else fact["subject"]
        since = _at(fact["valid_from"]) if name in ends and fact["valid_from"] else None
        body = f"{fact['subject']}の{fact['attribute']}は{fact['value']}。"
        found[name] = Told(name, body, about, turn, when[turn], since, ends.get(name))
    return dict(sorted(found.items(), key=lambda item: item[1].at))


def expected(facts: dict[str, Told], at: Moment, *, known: Moment | None = None) -> set[str]:
    """Return what must be believed: told by `known` (else `at`), begun by `at`, and not yet ended."""
    heard = [fact for fact in facts.values() if fact.at <= (at if known is None else known)]
    ended = {fact.ends: fact.begins for fact in heard if fact.ends}
    return {
        fact.body
        for fact in heard
        if (fact.ends is None or fact.begins <= at) and (fact.id not in ended or at < ended[fact.id])
    }


def _plan(ask: Any, plans: dict[str, list[Told]], facts: dict[str, Told], turn_of: dict[int, str]) -> dict[str, object]:
    updates: list[dict[str, object]] = []
    for fact in plans.get(turn_of[int(ask.shown.event.id)], []):
        begins = moment.iso_for_model(fact.begins, tz=TOKYO)
        said = {
            "confidence": 0.9,
            "evidence_event_ids": [ask.number],
            "reason": "あなたが話してくれたから。",
            "kind": "fact",
        }
        if fact.ends is not None:
            old = facts[fact.ends].body
            [number] = [ask.state_number(state.id) for state in ask.states if state.body == old]
            updates.append({**said, "op": "close", "state_id": number, "body_text": old, "valid_to_ts": begins})
        since = begins if fact.ends is not None else None
        payload = {"about": fact.about, "said_by": "user"}
        updates.append({**said, "op": "upsert", "body_text": fact.body, "payload": payload, "valid_from_ts": since})
    return {"state_updates": updates}


def _bodies(mind: Mind, **when: str) -> set[str]:
    return {state.body for state in mind.beliefs.all(**when)}  # type: ignore[arg-type]


def _histories(mind: Mind, facts: dict[str, Told], turn_of: dict[int, str]) -> str:
    by_body = {state.body: state for state in mind.beliefs.all(ended=True)}
    followed_by = {fact.ends: fact for fact in facts.values() if fact.ends}
    right = 0
    for fact in facts.values():
        steps = mind.beliefs.history(by_body[fact.body].id) if fact.body in by_body else []
        turns = [turn_of[int(event)] for step in steps for event in step.change.evidence]
        follower = followed_by.get(fact.id)
        right += turns == [fact.turn, *([follower.turn] if follower else [])]
    return f"{right} of {len(facts)}"


def _at(day: str) -> Moment:
    return moment.parse(day, tz=TOKYO)


if __name__ == "__main__":
    main()
