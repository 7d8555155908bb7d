"""Passage and Time Controls: visits, times, bookings (RR-63 … RR-74)."""

from __future__ import annotations

from mypy_extensions import i64

from parcferme.core.events import Event
from parcferme.games.rally_round.board.cards import ALLOWANCE
from parcferme.games.rally_round.board.route import Section
from parcferme.games.rally_round.mechanics.controls import arrival_fault, last_minute
from parcferme.games.rally_round.mechanics.timing import F_MISSED_PC, NO_FAULT, ROAD, STAGE, clock, penalty
from parcferme.games.rally_round.rules.faults import fault
from parcferme.games.rally_round.rules.turns import next_crew, note_move
from parcferme.games.rally_round.state import E_BOOKED, E_LEG, FINISHED, N_ALLOWANCE, Position


def tell_visit(p: Position, crew: i64, edge: i64, right: bool, events: list[Event] | None) -> None:
    """A Passage Control has been reached; it counts if the direction was right (RR-74)."""
    if events is None:
        return
    section = p.section(crew)
    number = section.pcs.index(p.t.board.head[edge])
    kind = "visited" if right else "wrong_way_in"
    clause = "RR-74" if not right else "RR-64" if section.kind == STAGE else "RR-63"
    events.append(Event(kind, clause, {"crew": crew + 1, "control": section.pc_labels[number]}))


def arrive(p: Position, edge: i64, events: list[Event] | None) -> None:
    """The due Time Control is entered: the move and the section end here, from whichever side (RR-R09)."""
    crew = p.crew
    car = p.cars[crew]
    section = p.section(crew)
    taken = (car.turns - 1) * 60 + last_minute(section, p.mode, car.at - p.depart, p.said)
    wrong = arrival_fault(section, p.t.board, edge, p.left)
    if wrong != NO_FAULT:
        fault(p, crew, wrong, section.goal, events)
    p.taken = taken
    p.owed = penalty(section.kind, section.target, taken)
    if taken > section.target and car.hand & p.t.deck.having[ALLOWANCE]:
        p.ask_crew(N_ALLOWANCE)
        return
    book(p, events)


def book(p: Position, events: list[Event] | None) -> None:
    """Write the section down and start the next one (RR-66, RR-R04)."""
    crew = p.crew
    car, section = p.cars[crew], p.section(crew)
    for number, square in enumerate(section.pcs):
        if not car.visited >> number & 1:
            fault(p, crew, F_MISSED_PC, square, events)
    note_move(p, crew, events)
    car.score = car.score + p.owed
    car.enter(E_LEG, section.squares, section.target)
    car.enter(E_BOOKED, p.taken, p.owed)
    if events is not None:
        events.append(_booking(p, section))
    _depart(p, events)
    next_crew(p, events)


def _booking(p: Position, section: Section) -> Event:
    args: dict[str, object] = {"crew": p.crew + 1, "control": section.label, "taken": p.taken, "penalty": p.owed}
    args["time"], args["marks"] = clock(p.taken), clock(p.owed)
    clause = "RR-69" if section.kind == ROAD else "RR-72" if p.taken >= section.target else "RR-73"
    return Event("booked", clause, args)


def _depart(p: Position, events: list[Event] | None) -> None:
    """The next section begins where this one ended; RR-101: after the last the crew is home."""
    car = p.car()
    p.arrivals = p.arrivals + 1
    car.arrived = p.arrivals
    car.floor = car.at
    car.speed, car.misses, car.turns, car.run, car.visited = 0, 0, 0, 0, 0
    if car.section + 1 < len(p.drives_on().sections):
        car.section = car.section + 1
        return
    car.status = FINISHED  # it stays on its last section
    if events is not None:
        total = car.penalty()
        events.append(Event("finished", "RR-101", {"crew": p.crew + 1, "total": total, "marks": clock(total)}))
