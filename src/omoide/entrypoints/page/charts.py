"""Curves, clouds and webs: what ECharts is given, and how it is put on a page.

Everything is drawn, hints too (`richText`): no name or word of a mind ever becomes part of the document.  Words are values, never keys,
for a key may be taken for script.  Colours stand out on paper and on night alike; each picture has a sentence that says what it shows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from zoneinfo import ZoneInfo

from nicegui import ui

from omoide.domain.time import moment
from omoide.domain.time.moment import Moment

Option = dict[str, Any]
Spot = tuple[str, float]
"""A local time and a value."""
COLOURS: Final = ("#5f86c9", "#c8793f", "#4f9b6d", "#9a79c4", "#c65d60", "#3f9aa5", "#8a8f9c")
INK: Final = "#7a8190"
LINE: Final = "rgba(125,132,146,.28)"
_NO_MOTION: Final[Option] = {"animation": False, "backgroundColor": "transparent", "color": list(COLOURS)}


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One curve."""

    name: str
    points: tuple[Spot, ...]
    is_dashed: bool = False
    has_area: bool = False


@dataclass(frozen=True, slots=True)
class ChartSpots:
    """Points of one sort: when, how much, and how large they are drawn (0..1)."""

    name: str
    points: tuple[tuple[str, float, float], ...]


@dataclass(frozen=True, slots=True)
class WebNode:
    """Somebody or something in a web."""

    key: str
    name: str
    weight: float
    """0..1: how large it is drawn."""
    group: int = 0


@dataclass(frozen=True, slots=True)
class WebEdge:
    """What connects two of them, and how strongly (0..1)."""

    source: str
    target: str
    name: str
    weight: float = 0.5


def wall(at: Moment, *, tz: ZoneInfo) -> str:
    """Return an instant as the persona's own clock shows it; every browser draws it at that hour, wherever it is."""
    return f"{moment.local(at, tz=tz):%Y-%m-%dT%H:%M:%S}"


def lines(
    curves: Sequence[ChartLine],
    *,
    low: float,
    high: float,
    levels: Sequence[tuple[str, float]] = (),
    marks: ChartSpots | None = None,
) -> Option:
    """Return curves over time; `levels` are drawn across as named lines, `marks` as points upon the curves."""
    series = [_line(curve, number) for number, curve in enumerate(curves)]
    if series and levels:
        series[0]["markLine"] = {
            "silent": True,
            "symbol": "none",
            "lineStyle": {"color": INK, "type": "dotted", "width": 1},
            "label": {"formatter": "{b}", "color": INK, "fontSize": 10, "position": "insideEndTop"},
            "data": [{"yAxis": value, "name": name} for name, value in levels],
        }
    marked = [marks] if marks is not None and marks.points else []
    series += [_cloud(each, len(curves)) for each in marked]
    return _timed(
        series, low=low, high=high, names=[*(curve.name for curve in curves), *(each.name for each in marked)]
    )


def spots(clouds: Sequence[ChartSpots], *, low: float, high: float, span: tuple[str, str] | None = None) -> Option:
    """Return points over time, each sort in its colour; `span` is the time that is drawn, whatever lies in it."""
    series = [_cloud(cloud, number) for number, cloud in enumerate(clouds)]
    option = _timed(series, low=low, high=high, names=[cloud.name for cloud in clouds], trigger="item")
    if span is not None:
        option["xAxis"] |= {"min": span[0], "max": span[1]}
    return option


