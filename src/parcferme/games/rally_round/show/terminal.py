"""The position as Rich markup, at most 100 columns: the road ahead, what speeds lead to, time sheets, the map."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from parcferme.core.contract import View
from parcferme.games.rally_round.mechanics.timing import clock
from parcferme.lib.reading import float_of, int_of, objects_of

TINT: Final = {"R": "white on red3", "O": "black on dark_orange", "Y": "black on yellow3", "W": "black on grey85"}
COLOUR_NAMES: Final = {"R": "Red", "O": "Orange", "Y": "Yellow", "W": "White"}
SIGN: Final = {
    "": "·", "hazard": "!", "giveway": "▽", "ford": "≈", "bridge": "∩", "qz": "Q", "rough": "#", "chequered": "▚",
    "downhill1": ">", "downhill2": "»", "uphill1": "<", "uphill2": "«", "gradient": "^", "hidden": "~",
}  # fmt: skip
CAR_STYLE: Final = {
    "red": "bold white on red", "blue": "bold white on blue", "yellow": "bold black on bright_yellow",
    "white": "bold black on white", "green": "bold white on green", "magenta": "bold white on magenta",
}  # fmt: skip
WIDTH: Final = 100
STRIP: Final = 24
LAYING: Final = ("start", "finish", "marker", "square", "approach", "kind", "mph", "resolve")


def board(view: View) -> str:
    """The whole screen for a view."""
    parts = [_head(view)]
    node = str(view["node"])
    if node in LAYING or (view["route"] is None and node not in ("cars", "kit", "deal", "adopt")):
        parts += [_map(view), _laying(view)]
    elif node in ("kit", "deal", "adopt"):
        parts.append(_kits(view))
    if view["route"] is not None and view["crews"]:
        if view["ahead"]:
            parts.append(_strip(view))
        if node == "speed":
            parts.append(_speeds(view))
        parts += [_crews(view), _sheet(view)]
    return "\n".join(part for part in parts if part)


def _head(view: View) -> str:
    who = "chance" if view["to_act"] is None else f"seat {int_of(view['to_act']) + 1}"
    name = _escape(str(view["map"]))
    return f"[bold]Rally Round[/] · {name} · minute {view['turn']} · {view['node']}: {who}"


# --- the road ahead ---


def _strip(view: View) -> str:
    """Three lines: control labels, the squares in road colours with their signs, squares counted from the car."""
    rows = _rows(view["ahead"])[:STRIP]
    labels = "".join(str(row[4])[:4].ljust(4) for row in rows)
    squares = "".join(f"[{TINT[str(row[1])]}] {_sign(row):<2} [/]" for row in rows)
    counts = "".join(f"{number + 1:<4}" for number in range(len(rows)))
    mover = _mover(view)
    here = f"car {mover['number']} on {mover['square']} at {mover['speed']} mph"
    return f"[bold]Road ahead[/] ({here})\n[bold cyan]{labels.rstrip()}[/]\n{squares}\n[dim]{counts.rstrip()}[/]"


def _sign(row: list[object]) -> str:
    kind = str(row[2])
    return str(row[3]) if kind == "bend" else SIGN.get(kind, "?")


def _speeds(view: View) -> str:
    """Each speed in range and where it leads along the Correct Route."""
    span = view["range"]
    assert isinstance(span, list)
    low, high = int_of(span[0]), int_of(span[1])
    lines = [f"[bold]Speeds[/] {low}–{high} mph, or turn round"]
    for speed in range(low, min(high, 200) + 10, 10):
        lines.append(f"  {speed:>3}  {_outlook(_rows(view['ahead']), speed)}")
    return "\n".join(lines)


def _outlook(rows: list[list[object]], speed: int) -> str:
    """What a speed does on the road ahead, as far as features go."""
    if speed > 100:
        return f"[red]over 100: off at once, {(speed - 100) // 10} turns missed[/]"
    if not rows:
        return "off the Correct Route"
    notes: list[str] = []
    for number, row in enumerate(rows[: speed // 10], 1):
        limit = int_of(row[5])
        if limit and speed > limit and row[2] == "qz":
            notes.append(f"[red]Quiet Zone at {number}: 30 marks[/]")
            break
        if limit and speed > limit:
            return f"[red]off at {number} ({row[2]} {limit}), {(speed - limit) // 10} turns missed[/]"
        if str(row[4]).startswith(("TC", "STC", "RTC", "SSF")):
            left = speed // 10 - number
            notes.append(f"[green]{row[4]}[/]" + (f" with {left} to spare" if left else " exactly"))
            return ", ".join(notes)
        if row[2] == "giveway" and number < speed // 10:
            notes.append(f"[yellow]passes the Give Way at {number}[/]")
        if str(row[4]).startswith("PC") and number < speed // 10:
            notes.append(f"[yellow]passes {row[4]} at {number}[/]")
    if speed // 10 > len(rows):
        return ", ".join([*notes, "beyond the road shown"])
    return ", ".join([*notes, _landing(rows[speed // 10 - 1])])


def _landing(row: list[object]) -> str:
    kind = str(row[2])
    what = {
        "ford": "[red]stops in a ford[/]", "hazard": "draws a Hazard! card", "giveway": "stops at the Give Way",
        "downhill1": "rolls on 1", "downhill2": "rolls on 2", "uphill1": "rolls back 1", "uphill2": "rolls back 2",
    }.get(kind, "")  # fmt: skip
    colour = COLOUR_NAMES[str(row[1])]
    return f"rests on {row[0]} ({colour})" + (f", {what}" if what else "")


# --- crews and sheets ---


def _crews(view: View) -> str:
    lines = ["[bold]Crews[/]"]
    for crew in objects_of(view["crews"]):
        style = CAR_STYLE[str(crew["colour"])]
        state = f"misses {crew['missing']}" if crew["missing"] else str(crew["status"])
        place = f"on {crew['square']}" if crew["square"] is not None else ""
        hand = _texts(crew["hand"])
        held = f" +{' '.join(hand)}"[:26] if hand else ""
        kit = " ".join(_texts(crew["kit"])) or "standard car"
        lines.append(
            f"  [{style}] {crew['number']} [/] {clock(int_of(crew['penalty'])):>7} {state:<12} {place:<7}"
            f" {int_of(crew['speed']):>3} mph  {kit}{held}"
        )
    return "\n".join(lines)


def _sheet(view: View) -> str:
    """The time sheet of the crew to move (or of the first)."""
    route = view["route"]
    assert isinstance(route, dict)
    mover = _mover(view)
    lines = [f"[bold]Time sheet of car {mover['number']}[/]", "  to     squares target  taken  penalty  speeds"]
    done = _rows(mover["sheet"])
    for number, section in enumerate(objects_of(route["sections"])):
        target = clock(int_of(section["target"]))
        head = f"  {section['to']!s:<6} {section['squares']!s:>7} {target:>6}"
        if number >= len(done):
            lines.append(f"[dim]{head}[/]")
            continue
        row = done[number]
        speeds = " ".join(str(speed) for speed in _texts(row[5]))[:56]
        if row[2] is None:
            lines.append(f"{head}                  {speeds}")
        else:
            faults = f" [red]+{30 * int_of(row[4])} marks[/]" if row[4] else ""
            lines.append(f"{head} {clock(int_of(row[2])):>6} {clock(int_of(row[3])):>8}  {speeds}{faults}")
    return "\n".join([*lines, f"  other {clock(int_of(mover['other']))}, total {clock(int_of(mover['penalty']))}"])


def _kits(view: View) -> str:
    lines = ["[bold]Rally Kits[/]"]
    names = {str(card[0]): str(card[1]) for card in _rows(view["kit_cards"])}
    for crew in objects_of(view["crews"]):
        cards = ", ".join(f"{card} {names[card]}" for card in _texts(crew["kit"])) or "–"
        style = CAR_STYLE[str(crew["colour"])]
        first, *more = wrap(_escape(cards), WIDTH - 8)
        lines += [f"  [{style}] {crew['number']} [/] {first}", *[f"      {line}" for line in more]]
    return "\n".join(lines)


# --- the map ---


def _map(view: View) -> str:
    """The map, two columns to a square: road colours, signs, markers; candidate routes in bold."""
    squares = _rows(view["squares"])
    right = max(float_of(row[1]) for row in squares)
    bottom = max(float_of(row[2]) for row in squares)
    across = min(2.0, (WIDTH - 2) / (right + 1))
    columns, lines = int(right * across) + 2, int(bottom) + 2
    grid = [[" "] * columns for _ in range(lines)]
    marks, on_route = _markers(view)
    for number, x, y, colour, kind, value in squares:
        sign = marks.get(int_of(number)) or (str(value)[0] if kind == "bend" else SIGN.get(str(kind), "·"))
        style = TINT[str(colour)] + (" bold underline" if number in on_route else "")
        grid[int(float_of(y))][int(float_of(x) * across)] = f"[{style}]{_escape(sign)}[/]"
    return "\n".join("".join(line).rstrip() for line in grid)


def _markers(view: View) -> tuple[dict[int, str], set[object]]:
    """One letter for each marker, and the squares of all candidate routes."""
    laying = view["laying"]
    if not isinstance(laying, dict):
        return {}, set()
    marks = {int_of(square): "X" for square in laying["black_spots"]}
    for control in _rows(laying["controls"]):
        marks[int_of(control[1])] = "P" if str(control[0]).startswith("PC") else "T"
    marks[int_of(laying["start"])] = "S"
    if laying["finish"] is not None:
        marks[int_of(laying["finish"])] = "F"
    return marks, {square for way in laying["candidates"] for square in way}


def _laying(view: View) -> str:
    laying = view["laying"]
    if not isinstance(laying, dict):
        return "Choose the Start: one of the chequered squares ▚"
    controls = " ".join(f"{control[0]}@{control[1]}" for control in _rows(laying["controls"]))
    ways = len(laying["candidates"])
    since = "/".join(str(squares) for squares in sorted(set(laying["since_tc"])))
    blacks = " ".join(str(square) for square in laying["black_spots"]) or "none"
    text = [
        f"Markers {controls}",
        f"Black Spots {blacks}",
        f"{ways} possible route(s), {since} squares since the last TC",
    ]
    return "\n".join(line for part in text for line in wrap(part, WIDTH - 2))


# --- reading a view ---


def _mover(view: View) -> dict[str, object]:
    crews = objects_of(view["crews"])
    return crews[int_of(view["crew"]) - 1]


def _rows(value: object) -> list[list[object]]:
    assert isinstance(value, list)
    return value


def _texts(value: object) -> list[str]:
    assert isinstance(value, list)
    return [str(item) for item in value]


def _escape(text: str) -> str:
    return text.replace("[", "\\[")
