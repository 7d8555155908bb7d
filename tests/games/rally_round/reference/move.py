"""A move: driving from square to square, other cars, coming to rest, and the booking at a control."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.games.second_opinion import DICE, Steps, ask

from .crew import COLOURS, Car
from .road import Step

if TYPE_CHECKING:
    from .rally import Rally


BRIDGE_LIMIT = {"R": 50, "O": 50, "Y": 40, "W": 30}
QUIET_LIMIT = {"R": 40, "O": 40, "Y": 30, "W": 20}
FAULT = 30 * 60
REMEMBERED = 14


class Move:
    """One move, from the announcement to rest."""

    def __init__(self, rally: Rally, crew: int, car: Car, said: int) -> None:
        self.rally, self.road, self.crew, self.car, self.said = rally, rally.road, crew, car, said
        self.section = self.road.sections[car.section]
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
        here = self.car.at()
        return any(self.road.climbs(here.square, ahead) for ahead in self.road.ways(here, (False, False)))

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
        ways = self.road.ways(here, rights)
        if self.must_climb and car.place() == self.depart:
            ways = [ahead for ahead in ways if self.road.climbs(here.square, ahead)]
        goal = self.section.goal
        steps = [Step(ahead, here.square, False) for ahead in ways]
        long = [
            one.square for one in steps if one.square == goal or self.road.has_way(one, self.left - 1, goal, rights)
        ]
        return long or ways

    def meet(self) -> Steps[bool]:
        """What a square asks when it is entered, in the order of the ledger: does the move end here?"""
        rally, car = self.rally, self.car
        square, came = car.at().square, car.at().came
        taken = rally.taken(self.crew)
        before = self.road.feature.get(came, {}) if came is not None else {}
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
        black = square not in self.road.blacks or car.may("black_spots") or rally.uses(car, "black_spot")
        track = square not in self.road.tracks or car.may("hidden_tracks") or rally.uses(car, "hidden_track")
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
        feature, colour = self.road.feature.get(square, {}), self.road.colour[square]
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
        feature = self.road.feature.get(self.car.at().square, {})
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
                    if car.at().square in self.road.blacks:
                        car.way.append(self.behind.pop())
                        break
            if car.at().square in self.rally.taken(self.crew):
                yield from self.make_room()
            else:
                yield from self.rest()
        elif feature["to"] in self.road.blacks:
            yield from self.rest()
        else:
            self.mode = "rolling"
            self.left = feature["strength"]
            yield from self.walk(feature["to"])

    def lowest(self) -> int:
        return max(self.car.floor, self.car.furthest - REMEMBERED)

    def rest(self) -> Steps[None]:
        """RR-63, RR-75, RR-79, RR-80, RR-R12, RR-R29 … RR-R31."""
        car = self.car
        here = car.at()
        feature = self.road.feature.get(here.square, {})
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
        if car.section == len(self.road.sections):
            car.status = "finished"

    def finish(self) -> None:
        """The move is over and no control was booked."""
        car = self.car
        if car.place() != self.depart and car.at().square in self.road.controls:
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
