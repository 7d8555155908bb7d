"""What a gérance is worth to whoever holds it: what he will collect, sell it for, and not have to pay himself.

The holder's car drives alone (`lone_car.py`) from where it stands. The other cars are known by their long-run habits
only: how much they pay in, collisions included (`traffic.py`), how often they stop exactly on Paris (the box is gone)
or on the square itself (a takeover, answered by price or by the chance of keeping it, whichever is worth more).
"""

from __future__ import annotations

from typing import Final

from parcferme.core.content import content_hash
from parcferme.games.rallye_code.actions import GERANCES
from parcferme.games.rallye_code.board.pieces import BEND, GENDARMERIE, RED, SLIPPERY
from parcferme.games.rallye_code.board.tables import Tables
from parcferme.games.rallye_code.mechanics.chances import refusal_chance
from parcferme.games.rallye_code.mechanics.dice import WAYS
from parcferme.games.rallye_code.mechanics.takeover import price_of
from parcferme.games.rallye_code.par.lone_car import CONDITIONS, FREE, HURT, PARKED, STUCK, LoneCar
from parcferme.games.rallye_code.par.traffic import busy_road
from parcferme.games.rallye_code.state import P_TURN, Position

HORIZON: Final = 60  # turns looked ahead; what comes later is not worth refusing for
HALF_A_LAP: Final = 7  # turns since a box was last emptied, on average
KEPT: Final = 8  # lone_cars and their holdings, one for each board and edition


class Holding:
    """One gérance with so many rival cars about.

    share[k][state]  what part of a franc now in the box the holder will collect in his k turns to come
    worth[k][state]  francs the gérance brings him besides
    """

    def __init__(self, lone_car: LoneCar, income: float, gerance: int, rivals: int, own: int) -> None:
        self.lone_car = lone_car
        self.income = income  # francs that a rival's turn pays in (traffic.py)
        self.crashes = income - lone_car.income[gerance]  # … of which a lone car's would not
        self.gerance = gerance
        self.rivals = rivals
        self.own = own  # the holder's cars
        self.stops = _stops_by_total(lone_car, gerance)
        self.keeps = [float(refusal_chance(lone_car.t.tariff, total)) for total in range(len(WAYS))]
        self.raids: list[tuple[float, float]] = []  # by turns to come, once asked for
        self.share: list[list[float]] = [[0.0] * len(lone_car.ways)]
        self.worth: list[list[float]] = [[0.0] * len(lone_car.ways)]

    def look(self, state: int, turns: int, before: int) -> tuple[float, float]:
        """(share, worth) with this many turns to come, `before` rival cars driving ahead of the first of them."""
        turns = min(turns, HORIZON)
        while len(self.share) <= turns:
            self._one_more_turn()
        share, worth = self.share[turns][state], self.worth[turns][state]
        price, kept = self._raid(turns)
        for _ in range(before):
            stop = sum(self.stops)
            worth = self.income * share + stop * price + (1.0 - stop * (1.0 - kept)) * worth
            share *= 1.0 - self.lone_car.stop_paris - stop * (1.0 - kept)
        return share, worth

    def _raid(self, turns: int) -> tuple[float, float]:
        """When a rival stops on the square: the mean price taken for it, and the chance of still holding it."""
        while len(self.raids) <= turns:
            self.raids.append(self._raided(len(self.raids)))
        return self.raids[turns]

    def _raided(self, turns: int) -> tuple[float, float]:
        lone_car = self.lone_car
        typical = self.income * self.rivals * HALF_A_LAP
        value = 0.0
        for state, weight in enumerate(lone_car.share):
            if weight:
                value += weight * (self.worth[turns][state] + typical * self.share[turns][state])
        price = kept = 0.0
        for total, stop in enumerate(self.stops):
            if stop:
                offer = float(price_of(total, lone_car.t.tariff))
                chance = self.keeps[total]
                if chance * value > offer:
                    kept += stop * chance
                else:
                    price += stop * offer
        stopping = sum(self.stops)
        return price / stopping, kept / stopping

    def _one_more_turn(self) -> None:
        """The tables for one turn more: the holder drives, then every rival car once."""
        lone_car, bit = self.lone_car, 1 << self.gerance
        turns = len(self.share) - 1
        later_share, later_worth = self.share[turns], self.worth[turns]
        price, kept = self._raid(turns)
        stop = sum(self.stops)
        holds = (1.0 - stop * (1.0 - kept)) ** self.rivals
        spared = (1.0 - lone_car.stop_paris - stop * (1.0 - kept)) ** self.rivals
        paid = self.income * self.rivals * (1.0 + spared) / 2.0
        sold = price * stop * self.rivals
        share = [0.0] * len(lone_car.ways)
        worth = [0.0] * len(lone_car.ways)
        for state in lone_car.met:
            franc = 0.0
            more = sold + lone_car.bills[self.gerance][state] + self.crashes + (self.own - 1) * self.income
            for chance, reached, passed in lone_car.ways[state]:
                franc += chance if passed & bit else chance * spared * later_share[reached]
                more += chance * (paid * later_share[reached] + holds * later_worth[reached])
            share[state] = franc
            worth[state] = more
        self.share.append(share)
        self.worth.append(worth)


