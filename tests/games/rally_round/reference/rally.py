"""The course of a rally: minute by minute, turn by turn, what is announced and which cards are played."""

from __future__ import annotations

from typing import Any

from tests.games.second_opinion import DICE, Steps, ask

from .crew import Car
from .move import Move
from .road import Road, Step

WITH_ANY_SPEED = (
    "hidden_track", "bend", "give_way", "black_spot", "bridge", "passage", "feather", "quiet", "rough",
)  # fmt: skip


class Rally:
    def __init__(self, board: Any, cards: Any, marked: Any, options: dict[str, Any]) -> None:
        self.options = options
        self.kit = {card["id"]: card for card in cards["kit"]}
        self.deck = cards["hazards"]
        self.road = Road(board, marked)
        self.competition = options["mode"] == "competition"
        crews = options["players"] if options["players"] > 1 else options["crews"] or 1
        self.cars = [Car(marked["controls"][0]["square"]) for _ in range(crews)]
        self.unseen = [] if self.competition else list(range(len(self.deck)))
        self.queue = list(range(len(self.deck))) if self.competition else []
        self.minute = 0
        self.arrivals = crews

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
        square, before = car.at().square, self.road.sections[: car.section]
        path = self.road.sections[car.section].path if car.section < len(self.road.sections) else []
        if car.status not in ("waiting", "driving") or square not in path:
            return (1, 0, 0, 0, crew)
        along = sum(len(section.path) - 1 for section in before) + path.index(square)
        waits = 0 if square in self.road.controls or car.off else 1
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
        rights, goal = self.rights(car), self.road.sections[car.section].goal
        offers = []
        for said in range(low, high + 10, 10):
            squares = max(1, said // 10 + car.feather)
            if said > 100 or self.road.has_way(car.at(), squares, goal, rights):
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
        colour = self.road.colour[car.at().square]
        if car.speed == 0:
            low, high = 10, self.flat_start(car)
            if any(self.road.climbs(car.at().square, ahead) for ahead in self.road.ways(car.at(), (False, False))):
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
        best = car.slow_start or car.best("start", self.road.colour[car.at().square])
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

    def rights(self, car: Car) -> tuple[bool, bool]:
        """Past Black Spots, along Hidden Tracks: a strict table lets everybody, and disqualifies (RR-R51)."""
        if self.options["strict"]:
            return True, True
        black = car.may("black_spots") or self.has(car, "black_spot")
        return black, car.may("hidden_tracks") or self.has(car, "hidden_track")

    def taken(self, crew: int) -> set[int]:
        """RR-94, RR-97: squares that other cars occupy."""
        others = [car for number, car in enumerate(self.cars) if number != crew]
        found = {car.at().square for car in others if car.status == "driving" and not car.off}
        return found - self.road.controls

    def places(self) -> list[int]:
        """The fewest penalties, ties by RR-R47."""
        home = [crew for crew, car in enumerate(self.cars) if car.status == "finished"]
        places = [len(home) + 1] * len(self.cars)
        lengths = [len(section.path) - 1 for section in self.road.sections]
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
