# ruff: noqa: A005  (run as bench.time, never imported as time)
"""How well times are understood: `python -m bench.time --json [--data-dir ../shared/data]`.

Two measures.  First the case files of Recognizers-Text (Japanese and English): each case is a text, a reference time and
the expressions in it with every reading that is allowed.  An expression is *found* when one of ours of the same type
overlaps it.  It is *exact* when our start and end are those of an allowed reading, and *right* when each bound is either
edge of the unit it names: the files let `from March to May` end on 1 May and `after 2018` start in 2019, we count
the units named in.  Expressions the files leave unresolved (seasons, habits) count as found or not, never as right.
A case with no expression counts as a false alarm when we find one.

Second the gold of the Japanese development set: the time a turn is about, to the day, and the stage of life.

Third how long a cue is read for the periods it names, over the questions of both retrieval sets: every recall waits for it.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from bench.conversations import read
from omoide.domain.text.language import Language
from omoide.domain.time import moment, period
from omoide.domain.time.moment import Moment
from omoide.domain.time.timeline import AboutTime, Expression, LifeStage, about_time, expressions

UTC, TOKYO = ZoneInfo("UTC"), ZoneInfo("Asia/Tokyo")
BIRTH_YEAR = 1992
"""Of the user of the development set, as its profile says."""
DATED = ("date", "daterange")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--data-dir", type=Path, default=Path("../shared/data"))
    parser.add_argument("--wrong", choices=["ja", "en", "dev", "stage"], help="list what is not right")
    args = parser.parse_args()
    result = {language.value: recognizers(args.data_dir, language, wrong=args.wrong) for language in Language}
    result["dev"] = development(args.data_dir, wrong=args.wrong)
    result["cues"] = cues(args.data_dir)
    if args.json:
        print(json.dumps(result, ensure_ascii=False, indent=1))
    elif not args.wrong:
        show(result)


def show(result: dict[str, Any]) -> None:
    """Print the figures as a table."""
    for language in ("ja", "en"):
        print(f"{language}: {'type':15} {'n':>5} {'found':>6} {'exact':>6} {'right':>6}")
        for kind, row in result[language]["by_type"].items():
            print(f"    {kind:15} {row['n']:5} {row['found']:6.2f} {row['exact']:6.2f} {row['right']:6.2f}")
        print(f"    false alarms {result[language]['false_alarms']}, {result[language]['ms_per_text']} ms a text")
    print("dev:", json.dumps(result["dev"], ensure_ascii=False))
    print("cues:", json.dumps(result["cues"], ensure_ascii=False))


def cues(data_dir: Path) -> dict[str, Any]:
    """Return how many milliseconds it takes to read the periods of a question, and how many questions name one."""
    paths = (data_dir / "locomo_retrieval.json", data_dir / "japanese" / "omoide_ja_dev_retrieval.json")
    questions = [question.text for path in paths for each in read(path) for question in each.questions]
    named = [bool(_periods_ms(text)[0]) for text in questions]  # patterns are compiled here, once
    ordered = sorted(min(_periods_ms(text)[1] for _ in range(3)) for text in questions)
    quantiles = {name: round(ordered[int(at * (len(ordered) - 1))], 3) for name, at in (("p50", 0.5), ("p99", 0.99))}
    return {"n": len(questions), "naming_a_period": sum(named), "ms": quantiles}


def _periods_ms(text: str) -> tuple[list[period.Period], float]:
    began = time.process_time()
    found = period.named_periods(text, now=moment.parse("2025-10-28T12:00", tz=TOKYO), tz=TOKYO)
    return found, 1000 * (time.process_time() - began)


def recognizers(data_dir: Path, language: Language, *, wrong: str | None) -> dict[str, Any]:
    """Return the figures by type on the case file of a language."""
    path = data_dir / "time" / f"{language.value}_DateTimeModel.json"
    cases = json.loads(path.read_text(encoding="utf-8-sig"))
    seen, found, exact, right, scored = (Counter[str]() for _ in range(5))
    alarms, quiet, spent_s = 0, 0, 0.0
    for case in cases:
        now = _reference(case)
        began = time.process_time()
        ours = expressions(case["Input"], now=now, tz=UTC, language=language)
        spent_s += time.process_time() - began
        if not case["Results"]:
            quiet += 1
            alarms += bool(ours)
        for gold in case["Results"]:
            if "TypeName" not in gold:
                continue
            kind = gold["TypeName"].removeprefix("datetimeV2.")
            match = _same_place(gold, ours, kind)
            seen[kind] += 1
            found[kind] += match is not None
            readings = list(_readings(gold))
            if not readings:
                continue
            scored[kind] += 1
            exact[kind] += match is not None and any(_fits(match, each, now, exactly=True) for each in readings)
            good = match is not None and any(_fits(match, each, now, exactly=False) for each in readings)
            right[kind] += good
            if wrong == language.value and not good and kind in DATED:
                print(case.get("Context", {}).get("ReferenceDateTime"), "|", case["Input"][:90], "|", gold["Text"], readings[:2], "|",
                      [(each.text, each.kind.value, _text(each.start), _text(each.end)) for each in ours])  # fmt: skip
    return {
        "by_type": {
            kind: {
                "n": seen[kind], "resolved_n": scored[kind], "found": _share(found[kind], seen[kind]),
                "exact": _share(exact[kind], scored[kind]), "right": _share(right[kind], scored[kind]),
            }
            for kind in [*sorted(seen)]
        } | {"date+daterange": {
            "n": sum(seen[kind] for kind in DATED), "resolved_n": sum(scored[kind] for kind in DATED),
            "found": _share(sum(found[kind] for kind in DATED), sum(seen[kind] for kind in DATED)),
            "exact": _share(sum(exact[kind] for kind in DATED), sum(scored[kind] for kind in DATED)),
            "right": _share(sum(right[kind] for kind in DATED), sum(scored[kind] for kind in DATED)),
        }},
        "false_alarms": f"{alarms}/{quiet}",
        "ms_per_text": round(1000 * spent_s / len(cases), 3),
    }  # fmt: skip


def _reference(case: dict[str, Any]) -> Moment:
    return moment.parse(case.get("Context", {}).get("ReferenceDateTime", "2016-11-07T00:00:00")[:19], tz=UTC)


def _same_place(gold: dict[str, Any], ours: list[Expression], kind: str) -> Expression | None:
    first, last = gold["Start"], gold["End"] + 1
    near = [each for each in ours if each.at < last and each.to > first and each.kind.value == kind]
    return max(near, key=lambda each: min(each.to, last) - max(each.at, first), default=None)


def _readings(gold: dict[str, Any]) -> Iterator[tuple[str, str | None, str | None]]:
    for value in gold.get("Resolution", {}).get("values") or []:
        if value.get("value", "") == "not resolved":
            continue
        if "value" in value:
            yield "point", value["value"], None
        elif value.get("start") or value.get("end"):
            yield "range", value.get("start"), value.get("end")


def _fits(ours: Expression, reading: tuple[str, str | None, str | None], now: Moment, *, exactly: bool) -> bool:
    shape, start, end = reading
    kind = ours.kind.value
    if kind == "duration":
        return ours.duration_s is not None and start is not None and abs(ours.duration_s - float(start)) < 1
    if kind in ("time", "timerange"):
        day = moment.iso_for_model(now, tz=UTC)[:10]
        start, end = (None if each is None else f"{day}T{each}" for each in (start, end))
    if shape == "point":
        return ours.start is not None and start is not None and ours.start == _parsed(start)
    opens = (ours.start,) if exactly or ours.opens is None else (ours.start, *ours.opens)
    closes = (ours.end,) if exactly or ours.closes is None else (ours.end, *ours.closes)
    return _bound(start, ours.start, opens) and _bound(end, ours.end, closes)


def _bound(gold: str | None, ours: Moment | None, allowed: tuple[Moment | None, ...]) -> bool:
    if gold is None or ours is None:
        return (gold is None) == (ours is None)
    at = _parsed(gold)
    return at in allowed or Moment(at + 1) in allowed


def _parsed(text: str) -> Moment:
    return moment.of(datetime.fromisoformat(text.replace(" ", "T")).replace(tzinfo=UTC))


def _text(at: Moment | None) -> str | None:
    return None if at is None else moment.iso_for_model(at, tz=UTC)


def _share(part: int, whole: int) -> float:
    return round(part / whole, 3) if whole else 0.0


def development(data_dir: Path, *, wrong: str | None) -> dict[str, Any]:
    """Return the figures on the Japanese development set."""
    folder = data_dir / "japanese" / "omoide_ja_dev"
    profile = json.loads((folder / "profile.json").read_text(encoding="utf-8"))
    turns = {
        turn["id"]: turn for turn in json.loads((folder / "conversation.json").read_text(encoding="utf-8"))["turns"]
    }
    gold, about_right, among = profile["about_time"], 0, 0
    for each in gold:
        turn = turns[each["turn"]]
        now, text = moment.parse(turn["datetime"], tz=TOKYO), turn["user"]
        text = text if each["text"] in text else turn["assistant"]
        about = about_time(text, now=now, tz=TOKYO, birth_year=BIRTH_YEAR)
        alone = about_time(each["text"], now=now, tz=TOKYO, birth_year=BIRTH_YEAR)
        about_right += _days(about) == (each["resolved_start"], each["resolved_end"])
        among += _days(alone) == (each["resolved_start"], each["resolved_end"])
        if wrong == "dev" and _days(about) != (each["resolved_start"], each["resolved_end"]):
            print(
                turn["datetime"][:16],
                each["text"],
                each["resolved_start"],
                each["resolved_end"],
                "|",
                _days(about),
                about and about.text,
                "|",
                _days(alone),
                "|",
                text,
            )
    return {
        "about_time_of_turn": _share(about_right, len(gold)), "expression_alone": _share(among, len(gold)), "n": len(gold),
        **_stages(turns, profile["life_stages"], wrong=wrong),
    }  # fmt: skip


def _stages(turns: dict[str, Any], gold: dict[str, str], *, wrong: str | None) -> dict[str, Any]:
    hits = told = 0
    spent_s = 0.0
    for name, turn in turns.items():
        began = time.process_time()
        about = about_time(turn["user"], now=moment.parse(turn["datetime"], tz=TOKYO), tz=TOKYO, birth_year=BIRTH_YEAR)
        spent_s += time.process_time() - began
        stage = about.life_stage if about else LifeStage.UNKNOWN
        told += stage is not LifeStage.UNKNOWN
        hits += stage.value == gold.get(name)
        if wrong == "stage" and stage.value != gold.get(name, "unknown"):
            print(name, gold.get(name), stage.value, about and about.text, turn["user"])
    return {
        "life_stage_precision": _share(hits, told), "life_stage_recall": _share(hits, len(gold)),
        "life_stage_n": len(gold), "ms_per_turn": round(1000 * spent_s / len(turns), 3),
    }  # fmt: skip


def _days(about: AboutTime | None) -> tuple[str, str] | None:
    if about is None or about.start is None or about.end is None:
        return None
    last = moment.local(about.end, tz=TOKYO) - timedelta(seconds=1)
    return moment.day(about.start, tz=TOKYO).isoformat(), last.date().isoformat()


if __name__ == "__main__":
    main()