def _stops_by_total(lone_car: LoneCar, gerance: int) -> list[float]:
    """How often a turn of a car ends on the gérance's square, by the total that brought it there."""
    cell = lone_car.t.at.index(gerance)
    found = [0.0] * len(WAYS)
    for state, weight in enumerate(lone_car.share):
        if weight and state // CONDITIONS != cell and state % CONDITIONS != PARKED:
            for index, (chance, reached, _) in enumerate(lone_car.ways[state]):
                if reached // CONDITIONS == cell:
                    found[index + 2] += weight * chance
    return found


class Outlook:
    """A board and edition with the holdings asked for so far, and what a lone car's turns cost."""

    def __init__(self, t: Tables) -> None:
        self.lone_car = LoneCar(t)
        self.income = self.lone_car.income if t.table else busy_road(t)
        self.crashes = 0.0  # what a turn costs more than a lone car's
        for busy, lone in zip(self.income, self.lone_car.income, strict=True):
            self.crashes += busy - lone
        self.holdings: dict[tuple[int, int, int], Holding] = {}
        self.costs: list[list[float]] = [[0.0] * len(self.lone_car.ways)]  # [turns][state]: bills of all four kinds
        self.red = self.lone_car.stops_on([cell for cell in range(t.off) if t.kind[cell] == RED])
        self.office = self.lone_car.stops_on([cell for cell in range(t.off) if t.kind[cell] == GENDARMERIE])

    def bills(self, state: int, turns: int) -> float:
        """What a car pays at gérances in its next turns, on average."""
        turns = min(turns, HORIZON)
        lone_car = self.lone_car
        while len(self.costs) <= turns:
            later = self.costs[-1]
            row = [0.0] * len(lone_car.ways)
            for at in lone_car.met:
                due = 0.0
                for bills in lone_car.bills:
                    due += bills[at]
                for chance, reached, _ in lone_car.ways[at]:
                    due += chance * later[reached]
                row[at] = due
            self.costs.append(row)
        return self.costs[turns][state] + self.crashes * float(turns)

    def holding(self, gerance: int, rivals: int, own: int) -> Holding:
        key = (gerance, rivals, own)
        if key not in self.holdings:
            self.holdings[key] = Holding(self.lone_car, self.income[gerance], gerance, rivals, own)
        return self.holdings[key]


OUTLOOKS: Final[dict[str, Outlook]] = {}


