"""The position in a terminal: the special as a ribbon, dashboards, the turn. Rich markup, at most 100 columns."""

from __future__ import annotations

from typing import Final

from parcferme.core.contract import View
from parcferme.lib.reading import list_of, number_of, object_of, objects_of
from parcferme.lib.stagetime import mmss

CELL: Final = 8
PER_ROW: Final = 12
COLOURS: Final = ("red", "cyan", "green", "yellow")
LETTERS: Final = "ABCD"
TERRAIN: Final = {"g": "green3", "d": "orange4", "f": "dark_green", "r": "grey70"}
POSES: Final = {"skid": "~", "spun": "@", "off-left": "<", "off-right": ">", "cut": "k"}


def board(view: View) -> str:
    """The whole position."""
    road, cars = object_of(view["road"]), objects_of(view["cars"])
    lines = [_title(view, road), ""]
    dirt = [str(mark["space"]) for mark in objects_of(road["dirt"])]
    lines += ribbon(objects_of(road["spaces"]), cars, dirt, _points(road))
    lines += ["", *[_dashboard(car) for car in cars], *[line for car in cars for line in _pile(car)], ""]
    lines += _turn(view, cars)
    return "\n".join(lines)


def _title(view: View, road: dict[str, object]) -> str:
    surfaces = " ".join(f"{zone}:{surface or '?'}" for zone, surface in object_of(road["surfaces"]).items())
    head = f"[bold]SS{view['special']}[/] {road['route']}"
    return f"{head}  {road['length']} spaces  round {view['round']}  [dim]{surfaces}[/]"


def _points(road: dict[str, object]) -> dict[int, int]:
    return {number_of(p["progress"]): number_of(p["number"]) for p in objects_of(road["checkpoints"])}


def ribbon(
    spaces: list[dict[str, object]], cars: list[dict[str, object]], dirt: list[str], points: dict[int, int]
) -> list[str]:
    """The road unrolled, PER_ROW spaces a row: cars, the road itself, number and terrain."""
    cells = [_end_cell("START", 0, cars)]
    cells += [_cell(space, cars, str(space["id"]) in dirt, points) for space in spaces]
    cells.append(_end_cell("FINISH", len(spaces) + 1, cars))
    lines: list[str] = []
    for first in range(0, len(cells), PER_ROW):
        row = cells[first : first + PER_ROW]
        lines += ["".join(cell[part] for cell in row).rstrip() for part in range(3)]
    return lines


def _cell(space: dict[str, object], cars: list[dict[str, object]], dirty: bool, points: dict[int, int]) -> list[str]:
    progress = number_of(space["progress"])
    text = _road_text(space, dirty)
    style = "bold white on blue" if space["surface"] == "snow" else _style(space)
    left, right = str(space["left"]), str(space["right"])
    number = f"{progress}{'!' + str(points[progress]) if progress in points else ''}"
    ground = f"[{TERRAIN[left]}]{left}[/][dim]{number:^{CELL - 3}}[/][{TERRAIN[right]}]{right}[/] "
    return [_cars_here(progress, cars), f"[{style}]{text:^{CELL - 1}}[/] ", ground]


def _road_text(space: dict[str, object], dirty: bool) -> str:
    if space["kind"] == "corner":
        cut = space.get("cut")
        shortcut = f"k{object_of(cut)['note']}" if cut else ""
        arrow = {"L": "<", "R": ">"}.get(str(space.get("turn")), "^")
        return f"{arrow}{space['in']}/{space.get('out') or '-'}{shortcut}{'*' if dirty else ''}"
    if space["kind"] == "bump":
        return f"=/{space['note']}\\="
    return "=======" if space["room"] == 2 else "-------"


def _style(space: dict[str, object]) -> str:
    return {"corner": "bold yellow", "bump": "bold magenta"}.get(str(space["kind"]), "white")


def _end_cell(name: str, progress: int, cars: list[dict[str, object]]) -> list[str]:
    return [_cars_here(progress, cars), f"[bold]{name:^{CELL - 1}}[/] ", " " * CELL]


def _cars_here(progress: int, cars: list[dict[str, object]]) -> str:
    here = [car for car in cars if car["progress"] == progress and car["status"] in ("waiting", "driving", "finished")]
    texts = [f"{LETTERS[number_of(car['seat'])]}{car['gear'] or 'N'}{POSES.get(str(car['pose']), '')}" for car in here]
    if len(texts) > 2:
        texts = [text[0] for text in texts]  # START and FINISH hold many cars: letters alone
    width = sum(len(text) for text in texts)
    marked = "".join(
        f"[bold {COLOURS[number_of(car['seat'])]}]{text}[/]" for car, text in zip(here, texts, strict=True)
    )
    return marked + " " * (CELL - width)


def _dashboard(car: dict[str, object]) -> str:
    dash = object_of(car["dashboard"])
    seat = number_of(car["seat"])
    black, white = number_of(dash["black"]), number_of(dash["white"])
    dice = f"{'#' * black}{'.' * (5 - black)} {'o' * white}{'.' * (2 - white)}"
    cards = f"{'Sisu' if dash['sisu'] else '    '} {'spare' if dash['spare'] else '     '}"
    state = f"gear {car['gear'] or 'N'}" if car["status"] in ("driving", "waiting") else str(car["status"])
    times = " ".join(mmss(number_of(seconds)) for seconds in list_of(car["times"]))
    name = str(car["driver"]).replace("[", "(")[:14]
    return (
        f"[bold {COLOURS[seat]}]{LETTERS[seat]} {name:14}[/] {state:9} dice {dice}  {dash['tyres']:7} {cards}"
        f"  [bold]{mmss(number_of(car['net']))}[/] (+{car['markers']} s)  [dim]{times}[/]"
    )


def _pile(car: dict[str, object]) -> list[str]:
    """The chrono pile, newest card last, flipped cards in red."""
    cards = objects_of(car["chrono"])[-16:]
    if not cards:
        return []
    texts = [f"[red]{card['gear']}:60[/]" if card["flipped"] else f"{card['gear']}:{card['seconds']}" for card in cards]
    return [f"[dim]{LETTERS[number_of(car['seat'])]} chrono[/] " + " ".join(texts)]


def _turn(view: View, cars: list[dict[str, object]]) -> list[str]:
    if not isinstance(view["turn"], dict):
        return [f"[bold]{view['phase']}[/]"]
    turn, order = object_of(view["turn"]), object_of(view["order"])
    seat = number_of(turn["car"])
    hazards = f"hazards [bold red]{turn['hazards']}[/]/{turn['limit_ahead']}" if not turn["sisu_on"] else "Sisu"
    waiting = " ".join(LETTERS[number_of(other)] for other in list_of(order["waiting"])) or "-"
    after = " ".join(LETTERS[number_of(other)] for other in list_of(order["next_round"])) or "-"
    lines = [
        f"[bold {COLOURS[seat]}]{LETTERS[seat]}[/] {view['phase']}: used {turn['used'] or '-'}  {hazards}"
        f"  next lock {turn['lock_price'] or '-'} s  [dim]then {waiting}; next round {after}[/]"
    ]
    attack = turn["attack"]
    if isinstance(attack, dict):
        shown = "?" if attack["hazards"] is None else attack["hazards"] or "none"
        lines.append(f"attack: dice left {attack['left']}, hazards on {shown}, {attack['earned']} s earned")
    return lines
