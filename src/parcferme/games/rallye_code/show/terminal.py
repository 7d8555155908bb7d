"""The position as Rich markup, at most 100 columns: road strips, purses, boxes, what binds whom by which rule."""

from __future__ import annotations

from typing import Final

from parcferme.lib.reading import object_of, objects_of

WIDTH: Final = 98
COLOURS: Final = ("blue", "red", "yellow", "green", "magenta", "cyan")
SIGNS: Final = {
    "road": ("·", "grey62"),
    "red": ("◯", "red"),
    "no_entry": ("⊖", "bold red"),
    "bend": ("↷", "yellow"),
    "slippery": ("≈", "yellow"),
    "crossing": ("✕", "yellow"),
    "parking": ("P", "bold blue"),
    "garage": ("G", "bold orange3"),
    "first_aid": ("+", "bold red"),
    "petrol": ("E", "bold cyan"),
    "hotel": ("H", "bold magenta"),
    "gendarmerie": ("⚑", "bold blue"),
    "paris": ("★", "bold white"),
}
PER_LINE: Final = 22
BOX_COLOURS: Final = {2: "orange3", 3: "red", 4: "cyan", 5: "magenta"}

Dict = dict[str, object]


def board(view: dict[str, object]) -> str:
    """The whole position."""
    lines = [_head(view), ""]
    lines += _roads(view)
    lines += ["", *_players(view), "", *_boxes(view)]
    lines += _conditions(view) + _question(view)
    return "\n".join(lines)


def _head(view: Dict) -> str:
    turn, limit = object_of(view["turn"]), object_of(view["limit"])
    dice = turn["dice"]
    shown = f"dice {dice[0]}+{dice[1]} = [bold]{turn['total']}[/]" if isinstance(dice, list) else "dice not thrown yet"
    nobody = "either car" if view["phase"] == "turn" else "first roll"
    whose = f"car {turn['car']}" if turn["car"] is not None else nobody
    return (
        f"[bold]RALLYE-CODE[/] edition {view['edition']} · round {turn['round']}/{limit['rounds']}"
        f" · {whose} · {shown} · {view['phase']}"
    )


def _roads(view: Dict) -> list[str]:
    """The main road in strips of 22 squares, then each transverse; cars above the squares they stand on."""
    cells = objects_of(object_of(view["board"])["cells"])
    roads: dict[str, list[Dict]] = {}
    for cell in cells:
        key = str(cell["road"]) if cell["road"] == "main" else f"{cell['road']} from {_entry(cells, cell)}"
        roads.setdefault(key, []).append(cell)
    lines: list[str] = []
    for name, road in roads.items():
        for start in range(0, len(road), PER_LINE):
            part = road[start : start + PER_LINE]
            label = f"{part[0]['id']}-{part[-1]['id']}"
            lines.append(" " * 12 + "".join(_cars_on(view, str(cell["id"])) for cell in part))
            lines.append(f"{label[:11]:<12}" + "".join(_sign(cell) for cell in part))
        if name != "main":
            lines[-1] += f" → {road[-1]['next']}"
    legend = "◯ red ring  ⊖ no entry  ↷ bend  ≈ slippery  ✕ crossing  G garage  + aid  E petrol  H hotel  P park"
    return [line.rstrip() for line in lines if line.strip()] + [f"[grey50]{legend}[/]"]


def _entry(cells: list[Dict], cell: Dict) -> str:
    """The first cell of the lane a transverse cell belongs to."""
    before = {str(one["next"]): one for one in cells if one["road"] == cell["road"]}
    here = cell
    while str(here["id"]) in before:
        here = before[str(here["id"])]
    return str(here["id"])


def _sign(cell: Dict) -> str:
    if cell["kind"] == "gerance":
        number = int(str(cell["gerance"]))
        return f"[bold {BOX_COLOURS[number]}] {number}  [/]"
    sign, style = SIGNS[str(cell["kind"])]
    facing = "─" if "facing" in cell else " "
    return f"[{style}] {sign}[/][grey50]{facing}{facing}[/]"


