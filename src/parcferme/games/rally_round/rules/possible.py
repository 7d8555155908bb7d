"""Could this position have come about? What the parts of a notation must agree on, in one place."""

from __future__ import annotations

from typing import Final

from parcferme.core.errors import BadRecord
from parcferme.games.rally_round.actions import LAY_CLOSE, LAY_PC, LAY_TC
from parcferme.games.rally_round.board.map import NOWHERE
from parcferme.games.rally_round.board.tables import DEALT, DRAFT, STANDARD
from parcferme.games.rally_round.rules import laying
from parcferme.games.rally_round.rules.overtaking import others
from parcferme.games.rally_round.state import (
    E_BOOKED,
    E_LEG,
    FINISHED,
    N_ADOPT,
    N_APPROACH,
    N_BLOCK,
    N_CARS,
    N_DEAL,
    N_FEATHER,
    N_FINISH,
    N_HAZARD,
    N_KIND,
    N_KIT,
    N_MPH,
    N_OVER,
    N_PROTEST,
    N_PUSH,
    N_RESOLVE,
    N_SPEED,
    N_START,
    N_WHAT,
    NOBODY,
    ON_ROAD,
    Car,
    Position,
)

PICKING: Final = (N_KIT, N_DEAL)
BEFORE_MOVING: Final = (N_SPEED, N_FEATHER, N_PUSH)


def settle_rest(p: Position) -> None:
    """Work out what the notation leaves out, and refuse what cannot be; raises BadRecord."""
    _seats(p)
    _route(p)
    _kits(p)
    _cards(p)
    for number, car in enumerate(p.cars):
        _car(p, car, f"position.cars[{number}]")
    if p.phase == N_OVER:
        if any(car.is_in() for car in p.cars):
            raise BadRecord("position.phase", "a car is still on the road")
    elif p.phase >= N_SPEED:
        _driving(p)
    p.actor = _asked(p)


def _refuse_if(wrong: bool, place: str, reason: str) -> None:
    if wrong:
        raise BadRecord(place, reason)


def _asked(p: Position) -> int:
    if p.phase in (N_CARS, N_DEAL, N_HAZARD):
        return NOBODY
    if p.phase == N_OVER:
        return 0
    return p.cars[p.blocker].seat if p.phase == N_BLOCK else p.car().seat


def _seats(p: Position) -> None:
    """RR-13: every player has a car; alone, all of them."""
    seats = sorted([car.seat for car in p.cars])
    drawn = [seat for seat in seats if seat != NOBODY]
    if p.t.players == 1:
        _refuse_if(any(seats), "position.cars", "a single player drives all of them")
        _refuse_if(p.phase == N_CARS, "position.phase", "no cars are drawn")
        return
    _refuse_if(drawn != list(range(len(drawn))), "position.cars", "two have the same seat, or a seat is left out")
    most = p.t.crews - 2 if p.phase == N_CARS else p.t.crews
    least = 0 if p.phase == N_CARS else p.t.crews
    _refuse_if(not least <= len(drawn) <= most, "position.cars", "does not fit how many cars have been drawn")
    p.picks = len(drawn)


def _route(p: Position) -> None:
    """A marked map has its route; a laid one follows from its markers, as far as the phase asks."""
    lay, phase = p.lay, p.phase
    if p.t.route is not None:
        _refuse_if(lay is not None, "position.laying", "the map is marked")
        _refuse_if(N_START <= phase <= N_RESOLVE, "position.phase", "the map is marked")
        p.route = p.t.route
        return
    _refuse_if((lay is None) != (phase <= N_START), "position.laying", "does not fit the phase")
    if lay is None:
        return
    _refuse_if((lay.finish == NOWHERE) != (phase == N_FINISH), "position.laying.finish", "does not fit the phase")
    _refuse_if(lay.start not in p.t.board.chequered, "position.laying.start", "is not chequered")
    _refuse_if(lay.complete != (phase >= N_RESOLVE), "position.laying.markers", "does not fit the phase")
    if phase == N_RESOLVE:
        _refuse_if(not laying.legal_resolve(p), "position.laying.markers", "nothing is left to resolve")
    elif phase > N_RESOLVE:
        open_still = len(lay.candidates) > 1 and bool(laying.legal_resolve(p))
        _refuse_if(open_still, "position.laying.markers", "several routes are left")
        p.route = lay.route(p.t.printed)
    elif phase > N_WHAT:
        _marker(p)


def _marker(p: Position) -> None:
    """The marker in hand must be one that can still be laid as far as it has been chosen."""
    closing = p.marker == LAY_CLOSE
    if p.phase in (N_APPROACH, N_KIND, N_MPH):
        finish = p.laying().finish
        fits = p.spot == finish if closing else p.marker in (LAY_TC, LAY_PC) and p.spot in laying.fitting_squares(p)
        _refuse_if(not fits or not laying.approaches(p), "position.marker.square", "is no place for that marker")
    else:
        _refuse_if(closing, "position.marker.type", "the Finish has its square already")
    if p.phase in (N_KIND, N_MPH):
        _refuse_if(p.marker == LAY_PC or p.t.stage, "position.marker.type", "has no kind to choose")
        _refuse_if(
            p.side not in laying.approaches(p), "position.marker.from", "the control cannot be entered from there"
        )


