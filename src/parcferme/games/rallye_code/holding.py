"""What a gérance is worth to whoever holds it: what he will collect, sell it for, and not have to pay himself.

The holder's car drives as the lone car of `chain.py`, from where it stands. The other cars are known by their long-run
habits only: how much they pay in, how often they stop exactly on Paris (the box is gone) or on the square itself (a
takeover, answered by price or by the chance of keeping it, whichever is worth more).
"""

from __future__ import annotations

from typing import Final

from parcferme.core.content import content_hash
from parcferme.games.rallye_code.actions import WAYS
from parcferme.games.rallye_code.chain import CONDITIONS, FREE, HURT, PARKED, STUCK, Chain
from parcferme.games.rallye_code.chances import refusal_chance
from parcferme.games.rallye_code.pieces import BEND, GENDARMERIE, RED, SLIPPERY
from parcferme.games.rallye_code.state import (
    BOX,
    CELL,
    COND,
    CONTESTED,
    HELD,
    HELD_AID,
    HIT,
    HOLDER,
    LEFT_IN,
    MISSING,
    OUT,
    P_TURN,
    PHASE,
    ROUND,
    SEAT,
    STARTER,
    TOTAL_ROLLED,
    Position,
)
from parcferme.games.rallye_code.tables import Tables

HORIZON: Final = 60  # turns looked ahead; what comes later is not worth refusing for
HALF_A_LAP: Final = 7  # turns since a box was last emptied, on average
KEPT: Final = 8  # chains and their holdings, one for each board and edition


class Holding:
    """One gérance with so many rival cars about.

    share[k][state]  what part of a franc now in the box the holder will collect in his k turns to come
    worth[k][state]  francs the gérance brings him besides
    """

    def __init__(self, chain: Chain, gerance: int, rivals: int, own: int) -> None:
        self.chain = chain
        self.gerance = gerance
        self.rivals = rivals
        self.own = own  # the holder's cars
        self.stops = _stops_by_total(chain, gerance)
        self.keeps = [float(refusal_chance(chain.t.edition, total)) for total in range(len(WAYS))]
        self.share: list[list[float]] = [[0.0] * len(chain.steps)]
        self.worth: list[list[float]] = [[0.0] * len(chain.steps)]

    def look(self, state: int, turns: int, before: int) -> tuple[float, float]:
        """(share, worth) with this many turns to come, `before` rival cars driving ahead of the first of them."""
        turns = min(turns, HORIZON)
        while len(self.share) <= turns:
            self._one_more_turn()
        share, worth = self.share[turns][state], self.worth[turns][state]
        price, kept = self._raid(turns)
        for _ in range(before):
            stop = sum(self.stops)
            worth = self.chain.income[self.gerance] * share + stop * price + (1.0 - stop * (1.0 - kept)) * worth
            share *= 1.0 - self.chain.stop_paris - stop * (1.0 - kept)
        return share, worth

    def _raid(self, turns: int) -> tuple[float, float]:
        """When a rival stops on the square: the mean price taken for it, and the chance of still holding it."""
        chain = self.chain
        typical = chain.income[self.gerance] * self.rivals * HALF_A_LAP
        value = 0.0
        for state, weight in enumerate(chain.share):
            if weight:
                value += weight * (self.worth[turns][state] + typical * self.share[turns][state])
        price = kept = 0.0
        for total, stop in enumerate(self.stops):
            if stop:
                offer = float(chain.t.edition.takeover_per_point * total)
                chance = self.keeps[total]
                if chance * value > offer:
                    kept += stop * chance
                else:
                    price += stop * offer
        stopping = sum(self.stops)
        return price / stopping, kept / stopping

    def _one_more_turn(self) -> None:
        """The tables for one turn more: the holder drives, then every rival car once."""
        chain, bit = self.chain, 1 << self.gerance
        turns = len(self.share) - 1
        later_share, later_worth = self.share[turns], self.worth[turns]
        price, kept = self._raid(turns)
        stop = sum(self.stops)
        holds = (1.0 - stop * (1.0 - kept)) ** self.rivals
        spared = (1.0 - chain.stop_paris - stop * (1.0 - kept)) ** self.rivals
        paid = chain.income[self.gerance] * self.rivals * (1.0 + spared) / 2.0
        sold = price * stop * self.rivals
        share = [0.0] * len(chain.steps)
        worth = [0.0] * len(chain.steps)
        for state in chain.met:
            franc = 0.0
            more = sold + chain.bills[self.gerance][state] + (self.own - 1) * chain.income[self.gerance]
            for chance, reached, passed in chain.steps[state]:
                franc += chance if passed & bit else chance * spared * later_share[reached]
                more += chance * (paid * later_share[reached] + holds * later_worth[reached])
            share[state] = franc
            worth[state] = more
        self.share.append(share)
        self.worth.append(worth)


def _stops_by_total(chain: Chain, gerance: int) -> list[float]:
    """How often a turn of a car ends on the gérance's square, by the total that brought it there."""
    cell = chain.t.at.index(gerance)
    found = [0.0] * len(WAYS)
    for state, weight in enumerate(chain.share):
        if weight and state // CONDITIONS != cell and state % CONDITIONS != PARKED:
            for index, (chance, reached, _) in enumerate(chain.steps[state]):
                if reached // CONDITIONS == cell:
                    found[index + 2] += weight * chance
    return found


