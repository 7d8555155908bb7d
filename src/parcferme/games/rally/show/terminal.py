"""The position for a terminal: Rich markup, at most 100 columns, made from a view alone."""

from __future__ import annotations

from typing import Final

from parcferme.games.rally.mechanics.driving import too_hard
from parcferme.lib.reading import list_of, number_of, object_of, objects_of

BAND: Final = 24  # squares in a line
CELL: Final = 4  # columns of a square
LEVELS: Final = ("black on green3", "black on khaki1", "black on orange1", "white on dark_orange3", "white on red3")
FORD: Final = "white on deep_sky_blue4"
CARS: Final = ("dodger_blue1", "red1", "gold1", "green3", "grey85", "medium_purple1")
SKIES: Final = {"clear": "☀", "overcast": "☁", "rain": "☂", "storm": "ϟ", "snow": "❄"}
ROMAN: Final = ("I", "II", "III", "IV", "V", "VI")
ORDINALS: Final = ("1st", "2nd", "3rd", "4th", "5th")
OUTCOMES: Final = ("clean", "tc", "1°", "2°", "3°", "e")

Json = dict[str, object]


def board(view: Json) -> str:
    """Header, weather, road, cars, the mover's gearbox with odds, standings."""
    parts = [_header(view), _weather(view), *_laying(view), *_road(view), *_cars(view), *_gearbox(view), *_points(view)]
    return "\n".join(part for part in parts if part)


# ── reading a view ───────────────────────────────────────────────────────────────────────────────────────────────────


def _numbers(value: object) -> list[int]:
    return [int(str(item)) for item in list_of(value)]


# ── header and weather ───────────────────────────────────────────────────────────────────────────────────────────────


def _header(view: Json) -> str:
    stage = object_of(view["stage"])
    race = objects_of(view["races"])[number_of(view["race"])]
    kind = "special stage" if stage["special"] else "stage"
    text = f"[bold black on orange1] RALLY [/] [bold]{race['name']}[/]  {kind} {number_of(stage['index']) + 1}"
    text += f"/{stage['of']}, {stage['cards']} cards{_limits(stage)}"
    return text + (f"  [bold]turn {view['turn']}[/]" if view["turn"] else "") + f"  [dim]{view['phase']}[/]"


def _limits(stage: Json) -> str:
    """The calendar's limits in short: hairpins ≤ 1, fords ≥ 3."""
    words: list[str] = []
    for feature, pair in object_of(stage["limits"]).items():
        least, most = _numbers(pair)
        words.append(f"{feature} ≥ {least}" if least > 0 else f"{feature} ≤ {most}")
    return f" ({', '.join(words)})" if words else ""


def _weather(view: Json) -> str:
    weather = object_of(view["weather"])
    if not weather:
        return ""
    sectors = [(str(pair[0]), pair[1]) for pair in map(list_of, list_of(weather["sectors"]))]
    here = number_of(weather["sector"])
    dial: list[str] = []
    for index, (kind, points) in enumerate(sectors):
        text = SKIES[kind] + (f"{points}" if points else "")
        dial.append(f"[bold reverse] {text} [/]" if index == here else f" {text} ")
    before, after = (sectors[index][0] for index in _numbers(weather["next"]))
    die = f"die +{weather['points']}" if weather["points"] else "die as rolled"
    fords = f", fords {weather['fords']}" if weather["fords"] else ""
    now = f"[bold]{weather['weather']}[/] {die}{fords}; odd {before}, even {after}"
    return f"{weather['ring']} {''.join(dial)}  {now}"


# ── the road ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _laying(view: Json) -> list[str]:
    """The cards to choose from while a road is laid."""
    road = object_of(view["road"])
    if view["phase"] != "lay":
        return []
    lines = ["[bold]Cards that may come next[/] [dim](number, name, exit, levels)[/]"]
    open_cards = _numbers(road["open"])
    for card in objects_of(road["deck"]):
        if card["no"] in open_cards:
            pairs = zip(_numbers(card["levels"]), list_of(card["marks"]), strict=True)
            strip = "".join(_level(level, str(mark)) for level, mark in pairs)
            lines.append(f"{card['no']:>3} {card['name']!s:22} {card['exit']}  {strip}")
    return lines