def _kits(p: Position) -> None:
    """RR-45, RR-46: as many cards as the phase allows, none of them twice."""
    held = [[card for card in car.cards if card >= 0] for car in p.cars]
    taken = sum([len(cards) for cards in held])
    if p.phase in PICKING:
        due = N_DEAL if p.t.kits == DEALT else N_KIT
        none = p.t.kits == STANDARD or p.part > 0  # RR-103: crews have them from the first part
        _refuse_if(none or p.phase != due, "position.phase", "kits are not given out so")
        p.picks = taken
        _refuse_if(taken >= 6 * p.t.crews, "position.cars", "all kits are complete")
        p.crew = p.t.crews - 1 - taken % p.t.crews if p.t.kits == DRAFT else taken // 6
        _refuse_if(
            [len(cards) for cards in held] != _counts(p.t.crews, taken, p.t.kits == DRAFT), "position.cars",
            "the kits have not been filled in turn",
        )  # fmt: skip
        dealt = p.t.kits == DEALT
        _refuse_if(dealt and any(min(car.cards[: taken % 6]) < 0 for car in p.cars[p.crew : p.crew + 1] if taken % 6),
                   "position.cars", "kits are dealt type by type")  # fmt: skip
    else:
        full = p.t.kits != STANDARD and (p.phase >= N_ADOPT or p.part > 0)
        wanted = 6 * p.t.crews if full else 0
        _refuse_if(taken != wanted, "position.cars", f"{taken} kit cards are out, not {wanted}")
    _refuse_if(p.phase == N_ADOPT and not p.t.competitive, "position.phase", "nobody adopts a crew")
    _refuse_if(p.adopted >= p.t.crews, "position.adopted", "there is no such crew")
    if p.t.kits in (DRAFT, DEALT):
        every = [card for cards in held for card in cards]
        _refuse_if(len(set(every)) != len(every), "position.cars", "two crews have one kit card")


def _counts(crews: int, taken: int, draft: bool) -> list[int]:
    """How many kit cards each crew has after so many picks."""
    counts = [0] * crews
    for pick in range(taken):
        counts[crews - 1 - pick % crews if draft else pick // 6] += 1
    return counts


def _cards(p: Position) -> None:
    """RR-80: every Hazard! card is in the pack or in one hand."""
    every = p.t.deck.cards_in(p.pack.unseen) + list(p.pack.queue)
    for car in p.cars:
        every += p.t.deck.cards_in(car.hand)
    if p.phase == N_PROTEST:
        every.append(p.drawn)
        _refuse_if(not p.t.deck.is_adverse(p.drawn), "position.move.drawn", "is not adverse")
    _refuse_if(sorted(every) != list(range(p.t.deck.count)), "position.pack", "a card is missing or there twice")
    _refuse_if(p.phase == N_HAZARD and not p.pack.unseen, "position.unseen", "there is no card to turn up")
    _refuse_if(p.t.competition and p.pack.unseen != 0, "position.unseen", "the cards of a competition are known")


def _car(p: Position, car: Car, place: str) -> None:
    _refuse_if(car.speed % 10 != 0, f"{place}.speed", f"{car.speed} is no multiple of 10")
    entries = car.entries()
    legs = [one for kind, one, _ in entries if kind == E_LEG]
    booked = [one for kind, one, _ in entries if kind == E_BOOKED]
    _refuse_if(len(legs) != len(booked), f"{place}.sheet", "a booking goes with every leg")
    driving = p.phase >= N_SPEED and car.is_in()
    _refuse_if(driving == (car.at == 0), f"{place}.trail", "does not fit the phase")
    if p.phase >= N_SPEED:
        sections = p.drives_on().sections
        _refuse_if(car.section >= len(sections), f"{place}.section", f"there are {len(sections)}")
        every = (1 << len(sections[car.section].pcs)) - 1
        _refuse_if(car.visited & ~every != 0, f"{place}.visited", "the section has no such Passage Control")
    if car.status == FINISHED:
        first = next(other for other in p.cars if other.status == FINISHED)
        same = legs == [one for kind, one, _ in first.entries() if kind == E_LEG]
        _refuse_if(not legs or not same, f"{place}.sheet", "a crew that is home has driven every section")


def _shared(p: Position) -> None:
    """RR-94: only controls are shared; but a car in the middle of its move may be passing another."""
    passing = p.phase not in BEFORE_MOVING
    for crew, car in enumerate(p.cars):
        square = p.square(crew)
        if car.status == ON_ROAD and not car.off and not (passing and square == p.square(p.crew)):
            taken = square in others(p, crew)
            _refuse_if(taken, f"position.cars[{crew}].trail", "another car stands on that square (RR-94)")


def _driving(p: Position) -> None:
    """RR-51: the crew that moves is on the road, and it is its turn."""
    _refuse_if(sorted(p.order) != list(range(p.t.crews)), "position.order", "is not every crew once")
    _refuse_if(p.turn >= p.t.crews or p.order[p.turn] != p.crew, "position.turn", "is another crew's")
    _refuse_if(p.minute == 0, "position.minute", "nobody has started yet")
    _refuse_if(p.car().status != ON_ROAD, f"position.cars[{p.crew}].status", "the crew that moves is not on the road")
    waits = p.phase in (N_SPEED, N_FEATHER) and p.car().misses > 0
    _refuse_if(waits, f"position.cars[{p.crew}].misses", "who misses a turn announces nothing (RR-60)")
    _refuse_if(p.said % 10 != 0 or p.after % 10 != 0, "position.move", "speeds are multiples of 10")
    _shared(p)
    if p.phase == N_BLOCK:
        _refuse_if(p.blocker == p.crew, "position.move.blocker", "a crew does not overtake itself")