class Outlook:
    """A board and edition with the holdings asked for so far, and what a lone car's turns cost."""

    def __init__(self, t: Tables) -> None:
        self.chain = Chain(t)
        self.holdings: dict[tuple[int, int, int], Holding] = {}
        self.costs: list[list[float]] = [[0.0] * len(self.chain.steps)]  # [turns][state]: bills of all four kinds
        self.red = self.chain.stops_on([cell for cell in range(t.off) if t.kind[cell] == RED])
        self.office = self.chain.stops_on([cell for cell in range(t.off) if t.kind[cell] == GENDARMERIE])

    def bills(self, state: int, turns: int) -> float:
        """What a car pays at gérances in its next turns, on average."""
        turns = min(turns, HORIZON)
        chain = self.chain
        while len(self.costs) <= turns:
            later = self.costs[-1]
            row = [0.0] * len(chain.steps)
            for at in chain.met:
                due = 0.0
                for bills in chain.bills:
                    due += bills[at]
                for chance, reached, _ in chain.steps[at]:
                    due += chance * later[reached]
                row[at] = due
            self.costs.append(row)
        return self.costs[turns][state]

    def holding(self, gerance: int, rivals: int, own: int) -> Holding:
        key = (gerance, rivals, own)
        if key not in self.holdings:
            self.holdings[key] = Holding(self.chain, gerance, rivals, own)
        return self.holdings[key]


OUTLOOKS: Final[dict[str, Outlook]] = {}


def outlook(t: Tables) -> Outlook:
    """The outlook of a game's board and edition: made once, the oldest forgotten when there are many."""
    key = t.edition.name + content_hash(t.board_document)
    if key not in OUTLOOKS:
        if len(OUTLOOKS) >= KEPT:
            del OUTLOOKS[next(iter(OUTLOOKS))]
        OUTLOOKS[key] = Outlook(t)
    return OUTLOOKS[key]


# ── positions ────────────────────────────────────────────────────────────────────────────────────────────────────────


def turns_to_come(state: Position, seat: int) -> int:
    """The turns this player will still have; one whose dice have been taken up is not counted."""
    v, t = state.v, state.t
    rank, running = (seat - v[STARTER]) % t.players, (v[SEAT] - v[STARTER]) % t.players
    waits = rank > running or (rank == running and v[PHASE] == P_TURN)
    return t.last_round - v[ROUND] + (1 if waits else 0)


def rivals_before(state: Position, seat: int) -> int:
    """The other players who take up the dice before this one does."""
    v, players = state.v, state.t.players
    first = 0 if v[PHASE] == P_TURN else 1
    last = (seat - v[SEAT] - first) % players + first
    return sum(1 for step in range(first, last) if not v[OUT] >> (v[SEAT] + step) % players & 1)


def place_of(state: Position, car: int) -> int:
    """The chain's number for where a car stands and how."""
    v, t = state.v, state.t
    conditions = v[COND + car]
    if conditions & MISSING:
        return v[CELL + car] * CONDITIONS + PARKED
    hurt = conditions & HELD_AID and t.kind[v[CELL + car]] in (BEND, SLIPPERY)  # elsewhere it is held alike
    return v[CELL + car] * CONDITIONS + (HURT if hurt else STUCK if conditions & (HELD | HIT) else FREE)


def prospects(state: Position, seat: int, gerance: int) -> tuple[float, float]:
    """(share, worth) of a gérance to this player, were it his: his best placed car counts."""
    t = state.t
    rivals = (state.v[LEFT_IN] - 1) * t.each
    holding = outlook(t).holding(gerance, rivals, t.each)
    turns, before = turns_to_come(state, seat) // t.each, rivals_before(state, seat)
    found = [holding.look(place_of(state, seat * t.each + car), turns, before) for car in range(t.each)]
    return max(found)


class Offer:
    """A takeover as its holder sees it, in francs against the mean of his rivals."""

    def __init__(self, state: Position) -> None:
        """`state` waits for the holder's answer."""
        v, edition = state.v, state.t.edition
        gerance = v[CONTESTED]
        holder, newcomer = v[HOLDER + gerance], v[SEAT]
        self.box = v[BOX + gerance]
        self.price = edition.takeover_per_point * v[TOTAL_ROLLED]
        self.chance = refusal_chance(edition, v[TOTAL_ROLLED])
        self.rivalry = 1.0 / (v[LEFT_IN] - 1)  # what another's franc costs me, as one of the rivals
        share, worth = prospects(state, holder, gerance)
        self.mine = share * self.box + worth
        self.theirs = self.box + prospects(state, newcomer, gerance)[1]

    def sold(self) -> float:
        """The price changes hands; the newcomer takes the box and the future (RC-61, RC-64)."""
        return self.price + self.rivalry * (self.price - self.theirs)

    def refused(self) -> float:
        """With the chance of RC-63 all stays as it is, else the newcomer has box and future for nothing."""
        kept = float(self.chance)
        return kept * self.mine - (1.0 - kept) * self.rivalry * self.theirs
