"""Charts as SVG, written by hand: a page of shapes needs no plotting library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from parcferme.cli.ratings import Rating
from parcferme.solve.arena import Standing

WIDTH, LEFT, RIGHT, TOP, ROW = 760, 170, 150, 74, 34
INK, SOFT, LINE, DOT = "#1d2125", "#5b646d", "#d6dade", "#c8102e"
FONT = "font-family='Archivo, Helvetica, Arial, sans-serif'"


def arena(variant: str, games: int, rows: Sequence[Standing], ratings: Mapping[str, Rating]) -> str:
    """Each bot's share of wins with its 95 % interval, best first, and its rating beside it."""
    height = TOP + ROW * len(rows) + 40
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height}' role='img' {FONT}>",
        f"<title>{escape(variant)}: share of {games} games won</title>",
        f"<rect width='{WIDTH}' height='{height}' fill='#ffffff'/>",
        _text(16, 28, escape(variant), 17, INK, weight=700),
        _text(16, 50, f"share of games won, 95 % intervals, {games} games", 13, SOFT),
        _text(WIDTH - RIGHT + 24, 50, "rating", 13, SOFT),
        *_grid(height - 40),
    ]
    for place, row in enumerate(rows):
        parts += _bot(TOP + ROW * place + ROW // 2, row, ratings[row.bot])
    return "\n".join([*parts, "</svg>", ""])


def _grid(bottom: int) -> list[str]:
    marks: list[str] = []
    for percent in range(0, 101, 25):
        x = _x(percent / 100)
        marks.append(f"<line x1='{x}' y1='{TOP - 8}' x2='{x}' y2='{bottom}' stroke='{LINE}'/>")
        marks.append(_text(x, bottom + 20, f"{percent} %", 12, SOFT, anchor="middle"))
    return marks


def _bot(y: int, row: Standing, rating: Rating) -> list[str]:
    return [
        _text(LEFT - 14, y + 5, escape(row.bot), 14, INK, anchor="end", weight=600),
        f"<line x1='{_x(row.low)}' y1='{y}' x2='{_x(row.high)}' y2='{y}' stroke='{INK}' stroke-width='2'/>",
        f"<circle cx='{_x(row.share)}' cy='{y}' r='6' fill='{DOT}'/>",
        _text(WIDTH - RIGHT + 24, y + 5, f"{rating.mu:.1f} ± {1.96 * rating.sigma:.1f}", 13, INK),
    ]


def _x(share: float) -> float:
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def _text(x: float, y: float, text: str, size: int, fill: str, anchor: str = "start", weight: int = 400) -> str:
    look = f"font-size='{size}' fill='{fill}' text-anchor='{anchor}' font-weight='{weight}'"
    return f"<text x='{x}' y='{y}' {look}>{text}</text>"