def web(nodes: Sequence[WebNode], edges: Sequence[WebEdge], groups: Sequence[str]) -> Option:
    """Return who and what is connected with whom."""
    return _NO_MOTION | {
        "tooltip": _hint("item") | {"formatter": "{b}"},
        "legend": _legend(list(groups)) if len(groups) > 1 else {"show": False},
        "series": [
            {
                "type": "graph",
                "layout": "force",
                "roam": False,
                "draggable": True,
                "top": 34 if len(groups) > 1 else 10,
                "bottom": 16,
                "left": 40,
                "right": 40,
                "force": {"repulsion": 170, "edgeLength": [50, 120], "gravity": 0.12, "layoutAnimation": False},
                "categories": [
                    {"name": name, "itemStyle": {"color": COLOURS[number % len(COLOURS)]}}
                    for number, name in enumerate(groups)
                ],
                "label": {
                    "show": True,
                    "position": "bottom",
                    "color": INK,
                    "fontSize": 11,
                    "width": 110,
                    "overflow": "truncate",
                },
                "lineStyle": {"color": INK, "opacity": 0.55, "curveness": 0.08},
                "edgeLabel": {"show": False},
                "data": [
                    {
                        "id": node.key,
                        "name": node.name,
                        "symbolSize": round(10 + 26 * node.weight),
                        "category": node.group,
                    }
                    for node in nodes
                ],
                "links": [
                    {
                        "source": edge.source,
                        "target": edge.target,
                        "name": edge.name,
                        "lineStyle": {"width": round(0.8 + 3 * edge.weight, 1)},
                    }
                    for edge in edges
                ],
            }
        ],
    }


def put(option: Option, *, label: str, height_px: int = 260) -> ui.echart:
    """Put a picture down, with the sentence that says what it shows."""
    with ui.element("figure").classes("o-chart") as figure:
        figure.props["role"] = "img"
        figure.props["aria-label"] = label
        return ui.echart(option).style(f"height:{height_px}px;width:100%")


def _cloud(cloud: ChartSpots, number: int) -> Option:
    return {
        "type": "scatter",
        "name": cloud.name,
        "data": [
            {"value": [at, round(value, 4)], "symbolSize": round(5 + 13 * max(0.0, min(1.0, size)), 1)}
            for at, value, size in cloud.points
        ],
        "itemStyle": {"color": COLOURS[number % len(COLOURS)], "opacity": 0.75},
    }


def _line(curve: ChartLine, number: int) -> Option:
    colour = COLOURS[number % len(COLOURS)]
    made: Option = {
        "type": "line",
        "name": curve.name,
        "showSymbol": len(curve.points) < 2,
        "data": [[at, round(value, 4)] for at, value in curve.points],
        "lineStyle": {"width": 2, "type": "dashed" if curve.is_dashed else "solid", "color": colour},
        "itemStyle": {"color": colour},
    }
    return made | ({"areaStyle": {"opacity": 0.12, "color": colour}} if curve.has_area else {})


def _timed(series: list[Option], *, low: float, high: float, names: list[str], trigger: str = "axis") -> Option:
    axis: Option = {"axisLine": {"lineStyle": {"color": LINE}}, "axisLabel": {"color": INK, "fontSize": 11}}
    return _NO_MOTION | {
        "grid": {"left": 36, "right": 14, "top": 34 if len(names) > 1 else 14, "bottom": 26},
        "tooltip": _hint(trigger),
        "legend": _legend(names) if len(names) > 1 else {"show": False},
        "xAxis": axis
        | {
            "type": "time",
            "splitLine": {"show": False},
            "axisLabel": {"color": INK, "fontSize": 11, "hideOverlap": True, "formatter": "{M}/{d}"},
        },
        "yAxis": axis | {"type": "value", "min": low, "max": high, "splitLine": {"lineStyle": {"color": LINE}}},
        "series": series,
    }


def _hint(trigger: str) -> Option:
    return {"trigger": trigger, "renderMode": "richText", "confine": True, "textStyle": {"fontSize": 12}}


def _legend(names: list[str]) -> Option:
    return {
        "data": names,
        "top": 0,
        "left": 0,
        "type": "scroll",
        "textStyle": {"color": INK, "fontSize": 12},
        "itemWidth": 16,
        "itemHeight": 8,
    }


def share(value: float, of: float) -> float:
    """Return a part of a whole, 0..1; of nothing, nothing."""
    return 0.0 if of <= 0 else max(0.0, min(1.0, value / of))


def keyed(table: Mapping[str, tuple[str, str]], key: str, *, is_ja: bool) -> str:
    """Return how a key is told; one of a newer version as it stands."""
    found = table.get(key)
    return key if found is None else found[1 if is_ja else 0]