def outlook(t: Tables) -> Outlook:
    """The outlook of a game's board and edition: made once, the oldest forgotten when there are many."""
    key = f"{t.tariff.name} {t.cars} {t.table} {content_hash(t.board_document)}"
    if key not in OUTLOOKS:
        if len(OUTLOOKS) >= KEPT:
            del OUTLOOKS[next(iter(OUTLOOKS))]
        OUTLOOKS[key] = Outlook(t)
    return OUTLOOKS[key]


# ── positions ────────────────────────────────────────────────────────────────────────────────────────────────────────


def turns_to_come(s: Position, seat: int) -> int:
    """The turns this player will still have; one whose dice have been taken up is not counted."""
    t = s.tables
    rank, running = (seat - s.starter) % t.players, (s.seat - s.starter) % t.players
    waits = rank > running or (rank == running and s.phase == P_TURN)
    return t.last_round - s.round + (1 if waits else 0)


def rivals_before(s: Position, seat: int) -> int:
    """The other players who take up the dice before this one does."""
    players = s.tables.players
    first = 0 if s.phase == P_TURN else 1
    last = (seat - s.seat - first) % players + first
    return sum(1 for step in range(first, last) if s.alive((s.seat + step) % players))


def place_of(s: Position, number: int) -> int:
    """The lone car's state for where a car stands and how."""
    car = s.cars[number]
    if car.misses_turn:
        return car.cell * CONDITIONS + PARKED
    hurt = car.first_aid and s.tables.kind[car.cell] in (BEND, SLIPPERY)  # elsewhere it is held alike
    return car.cell * CONDITIONS + (HURT if hurt else STUCK if car.held() or car.blows else FREE)


def left_in_boxes(s: Position) -> float:
    """What will lie in the four boxes at the end, when it is nobody's any more (RC-R31)."""
    seen, t = outlook(s.tables), s.tables
    cars = s.players_left() * t.each
    rounds = (t.last_round - s.round) // t.each
    total = 0.0
    for gerance in range(GERANCES):
        paris, stops = seen.lone_car.stop_paris * cars, seen.lone_car.stop_gerance[gerance] * cars
        held = 0.0 if s.holders[gerance] < 0 else 1.0
        box = float(s.boxes[gerance])
        for _ in range(rounds):
            emptied = held * seen.lone_car.crosses[gerance] * t.each + paris + stops
            box = max(0.0, 1.0 - emptied) * box + seen.income[gerance] * (cars - held * t.each)
            held += (1.0 - held) * min(1.0, stops)
        total += box
    return total


def prospects(s: Position, seat: int, gerance: int) -> tuple[float, float]:
    """(share, worth) of a gérance to this player, were it his: his best placed car counts."""
    t = s.tables
    rivals = (s.players_left() - 1) * t.each
    holding = outlook(t).holding(gerance, rivals, t.each)
    turns, before = turns_to_come(s, seat) // t.each, rivals_before(s, seat)
    found = [holding.look(place_of(s, seat * t.each + car), turns, before) for car in range(t.each)]
    return max(found)


class Offer:
    """A takeover as its holder sees it, in francs against the mean of his rivals."""

    def __init__(self, s: Position) -> None:
        """`s` waits for the holder's answer."""
        gerance = s.contested
        self.box = s.boxes[gerance]
        self.price = s.price()
        self.chance = refusal_chance(s.tables.tariff, s.total)
        self.rivalry = 1.0 / (s.players_left() - 1)  # what another's franc costs me, as one of the rivals
        share, worth = prospects(s, s.holders[gerance], gerance)
        self.mine = share * self.box + worth
        self.theirs = self.box + prospects(s, s.seat, gerance)[1]

    def sold(self) -> float:
        """The price changes hands; the newcomer takes the box and the future (RC-61, RC-64)."""
        return self.price + self.rivalry * (self.price - self.theirs)

    def refused(self) -> float:
        """With the chance of RC-63 all stays as it is, else the newcomer has box and future for nothing."""
        kept = float(self.chance)
        return kept * self.mine - (1.0 - kept) * self.rivalry * self.theirs