def _level(level: int, mark: str) -> str:
    return f"[{FORD if mark == 'f' else LEVELS[level]}]{level}{mark or ' '}[/]"


def _road(view: Json) -> list[str]:
    road = object_of(view["road"])
    squares = [list_of(square) for square in list_of(road["squares"])]
    names = [f"{card['no']} {card['name']}" for card in objects_of(road["cards"])]
    lines: list[str] = []
    for start in range(0, len(squares), BAND):
        lines += _band(view, squares, names, start)
    return lines


def _band(view: Json, squares: list[list[object]], names: list[str], start: int) -> list[str]:
    """A line of the road: card names, cars, levels, square numbers, mechanics."""
    part = squares[start : start + BAND]
    places = range(start + 1, start + len(part) + 1)
    title, at = "", 0
    for index, square in enumerate(part):
        first = index == 0 or part[index - 1][3] != square[3]
        if first and len(title) <= CELL * index:
            title, at = title.ljust(CELL * index), number_of(square[3])
            title += "│" + names[at]
    cars = "".join(_cars_on(view, place) for place in places)
    levels = "".join(_square(square) for square in part)
    numbers = "".join(f"{square[0]!s:^4}" for square in part)
    lines = [f"[dim]{title[: CELL * BAND]}[/]", cars.rstrip(), levels, f"[dim]{numbers}[/]"]
    mechanics = "".join(_mechanics_on(view, place) for place in places)
    return [*lines, mechanics.rstrip()] if mechanics.strip() else lines


def _square(square: list[object]) -> str:
    level, mark = number_of(square[1]), str(square[2])
    style = FORD if mark == "f" else LEVELS[level]
    return f"[{style}]{f'{level}{mark}':^4}[/]"


def _cars_on(view: Json, place: int) -> str:
    """Cars on a square by number; at the roadside in brackets, if there is room for them."""
    here = [car for car in objects_of(view["cars"]) if car["place"] == place and car["status"] in ("running", "off")]
    if len(here) > CELL:
        return f"[bold]{len(here)}×[/]  "
    brackets = len(here) + 2 * sum(car["status"] == "off" for car in here) <= CELL
    text, width = "", 0
    for car in here:
        number = number_of(car["car"])
        sign = f"({number})" if brackets and car["status"] == "off" else str(number)
        text += f"[bold {CARS[number - 1]}]{sign}[/]"
        width += len(sign)
    return text + " " * (CELL - width)


def _mechanics_on(view: Json, place: int) -> str:
    """Own mechanics in cyan, a rival's stack that has been seen in his colour."""
    stacks = [(stack, "cyan") for stack in objects_of(view["mechanics"])]
    for car in objects_of(view["cars"]):
        stacks += [(stack, CARS[number_of(car["car"]) - 1]) for stack in objects_of(car["mechanics"])]
    for stack, style in stacks:
        if stack["square"] == place:
            count = number_of(stack["mechanics"])
            return f"[{style}]{'m' * count}[/]" + " " * (CELL - count)
    return " " * CELL


# ── cars and gearbox ─────────────────────────────────────────────────────────────────────────────────────────────────


def _cars(view: Json) -> list[str]:
    lines = [f"[bold]{'start':6}{'car':5}{'square':8}{'gear':9}{'set-up':11}{'tyres':8}{'card':6}{'state'}[/]"]
    cars = objects_of(view["cars"])
    order = _numbers(view["order"]) or list(range(len(cars)))
    for seat in order:
        car = cars[seat]
        start = ROMAN[number_of(car["start"]) - 1] if car["start"] else "–"
        mark = "›" if seat in _numbers(view["to_act"]) else " "
        sign = f"{mark}[bold {CARS[seat]}]{car['car']}[/]{'*' if view['seat'] == seat else ' '}  "
        gear = "1st next" if car["restart"] else str(car["gear"] or "–")
        row = f"{car['place']!s:8}{gear:9}{car['setup'] or '–'!s:11}{car['tyres']!s:8}"
        lines.append(f"{start:6}{sign}{row}{'yes' if car['overrev'] else 'spent':6}{_state(car)}")
    return lines