def _cars_on(view: Dict, cell: str) -> str:
    """Four columns: the car there, or the first of several and how many more."""
    here = [car for car in objects_of(view["cars"]) if car["cell"] == cell]
    if not here:
        return "    "
    first = here[0]
    mark = "<" if first["side"] == "left" else "+" if len(here) > 1 else ""
    colour = COLOURS[int(str(first["owner"]))]
    return f"[black on {colour}]{str(first['name']) + mark:^4}[/]"


def _players(view: Dict) -> list[str]:
    lines = []
    for player in objects_of(view["players"]):
        seat = int(str(player["seat"]))
        purse = f"{player['purse']:>7,} F" if isinstance(player["purse"], int) else "  closed"
        cells = {str(car["name"]): str(car["cell"]) for car in objects_of(view["cars"])}
        cars = player["cars"]
        assert isinstance(cars, list)
        where = ", ".join(f"{car} at {cells[str(car)]}" for car in cars) if player["in"] else "out (RC-07)"
        boxes = player["gerances"]
        assert isinstance(boxes, list)
        held = f" · boxes {', '.join(str(number) for number in boxes)}" if boxes else ""
        office = " · Gendarme" if player["gendarme"] else ""
        lines.append(f"[{COLOURS[seat]}]■[/] player {seat + 1} {purse} · {where}{held}{office}")
    return lines


def _boxes(view: Dict) -> list[str]:
    shown = []
    for box in objects_of(view["boxes"]):
        number = int(str(box["number"]))
        holder = f"player {int(str(box['holder'])) + 1}" if box["holder"] is not None else "vacant"
        shown.append(f"[{BOX_COLOURS[number]}]{number} {box['name']}[/] {box['amount']:,} F ({holder})")
    deck = object_of(view["deck"])
    seen, cards = deck["seen"], deck["cards"]
    assert isinstance(seen, list)
    assert isinstance(cards, list)
    known = f", next is card {deck['next']}" if deck["next"] is not None else ""
    table = f"table {view['table_money']:,} F (RC-21) · deck {len(seen)} of {len(cards)} cards seen{known}"
    return [" · ".join(shown[:2]), " · ".join(shown[2:]), table]


def _conditions(view: Dict) -> list[str]:
    """What binds each car, with the clause that says so."""
    lines = []
    for car in objects_of(view["cars"]):
        bound = [f"{hold['by']} ≤ {hold['limit']} ({hold['clause']})" for hold in objects_of(car["holds"])]
        bound += [_hit(hit) for hit in objects_of(car["hit_by"])]
        bound += ["petrol to pay (RC-55)"] if car["petrol"] else []
        bound += ["misses a turn (RC-37)"] if car["misses_turn"] else []
        if bound:
            lines += _wrap(f"car {car['name']}: ", bound)
    return lines


def _hit(hit: Dict) -> str:
    payer = int(str(hit["player"])) + 1
    return f"hit by player {payer}, ≤ {hit['limit']}, {hit['indemnity']} F a failed roll ({hit['clause']})"


def _wrap(head: str, parts: list[str]) -> list[str]:
    """Parts on as few lines as fit."""
    lines = [head + parts[0]]
    for part in parts[1:]:
        if len(lines[-1]) + len(part) + 2 <= WIDTH:
            lines[-1] += "; " + part
        else:
            lines.append(" " * len(head) + part)
    return lines


def _question(view: Dict) -> list[str]:
    """What is being decided, with its clause."""
    takeover, shortfall, window = view["takeover"], view["shortfall"], view["window"]
    if isinstance(takeover, dict):
        return [
            f"[bold]gérance {takeover['gerance']}[/]: player {takeover['newcomer'] + 1} offers {takeover['price']:,} F"
            f" (RC-61), the box holds {takeover['box']:,} F; sell or refuse (RC-62)?"
        ]
    if isinstance(shortfall, dict):
        return [f"[bold]player {shortfall['seat'] + 1}[/] owes {shortfall['owed']:,} F: half a box or out (RC-65)?"]
    if isinstance(window, dict):
        cars = ", ".join(str(window[key]) for key in ("this_turn", "turn_before") if window[key] is not None)
        return [f"[bold]player {window['seat'] + 1}[/], as {window['role']}: anything to say about car {cars} (RC-26)?"]
    return []
