"""Pictures of a simulated life, as SVG or PNG, without a drawing library.

A picture is a few filled boxes, lines and labels; a canvas knows how to write them down.
"""

import itertools
import struct
import zlib
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from omoide.domain.memories.levels import Level
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from omoide.usecases.nights.simulate import Simulated

WIDTH, HEIGHT = 900, 560
LEFT, RIGHT, TOP, MIDDLE, BOTTOM = 60, 760, 30, 270, 520
LEVEL_COLOURS = {Level.FULL: "#2b6cb0", Level.SUMMARY: "#63b3ed", Level.TRACE: "#bee3f8", Level.ARCHIVE: "#cbd5e0"}
LEVEL_NAMES = {Level.FULL: "FULL", Level.SUMMARY: "SUMMARY", Level.TRACE: "TRACE", Level.ARCHIVE: "ARCHIVE"}
CURVE_COLOURS = ("#c53030", "#dd6b20", "#2f855a", "#6b46c1")
INK = "#2d3748"


class Canvas(Protocol):
    """Takes boxes, lines and labels."""

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """Fill a box."""
        ...

    def line(self, points: list[tuple[float, float]], colour: str) -> None:
        """Draw a line through the points."""
        ...

    def label(self, x: float, y: float, text: str) -> None:
        """Write a few capital letters and digits; (x, y) is their lower left corner."""
        ...


def save(simulated: "Simulated", path: Path) -> None:
    """Draw the levels day by day above; below, what is left of memories by their age."""
    try:
        path.write_bytes(_drawn(simulated, path))
    except OSError as exc:
        raise InvalidInput(f"the picture {path} cannot be written: {exc.strerror}; name another file") from exc


def _drawn(simulated: "Simulated", path: Path) -> bytes:
    if path.suffix.lower() == ".svg":
        vector = SvgCanvas()
        _draw(simulated, vector)
        return vector.text().encode()
    if path.suffix.lower() == ".png":
        raster = PngCanvas()
        _draw(simulated, raster)
        return raster.data()
    raise InvalidInput(f"a picture is drawn as .svg or .png; {path.name!r} is neither")


def _draw(simulated: "Simulated", canvas: Canvas) -> None:
    step = (RIGHT - LEFT) / simulated.days
    for snapshot in simulated.snapshots:
        bottom, total = float(MIDDLE), sum(snapshot.levels.values()) or 1
        for level in Level:
            height = (MIDDLE - TOP) * snapshot.levels[level] / total
            canvas.box(LEFT + (snapshot.day - 1) * step, bottom - height, step + 0.5, height, LEVEL_COLOURS[level])
            bottom -= height
    for place, level in enumerate(Level):
        canvas.box(RIGHT + 15, TOP + 22 * place, 14, 14, LEVEL_COLOURS[level])
        canvas.label(RIGHT + 36, TOP + 22 * place + 12, LEVEL_NAMES[level])
    _draw_curves(simulated, canvas, step=step)
    for share in (0, 50, 100):
        canvas.label(14, MIDDLE - (MIDDLE - TOP) * share / 100 + 4, f"{share}%")
        canvas.label(22, BOTTOM - (BOTTOM - MIDDLE - 30) * share / 100 + 4, str(share))
    canvas.label(LEFT, MIDDLE + 18, "DAY 1")
    canvas.label(RIGHT - 50, MIDDLE + 18, f"DAY {simulated.days}")
    canvas.label(LEFT, HEIGHT - 14, "NEW")
    canvas.label(RIGHT - 100, HEIGHT - 14, f"{simulated.days} DAYS OLD")


