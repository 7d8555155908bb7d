"""A second opinion: a rally over a marked map as one plain program, after the ledger, sharing no code with the engine.

Squares go by their numbers on the map, and a car's way is all it has driven: a list of steps.
"""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

from tests.games.second_opinion import DICE, Steps, ask

COLOURS = "ROYW"
BRIDGE_LIMIT = {"R": 50, "O": 50, "Y": 40, "W": 30}
QUIET_LIMIT = {"R": 40, "O": 40, "Y": 30, "W": 20}
FAULT = 30 * 60
WITH_ANY_SPEED = (
    "hidden_track", "bend", "give_way", "black_spot", "bridge", "passage", "feather", "quiet", "rough",
)  # fmt: skip
REMEMBERED = 14


class Step(NamedTuple):
    """A square, where it was entered from (`None`: put there), and whether the car has turned round on it."""

    square: int
    came: int | None
    turned: bool


class Section:
    def __init__(self, kind: str, mph: int, path: list[int], approach: int) -> None:
        self.kind = kind
        self.path = path  # from control to control
        self.goal = path[-1]
        self.approach = approach
        self.pcs: list[tuple[int, int]] = []  # square, approach
        squares = len(path) - 1
        self.target = {
            "road": 60 * -(-squares // 3),
            "selective": 20 * squares,
            "stage": 10 * squares,
            "regularity": int(600 * squares / mph + 0.5) if mph else 0,
        }[kind]


class Car:
    def __init__(self, start: int) -> None:
        self.seat = 0
        self.status = "waiting"
        self.way = [Step(start, None, False)]
        self.furthest = 0  # how long its way has been
        self.floor = 0  # the place on it of the control booked last
        self.speed = 0
        self.misses = 0
        self.off = False
        self.section = 0
        self.turns = 0
        self.visited: set[int] = set()
        self.arrived = 0
        self.cards: dict[str, dict[str, Any]] = {}
        self.hand: list[int] = []
        self.declared: list[int] = []
        self.feather = 0
        self.free_turned = False
        self.caps: list[int] = []  # of the next announcements
        self.slipping = 0  # announcements without acceleration
        self.slow_start = 0
        self.totals: list[int] = []  # after each section
        self.score = 0

    def at(self) -> Step:
        return self.way[-1]

    def place(self) -> int:
        return len(self.way) - 1

    def go(self, square: int) -> None:
        self.way.append(Step(square, self.at().square, False))

    def best(self, what: str, colour: str) -> int:
        """RR-09, RR-R14: of the standard car and the kit; extras on top."""
        number = COLOURS.index(colour)
        best: int = max([10, *[card[what][number] for card in self.cards.values() if what in card]])
        more = [card[f"{what}_more"][number] for card in self.cards.values() if f"{what}_more" in card]
        return min(100, best + sum(more)) if more else best

    def extra(self, what: str) -> int:
        return sum(card.get(what, 0) for card in self.cards.values())

    def may(self, right: str) -> bool:
        return any(card.get(right) for card in self.cards.values())


class Rally:
    def __init__(self, board: Any, cards: Any, marked: Any, options: dict[str, Any]) -> None:
        self.options = options
        self.kit = {card["id"]: card for card in cards["kit"]}
        self.deck = cards["hazards"]
        squares = [*board["squares"], *board.get("hidden_tracks", [])]
        self.colour = {one["id"]: "R" if "chequered" in one else one["colour"] for one in squares}
        self.tracks = {one["id"]: one["ends"] for one in board.get("hidden_tracks", [])}
        self.feature = {one["id"]: one["feature"] for one in squares if "feature" in one}
        self.near: dict[int, list[int]] = {one["id"]: [] for one in squares}
        for one, two in board["edges"]:
            self.near[one].append(two)
            self.near[two].append(one)
        self.blacks = {one["square"] if isinstance(one, dict) else one for one in marked["black_spots"]}
        self.controls = {one["square"] for one in marked["controls"]}
        for square in self.blacks | self.controls:
            self.feature.pop(square, None)  # RR-21, RR-R11
        self.sections = self.read_sections(marked["controls"])
        self.start = marked["controls"][0]["square"]
        self.competition = options["mode"] == "competition"
        crews = options["players"] if options["players"] > 1 else options["crews"] or 1
        self.cars = [Car(self.start) for _ in range(crews)]
        self.unseen = [] if self.competition else list(range(len(self.deck)))
        self.queue = list(range(len(self.deck))) if self.competition else []
        self.minute = 0
        self.arrivals = crews

    def read_sections(self, controls: Any) -> list[Section]:
        """RR-25, RR-R43: the shortest way from control to control past Black Spots, the Finish and what was driven."""
        path, sections, pcs = [controls[0]["square"]], [], []
        driven: list[int] = [*path, controls[-1]["square"]]
        for control in controls[1:]:
            path += self.shortest(path[-1], control["square"], control["from"], driven)
            driven += path[1:]
            if control["type"] == "PC":
                pcs.append((control["square"], control["from"]))
                continue
            section = Section(control["kind"], control.get("mph") or 0, path, control["from"])
            section.pcs = pcs
            sections.append(section)
            path, pcs = path[-1:], []
        return sections

    def shortest(self, start: int, goal: int, approach: int, driven: list[int]) -> list[int]:
        before: dict[int, int] = {start: start}
        waiting = deque([start])
        while approach not in before:
            here = waiting.popleft()
            for there in self.near[here]:
                if there not in before and there != goal and there not in self.blacks and there not in driven:
                    before[there] = here
                    waiting.append(there)
        way = [goal]
        here = approach
        while here != start:
            way.append(here)
            here = before[here]
        return way[::-1]

    # --- the course of the rally ---

    def game(self) -> Steps[list[int]]:
        """The places in the end, by crew."""
        yield from self.draw_cars()
        yield from self.give_kits()
        for crew, car in enumerate(self.cars):
            car.arrived = crew
        order = list(range(len(self.cars)))
        while any(car.status in ("waiting", "driving") for car in self.cars):
            self.minute += 1
            order = sorted(order, key=self.rank)
            for crew in order:
                car = self.cars[crew]
                if car.status == "waiting" and (self.competition or self.minute > crew):
                    car.status = "driving"
                if car.status == "driving":
                    yield from self.turn(crew, car)
        return self.places()

    def draw_cars(self) -> Steps[None]:
        """RR-13."""
        players = self.options["players"]
        free = list(range(len(self.cars)))
        for seat in range(players if players > 1 else 0):
            crew = free[0]
            if len(free) > 1:
                crew = int((yield from ask(DICE, [f"car:{number + 1}" for number in free]))[4:]) - 1
            self.cars[crew].seat = seat
            free.remove(crew)

    def give_kits(self) -> Steps[None]:
        """RR-46 … RR-48."""
        kits = self.options["kits"]
        crews = list(range(len(self.cars)))
        if kits == "standard":
            return
        turns = 6 * crews[::-1] if kits == "draft" else sorted(6 * crews)
        taken: set[str] = set()
        for number, crew in enumerate(turns):
            car = self.cars[crew]
            types = [card.rstrip("123456") for card in car.cards]
            open = [card for card in self.kit if card.rstrip("123456") not in types]
            if kits != "free":
                open = [card for card in open if card not in taken]
            if kits == "deal":
                kind = ("S", "A", "D", "DR", "N", "E")[number % 6]
                answer = yield from ask(DICE, [f"kit:{card}" for card in open if card.rstrip("123456") == kind])
            else:
                answer = yield from ask(car.seat, [f"take:{card}" for card in open])
            card = answer.split(":")[1]
            taken.add(card)
            car.cards[card] = self.kit[card]

    def rank(self, crew: int) -> tuple[int, ...]:
        """RR-51 … RR-53, RR-R36, RR-R37."""
        car = self.cars[crew]
        square, before = car.at().square, self.sections[: car.section]
        path = self.sections[car.section].path if car.section < len(self.sections) else []
        if car.status not in ("waiting", "driving") or square not in path:
            return (1, 0, 0, 0, crew)
        along = sum(len(section.path) - 1 for section in before) + path.index(square)
        waits = 0 if square in self.controls or car.off else 1
        return (0, -along, waits, car.arrived, crew)

    def turn(self, crew: int, car: Car) -> Steps[None]:
        if car.turns >= self.options["max_section_turns"]:  # RR-R60
            self.drop(car, "retired")
            return
        if car.misses:
            pushes = [card for card in car.hand if self.effect(card) == "push"]
            if pushes:
                played = yield from self.reply(car, pushes)
                if played is not None:
                    car.misses = max(0, car.misses - self.deck[played]["amount"])
            if car.misses:
                car.misses -= 1
                car.turns += 1
                return
        yield from self.announce(crew, car)

    def drop(self, car: Car, status: str) -> None:
        car.status = status
        self.queue += sorted(car.hand)
        car.hand, car.declared = [], []

    def effect(self, card: int) -> str:
        return str(self.deck[card]["effect"])

    def reply(self, car: Car, cards: list[int]) -> Steps[int | None]:
        answer = yield from ask(car.seat, ["pass", *[f"card:{self.deck[card]['id']}" for card in cards]])
        return None if answer == "pass" else self.play(car, answer)

    def play(self, car: Car, answer: str) -> int:
        card = int(answer[6:]) - 1
        car.hand.remove(card)
        self.queue.append(card)
        return card

    # --- announcing ---

    def announce(self, crew: int, car: Car) -> Steps[None]:
        while True:
            answer = yield from ask(car.seat, self.announcements(car))
            what, _, rest = answer.partition(":")
            if what == "speed":
                break
            if what == "card":
                card = self.play(car, answer)
                car.declared.append(card)
                if self.effect(card) == "feather":
                    car.feather = 1 if (yield from ask(car.seat, ["more", "fewer"])) == "more" else -1
                continue
            here = car.at()
            car.way[-1] = Step(here.square, here.came, not here.turned)
            car.speed = 0
            if not car.may("free_turn"):  # RR-92
                car.turns += 1
                car.declared, car.feather = [], 0
                return
            car.free_turned = True
        low, high = self.range(car)
        if low <= int(rest) <= high:
            yield from Move(self, crew, car, int(rest)).drive()
            return
        car.turns += 1  # RR-59, RR-R17
        car.speed, car.declared, car.feather, car.free_turned = 0, [], 0, False

    def announcements(self, car: Car) -> list[str]:
        low, high = (10, 200) if self.options["strict"] else self.range(car)
        rights = self.rights(car)
        offers = []
        for said in range(low, high + 10, 10):
            squares = max(1, said // 10 + car.feather)
            if said > 100 or self.has_road(car, car.at(), squares, rights):
                offers.append(f"speed:{said}")
        if car.at().came is not None and not car.free_turned:
            offers.append("turn")
        offers = offers or [f"speed:{low}"]
        fits = (*WITH_ANY_SPEED, *(("start",) if car.speed == 0 else ("acceleration", "deceleration")))
        for card in car.hand:
            if self.effect(card) in fits and not (self.effect(card) == "feather" and car.feather):
                offers.append(f"card:{self.deck[card]['id']}")
        return offers

    def range(self, car: Car) -> tuple[int, int]:
        """RR-54 … RR-57, RR-R14 … RR-R16, and what cards do to it."""
        colour = self.colour[car.at().square]
        if car.speed == 0:
            low, high = 10, self.flat_start(car)
            if any(self.climbs(car.at().square, ahead) for ahead in self.ways(car.at(), (False, False))):
                high = max(high, 20 if car.slow_start else max(20, car.extra("uphill_start")))
        else:
            low = 10 if self.has(car, "deceleration") else car.speed - car.best("deceleration", colour)
            high = car.speed + car.best("acceleration", colour)
            high += sum(self.deck[card]["amount"] for card in car.declared if self.effect(card) == "acceleration")
            if car.slipping:
                high = car.speed
            low, high = max(10, low), min(200, high)
        if car.caps:
            high = min(high, car.caps[0])
            low = min(low, high)
        return low, high

    def flat_start(self, car: Car) -> int:
        best = car.slow_start or car.best("start", self.colour[car.at().square])
        cards: list[int] = [self.deck[card]["amount"] for card in car.declared if self.effect(card) == "start"]
        return max([best, *cards])

    def has(self, car: Car, effect: str) -> bool:
        return any(self.effect(card) == effect for card in car.declared)

    def uses(self, car: Car, effect: str) -> bool:
        for card in sorted(car.declared):
            if self.effect(card) == effect:
                car.declared.remove(card)
                return True
        return False

    # --- the road ---

    def climbs(self, here: int, ahead: int) -> bool:
        feature = self.feature.get(ahead, {})
        return (feature.get("type"), feature.get("to")) == ("gradient", here)

    def rights(self, car: Car) -> tuple[bool, bool]:
        """Past Black Spots, along Hidden Tracks: a strict table lets everybody, and disqualifies (RR-R51)."""
        if self.options["strict"]:
            return True, True
        black = car.may("black_spots") or self.has(car, "black_spot")
        return black, car.may("hidden_tracks") or self.has(car, "hidden_track")

    def ways(self, step: Step, rights: tuple[bool, bool]) -> list[int]:
        """RR-R33, RR-77, RR-78: not back, unless it has turned round and faces that way."""
        black, track = rights
        here = step.square
        found = list(self.tracks[here]) if here in self.tracks else list(self.near[here])
        if track and here not in self.tracks:
            found += [number for number, ends in self.tracks.items() if here in ends]
        if step.turned:
            found = [ahead for ahead in found if ahead == step.came]
        else:
            found = [ahead for ahead in found if ahead != step.came]
        return sorted(ahead for ahead in found if black or ahead not in self.blacks)

    def has_road(self, car: Car, step: Step, squares: int, rights: tuple[bool, bool]) -> bool:
        """RR-R57: can so many squares be driven from here? The due control ends any move."""
        goal = self.sections[car.section].goal
        steps = {step}
        for _ in range(squares):
            steps = {Step(ahead, one.square, False) for one in steps for ahead in self.ways(one, rights)}
            if any(one.square == goal for one in steps):
                return True
        return bool(steps)

    def taken(self, crew: int) -> set[int]:
        """RR-94, RR-97: squares that other cars occupy."""
        others = [car for number, car in enumerate(self.cars) if number != crew]
        found = {car.at().square for car in others if car.status == "driving" and not car.off}
        return found - self.controls

    def places(self) -> list[int]:
        """The fewest penalties, ties by RR-R47."""
        home = [crew for crew, car in enumerate(self.cars) if car.status == "finished"]
        places = [len(home) + 1] * len(self.cars)
        lengths = [len(section.path) - 1 for section in self.sections]
        next_place = 1
        for total in sorted({self.cars[crew].totals[-1] for crew in home}):
            left = [crew for crew in home if self.cars[crew].totals[-1] == total]
            while left:
                credit = dict.fromkeys(left, 0)
                for number, length in enumerate(lengths):
                    standing = sorted(self.cars[crew].totals[number] for crew in left)
                    leaders = [crew for crew in left if self.cars[crew].totals[number] == standing[0]]
                    if len(leaders) == 1:
                        credit[leaders[0]] += length
                best = [crew for crew in left if credit[crew] == max(credit.values())]
                for crew in best:
                    places[crew] = next_place
                next_place += len(best)
                left = [crew for crew in left if crew not in best]
        return places


class Move:
    """One move, from the announcement to rest."""

    def __init__(self, rally: Rally, crew: int, car: Car, said: int) -> None:
        self.rally, self.crew, self.car, self.said = rally, crew, car, said
        self.section = rally.sections[car.section]
        self.after = said
        self.depart = car.place()
        self.left = max(1, said // 10 + car.feather)
        self.mode = "driving"
        self.limit_broken = False
        self.rolled = False
        self.crossed: int | None = None  # the place of a Give Way left without a stop
        self.must_climb = car.speed == 0 and said > rally.flat_start(car) and self.hill_ahead()
        self.timed = self.section.kind != "road"

    def hill_ahead(self) -> bool:
        rally, here = self.rally, self.car.at()
        return any(rally.climbs(here.square, ahead) for ahead in rally.ways(here, (False, False)))

    def drive(self) -> Steps[None]:
        car = self.car
        car.turns += 1
        moving = car.speed > 0
        car.caps = car.caps[1:]
        car.slipping = max(0, car.slipping - 1)
        if not moving:
            car.slow_start = 0
        if self.said > 100:  # RR-89
            self.go_off(self.said - 100)
            return
        car.off = False
        yield from self.walk(None)

    def walk(self, way: int | None) -> Steps[None]:
        while self.left > 0:
            if way is None:
                ways = self.open_ways()
                if not ways:
                    break
                way = ways[0]
                if len(ways) > 1:
                    way = int((yield from ask(self.car.seat, [f"sq:{ahead}" for ahead in ways]))[3:])
            self.car.go(way)
            self.left -= 1
            way = None
            if (yield from self.meet()):
                return
        self.left = 0
        yield from self.land()

    def open_ways(self) -> list[int]:
        """RR-R57, RR-R58: roads that are long enough, if any is."""
        car, rally = self.car, self.rally
        rights = (False, False) if self.mode == "rolling" else rally.rights(car)
        here = car.at()
        ways = rally.ways(here, rights)
        if self.must_climb and car.place() == self.depart:
            ways = [ahead for ahead in ways if rally.climbs(here.square, ahead)]
        goal = self.section.goal
        steps = [Step(ahead, here.square, False) for ahead in ways]
        long = [one.square for one in steps if one.square == goal or rally.has_road(car, one, self.left - 1, rights)]
        return long or ways

    def meet(self) -> Steps[bool]:
        """What a square asks when it is entered, in the order of the ledger: does the move end here?"""
        rally, car = self.rally, self.car
        square, came = car.at().square, car.at().came
        taken = rally.taken(self.crew)
        before = rally.feature.get(came, {}) if came is not None else {}
        if self.section.kind != "stage" and before.get("type") == "giveway" and square in before["major"]:
            self.join(came in taken)
        if square == self.section.goal:
            if self.timed and self.mode == "driving" and car.place() - self.depart > self.said // 10:
                car.way.pop()  # RR-R55
                self.left = 0
                yield from self.land()
            else:
                yield from self.arrive()
            return True
        black = square not in rally.blacks or car.may("black_spots") or rally.uses(car, "black_spot")
        track = square not in rally.tracks or car.may("hidden_tracks") or rally.uses(car, "hidden_track")
        if not (black and track):
            rally.drop(car, "disqualified")
            return True
        if square in taken:
            if self.left > 0 or self.mode == "rolling":
                return (yield from self.pass_by(square))
            return False
        if not self.limit_broken and self.breaks_limit(square):
            return True
        if square in [pc for pc, _ in self.section.pcs]:
            self.pass_control()
        return False

    def join(self, occupied: bool) -> None:
        """RR-75, RR-76, RR-95: it must have begun its move on the Give Way."""
        left_at = self.car.place() - 1
        if left_at == self.depart or occupied or self.car.may("give_way") or self.rally.uses(self.car, "give_way"):
            return
        if self.crossed is not None:
            self.car.score += FAULT
        self.crossed = left_at

    def breaks_limit(self, square: int) -> bool:
        """RR-84 … RR-88, RR-R19, RR-R23: does the car go off here?"""
        rally, car = self.rally, self.car
        feature, colour = rally.feature.get(square, {}), rally.colour[square]
        kind = feature.get("type")
        bend = sum(card["bend"][COLOURS.index(colour)] for card in car.cards.values() if "bend" in card)
        limits = {
            "bend": feature.get("limit", 0) + bend,
            "bridge": BRIDGE_LIMIT[colour] + car.extra("bridge"),
            "qz": QUIET_LIMIT[colour] + car.extra("quiet"),
            "rough": 20 + car.extra("rough"),
        }
        if kind not in limits or (kind == "qz" and self.section.kind == "stage"):
            return False
        excess = self.said - min(100, limits[kind])
        if excess <= 0:
            return False
        if kind == "qz":
            if not rally.has(car, "quiet"):
                car.score += FAULT
                self.limit_broken = True
            return False
        if rally.uses(car, kind):
            return False
        self.go_off(excess)
        return True

    def go_off(self, excess: int) -> None:
        car = self.car
        car.off = True
        car.misses += excess // 10 - (1 if car.may("steady") else 0)
        self.after = 0
        self.finish()

    def pass_control(self) -> None:
        """RR-63, RR-64."""
        if self.section.kind == "stage":
            self.visit()
        elif self.left > 0 and (self.car.may("passage") or self.rally.has(self.car, "passage")):
            counts = self.visit()
            if counts and not self.car.may("passage"):
                self.rally.uses(self.car, "passage")

    def visit(self) -> bool:
        """RR-R10: one that was visited before an earlier one must be visited again."""
        here = self.car.at()
        number = [pc for pc, _ in self.section.pcs].index(here.square)
        if here.came != self.section.pcs[number][1]:
            return False
        if number not in self.car.visited:
            self.car.visited = {one for one in self.car.visited if one < number} | {number}
        return True

    # --- other cars ---

    def pass_by(self, square: int) -> Steps[bool]:
        """RR-98, RR-R39: who may refuse to be overtaken is asked. Does the move end?"""
        for car in self.rally.cars:
            stands = car is not self.car and car.status == "driving" and not car.off and car.at().square == square
            if stands and car.may("no_overtaking"):
                if (yield from ask(car.seat, ["block", "let"])) == "block":
                    self.fall_back(self.depart)
                    self.left = 0
                    yield from self.land()
                    return True
                return False
        return False

    def fall_back(self, lowest: int) -> None:
        """RR-96, RR-R38: to the first free square."""
        car = self.car
        car.furthest = max(car.furthest, car.place())
        while car.place() > lowest and car.at().square in self.rally.taken(self.crew):
            car.way.pop()
        if self.crossed is not None and car.place() <= self.crossed and self.mode != "rolled_back":
            self.crossed = None

    def land(self) -> Steps[None]:
        """RR-96: room is made; then RR-82."""
        car, rally = self.car, self.rally
        occupied = car.at().square in rally.taken(self.crew)
        if car.place() == self.depart:
            car.off = car.off or occupied
            self.finish()
        elif not occupied:
            yield from self.settle()
        elif self.mode == "advancing":
            yield from self.advance()
        else:
            yield from self.make_room()

    def make_room(self) -> Steps[None]:
        if (yield from ask(self.car.seat, ["advance", "retreat"])) == "advance":
            yield from self.advance()
        else:
            yield from self.retreat()

    def advance(self) -> Steps[None]:
        if self.mode == "rolled_back":
            while self.car.at().square in self.rally.taken(self.crew):
                self.car.way.append(self.behind.pop())
            yield from self.rest()
            return
        self.mode = "advancing"
        if (yield from self.pass_by(self.car.at().square)):
            return
        self.left = 1
        if self.open_ways():
            yield from self.walk(None)
        else:
            yield from self.retreat()

    def retreat(self) -> Steps[None]:
        self.fall_back(self.car.floor if self.mode == "rolled_back" else self.depart)
        self.left = 0
        yield from self.land()

    # --- rest ---

    def settle(self) -> Steps[None]:
        feature = self.rally.feature.get(self.car.at().square, {})
        rolls = feature.get("type") == "gradient" and not self.rolled
        if rolls and self.car.may("decline_roll"):
            rolls = (yield from ask(self.car.seat, ["roll", "hold"])) == "roll"
        yield from self.roll(feature) if rolls else self.rest()

    def roll(self, feature: Any) -> Steps[None]:
        """RR-82, RR-R27, RR-R28."""
        car = self.car
        self.rolled = True
        if feature["to"] == car.at().came:
            self.mode = "rolled_back"
            self.behind: list[Step] = []
            for _ in range(feature["strength"]):
                car.furthest = max(car.furthest, car.place())
                if car.place() > self.lowest():
                    self.behind.append(car.way.pop())
                    if car.at().square in self.rally.blacks:
                        car.way.append(self.behind.pop())
                        break
            if car.at().square in self.rally.taken(self.crew):
                yield from self.make_room()
            else:
                yield from self.rest()
        elif feature["to"] in self.rally.blacks:
            yield from self.rest()
        else:
            self.mode = "rolling"
            self.left = feature["strength"]
            yield from self.walk(feature["to"])

    def lowest(self) -> int:
        return max(self.car.floor, self.car.furthest - REMEMBERED)

    def rest(self) -> Steps[None]:
        """RR-63, RR-75, RR-79, RR-80, RR-R12, RR-R29 … RR-R31."""
        car, rally = self.car, self.rally
        here = car.at()
        feature = rally.feature.get(here.square, {})
        kind = feature.get("type")
        stops = self.mode != "rolled_back" and self.section.kind != "stage"
        if stops and here.square in [pc for pc, _ in self.section.pcs]:
            self.visit()
            yield from self.stop("passage")
        elif stops and kind == "giveway" and here.came not in feature["major"]:
            yield from self.stop("give_way")
        elif kind == "ford":
            yield from self.ford()
        elif kind == "hazard":
            if not car.may("decline_draw") or (yield from ask(car.seat, ["draw", "decline"])) == "draw":
                yield from self.draw()
            self.finish()
        else:
            self.finish()

    def stop(self, right: str) -> Steps[None]:
        if self.car.may(right) or self.rally.has(self.car, right):
            if (yield from ask(self.car.seat, ["stop", "carry"])) == "stop":
                self.after = 0
        else:
            self.after = 0
        self.finish()

    def ford(self) -> Steps[None]:
        car = self.car
        dry = [card for card in car.hand if self.rally.effect(card) == "dry"]
        if not car.may("waterproof") and not (dry and (yield from self.rally.reply(car, dry)) is not None):
            car.misses += self.said // 10
            self.after = 0
        self.finish()

    def draw(self) -> Steps[None]:
        """RR-80, RR-81, RR-R34."""
        rally, car = self.rally, self.car
        if rally.unseen:
            answer = yield from ask(DICE, [rally.deck[card]["id"] for card in rally.unseen])
            card = int(answer[1:]) - 1
            rally.unseen.remove(card)
        elif rally.queue:
            card = rally.queue.pop(0)
        else:
            return
        if not rally.deck[card]["adverse"]:
            car.hand = sorted([*car.hand, card])
            return
        protests = [kept for kept in car.hand if rally.effect(kept) == "protest"]
        if not protests or (yield from rally.reply(car, protests)) is None:
            self.obey(rally.deck[card])
        rally.queue.append(card)

    def obey(self, card: Any) -> None:
        car, effect, amount = self.car, card["effect"], card.get("amount", 0)
        if effect == "cap":
            longest = max(len(car.caps), card["turns"])
            new = [amount] * card["turns"]
            car.caps = [min((*car.caps[n : n + 1], *new[n : n + 1])) for n in range(longest)]
        elif effect == "no_acceleration":
            car.slipping = max(car.slipping, card["turns"])
        elif effect == "slow_start":
            car.slow_start = min(amount, car.slow_start or amount)
        elif effect == "stop":
            self.after = 0
        elif effect == "back":
            self.go_back(amount)
        elif effect == "miss" or not car.may("waterproof"):
            car.misses += amount if effect == "miss" else min(amount, self.said // 10)
            self.after = 0

    def go_back(self, squares: int) -> None:
        car = self.car
        car.furthest = max(car.furthest, car.place())
        while car.place() > self.lowest() and (squares > 0 or car.at().square in self.rally.taken(self.crew)):
            car.way.pop()
            squares -= 1

    # --- booking ---

    def arrive(self) -> Steps[None]:
        """RR-66 … RR-74, RR-R07 … RR-R09."""
        car, section = self.car, self.section
        minute = 60
        if self.timed and self.mode == "driving":
            driven, whole = car.place() - self.depart, self.said // 10
            minute = (120 * driven + whole) // (2 * whole)
        taken = 60 * (car.turns - 1) + minute
        if car.at().came != section.approach or (not self.timed and self.left > 0):
            car.score += FAULT
        late = taken - section.target
        owed = late if late > 0 else {"road": -2 * late, "regularity": -late}.get(section.kind, 0)
        if late > 0:
            allowances = [card for card in car.hand if self.rally.effect(card) == "allowance"]
            if allowances:
                played = yield from self.rally.reply(car, allowances)
                owed = owed if played is None else max(0, owed - self.rally.deck[played]["amount"])
        car.score += FAULT * (len(section.pcs) - len(car.visited)) + owed
        self.forget()
        car.totals.append(car.score)
        self.rally.arrivals += 1
        car.arrived = self.rally.arrivals
        car.floor = car.place()
        car.speed, car.misses, car.turns, car.visited = 0, 0, 0, set()
        car.section += 1
        if car.section == len(self.rally.sections):
            car.status = "finished"

    def finish(self) -> None:
        """The move is over and no control was booked."""
        car = self.car
        if car.place() != self.depart and car.at().square in self.rally.controls:
            self.rally.arrivals += 1
            car.arrived = self.rally.arrivals
        car.speed = self.after
        self.forget()

    def forget(self) -> None:
        car = self.car
        if self.crossed is not None:
            car.score += FAULT
        car.furthest = max(car.furthest, car.place())
        car.declared, car.feather, car.free_turned = [], 0, False
