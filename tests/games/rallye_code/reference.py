"""A second opinion: a whole game as one plain program, after the ledger, sharing no code with the engine."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from typing import Any

from tests.games.second_opinion import DICE, Steps, ask

ROLLS = [f"{low}+{high}" for low in range(1, 7) for high in range(low, 7)]
OFF_ROAD = ("paris", "garage", "hotel", "petrol", "first_aid", "parking", "gendarmerie")
GARAGE, FIRST_AID, PETROL, HOTEL = 2, 3, 4, 5
TABLE = "table"


class Over(Exception):
    """The game has ended in the middle of something."""


class Car:
    def __init__(self, owner: int) -> None:
        self.owner = owner
        self.cell = "M1"
        self.held: dict[int, bool] = {}  # by garage, First-aid post, hotel
        self.blows: list[tuple[int, int]] = []  # who hit it, and what he pays for each roll
        self.petrol = False
        self.misses = False
        self.left = False  # of the line

    def free(self) -> None:
        self.held, self.blows, self.petrol, self.left = {}, [], False, False


class Open:
    """What a turn may still be called in for, at a table that sees to it itself."""

    def __init__(self, car: Car, gendarme: int) -> None:
        self.car = car
        self.gendarme = gendarme
        self.dues = dict.fromkeys((2, 3, 4, 5), 0)
        self.forgive()

    def forgive(self) -> None:
        self.overtaken, self.red, self.misplaced = 0, False, ""


class Match:
    def __init__(self, board: Any, deck: Any, tariff: Any, options: dict[str, Any]) -> None:
        self.cells = {cell["id"]: cell for cell in board["cells"]}
        self.deck, self.tariff, self.options = deck["cards"], tariff, options
        self.players: int = options["players"]
        self.each = 2 if self.players < 4 else 1
        self.cars = [Car(seat) for seat in range(self.players) for _ in range(self.each)]
        self.purses = [tariff["provision"] * self.each] * self.players
        self.boxes = dict.fromkeys((2, 3, 4, 5), 0)
        self.holders: dict[int, int | None] = dict.fromkeys((2, 3, 4, 5))
        self.table = 0
        self.allotted = False
        self.out: set[int] = set()
        self.gendarme = 0
        self.seen: deque[int] = deque()  # cards turned, the next one first once all have been
        self.cycled = False
        self.mover = self.cars[0]
        self.total = 0
        self.vigilant = options["enforcement"] == "table"
        self.now = self.before = Open(self.mover, 0)
        self.turns = 0

    # --- the course of the game ---

    def game(self) -> Steps[list[int]]:
        """What everybody has in the end."""
        yield from self.appoint()
        starter = (self.gendarme + 1) % self.players
        turns = self.options["rounds"] if self.options["limit"] == "rounds" else self.options["cap"]
        with suppress(Over):
            for number in range(turns * self.each):
                for step in range(self.players):
                    seat = (starter + step) % self.players
                    if seat not in self.out:
                        yield from self.turn(seat, number)
                        self.turns += 1
                        yield from self.window()
                        self.before = self.now
        return self.purses

    def appoint(self) -> Steps[None]:
        """RC-16, RC-R04: the highest roll; after five ties a lot."""
        level = list(range(self.players))
        for _ in range(6):
            rolls = {}
            for seat in level:
                rolls[seat] = _total((yield from ask(DICE, ROLLS)))
            level = [seat for seat in level if rolls[seat] == max(rolls.values())]
            if len(level) == 1:
                break
        if len(level) > 1:
            level = [int((yield from ask(DICE, [f"lot:{seat + 1}" for seat in level]))[4:]) - 1]
        self.gendarme = level[0]

    def turn(self, seat: int, number: int) -> Steps[None]:
        """RC-02, RC-37, RC-R03."""
        own = [car for car in self.cars if car.owner == seat]
        if self.each == 2 and self.options["car_order"] == "free":
            self.mover = own[int((yield from ask(seat, ["roll:1", "roll:2"]))[5:]) - 1]
        else:
            self.mover = own[number % self.each]
        self.now = Open(self.mover, self.gendarme)
        if self.mover.misses:
            self.mover.misses = False
            return
        if not (self.each == 2 and self.options["car_order"] == "free"):
            yield from ask(seat, ["roll"])
        self.total = _total((yield from ask(DICE, ROLLS)))
        yield from self.drive(seat)

    def drive(self, seat: int) -> Steps[None]:
        car, start = self.mover, self.mover.cell
        if not (yield from self.released(car, seat)):
            return
        path = self.path(start, self.total)
        if self.cells[start]["road"] != "main" and self.kind(path[-1]) == "no_entry":
            return  # RC-13
        due = car.petrol
        car.free()
        if due and not (yield from self.charge(seat, PETROL, self.tariff["petrol_per_point"] * self.total)):
            return
        stop, victim = self.collision(path)
        passed = [other.cell for other in self.cars if other.cell in path[1:stop] and not other.left]
        fines = sum(self.kind(cell) in ("bend", "crossing") for cell in passed)  # RC-23
        car.cell = path[stop]
        self.pass_tills(seat, path[1 : stop + 1])
        if victim is not None and not (yield from self.collide(seat, victim)):
            return
        self.now.overtaken = fines
        for _ in range(0 if self.vigilant else fines):
            if not (yield from self.fine(seat, self.gendarme, self.tariff["fine_overtaking"])):
                return
        if victim is None and (yield from self.put_down(seat, path[stop])):
            yield from self.land(seat, path[stop])

    def put_down(self, seat: int, cell: str) -> Steps[bool]:
        """RC-15, RC-22, RC-R25: does it stand where it may?"""
        if not self.vigilant or self.kind(cell) in OFF_ROAD:
            return True
        no_entry = ["place:no-entry"] if self.kind(cell) == "no_entry" else []
        self.now.misplaced = (yield from ask(seat, ["place:left", "place:right", *no_entry]))[6:].replace("right", "")
        self.mover.left = self.now.misplaced == "left"
        return self.now.misplaced != "no-entry"

    def released(self, car: Car, seat: int) -> Steps[bool]:
        """RC-30, RC-35, RC-48, RC-53, RC-57, RC-R12, RC-R34."""
        held = bool(car.held) and self.total > self.tariff["leave_limit"]
        struck = bool(car.blows) and self.total >= self.immobilised_below()
        if held:
            again = {GARAGE: "garage_again", FIRST_AID: "aid_again", HOTEL: "hotel_again"}
            for service in [service for service in again if service in car.held]:
                yield from self.charge(seat, service, self.tariff[again[service]])
        if struck:
            for hitter, rate in list(car.blows):
                if rate and hitter not in self.out and seat not in self.out:
                    yield from self.pay(hitter, seat, rate)
        return not held and not struck

    def immobilised_below(self) -> int:
        return int(self.options["immobilised_below"])

    # --- the road ---

    def kind(self, cell: str) -> str:
        return str(self.cells[cell]["kind"])

    def path(self, start: str, squares: int) -> list[str]:
        found = [start]
        for _ in range(squares):
            found.append(self.cells[found[-1]]["next"])
        return found

    def collision(self, path: list[str]) -> tuple[int, Car | None]:
        """RC-31, RC-32, RC-R20, RC-R21, RC-R26: where it ends, and whom it hits."""
        for step in range(1, len(path) - 1):
            met = self.oncoming(path, step)
            if not met and self.kind(path[step]) == "crossing":
                met = self.near(path[step])
            if met:
                return step, min(met, key=self.turn_order)
        return len(path) - 1, None

    def others(self) -> list[Car]:
        """Cars that could be met (RC-R26)."""
        known = [car for car in self.cars if car is not self.mover and car.owner not in self.out]
        return [car for car in known if self.kind(car.cell) not in OFF_ROAD]

    def oncoming(self, path: list[str], step: int) -> list[Car]:
        """Cars facing this step, if one has been overtaken on the same two-way road up to here."""
        overtaken = False
        for cell in path[1 : step + 1]:
            one, other = self.cells[cell], self.cells[path[step]]
            if (one["road"], "facing" in one) != (other["road"], "facing" in other):
                overtaken = False
            elif any(car.cell == cell and not car.left for car in self.others()):
                overtaken = True
        facing = self.cells[path[step]].get("facing")
        met = [car for car in self.others() if car.cell == facing or (car.left and car.cell == path[step])]
        return met if overtaken else []

    def near(self, crossing: str) -> list[Car]:
        """The nearest of the cars that are near enough."""
        far = self.distances(crossing)
        others = self.others()
        if self.options["crossing_scope"] == "other_roads":
            others = [car for car in others if self.cells[car.cell]["road"] != self.cells[crossing]["road"]]
        limit = self.tariff["crossing_below"]
        near = [car for car in others if far.get(self.square(car.cell), limit) < limit]
        least = min([far[self.square(car.cell)] for car in near], default=0)
        return [car for car in near if far[self.square(car.cell)] == least]

    def square(self, cell: str) -> tuple[int, int]:
        return self.cells[cell]["x"], self.cells[cell]["y"]

    def distances(self, crossing: str) -> dict[tuple[int, int], int]:
        joined: dict[tuple[int, int], set[tuple[int, int]]] = {}
        for name, cell in self.cells.items():
            for way in ("next", "divert"):
                if way in cell:
                    joined.setdefault(self.square(name), set()).add(self.square(cell[way]))
                    joined.setdefault(self.square(cell[way]), set()).add(self.square(name))
        found = {self.square(crossing): 0}
        waiting = deque(found)
        while waiting:
            here = waiting.popleft()
            for there in joined[here] - found.keys():
                found[there] = found[here] + 1
                waiting.append(there)
        return found

    def turn_order(self, car: Car) -> tuple[int, int]:
        """Owners after the mover first, himself last; then car 1."""
        return (car.owner - self.mover.owner - 1) % self.players, self.cars.index(car)

    def pass_tills(self, seat: int, cells: list[str]) -> None:
        """RC-21, RC-45, RC-R11."""
        for cell in cells:
            if self.kind(cell) == "gendarmerie":
                self.purses[seat] += self.table
                self.table = 0
            if self.kind(cell) == "gerance" and self.holders[self.cells[cell]["gerance"]] == seat:
                self.empty(self.cells[cell]["gerance"], seat)

    def empty(self, number: int, seat: int) -> None:
        self.purses[seat] += self.boxes[number]
        self.boxes[number] = 0

    def crash(self, seat: int, hurt: bool) -> Steps[bool]:
        """RC-50, RC-56: damaged, and perhaps hurt."""
        tariff = self.tariff
        self.mover.held[GARAGE] = True
        if hurt:
            self.mover.held[FIRST_AID] = True
        alive = yield from self.charge(seat, GARAGE, tariff["damaged_fixed"] + tariff["damaged_per_point"] * self.total)
        if alive and hurt:
            alive = yield from self.charge(seat, FIRST_AID, tariff["aid_fixed"] + tariff["aid_per_point"] * self.total)
        return alive

    def collide(self, seat: int, victim: Car) -> Steps[bool]:
        """RC-33 … RC-36, RC-R34."""
        hurt = self.total >= self.tariff["collision_aid_from"]
        rate = self.tariff["indemnity_aid" if hurt else "indemnity_garage"]
        victim.blows.append((seat, 0 if victim.owner == seat else rate))
        return (yield from self.crash(seat, hurt))

    # --- the arrival square ---

    def land(self, seat: int, cell: str) -> Steps[None]:
        kind, car, tariff = self.kind(cell), self.mover, self.tariff
        for number, holder in self.holders.items():
            if self.allotted and holder is None and self.beside(number, cell):
                self.allot(number, seat)
        if kind == "gerance":
            yield from self.arrive_at_till(seat, self.cells[cell]["gerance"])
        elif kind == "no_entry":
            car.cell = self.cells[cell]["divert"]
        elif kind == "red" and self.vigilant:
            self.now.red = True
        elif kind == "red":
            yield from self.card(seat, self.gendarme)
        elif kind in ("bend", "slippery") and self.total >= tariff["accident_from"]:
            yield from self.crash(seat, self.total >= tariff["accident_aid_from"])
        elif kind in ("garage", "hotel"):
            service = GARAGE if kind == "garage" else HOTEL
            car.held[service] = True
            yield from self.charge(seat, service, tariff[kind])
        elif kind == "petrol":
            car.petrol = True
        elif kind == "parking":
            car.misses = True
        elif kind == "gendarmerie":
            self.gendarme = seat
        elif kind == "paris":
            for number in self.boxes:
                self.empty(number, seat)

    def beside(self, number: int, cell: str) -> bool:
        """RC-43, RC-R14: the main-road squares before and after the till's."""
        if self.cells[cell]["road"] != "main":
            return False
        till = next(name for name, raw in self.cells.items() if raw.get("gerance") == number)
        return cell == self.cells[till]["next"] or bool(till == self.cells[cell]["next"])

    def allot(self, number: int, seat: int) -> None:
        self.holders[number] = seat
        self.empty(number, seat)

    def arrive_at_till(self, seat: int, number: int) -> Steps[None]:
        """RC-38 … RC-42, RC-60 … RC-64."""
        holder = self.holders[number]
        price = self.tariff["takeover_per_point"] * self.total
        if holder is None:
            self.allotted = True
            self.allot(number, seat)
        elif holder != seat and self.purses[seat] >= price:
            if (yield from ask(holder, ["accept", "refuse"])) == "accept":
                self.purses[seat] -= price
                self.purses[holder] += price
                self.allot(number, seat)
                if self.purses[seat] == 0:
                    yield from self.pay(seat, TABLE, 0)
                return
            own = _total((yield from ask(DICE, ROLLS)))
            other = _total((yield from ask(DICE, ROLLS))) if self.tariff["newcomer_rolls"] else self.total
            if own <= other:
                self.allot(number, seat)

    def card(self, seat: int, gendarme: int) -> Steps[None]:
        """RC-18 … RC-20, RC-R15."""
        raw = yield from self.turn_card()
        if raw["offence"]:
            yield from self.fine(seat, gendarme, raw["amount"])
        elif seat != gendarme:
            yield from self.pay(gendarme, seat, raw["amount"])

    def turn_card(self) -> Steps[Any]:
        """The cards not yet seen are alike; once all have been, the order is known."""
        if self.cycled:
            open = [self.seen.popleft()]
        else:
            open = [number for number in range(len(self.deck)) if number not in self.seen]
        drawn = yield from ask(DICE, [f"card:{number + 1}" for number in open])
        number = int(drawn[5:]) - 1
        self.seen.append(number)
        self.cycled = len(self.seen) == len(self.deck)
        return self.deck[number]

    # --- what people see to themselves ---

    def window(self) -> Steps[None]:
        """RC-24 … RC-26, RC-46, RC-R16 … RC-R18: the Gendarme, the gérants, the others; each thing once."""
        if not self.vigilant:
            return
        turns = [self.now, self.before] if self.turns > 1 else [self.now]
        turns = [turn for turn in turns if turn.car.owner not in self.out]
        speakers = [("gendarme", turn.gendarme) for turn in turns]
        speakers += [("gerant", seat) for seat in range(self.players) if seat in self.holders.values()]
        if self.before in turns:
            around = [(self.before.gendarme + step) % self.players for step in range(1, self.players)]
            speakers += [("other", seat) for seat in around if seat != self.before.car.owner]
        for role, seat in dict.fromkeys(speakers):
            if (yield from self.speak(role, seat, turns)):
                return

    def speak(self, role: str, seat: int, turns: list[Open]) -> Steps[bool]:
        """Everything one has to say; is it a challenge that holds?"""
        said: set[str] = set()
        while True:
            offers = [text for turn in turns for text in self.remarks(role, seat, turn) if text not in said]
            if not offers or seat in self.out:
                return False
            answer = yield from ask(seat, [*offers, "pass"])
            if answer == "pass":
                return False
            said.add(answer)
            what, _, about = answer.partition(":")
            name = about.split("/")[-1]
            turn = next(turn for turn in turns if self.name(turn.car) == name)
            if what == "challenge":
                if (yield from self.challenge(seat, turn)):
                    return True
            elif what == "fine":
                yield from self.fine_turn(turn)
            else:
                for number in [int(about[0])] if what == "claim" else self.boxes:
                    if what == "claim" or self.holders[number] is None:
                        due, turn.dues[number] = turn.dues[number], 0
                        if due:
                            yield from self.pay(turn.car.owner, f"box {number}", due)

    def remarks(self, role: str, seat: int, turn: Open) -> list[str]:
        name = self.name(turn.car)
        if turn.car.owner in self.out:
            return []
        if role == "gendarme":
            return [f"fine:{name}", f"collect:{name}"] if turn.gendarme == seat else []
        if role == "gerant":
            own = [number for number, holder in self.holders.items() if holder == seat != turn.car.owner]
            return [f"claim:{number}/{name}" for number in own]
        return [f"challenge:{name}"] if turn is self.before and turn.gendarme not in self.out else []

    def name(self, car: Car) -> str:
        number = self.cars.index(car)
        return f"{car.owner + 1}.{number % 2 + 1}" if self.each == 2 else str(number + 1)

    def fine_turn(self, turn: Open) -> Steps[None]:
        overtaken, red, misplaced, offender = turn.overtaken, turn.red, turn.misplaced, turn.car.owner
        turn.forgive()
        if misplaced:
            turn.car.left = False
            if misplaced == "no-entry":
                turn.car.cell = self.cells[turn.car.cell]["divert"]
        amounts = [self.tariff["fine_misplaced"]] * bool(misplaced) + [self.tariff["fine_overtaking"]] * overtaken
        for amount in amounts:
            yield from self.fine(offender, turn.gendarme, amount)
        if red and not {offender, turn.gendarme} & self.out:
            yield from self.card(offender, turn.gendarme)

    def challenge(self, seat: int, turn: Open) -> Steps[bool]:
        """RC-25, RC-R16."""
        owed = self.tariff["fine_misplaced"] * bool(turn.misplaced) + self.tariff["fine_overtaking"] * turn.overtaken
        red, founded = turn.red, bool(owed or turn.red)
        turn.forgive()
        if owed:
            yield from self.pay(turn.gendarme, seat, owed)
        if red and not {turn.car.owner, turn.gendarme} & self.out:
            raw = yield from self.turn_card()
            if raw["offence"]:
                yield from self.pay(turn.gendarme, seat, raw["amount"])
        return founded

    # --- money ---

    def fine(self, seat: int, gendarme: int, amount: int) -> Steps[bool]:
        """RC-17, RC-20, RC-R15."""
        return (yield from self.pay(seat, TABLE if seat == gendarme else gendarme, amount))

    def charge(self, seat: int, service: int, amount: int) -> Steps[bool]:
        """RC-44, RC-R24."""
        if self.holders[service] == seat:
            return True
        if self.vigilant:
            self.now.dues[service] += amount
            return True
        return (yield from self.pay(seat, f"box {service}", amount))

    def pay(self, debtor: int, to: int | str, amount: int) -> Steps[bool]:
        """RC-07, RC-65, RC-R27 … RC-R29: is the debtor still in?"""
        if debtor in self.out or to in self.out:
            return debtor not in self.out
        while self.purses[debtor] <= amount:
            own = [number for number in self.boxes if self.holders[number] == debtor and self.boxes[number] >= 1000]
            answer = "give-up"
            if own:
                answer = yield from ask(debtor, [*[f"half:{number}" for number in own], "give-up"])
            if answer == "give-up":
                self.hand_over(debtor, to, min(amount, self.purses[debtor]))
                self.eliminate(debtor)
                return False
            number = int(answer[5:])
            half = self.boxes[number] // 1000 * 500
            self.boxes[number] -= half
            self.purses[debtor] += half
        self.hand_over(debtor, to, amount)
        return True

    def hand_over(self, debtor: int, to: int | str, amount: int) -> None:
        self.purses[debtor] -= amount
        if isinstance(to, int):
            self.purses[to] += amount
        elif to == TABLE:
            self.table += amount
        else:
            self.boxes[int(to[4:])] += amount

    def eliminate(self, seat: int) -> None:
        """RC-R30."""
        self.out.add(seat)
        for number, holder in self.holders.items():
            if holder == seat:
                self.holders[number] = None
        for car in self.cars:
            car.blows = [(hitter, 0 if hitter == seat else rate) for hitter, rate in car.blows]
            if car.owner == seat:
                car.cell = "M1"
                car.free()
        if len(self.out) == self.players - 1:
            raise Over
        while self.gendarme in self.out:
            self.gendarme = (self.gendarme + 1) % self.players


def _total(roll: str) -> int:
    low, high = roll.split("+")
    return int(low) + int(high)