def _state(car: Json) -> str:
    if car["status"] == "finished":
        return f"[green]left in turn {car['exit']}[/]"
    if car["status"] == "out":
        return f"[red]eliminated in turn {-number_of(car['exit'])}[/]"
    if car["status"] == "off":
        return f"[yellow]at the roadside, misses {car['stop']}[/]" if car["stop"] else "[yellow]at the roadside[/]"
    return "on the road" if car["status"] == "running" else "waits at the start"


def _gearbox(view: Json) -> list[str]:
    """The mover's gears with range, levels and the chance to take each square ahead unharmed."""
    move = object_of(view["move"])
    if "ahead" not in move:
        return []
    car = objects_of(view["cars"])[number_of(move["seat"])]
    ahead = _numbers(move["ahead"])
    damage = [_numbers(row) for row in list_of(object_of(view["tables"])["damage"])]
    if view["phase"] == "step":
        return _at_level(move, ahead, damage)
    lines = [f"[bold]{'gear':6}{'squares':9}{'levels by die':15}{'chance to pass each square ahead':36}minimum[/]"]
    for gear in objects_of(car["gears"]):
        least, most, levels = number_of(gear["least"]), number_of(gear["most"]), _numbers(gear["levels"])
        reach = passing(ahead[:most], levels, damage)
        shown = " ".join(f"{round(100 * chance):3}" for chance in reach[:9])
        clean = f"{round(100 * reach[min(least, len(reach)) - 1])} %" if reach else "out"
        name = ORDINALS[number_of(gear["gear"]) - 1]
        lines.append(f"{name:6}{f'{least}–{most}':9}{' '.join(map(str, levels)):15}{shown:36}{clean}")
    return lines


def _at_level(move: Json, ahead: list[int], damage: list[list[int]]) -> list[str]:
    """After the roll: the level, and every square ahead with its factor."""
    level, room = number_of(move["level"]), number_of(move["room"])
    text = f"die {move['die']}, bears level [bold]{level}[/]; still {move['left']} to {room} squares; ahead:"
    for factor in ahead[:room]:
        text += f" [green]{factor}[/]" if factor <= level else f" [bold red]{factor}[/]"
    return [text, *_harm(ahead[:room], level, damage)]


def _harm(ahead: list[int], level: int, damage: list[list[int]]) -> list[str]:
    """The odds of the first square that is too hard."""
    for index, factor in enumerate(ahead):
        if factor > level:
            row = damage[too_hard(factor, level) - 1]
            odds = ", ".join(f"{OUTCOMES[code]} {row.count(code)}/6" for code in range(6) if code in row)
            return [f"square {index + 1} ahead is {factor - level} too hard: {odds}"]
    return []


def passing(factors: list[int], levels: list[int], damage: list[list[int]]) -> list[float]:
    """The chance to pass each square unharmed, over the die."""
    reach = [0.0] * len(factors)
    for level in levels:
        alive = 1.0 / len(levels)
        for index, factor in enumerate(factors):
            if factor > level:
                alive *= damage[too_hard(factor, level) - 1].count(0) / 6.0
            reach[index] += alive
    return reach


# ── standings ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _points(view: Json) -> list[str]:
    """Stage scores of this race, then the points of every race that is over."""
    lines: list[str] = []
    now = number_of(view["race"])
    for row in objects_of(view["sheet"]):
        if row["race"] == now:
            scores = "  ".join(f"{score:+d}" for score in _numbers(row["scores"]))
            lines.append(f"[dim]stage {number_of(row['stage']) + 1}, score A by car:[/] {scores}")
    races = [race for race in objects_of(view["races"]) if race["points"]]
    if view["scope"] == "stage" or not races:
        return lines
    for race in races:
        lines.append(f"{race['name']!s:18}" + "".join(f"{points:5}" for points in _numbers(race["points"])))
    total = "".join(f"{points:5}" for points in _numbers(view["points"]))
    return [*lines, f"[bold]{'points by car':18}{total}[/]"]