def _draw_curves(simulated: "Simulated", canvas: Canvas, *, step: float) -> None:
    height = BOTTOM - MIDDLE - 30
    for threshold in (50, 20, 5):
        y = BOTTOM - height * threshold / 100
        canvas.line([(LEFT, y), (RIGHT, y)], "#e2e8f0")
    for place, (curve, colour) in enumerate(zip(simulated.curves, CURVE_COLOURS, strict=False)):
        points = [(LEFT + age * step, BOTTOM - height * min(100.0, score) / 100) for age, score in curve.points]
        canvas.line(points, colour)
        canvas.box(RIGHT + 15, MIDDLE + 40 + 22 * place, 14, 4, colour)
        canvas.label(RIGHT + 36, MIDDLE + 46 + 22 * place, curve.category.upper())
    canvas.line([(LEFT, BOTTOM), (RIGHT, BOTTOM)], INK)
    canvas.line([(LEFT, MIDDLE + 30), (LEFT, BOTTOM)], INK)


@dataclass
class SvgCanvas:
    """Writes SVG."""

    parts: list[str] = field(default_factory=list)

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """Fill a box."""
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}"/>')

    def line(self, points: list[tuple[float, float]], colour: str) -> None:
        """Draw a line through the points."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.6"/>')

    def label(self, x: float, y: float, text: str) -> None:
        """Write a text."""
        style = f'font-family="sans-serif" font-size="12" fill="{INK}"'
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>')

    def text(self) -> str:
        """Return the whole picture."""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        return "\n".join([head, f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>', *self.parts, "</svg>\n"])


class PngCanvas:
    """Paints pixels and writes PNG."""

    def __init__(self) -> None:
        self._pixels = np.full((HEIGHT, WIDTH, 3), 255, dtype=np.uint8)

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """Fill a box."""
        self._pixels[round(y) : round(y + height), round(x) : round(x + width)] = _rgb(colour)

    def line(self, points: list[tuple[float, float]], colour: str) -> None:
        """Draw a line through the points."""
        for (x0, y0), (x1, y1) in itertools.pairwise(points):
            steps = int(max(abs(x1 - x0), abs(y1 - y0), 1)) + 1
            xs = np.clip(np.linspace(x0, x1, steps).round().astype(int), 0, WIDTH - 2)
            ys = np.clip(np.linspace(y0, y1, steps).round().astype(int), 0, HEIGHT - 2)
            self._pixels[ys, xs] = self._pixels[ys + 1, xs] = _rgb(colour)

    def label(self, x: float, y: float, text: str) -> None:
        """Write a text in a font of five by seven pixels."""
        left, top = round(x), round(y) - 7
        for letter in text:
            for row, bits in enumerate(_FONT.get(letter, _FONT[" "])):
                for column in range(5):
                    if bits >> (4 - column) & 1:
                        self._pixels[top + row, left + column] = _rgb(INK)
            left += 7

    def data(self) -> bytes:
        """Return the whole picture."""
        rows = np.concatenate([np.zeros((HEIGHT, 1), np.uint8), self._pixels.reshape(HEIGHT, -1)], axis=1)
        header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
        chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b"")]
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


# Seven rows of five pixels, each row one digit to the base 36.
_ROWS = """
0=EHJLPHE 1=4C4444E 2=EH1248V 3=V21211E 4=26AIV22 5=VGU11HE 6=68GUHHE 7=V124888 8=EHHEHHE 9=EHHF12C A=EHHVHHH
B=UHHUHHU C=EHGGGHE D=SIHHHIS E=VGGUGGV F=VGGUGGG G=EHGNHHF H=HHHVHHH I=E44444E J=72222IC K=HIKOKIH L=GGGGGGV
M=HRLLHHH N=HHPLJHH O=EHHHHHE P=UHHUGGG Q=EHHHLID R=UHHUKIH S=FGGE11U T=V444444 U=HHHHHHE V=HHHHHA4 W=HHHLLLA
X=HHA4AHH Y=HHHA444 Z=V1248GV %=OP2488J
"""
_FONT = {pair[0]: tuple(int(row, 36) for row in pair[2:]) for pair in _ROWS.split()} | {" ": (0,) * 7}
