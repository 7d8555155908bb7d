"""A second opinion: the whole game as one plain program, after the ledger, sharing no code with the engine.

Nothing is remembered in a clever way, and nothing is fast.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any, NamedTuple

from tests.games.second_opinion import DICE, EVERYBODY, Ask, Steps, ask

RESTART = "restart"
START = "start"
SIGNS = {"C": "clear", "O": "overcast", "R": "rain", "S": "storm", "N": "snow"}
TURNS = {"S": 0, "L": 3, "R": 1}
AHEAD = [(1, 0), (0, 1), (-1, 0), (0, -1)]


class Car:
    def __init__(self, setup: int) -> None:
        self.setup = setup
        self.place = 0
        self.off = False  # at the roadside
        self.gear: int | str = START
        self.card = True
        self.tyres = "normal"
        self.stop = 0
        self.exit = 0
        self.out = 0
        self.mechanics: list[int] = []

    def runs(self) -> bool:
        return not self.exit and not self.out


class Square(NamedTuple):
    level: int
    mark: str
    number: int


class Rally:
    """The figures of the box, and the options."""

    def __init__(self, cards: Any, tables: Any, rings: Any, calendar: Any, options: dict[str, Any]) -> None:
        self.cards = {card["no"]: card for card in cards["cards"]}
        self.tables = tables
        self.rings = rings["rings"]
        self.calendar = calendar["races"]
        self.options = options
        self.players: int = options["players"]

    def squares(self, number: int) -> list[Square]:
        card = self.cards[number]
        words = card["squares"].split()
        return [Square(int(word[0]), word[1:], card["first"] + index) for index, word in enumerate(words)]

    def features(self, number: int) -> dict[str, int]:
        marks = [square.mark for square in self.squares(number)]
        fast = 1 if self.cards[number].get("fast") else 0
        return {"fords": int("f" in marks), "hairpins": int("h" in marks), "fast": fast}

    # --- the road ---

    def overlaps(self, road: list[int]) -> bool:
        x = y = heading = 0
        used = set()
        for number in road:
            if (x, y) in used:
                return True
            used.add((x, y))
            heading = (heading + TURNS[self.cards[number]["exit"]]) % 4
            x, y = x + AHEAD[heading][0], y + AHEAD[heading][1]
        return False

    def can_be_road(self, road: list[int], spec: Any) -> bool:
        """RA-08, RA-11, RA-R02, RA-R03: as far as it is laid."""
        if len(set(road)) < len(road) or self.squares(road[0])[0].level != 0 or self.overlaps(road):
            return False
        limits = spec.get("limits", {})
        left = spec["cards"] - len(road)
        for feature, (least, most) in limits.items():
            count = sum(self.features(number)[feature] for number in road)
            if count > most or count + left < least:
                return False
        return True

    def can_be_laid(self, road: list[int], spec: Any) -> bool:
        if not self.can_be_road(road, spec):
            return False
        if len(road) == spec["cards"]:
            return True
        return any(self.can_be_laid([*road, number], spec) for number in self.cards if number not in road)


def game(rally: Rally) -> Steps[list[int]]:
    """Races, stages, turns; the scores at the end."""
    options, players = rally.options, rally.players
    setups = [-1] * players
    points = [0] * players
    totals = [0] * players
    turns = 0
    for race in _races(rally):
        scores: list[list[int]] = []
        sector = 0
        normal = {"cards": race["cards"], "limits": race["limits"], "special": False}
        special = {"limits": race["limits"], **race.get("special", {}), "special": True}  # RA-R01
        stages = [normal] * race["stages"] + [special] * ("special" in race and options["specials"])
        if options["scope"] == "stage":
            stages = [special if options["stage"] == "special" else normal]
        for number, spec in enumerate(stages):
            order = yield from _start_order(players, scores[-1] if scores else None)
            if number == 0:
                setups = yield from _choose_setups(players, setups)
                rolled = yield from _roll()
                sector = rally.rings[race["ring"]]["start"][rolled - 1] - 1
            stage = Stage(rally, race, spec, order, setups, sector)
            yield from stage.lay()
            yield from stage.place_mechanics()
            yield from stage.drive()
            sector = stage.sector
            scores.append(stage.scores())
            turns += stage.own_turns()
        totals = [sum(row[seat] for row in scores) for seat in range(players)]
        for seat, place in enumerate(_places(totals)):
            points[seat] += (9, 6, 4, 3, 2, 1)[place - 1]
    if players == 1:
        return [-turns]
    return points if options["scope"] == "championship" else [-total for total in totals]


def _roll() -> Steps[int]:
    return int((yield from ask(DICE, [f"die:{face}" for face in range(1, 7)]))[4:])


def _places(totals: list[int]) -> list[int]:
    return [1 + sum(other < total for other in totals) for total in totals]


def _races(rally: Rally) -> list[Any]:
    chosen = [race for race in rally.calendar if not rally.options["races"] or race["id"] in rally.options["races"]]
    return chosen if rally.options["scope"] == "championship" else chosen[:1]


def _start_order(players: int, last: list[int] | None) -> Steps[list[int]]:
    """RA-75: by the last arrival, equals by lot."""
    ranks = last or [0] * players
    order: list[int] = []
    for _, tied in groupby(sorted(range(players), key=ranks.__getitem__), key=ranks.__getitem__):
        waiting = list(tied)
        while len(waiting) > 1:
            drawn = yield from ask(DICE, [f"draw:{seat}" for seat in waiting])
            order.append(int(drawn[5:]))
            waiting.remove(order[-1])
        order += waiting
    return order


def _choose_setups(players: int, before: list[int]) -> Steps[list[int]]:
    """RA-12, RA-14."""
    names = ["stable", "fast", "prototype"]
    offers = [
        [f"setup:{name}" for number, name in enumerate(names) if old < 0 or abs(number - old) < 2] for old in before
    ]
    chosen = yield Ask(EVERYBODY if players > 1 else 0, offers)
    return [names.index(text[6:]) for text in chosen]


class Stage:
    def __init__(self, rally: Rally, race: Any, spec: Any, order: list[int], setups: list[int], sector: int) -> None:
        self.rally, self.spec, self.order = rally, spec, order
        self.ring = rally.rings[race["ring"]]["sectors"]
        self.sector = sector
        self.cars = [Car(setup) for setup in setups]
        self.road: list[int] = []
        self.squares: list[Square] = []
        self.turn = 0

    # --- before the start ---

    def lay(self) -> Steps[None]:
        """RA-09: the last starter, or chance."""
        by_chance = self.rally.options["layer"] == "auto"
        given = self.rally.options["route"]
        self.road = [int(number) for number in given.split("-")] if given else []
        while not given and len(self.road) < self.spec["cards"]:
            open = [number for number in self.rally.cards if self.rally.can_be_laid([*self.road, number], self.spec)]
            what = "card" if by_chance else "lay"
            answer = yield from ask(DICE if by_chance else self.order[-1], [f"{what}:{number}" for number in open])
            self.road.append(int(answer.split(":")[1]))
        self.squares = [square for number in self.road for square in self.rally.squares(number)]

    def place_mechanics(self) -> Steps[None]:
        """RA-50, RA-R22: three each, along the road."""
        for _ in range(3):
            offers = []
            for car in self.cars:
                first = car.mechanics[-1] if car.mechanics else 1
                offers.append([f"mechanic:{square.number}" for square in self.squares[first - 1 :]])
            answers = yield Ask(EVERYBODY if len(offers) > 1 else 0, offers)
            for car, text in zip(self.cars, answers, strict=True):
                numbers = [square.number for square in self.squares]
                car.mechanics.append(1 + numbers.index(int(text.split(":")[1])))

    # --- turns ---

    def drive(self) -> Steps[None]:
        while any(car.runs() for car in self.cars):
            self.turn += 1
            if self.turn > 1:  # RA-59, RA-R29
                parity = yield from ask(DICE, ["weather:odd", "weather:even"])
                self.sector = (self.sector + (1 if parity == "weather:even" else -1)) % len(self.ring)
            for seat in self.order[: self.turn]:
                car = self.cars[seat]
                if not car.runs():
                    continue
                if car.stop:
                    car.stop -= 1
                    continue
                yield from self.move(seat, car)

    def weather(self) -> tuple[str, int]:
        sign = self.ring[self.sector]
        return SIGNS[sign[0]], int(sign[1:] or 0)

    def move(self, seat: int, car: Car) -> Steps[None]:
        if car.gear == START:
            answer = yield from ask(seat, ["fit:normal", "fit:rain", "fit:snow"])
            car.tyres = answer[4:]
        gear = yield from self.set_gear(seat, car)
        car.gear, car.off = gear, False
        rolled = yield from _roll()
        die = min(6, rolled + car.setup + self.weather()[1])
        level: int = self.rally.tables["risk"][str(gear)][die - 1]
        left, room = self.range(car, gear)
        met = {other: other.place for other in self.cars if other is not car and self.stands(other)}
        entered = 0
        while True:
            brakes = yield from self.step(seat, car, left, entered, room)
            if brakes is None:
                break
            entered, room = entered + 1, room - 1
            left = max(0, left - 1 - brakes)
            overtaken = self.overtaken(met, car.place + 1, entered)
            car.place += 1
            if car.place > len(self.squares):
                car.exit = self.turn
                return
            factor = self.factor(car) + brakes + overtaken
            if factor > level and (yield from self.damage(seat, car, min(5, factor - level))):
                return
            if room == 0:
                break
        if gear <= 2:
            yield from self.service(seat, car, 0, voluntary=True)

    def stands(self, other: Car) -> bool:
        """RA-R15, RA-R17: on the road, where it may be overtaken."""
        return other.runs() and not other.off and other.place > 0

    def set_gear(self, seat: int, car: Car) -> Steps[int]:
        if car.gear == RESTART:
            return 1  # RA-26: nothing to choose
        if car.gear == START:
            gears = [1, 2, 3, 4, 5]
        else:
            assert isinstance(car.gear, int)
            gears = [gear for gear in (car.gear - 1, car.gear, car.gear + 1) if 1 <= gear <= 5]
        offers = [f"gear:{gear}" for gear in gears]
        if car.card and isinstance(car.gear, int) and car.gear >= 3:
            offers.append(f"overrev:{car.gear - 2}")
        answer = yield from ask(seat, offers)
        what, gear = answer.split(":")
        car.card = car.card and what == "gear"
        return int(gear)

    def range(self, car: Car, gear: int) -> tuple[int, int]:
        """RA-17, RA-20, RA-21, RA-27, RA-66, RA-77."""
        if gear == 1:
            return 1, 1
        least, most = self.rally.tables["gears"][str(gear)]
        weather, cost = self.weather()[0], 0
        if car.tyres != "normal" and weather in ("clear", "overcast"):
            by = car.tyres if self.rally.options["tyre_cost"] == "type" else weather
            cost = {"clear": 1, "overcast": 2, "rain": 1, "snow": 2}[by]
        extra = (0, 0, 2, 4, 6)[gear - 1] if self.spec["special"] else 0
        return max(1, least + car.setup - cost), max(1, most + car.setup - cost + extra)

    def step(self, seat: int, car: Car, left: int, entered: int, room: int) -> Steps[int | None]:
        """Brakes on the next square, `None` to halt. What leaves no choice is not asked (RA-R19, RA-R33)."""
        if left == 1 or (left > 1 and car.place == len(self.squares)):
            return 0
        offers = [f"advance:{brakes}" for brakes in range(max(0, left - 1) + 1)]
        if left == 0:
            offers.append("halt")
        answer = yield from ask(seat, offers)
        return None if answer == "halt" else int(answer[8:])

    def overtaken(self, met: dict[Car, int], place: int, entered: int) -> int:
        """RA-25, RA-R14, RA-R16."""
        if self.rally.options["surcharge"] == "occupied":
            return list(met.values()).count(place)
        return list(met.values()).count(place - 1) if entered > 1 else 0

    def factor(self, car: Car) -> int:
        """RA-63, RA-65, RA-R26, RA-R27."""
        square, weather = self.squares[car.place - 1], self.weather()[0]
        level = square.level
        if square.mark == "f":
            level = {"rain": 5, "storm": 5, "snow": 3}.get(weather, level)
        fits = {"rain": ("rain", "storm"), "snow": ("snow",), "normal": ()}[car.tyres]
        if self.rally.options["tyre_match"] == "any" and car.tyres != "normal":
            fits = ("rain", "storm", "snow")
        return level - (weather in fits)

    # --- harm ---

    def damage(self, seat: int, car: Car, difference: int) -> Steps[bool]:
        """RA-42 … RA-47: does the move end here?"""
        rolled = yield from _roll()
        harm = self.rally.tables["damage"][str(difference)][rolled - 1]
        if harm == "-":
            return False
        if harm == "e":
            car.out = self.turn
            return True
        car.gear, car.off = RESTART, True
        degree = 0 if harm == "tc" else int(harm)
        stack = self.stack(car)
        car.stop = max(0, degree - car.mechanics.count(stack)) if stack else degree
        if degree == 0 or stack:
            yield from self.service(seat, car, degree, voluntary=False)
        return True

    def stack(self, car: Car) -> int:
        """RA-53, RA-R21: the square of the largest stack in range; the nearest, the earlier."""
        near = [square for square in car.mechanics if abs(square - car.place) <= 4]
        return min(near, key=lambda one: (-near.count(one), abs(one - car.place), one), default=0)

    def service(self, seat: int, car: Car, degree: int, voluntary: bool) -> Steps[None]:
        """RA-55 … RA-58, RA-R23, RA-R24."""
        tyres = [f"fit:{kind}" for kind in ("normal", "rain", "snow") if kind != car.tyres] if self.stack(car) else []
        answer = yield from ask(seat, [*tyres, "drive_on"])
        if answer == "drive_on":
            return
        car.tyres = answer[4:]
        car.gear, car.off = RESTART, True
        if degree and car.stop == 0:
            car.stop = 1

    # --- the end ---

    def scores(self) -> list[int]:
        """RA-69, RA-70, RA-74, RA-R34."""
        exits = [car.exit for car in self.cars if car.exit]
        if not exits:
            return [2] * len(self.cars)
        scores = {seat: car.exit - min(exits) - self.order.index(seat) - 1 for seat, car in enumerate(self.cars)}
        worst = max(score for seat, score in scores.items() if self.cars[seat].exit)
        return [scores[seat] if car.exit else worst + 2 for seat, car in enumerate(self.cars)]

    def own_turns(self) -> int:
        """RA-R41: of a car alone."""
        car = self.cars[0]
        return car.exit if car.exit else car.out + len(self.squares) - car.place + 1
